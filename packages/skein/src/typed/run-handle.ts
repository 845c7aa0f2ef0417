// Handles of runs
// What `engine.start` and `engine.get` give: a run with the type of its output. It holds nothing but an id, so it can be made again in
// another process.
import type { Engine as DurableEngine, RunAnswer, RunJson } from '@skein/engine';
import { EngineError, hasEnded, type WaitRecord } from '@skein/ports';
import { runId, type Json, type RunId } from '@skein/kernel';
import { openWaits, waitName } from './open-waits.ts';
import { RunError } from './run-error.ts';

/** A run that was completed. */
export interface RunResult<Out> {
  readonly id: RunId;
  readonly output: Out;
  /** What it has spent, with the runs below it. */
  readonly usage: RunJson['usage'];
}

/** A run, with the type of its output. */
export interface RunHandle<Out> {
  readonly id: RunId;
  /** When it is completed; a RunError if it ends in another way. */
  result(): Promise<RunResult<Out>>;
  /** When it has ended, or only people and events can continue it. */
  settled(): Promise<RunJson>;
  /** What it answers its caller: that of a `respond` node while it goes on, else its end. */
  response(): Promise<RunAnswer>;
  /**
   * Answers the question of this name: that of `io.approval` and `io.input`, or the id of a node of a graph; its own first, then those of
   * the runs below it.
   */
  answer(name: string, answer: Json, options?: { readonly by?: string }): Promise<void>;
  cancel(reason?: string): Promise<void>;
}

export function runHandle<Out>(
  engine: Pick<DurableEngine, 'runs' | 'waits'>,
  run: string,
  /** Of which workflow it must be, where somebody else has started it. */
  workflow?: string,
): RunHandle<Out> {
  const { runs, waits } = engine;
  const id = runId(run);
  return {
    id,
    async result() {
      const ended = await runs.finished(id);
      if (workflow !== undefined) checkWorkflow(ended, workflow);
      if (ended.status !== 'completed') throw new RunError(ended);
      // The workflow that gave the handle its type has made it.
      return { id, output: ended.output as Out, usage: ended.usage };
    },
    settled: () => runs.settled(id),
    response: () => runs.responded(id),
    async answer(name, answer, options = {}) {
      const wait = await findWait(engine, id, name);
      await waits.answer(wait.id, answer, options);
    },
    cancel: (reason) => runs.cancel(id, reason === undefined ? {} : { reason }),
  };
}

/** The types of another workflow would say what is not true. */
function checkWorkflow({ id, workflow }: RunJson, wanted: string): void {
  if (workflow.id === wanted) return;
  const hint = `The run with this id is one of the workflow "${workflow.id}": get it with that.`;
  throw new EngineError('RUN_NOT_FOUND', { run: id }, { hint });
}

/** The oldest open question of this name; a run may ask the same again later. */
async function findWait(
  engine: Pick<DurableEngine, 'runs' | 'waits'>,
  run: RunId,
  name: string,
): Promise<WaitRecord> {
  const open: string[] = [];
  for await (const wait of openWaits(engine, run)) {
    if (waitName(wait) === name) return wait;
    open.push(waitName(wait));
  }
  const { status } = await engine.runs.get(run);
  if (hasEnded({ status })) {
    const hint = `The run "${run}" has ended: it is ${status}.`;
    throw new EngineError('WAIT_NOT_FOUND', { wait: name }, { hint });
  }
  const asked = open.map((each) => `"${each}"`).join(', ');
  const now = `The run "${run}" asks for ${asked === '' ? 'nothing' : asked} at the moment.`;
  const later = 'If it has not come to its question yet, await run.settled() first.';
  throw new EngineError('WAIT_NOT_FOUND', { wait: name }, { hint: `${now} ${later}` });
}
