// The io of one element of a node with `each`
// Everything that it records has its number before its key, and keys are counted for each element apart: so they are the same in every
// attempt, whatever the order in which elements are worked on.
import type { NodeIo, NodeMemory } from '@skein/ports';

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
  const counts = new Map<string, number>();
  const nextKey = (name: string): string => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${prefix}${name}#${count}`;
  };
  const step: NodeIo['step'] = (name, effect, options) => {
    const key = options?.key === undefined ? nextKey(name) : `${prefix}${options.key}`;
    return io.step(name, effect, { ...options, key });
  };
  const element: NodeIo = {
    get signal() {
      return io.signal;
    },
    get idempotencyKey() {
      return `${io.idempotencyKey}/${index}`;
    },
    get trace() {
      return io.trace;
    },
    step,
    wait: (question, name = '') => {
      const key = typeof name === 'string' ? nextKey(name) : `${prefix}${name.key}`;
      return suspended(() => io.wait(question, { key }));
    },
    *recordedKeys() {
      for (const key of io.recordedKeys()) {
        if (key.startsWith(prefix)) yield key.slice(prefix.length);
      }
    },
    hold: () => io.hold(),
    emit: (event) => io.emit(event),
    send: (event) => io.send({ ...event, key: `${index}/${event.key}` }),
    reserve: (cost) => io.reserve(cost),
    spend: (usage) => io.spend(usage),
    usage: () => io.usage(),
    now: () => io.now(),
    context: (id) => io.context(id),
    model: (name, own) => io.model(name, own),
    get files() {
      return io.files;
    },
    get memory() {
      return memoryOf(element);
    },
    get checkAhead() {
      return io.checkAhead;
    },
    get tools() {
      return io.tools;
    },
    get subagents() {
      return io.subagents;
    },
    get toolCalls() {
      return io.toolCalls;
    },
    attemptsLeft,
  };
  return element;
}
