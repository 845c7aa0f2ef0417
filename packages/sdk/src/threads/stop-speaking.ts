// Stops a turn, and gives what it has said
// Text that is streaming is in no journal until its model call has ended, and a call that is cancelled records nothing.
// S1. Whoever has read the first row of a run gets all that was said before it, and all that follows: so that row is read first, then
//     the run is cancelled, then the rest is read.
import { isObject, textOf } from '@skein/kernel';
import { isModelStep } from './read-parts.ts';
import type { ThreadHost, ThreadUpdate } from './thread-host.ts';

/** A cancelled run ends at once. Whoever stops it does not wait for long, should its updates stay away. */
const drainMs = 5000;

export interface SpokenTurn {
  /** The texts of all its model calls. */
  readonly all: string;
  /** The text of those that had not ended. */
  readonly cutOff: string;
}

export async function stopSpeaking({ runs }: ThreadHost, run: string): Promise<SpokenTurn> {
  const ending = new AbortController();
  const updates = runs.events(run, { after: 0, signal: ending.signal })[Symbol.asyncIterator]();
  const heard = new Map<string, Heard>();
  let late: ReturnType<typeof setTimeout> | undefined;
  try {
    let read = await updates.next();
    await runs.cancel(run);
    late = setTimeout(() => ending.abort(), drainMs);
    for (; read.done !== true; read = await updates.next()) {
      hear(heard, read.value);
      if (hasEnded(read.value)) break;
    }
  } finally {
    clearTimeout(late);
    ending.abort();
    await updates.return?.();
  }
  const texts = [...heard.values()].filter(({ text }) => text.trim() !== '');
  const join = (some: readonly Heard[]) => some.map(({ text }) => text).join('\n\n');
  return { all: join(texts), cutOff: join(texts.filter(({ isRecorded }) => !isRecorded)) };
}

interface Heard {
  readonly text: string;
  readonly isRecorded: boolean;
}

/** By their steps, in the order in which they began. */
function hear(heard: Map<string, Heard>, update: ThreadUpdate): void {
  if (update.type === 'transient') {
    const { type, step, text, at } = update.data;
    if (type !== 'token' || typeof step !== 'string' || typeof text !== 'string') return;
    if (!isModelStep(step)) return;
    const before = heard.get(step);
    if (before?.isRecorded === true) return;
    // Each piece says where it begins: one that comes twice is there once.
    const from = typeof at === 'number' ? at : 0;
    heard.set(step, { text: (before?.text ?? '').slice(0, from) + text, isRecorded: false });
    return;
  }
  const { event, derived } = update;
  // What an attempt had said counts no more when there is another one.
  if (derived.some(({ type }) => type === 'activation.retrying')) heard.clear();
  if (event.type !== 'step.recorded' || !isModelStep(event.key) || !isObject(event.value)) return;
  if (event.value['type'] !== 'model') return;
  heard.set(event.key, { text: textOf(event.value['text'] ?? ''), isRecorded: true });
}

function hasEnded(update: ThreadUpdate): boolean {
  if (update.type !== 'event') return false;
  return update.derived.some(
    (fact) => fact.type === 'run.status' && !['running', 'waiting'].includes(fact.status),
  );
}
