import type { Activation } from '../../state/living.ts';
import type { TimerPurpose } from '../../state/run-state.ts';
import { addEffect, makeId, type Batch } from '../batch/batch.ts';

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
