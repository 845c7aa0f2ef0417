// The io of one element of a node with `each`
// Everything that it records has its number before its key, and keys are counted for each element apart: so they are the same in every
// attempt, whatever the order in which elements are worked on.
import type { WaitQuestion } from '@skein/kernel';
import { overIo, type NodeIo, type NodeMemory } from '@skein/ports';
import { CountedCalls } from './counted-calls.ts';

export interface ElementPlace {
  readonly index: number;
  readonly attemptsLeft: number;
  /** Around a question: while somebody thinks about it, nothing of the element is in flight. */
  readonly suspended: <T>(asked: () => Promise<T>) => Promise<T>;
  /** What the workflows remember, with the steps of this io. */
  readonly memoryOf: (io: Pick<NodeIo, 'step' | 'idempotencyKey'>) => NodeMemory;
}

/** Before everything that an element records. */
export function elementKey(index: number): string {
  return `[${index}]`;
}

export function elementIo(io: NodeIo, place: ElementPlace): NodeIo {
  const { index, attemptsLeft, memoryOf, suspended } = place;
  const prefix = elementKey(index);
  const recordedKeys = function* () {
    for (const key of io.recordedKeys()) {
      if (key.startsWith(prefix)) yield key.slice(prefix.length);
    }
  };
  const counted = new CountedCalls(recordedKeys(), () => io.hold());
  const step: NodeIo['step'] = (name, effect, options) => {
    const record = (key: string) => io.step(name, effect, { ...options, key: `${prefix}${key}` });
    return options?.key === undefined ? counted.call(name, record) : record(options.key);
  };
  const wait: NodeIo['wait'] = (
    question: WaitQuestion,
    name: string | { readonly key: string } = '',
  ) => {
    const ask = (key: string) => suspended(() => io.wait(question, { key: `${prefix}${key}` }));
    return typeof name === 'string' ? counted.call(name, ask) : ask(name.key);
  };
  const idempotencyKey = `${io.idempotencyKey}/${index}`;
  return overIo(io, {
    idempotencyKey,
    step,
    wait,
    withdraw: (key) => io.withdraw(`${prefix}${key}`),
    recordedKeys,
    send: (event) => io.send({ ...event, key: `${index}/${event.key}` }),
    get memory() {
      return memoryOf({ step, idempotencyKey });
    },
    attemptsLeft,
  });
}
