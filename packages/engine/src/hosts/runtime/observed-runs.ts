// Observed runs
// Whoever measures hears of a hosted run from the processes that handle its messages and make its calls. What one of them has begun another one
// may end, so each says what is open when it comes to a run anew.
import type { RunId } from '@skein/kernel';
import type { Observer } from '@skein/ports';
import type { RunView } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';
import { begunThings } from '../../cluster/begun-things.ts';

/** What the process may have known of the run before is out of date. */
export function tellFound(observer: Observer | null, run: RunView): void {
  if (observer === null) return;
  observer.left(run.id);
  observer.resumed(run, begunThings(run.state));
}

/** The `traceparent` of who asked for the run, for whoever traces it. */
export async function readTrace(
  { observer, store }: Ports<'observer' | 'store'>,
  run: RunId,
): Promise<string | null> {
  if (observer === null) return null;
  const [first] = await store.runs.rows(run, [1]);
  return first?.type === 'run.started' ? (first.trace ?? null) : null;
}

/** Calls of runs whose messages are handled elsewhere. */
export class ForeignCalls {
  readonly #observer: Observer | null;
  readonly #counts = new Map<RunId, number>();

  constructor(observer: Observer | null) {
    this.#observer = observer;
  }

  begin(run: RunView): void {
    if (this.#observer === null) return;
    const count = this.#counts.get(run.id) ?? 0;
    this.#counts.set(run.id, count + 1);
    if (count === 0) tellFound(this.#observer, run);
  }

  end({ id }: RunView): void {
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
