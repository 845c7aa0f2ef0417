// Calling a node of a hosted run
// In any process that has the store: the run is read from there, so the function sees what it recorded in an earlier try, and
// a call that is no longer wanted is not made.
import type { ActivationName } from '@skein/kernel';
import { begin } from '../driver/enact-task.ts';
import { Execution } from '../driver/execution.ts';
import { rebuild } from '../ownership/revive-runs.ts';
import { executeEffect } from '../runs/reopen.ts';
import type { Runtime } from '../runtime.ts';
import { activationOf } from '../waits/asked-of.ts';
import { DetachedRun, type CallLink } from './detached-run.ts';
import type { Happened } from './turn-message.ts';

export interface NodeOrder extends ActivationName {
  readonly run: string;
  readonly attempt: number;
}

/** How the call ended, for the run; null when the run does not want it (any more). */
export async function callNode(
  runtime: Runtime,
  { run, node, activation, attempt }: NodeOrder,
  link: CallLink,
): Promise<Happened | null> {
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) return null;
  const { driver: read, state } = await rebuild(runtime, stored);
  const { graph, dialect, origin } = read;
  const current = activationOf({ graph, state }, { node, activation });
  if (current?.status !== 'running' || current.attempt !== attempt) return null;
  const detached = new DetachedRun(
    runtime,
    { id: run, workflow: { graph, dialect }, origin },
    link,
  );
  detached.adopt(state, []);
  const execution = new Execution(detached, executeEffect(current));
  const { signal } = link;
  const giveUp = () => detached.giveUp(execution);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  else begin(detached, execution);
  try {
    return await detached.end;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
