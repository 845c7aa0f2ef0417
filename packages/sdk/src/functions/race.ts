// Races
// Several branches of a function, of which the first result counts. Each has a scope of its own: `first#1[0]/`.
//
// R1. When a race is decided, whatever its branches still do is given up at once: steps are aborted and not recorded, questions are
//     withdrawn, timers and child runs cancelled, and nothing new is begun.
// R2. The order of the journal decides a race, so it is decided the same way whenever the function is called again. What others had
//     recorded by then is not asked for, and not missed.
import type { Json, WaitQuestion } from '@skein/kernel';
import { overIo, type NodeIo, type StepOptions } from '@skein/ports';
import { Scope, type FunctionCall } from './scope.ts';

export async function raceBranches<Result>(
  scope: Scope,
  name: string,
  branches: readonly ((scope: Scope) => Promise<Result>)[],
): Promise<Result> {
  if (branches.length === 0)
    throw new TypeError(`The race "${name}" has no branch, so it would never be decided.`);
  const key = scope.nextKey(name);
  const { of, giveUp } = contest(scope.of, { key, name });
  try {
    const results = branches.map((run, index) => run(new Scope(of, `${key}[${index}]/`)));
    return await Promise.race(results);
  } finally {
    giveUp();
  }
}

/** The call as the branches of a race see it, until they are given up. */
function contest(
  outer: FunctionCall,
  { key, name }: { readonly key: string; readonly name: string },
): { readonly of: FunctionCall; readonly giveUp: () => void } {
  const { io, order } = outer;
  const over = new AbortController();
  const signal = AbortSignal.any([io.signal, over.signal]);
  /** Questions that are open. */
  const asked = new Set<string>();
  const own: Pick<NodeIo, 'signal' | 'step' | 'wait'> = {
    signal,
    step<T extends Json | undefined>(
      step: string,
      effect: (key: string) => T | Promise<T>,
      options?: StepOptions<T>,
    ) {
      return io.step(step, (each) => unlessAborted(signal, () => effect(each)), options);
    },
    async wait(question: WaitQuestion, place: string | { readonly key: string } = '') {
      const open = typeof place === 'string' ? place : place.key;
      asked.add(open);
      try {
        return await io.wait(question, place);
      } finally {
        asked.delete(open);
      }
    },
  };
  const giveUp = () => {
    const error = new DOMException(`The race "${name}" is decided.`, 'AbortError');
    over.abort(error);
    const open = new Set([...asked, ...order.giveUp(key, error)]);
    for (const each of open) void io.withdraw(each);
  };
  const isGivenUp = () => over.signal.aborted || outer.isGivenUp();
  return { of: { ...outer, io: overIo(io, own), isGivenUp }, giveUp };
}

/** Ends with the signal, whether or not what runs listens to it. */
async function unlessAborted<T>(signal: AbortSignal, run: () => T | Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const end = () => ended.reject(signal.reason);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await Promise.race([run(), ended.promise]);
  } finally {
    signal.removeEventListener('abort', end);
  }
}
