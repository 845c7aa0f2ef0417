import type { TimerFired } from '../../events.ts';
import type { Activation } from '../../state/living.ts';
import { extraOf, setStatus } from '../../state/node-state.ts';
import type { Timer } from '../../state/run-state.ts';
import { stopExecution } from '../activations/cancel-activation.ts';
import { completeActivation } from '../activations/complete-activation.ts';
import { failAttempt } from '../activations/fail-activation.ts';
import { addToAgenda, type Batch } from '../batch/batch.ts';
import { isHandedOff, onlyPlace, reachLimit } from '../limits/reach-limit.ts';
import { answerFunction, askedKey } from './function-questions.ts';
import { endQuiet } from './start-run.ts';
import { startRunClock, stopRunClock } from '../waits/clock.ts';

export function fireTimer(batch: Batch, event: TimerFired): void {
  const { state } = batch;
  const timer = state.timers.get(event.timer);
  if (timer === undefined) return;
  state.timers.delete(timer.id);
  if (timer.purpose === 'run') return fireRunTimer(batch);
  if (timer.purpose === 'quiet') return endQuiet(batch);
  const { activation } = timer;
  if (activation === null || activation.status === 'over') return;
  if (timer.purpose === 'sleep') return wakeFunction(batch, activation, timer);
  extraOf(activation).timer = null;
  fireNodeTimer(batch, timer, activation);
}

function wakeFunction(batch: Batch, activation: Activation, { id }: Timer): void {
  const key = askedKey(activation, (asked) => asked.kind === 'timer' && asked.timer === id);
  if (key !== undefined) answerFunction(batch, activation, { key, value: undefined });
}

function fireRunTimer(batch: Batch): void {
  const { state } = batch;
  state.clock.timer = null;
  stopRunClock(batch);
  // The counts may have been restarted since the timer was set.
  if (state.clock.activeMs < (state.limits.timeoutMs ?? 0)) return startRunClock(batch);
  if (!isHandedOff(batch)) reachLimit(batch, 'timeoutMs', onlyPlace(batch));
}

function fireNodeTimer(batch: Batch, timer: Timer, activation: Activation): void {
  if (timer.purpose === 'delay') {
    const { previous } = activation;
    return addToAgenda(
      batch,
      completeActivation(batch, activation, previous === undefined ? {} : { value: previous }),
    );
  }
  if (timer.purpose === 'retry') {
    setStatus(batch.state, activation, 'ready');
    batch.state.agenda.push(activation);
    return;
  }
  stopExecution(batch, activation);
  const failure = {
    code: 'TIMEOUT',
    message: `Attempt ${activation.attempt} took longer than ${activation.node.timeoutMs ?? 0} ms.`,
    retry: 'later',
  } as const;
  addToAgenda(batch, failAttempt(batch, activation, failure));
}
