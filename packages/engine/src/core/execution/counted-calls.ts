// Calls that are counted
// Keys count the calls of a name: the second `io.step('fetch', …)` of an activation is `fetch#2` in every attempt, and the first `io.wait`
// is `#1` (a step has no empty name), unless it has a name of its own.
//
// C1. They get their results in the order of the journal, one after the other (Recorded order): what runs side by side counts the same
//     way when the function is called again.
import { countedOrder, type RecordedOrder } from '@skein/ports';

export class CountedCalls {
  readonly #counts = new Map<string, number>();
  readonly #order: RecordedOrder;
  readonly #hold: () => () => void;

  /** `hold`: until what it returns is called, the function is not at rest. */
  constructor(recorded: Iterable<string>, hold: () => () => void) {
    this.#order = countedOrder(recorded);
    this.#hold = hold;
  }

  call<T>(name: string, run: (key: string) => Promise<T>): Promise<T> {
    const count = (this.#counts.get(name) ?? 0) + 1;
    this.#counts.set(name, count);
    const key = `${name}#${count}`;
    return this.#order.inTurn(key, this.#hold, () => run(key));
  }
}
