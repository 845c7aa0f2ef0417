import type { Store } from '@skein/ports';
import { wrappedStore } from './wrapped-store.ts';

/** What a store was asked to do: the same on every machine, however busy it is. */
export interface StoreWork {
  readonly calls: number;
  /** Of what it was given, and of what it gave back, as JSON. */
  readonly characters: number;
}

/** The store, and what was asked of it since this was last asked. */
export function countingStore(store: Store): {
  readonly store: Store;
  readonly work: () => StoreWork;
} {
  let calls = 0;
  let characters = 0;
  const count = (value: unknown) => {
    characters += (JSON.stringify(value) ?? '').length;
  };
  const counted = wrappedStore(store, (_, method) => (...given) => {
    calls += 1;
    count(given);
    const done = method(...given);
    if (!(done instanceof Promise)) {
      count(done);
      return done;
    }
    return done.then((value: unknown) => {
      count(value);
      return value;
    });
  });
  return {
    store: counted,
    work() {
      const work = { calls, characters };
      [calls, characters] = [0, 0];
      return work;
    },
  };
}
