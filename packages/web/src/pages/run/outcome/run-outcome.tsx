import type { ReactNode } from 'react';
import { StatusPill } from '../../../design/status/status-pill.tsx';
import { runStatusLook } from '../../../design/status/status.ts';
import type { Outcome } from '../../../graph/run/outcome-of.ts';
import { JsonView } from '../../../viewers/json/json-view.tsx';
import { LazyMarkdown } from '../../../viewers/lazy-markdown.tsx';
import { FailureNote } from './failure-note.tsx';
import { WarningNotes } from './warning-notes.tsx';

interface RunOutcomeProps {
  readonly outcome: Outcome;
  /** The names of the nodes. */
  readonly titles: ReadonlyMap<string, string>;
}

/** The end of a conversation: how the run ended, and its output. */
export function RunOutcome({ outcome, titles }: RunOutcomeProps): ReactNode {
  const { status, label } = runStatusLook(outcome.status);
  return (
    <section
      aria-label="Output of the run"
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line not-first:border-t not-first:pt-3"
    >
      <p className="flex items-center gap-2 text-xs text-text-3">
        <StatusPill status={status}>{label}</StatusPill>
        {wordsOf(outcome)}
      </p>
      {outcome.failure === null
        ? !outcome.isSaid && <OutcomeValue outcome={outcome} />
        : !isWanted(outcome) && <FailureNote failure={outcome.failure} titles={titles} />}
      <WarningNotes warnings={outcome.warnings} titles={titles} />
    </section>
  );
}

/** This end was intended: nothing went wrong. */
function isWanted({ status }: Outcome): boolean {
  return status === 'cancelled';
}

function wordsOf(outcome: Outcome): string {
  const { output, isSaid, failure } = outcome;
  if (failure !== null) return isWanted(outcome) ? failure.message : '';
  if (isSaid) return 'The last reply is the output of the run.';
  return output === null ? 'The run has no output.' : 'Output of the run';
}

function OutcomeValue({ outcome: { output } }: { readonly outcome: Outcome }): ReactNode {
  if (output === null) return null;
  if (typeof output === 'string')
    return (
      <div className="leading-6">
        <LazyMarkdown text={output} />
      </div>
    );
  return <JsonView label="output of the run" value={output} className="max-h-72" />;
}
