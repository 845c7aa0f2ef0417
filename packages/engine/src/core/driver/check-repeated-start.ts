import { equalJson, type RunEvent, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';

type StartedRow = Extract<RunEvent, { readonly type: 'run.started' }>;
/** What a caller asked for, as far as the first row of a run tells it. */
export interface AskedStart extends Pick<StartedRow, 'workflow' | 'forkedFrom'> {
  readonly input?: StartedRow['input'] | undefined;
  readonly start?: StartedRow['start'] | undefined;
  readonly offline?: true | undefined;
}

export interface RepeatedStart {
  readonly run: RunId;
  readonly key: string;
  /** The row of the start, if it has joined the run. */
  readonly seq?: number | undefined;
}

/**
 * Refuses a key that stands for something else: a caller who is given the run of another order would take it for their own.
 * The version of the workflow does not count for starts: a retry after an edit is still the same request.
 */
export async function checkRepeatedStart(
  { store }: Ports<'store'>,
  { run, key, seq = 1 }: RepeatedStart,
  asked: AskedStart,
): Promise<void> {
  const [first, joined] = await store.runs.rows(run, [1, seq]);
  // Deleted since then: there is nothing left to compare.
  if (first?.type !== 'run.started') return;
  // A start that has joined the run is like the first one, but for its input.
  const stands = joined?.type === 'run.joined' ? { ...first, input: joined.input } : first;
  if (!isSame(stands, asked)) throw new EngineError('START_REPEATED', { run, key });
}

function isSame(first: AskedStart, asked: AskedStart): boolean {
  return (
    first.workflow.id === asked.workflow.id &&
    first.start === asked.start &&
    first.offline === asked.offline &&
    equalJson(first.input, asked.input) &&
    isSameFork(first, asked)
  );
}

function isSameFork(first: AskedStart, { forkedFrom: fork, workflow }: AskedStart): boolean {
  const before = first.forkedFrom;
  if (fork === undefined || before === undefined) return fork === before;
  if (first.workflow.version !== workflow.version) return false;
  // Forks of earlier versions do not tell more than their source.
  return fork.run === before.run && (before.asked ?? fork.asked) === fork.asked;
}
