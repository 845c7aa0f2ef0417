import { Bot, ChevronRight, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { StatusIcon } from '../../../design/status/status-icon.tsx';
import type { Entry } from '../../../graph/run/conversation.ts';
import { visibleText } from '../../../text/visible-text.ts';

interface ToolCallProps {
  readonly call: Extract<Entry, { kind: 'call' }>;
}

const shownMax = 4_000;

export function ToolCall({ call }: ToolCallProps): ReactNode {
  const status = call.progress === 'stopped' ? 'cancelled' : call.progress;
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <summary className="flex h-9 list-none items-center gap-2 px-3 text-xs">
        <ChevronRight
          size={14}
          aria-hidden
          className="shrink-0 text-text-3 transition-transform group-open:rotate-90"
        />
        {call.isSubagent ? (
          <Bot size={14} aria-hidden className="shrink-0 text-k-agent" />
        ) : (
          <Wrench size={14} aria-hidden className="shrink-0 text-k-tool" />
        )}
        <CallName call={call} />
        <code className="min-w-0 flex-1 truncate font-mono text-text-3">
          {visibleText(JSON.stringify(call.arguments).slice(0, 200))}
        </code>
        <StatusIcon status={status} size={14} />
      </summary>
      <div className="grid gap-2 border-t border-line p-2 text-xs">
        <Block
          title={call.changed === undefined ? 'Arguments' : 'Arguments, as the model asked'}
          text={JSON.stringify(call.arguments, undefined, 2)}
        />
        {call.changed !== undefined && (
          <Block
            title={`Arguments, as ${visibleText(call.changed.by)} changed them`}
            text={JSON.stringify(call.changed.arguments, undefined, 2)}
          />
        )}
        {call.error === null ? (
          call.result !== undefined && <Block title="Result" text={resultText(call.result)} />
        ) : (
          <Block title="Error" text={call.error} />
        )}
      </div>
    </details>
  );
}

/** Agents are called by their names, tools by the names that models call them by. */
function CallName({ call }: ToolCallProps): ReactNode {
  if (call.title !== undefined && call.title !== '')
    return <span className="shrink-0 font-medium">{visibleText(call.title)}</span>;
  return <code className="shrink-0 font-mono font-medium">{visibleText(call.name)}</code>;
}

function resultText(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result, undefined, 2);
}

function Block({ title, text }: { readonly title: string; readonly text: string }): ReactNode {
  return (
    <div>
      <p className="mb-1 text-text-2">{title}</p>
      <pre className="max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono whitespace-pre-wrap break-words">
        {visibleText(text.slice(0, shownMax))}
      </pre>
    </div>
  );
}
