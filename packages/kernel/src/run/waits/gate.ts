// The gate: with `whileWaiting: "hold"`, nothing new starts while a person is asked (SPEC K49).
import type { WaitQuestion } from '../../events.ts';
import type { RunState } from '../../state/run-state.ts';
import type { Batch } from '../batch/batch.ts';

/** `hold`: a wait for a person closes the gate, after the whole fan-out that holds it has started. */
export function closeGate(batch: Batch, askedBefore: number): void {
  if (batch.asked === askedBefore) return;
  if (batch.graph.policy.whileWaiting === 'hold') batch.state.gateClosed = true;
}

export function hasPersonWait(state: RunState): boolean {
  for (const { question } of state.waits.values()) if (asksPerson(question)) return true;
  return false;
}

/** Events arrive without a person, and a limit pauses the run in its own way. */
export function asksPerson({ kind }: WaitQuestion): boolean {
  return kind !== 'event' && kind !== 'limit';
}
