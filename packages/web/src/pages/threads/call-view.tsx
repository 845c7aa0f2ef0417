import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { Wrench } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { ArgumentsEditor, useChangedArguments } from '../../answers/changed-arguments.tsx';
import { useWait } from '../../data/waits.ts';
import { Button } from '../../design/controls/button.tsx';
import { FoldMark } from '../../design/controls/fold-mark.tsx';
import { TextField } from '../../design/controls/text-field.tsx';
import { StatusIcon } from '../../design/status/status-icon.tsx';
import { textAt } from '../../graph/own-keys.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { Decision } from './use-talk.ts';

interface CallViewProps {
  readonly part: JsonObject;
  readonly isBusy: boolean;
  readonly onDecide: (decision: Decision) => void;
}

/** One call of a tool: a line that unfolds, or a question while a person must agree to it. */
export function CallView({ part, isBusy, onDecide }: CallViewProps): ReactNode {
  const name = visibleText(textAt(part, 'type').slice('tool-'.length));
  const state = textAt(part, 'state');
  const isAsking = state === 'approval-requested';
  const given = part['errorText'] ?? part['output'];
  const status = isAsking ? 'waiting' : statusOf(state);
  return (
    <section aria-label={`Call of ${name}`} className="rounded-lg border border-line bg-surface">
      <details className="group" open={isAsking || undefined}>
        <summary className="flex min-h-9 list-none items-center gap-2 px-3 text-xs">
          <FoldMark className="duration-100" />
          <Wrench size={14} aria-hidden className="shrink-0 text-k-tool" />
          <code className="shrink-0 font-mono font-medium">{name}</code>
          <code className="min-w-0 flex-1 truncate font-mono text-text-2">
            {shown(part['input'] ?? null, 200)}
          </code>
          <StatusIcon status={status} size={14} />
        </summary>
        <div className="grid gap-2 border-t border-line p-2 text-xs">
          <Block title="Arguments" value={part['input'] ?? null} />
          {given !== undefined && (
            <Block title={part['errorText'] === undefined ? 'Result' : 'Error'} value={given} />
          )}
        </div>
      </details>
      {isAsking && <Approval part={part} isBusy={isBusy} onDecide={onDecide} />}
    </section>
  );
}

function statusOf(state: string): 'completed' | 'failed' | 'running' {
  if (state === 'output-available') return 'completed';
  return state === 'output-error' ? 'failed' : 'running';
}

function Approval({ part, isBusy, onDecide }: CallViewProps): ReactNode {
  const approvalId = isObject(part['approval']) ? textAt(part['approval'], 'id') : '';
  const { data: wait, isPending } = useWait(approvalId);
  const asked: Json = wait?.data ?? { arguments: part['input'] ?? null, parameters: {} };
  const changed = useChangedArguments(asked);
  const [note, setNote] = useState<string | null>(null);
  return (
    <div className="grid gap-3 border-t border-line p-3 [&>button]:justify-self-start">
      <p className="text-sm font-medium">May it do this?</p>
      <ArgumentsEditor
        id={`arguments-${approvalId}`}
        data={asked}
        changed={changed}
        // Only the question says which form the tool has.
        isLoading={isPending}
      />
      {note !== null && (
        <TextField
          label="Why not"
          note="The agent is told."
          value={note}
          onChange={setNote}
          maxLength={1000}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {note === null && (
          <Button
            size="sm"
            tone="primary"
            disabled={isBusy || changed.problem !== null}
            onClick={() => onDecide({ approvalId, approved: true, input: changed.value })}
          >
            {changed.value === undefined ? 'Approve' : 'Approve with edits'}
          </Button>
        )}
        <Button
          size="sm"
          tone="danger"
          disabled={isBusy}
          onClick={() => {
            if (note === null) setNote('');
            else onDecide({ approvalId, approved: false, note: note.trim() || undefined });
          }}
        >
          Reject
        </Button>
        {note !== null && (
          <Button size="sm" onClick={() => setNote(null)}>
            Back
          </Button>
        )}
      </div>
    </div>
  );
}

const shownMax = 4_000;

function shown(value: Json, max: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return visibleText(text.slice(0, max));
}

function Block({ title, value }: { readonly title: string; readonly value: Json }): ReactNode {
  const text = typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
  return (
    <div>
      <p className="mb-1 text-text-2">{title}</p>
      <pre className="max-h-60 overflow-auto rounded-md bg-sunken p-2 font-mono break-words whitespace-pre-wrap">
        {visibleText(text.slice(0, shownMax))}
      </pre>
    </div>
  );
}
