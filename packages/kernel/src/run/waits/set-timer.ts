import { addEffect, type Batch } from '../batch/batch.ts';
import { makeId } from '../../state/output-id.ts';
import type { Activation, TimerPurpose } from '../../state/run-state.ts';

export function setTimer(
  batch: Batch,
  purpose: TimerPurpose,
  at: number,
  activation: Activation | null,
): string {
  const id = makeId(batch);
  batch.state.timers.set(id, { id, purpose, at, activation });
  addEffect(
    batch,
    activation === null
      ? { type: 'timer', timer: id, at }
      : { type: 'timer', timer: id, at, node: activation.node.id },
  );
  return id;
}
