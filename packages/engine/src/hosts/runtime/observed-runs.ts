// Observed runs
// Whoever measures hears of a hosted run from the processes that take its turns and make its calls. What one of them has begun another one
// may end, so each says what is open when it comes to a run anew.
import type { RunState } from '@skein/kernel';
import type { Observer } from '@skein/ports';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import { begunThings } from '../../cluster/begun-things.ts';

/** What the process may have known of the run before is out of date. */
export function tellFound(observer: Observer | null, run: RunDriver, state = run.state): void {
  if (observer === null) return;
  observer.left(run.id);
  observer.resumed(run, begunThings(state));
}

/** The `traceparent` of who asked for the run, for whoever traces it. */
export async function readTrace({ runtime, id }: RunDriver): Promise<string | null> {
  if (runtime.observer === null) return null;
  const [first] = await runtime.store.runs.rows(id, [1]);
  return first?.type === 'run.started' ? (first.trace ?? null) : null;
}

/** Calls of runs whose turns are taken elsewhere. */
export class ForeignCalls {
  readonly #observer: Observer | null;
  readonly #counts = new Map<string, number>();

  constructor(observer: Observer | null) {
    this.#observer = observer;
  }

  async begin(run: RunDriver, state: RunState): Promise<void> {
    if (this.#observer === null) return;
    const count = this.#counts.get(run.id) ?? 0;
    this.#counts.set(run.id, count + 1);
    run.trace = await readTrace(run);
    if (count === 0) tellFound(this.#observer, run, state);
  }

  end({ id }: RunDriver): void {
    const count = this.#counts.get(id);
    if (count === undefined) return;
    if (count > 1) {
      this.#counts.set(id, count - 1);
      return;
    }
    this.#counts.delete(id);
    this.#observer?.left(id);
  }
}
