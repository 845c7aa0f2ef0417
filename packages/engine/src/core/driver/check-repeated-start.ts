import { equalJson, type RunEvent, type RunId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';

type StartedRow = Extract<RunEvent, { readonly type: 'run.started' }>;
/** What a caller asked for, as far as the first row of a run tells it. */
export interface AskedStart extends Pick<StartedRow, 'workflow' | 'forkedFrom'> {
  readonly input?: StartedRow['input'] | undefined;
  readonly start?: StartedRow['start'] | undefined;
}

/**
 * Refuses a key that stands for something else: a caller who is given the run of another order would take it for their own.
 * The version of the workflow does not count for starts: a retry after an edit is still the same request.
 */
export async function checkRepeatedStart(
  { store }: Ports<'store'>,
  { run, key }: { readonly run: RunId; readonly key: string },
  asked: AskedStart,
): Promise<void> {
  const [first] = await store.runs.rows(run, [1]);
  // Deleted since then: there is nothing left to compare.
  if (first?.type !== 'run.started') return;
  if (!isSame(first, asked)) throw new EngineError('START_REPEATED', { run, key });
}

function isSame(first: StartedRow, asked: AskedStart): boolean {
  return (
    first.workflow.id === asked.workflow.id &&
    first.start === asked.start &&
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
