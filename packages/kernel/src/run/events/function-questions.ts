// What a function waits for that may wait for several things at the same time (SPEC K860)
//
// F1. Whatever has come for the function is recorded under the key of its question, and no longer asked.
// F2. The activation waits only while its function does. What came while the function was about to wait is known to the journal and
//     not to the function: then it hears of it, and does not wait.
import type { NodeWaiting, WaitQuestion } from '../../events.ts';
import { isObject, ownValue, type Json } from '../../json.ts';
import type { Activation, Asked, BegunChild } from '../../state/living.ts';
import { extraOf, setStatus } from '../../state/node-state.ts';
import { addEffect, placeLast, type Batch } from '../batch/batch.ts';
import { tellFunction } from '../scheduling/start-ready.ts';
import { stopAttemptClock } from '../waits/clock.ts';
import { closeAsked } from '../waits/close-waits.ts';
import { putQuestion } from '../waits/open-wait.ts';
import { setTimer } from '../waits/set-timer.ts';
import { freeSlot } from '../waits/slots.ts';

export function asksTogether({ node }: Pick<Activation, 'node'>): boolean {
  return node.kind.asks === 'together';
}

export function askTogether(batch: Batch, activation: Activation, event: NodeWaiting): void {
  const { key, question, open } = event;
  const extra = extraOf(activation);
  const asked = (extra.asked ??= new Map<string, Asked>());
  if (!asked.has(key) && extra.recorded?.has(key) !== true)
    asked.set(key, ask(batch, activation, { key, question }));
  if (open === undefined || activation.status !== 'running') return;
  if (asked.size < open) return tellFunction(batch, activation);
  freeSlot(batch.state, activation);
  stopAttemptClock(batch, activation);
  setStatus(batch.state, activation, 'waiting');
}

function ask(
  batch: Batch,
  activation: Activation,
  { key, question }: { readonly key: string; readonly question: WaitQuestion },
): Asked {
  switch (question.kind) {
    case 'timer': {
      const at = batch.event.at + Math.max(0, question.deadlineMs ?? 0);
      return { kind: 'timer', timer: setTimer(batch, 'sleep', at, activation) };
    }
    case 'child':
      return beginChild(batch, activation, question);
    default: {
      const config = null;
      return { kind: 'wait', wait: putQuestion(batch, activation, { question, key, config }) };
    }
  }
}

function beginChild(batch: Batch, activation: Activation, { data }: WaitQuestion): Asked {
  const index = extraOf(activation).begun++;
  const begin = begunChild(data ?? null);
  const { node, n } = activation;
  addEffect(batch, { type: 'child', node: node.id, activation: n, index, ...begin });
  return { kind: 'child', index, begin };
}

function begunChild(data: Json): BegunChild {
  if (!isObject(data)) return { workflow: null };
  const [version, input] = [ownValue(data, 'version'), ownValue(data, 'input')];
  const begun: { -readonly [Key in keyof BegunChild]: BegunChild[Key] } = {
    workflow: ownValue(data, 'workflow') ?? null,
  };
  if (typeof version === 'string') begun.version = version;
  if (input !== undefined) begun.input = input;
  return begun;
}

/** Without a value: the time is over. */
export function answerFunction(
  batch: Batch,
  activation: Activation,
  { key, value }: { readonly key: string; readonly value: Json | undefined },
): void {
  const extra = extraOf(activation);
  extra.asked?.delete(key);
  (extra.recorded ??= new Map()).set(key, value);
  if (activation.status === 'running') return tellFunction(batch, activation);
  if (activation.status !== 'waiting') return;
  extra.resume = true;
  setStatus(batch.state, activation, 'ready');
  placeLast(batch, activation);
}

/** Its function has recorded something in its place: nobody waits for it any more. */
export function withdrawQuestion(batch: Batch, activation: Activation, key: string): void {
  const asked = activation.extra?.asked?.get(key);
  if (asked === undefined) return;
  activation.extra?.asked?.delete(key);
  closeAsked(batch, activation, asked);
}

/** Under which key its function waits for this. */
export function askedKey(
  { extra }: Activation,
  isIt: (asked: Asked) => boolean,
): string | undefined {
  for (const [key, asked] of extra?.asked ?? []) if (isIt(asked)) return key;
  return undefined;
}
