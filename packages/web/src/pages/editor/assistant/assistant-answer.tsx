import { isObject, type Json, type JsonObject } from '@skein/kernel';
import type { ReactNode } from 'react';
import { Button } from '../../../design/controls/button.tsx';
import { FoldMark } from '../../../design/controls/fold-mark.tsx';
import { StatusIcon } from '../../../design/status/status-icon.tsx';
import { failureIn, textOfParts, type Parts } from '../../../graph/chat/add-chunk.ts';
import { textAt } from '../../../graph/own-keys.ts';
import { visibleText } from '../../../text/visible-text.ts';
import { LazyMarkdown } from '../../../viewers/lazy-markdown.tsx';
import { callWords } from './call-words.ts';

export function UserWords({ parts }: { readonly parts: Parts }): ReactNode {
  return (
    <p className="justify-self-end rounded-lg bg-accent-soft px-3 py-2 break-words whitespace-pre-wrap text-accent-text">
      {visibleText(textOfParts(parts))}
    </p>
  );
}

interface AssistantAnswerProps {
  readonly parts: Parts;
  readonly isBusy: boolean;
  readonly isLive?: boolean;
  readonly onDecide?: (approvalId: string, isApproved: boolean) => void;
}

/** What it has said and done in one turn. */
export function AssistantAnswer(props: AssistantAnswerProps): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      {props.parts.map((part, index) => (
        <Part key={index} part={part} {...props} />
      ))}
    </div>
  );
}

function Part({
  part,
  isBusy,
  onDecide,
}: AssistantAnswerProps & { readonly part: JsonObject }): ReactNode {
  const type = textAt(part, 'type');
  if (type === 'text') return <LazyMarkdown text={textAt(part, 'text')} />;
  const failure = failureIn(part);
  if (failure !== null)
    return (
      <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 break-words text-bad-text">
        {visibleText(failure.message)}
      </p>
    );
  if (!type.startsWith('tool-')) return null;
  const approval = part['state'] === 'approval-requested' ? part['approval'] : undefined;
  return (
    <>
      <Call part={part} />
      {isObject(approval) && onDecide !== undefined && (
        <Approval
          isBusy={isBusy}
          onDecide={(isApproved) => onDecide(textAt(approval, 'id'), isApproved)}
        />
      )}
    </>
  );
}

/** A line that says what was done; it unfolds to what was sent and what came back. */
function Call({ part }: { readonly part: JsonObject }): ReactNode {
  const { words, status } = callWords(part);
  const told = part['errorText'] ?? part['output'];
  return (
    <details className="group rounded-md border border-line text-xs">
      <summary className="flex min-h-8 list-none items-center gap-2 px-2">
        <FoldMark className="duration-100" />
        <span className="min-w-0 flex-1 break-words">{visibleText(words)}</span>
        <StatusIcon status={status} size={14} />
      </summary>
      <div className="grid gap-2 border-t border-line p-2">
        <Block value={part['input'] ?? null} />
        {told !== undefined && <Block value={told} />}
      </div>
    </details>
  );
}

const shownMax = 4_000;

function Block({ value }: { readonly value: Json }): ReactNode {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return (
    <pre
      tabIndex={0}
      className="max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono break-words whitespace-pre-wrap"
    >
      {visibleText(text.slice(0, shownMax))}
    </pre>
  );
}

interface ApprovalProps {
  readonly isBusy: boolean;
  readonly onDecide: (isApproved: boolean) => void;
}

function Approval({ isBusy, onDecide }: ApprovalProps): ReactNode {
  return (
    <section
      aria-label="Live run"
      className="grid gap-2 rounded-md bg-wait-soft p-3 text-wait-text"
    >
      <p>It wants to run the draft for real: models, requests and tools are called.</p>
      <div className="flex gap-2">
        <Button size="sm" tone="primary" disabled={isBusy} onClick={() => onDecide(true)}>
          Run it
        </Button>
        <Button size="sm" disabled={isBusy} onClick={() => onDecide(false)}>
          Do not
        </Button>
      </div>
    </section>
  );
}
