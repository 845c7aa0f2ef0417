// Open calls
// The functions and emissions under way in one run, by activation. Most runs have few at a time: those are looked through,
// because a map that takes and loses one entry a step is rebuilt over and over.
import type { Execution } from './execution.ts';
import type { Emission } from './open-things.ts';

type OpenCall = Execution | Emission;

const fewMax = 8;

export class OpenCalls {
  #few: OpenCall[] = [];
  /** Instead of the few, until none is left. */
  #many: Map<number, OpenCall> | null = null;

  get isEmpty(): boolean {
    return this.#many === null && this.#few.length === 0;
  }

  get(key: number): OpenCall | undefined {
    if (this.#many !== null) return this.#many.get(key);
    for (const call of this.#few) if (call.key === key) return call;
    return undefined;
  }

  /** In the place of one with the same key. */
  add(call: OpenCall): void {
    if (this.#many === null && this.#few.length < fewMax) {
      this.remove(call.key);
      this.#few.push(call);
      return;
    }
    this.#many ??= new Map(this.#few.map((each) => [each.key, each]));
    this.#many.set(call.key, call);
  }

  remove(key: number): void {
    if (this.#many !== null) {
      this.#many.delete(key);
      if (this.#many.size === 0) this.clear();
      return;
    }
    const place = this.#few.findIndex((call) => call.key === key);
    const last = place === -1 ? undefined : this.#few.pop();
    if (last !== undefined && place < this.#few.length) this.#few[place] = last;
  }

  values(): Iterable<OpenCall> {
    return this.#many === null ? this.#few : this.#many.values();
  }

  clear(): void {
    this.#many = null;
    this.#few = [];
  }
}
