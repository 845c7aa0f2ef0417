// The keys of starts: which run a start with an idempotency key has made or joined, and which runs starts may join.
import type { RunId } from '@skein/kernel';
import { EngineError, type JoinedStart, type RunCreation } from '@skein/ports';

interface Start {
  readonly run: RunId;
  /** The row of a start that joined. */
  readonly seq?: number;
}

export class MemoryStarts {
  readonly #byKey = new Map<string, Start>();
  readonly #quiet = new Map<string, RunId>();
  /** What is to be forgotten with a run. */
  readonly #keysOf = new Map<RunId, string[]>();

  /** Refuses a run that may not be created. */
  check(id: RunId, { user, idempotencyKey, debounceKey }: RunCreation): void {
    if (idempotencyKey !== undefined) {
      const first = this.#byKey.get(keyOf(user, idempotencyKey));
      if (first !== undefined && first.run !== id) {
        throw new EngineError('START_REPEATED', { ...first, key: idempotencyKey });
      }
    }
    if (debounceKey === undefined) return;
    const run = this.#quiet.get(keyOf(user, debounceKey));
    if (run !== undefined && run !== id) {
      throw new EngineError('START_PENDING', { run, key: debounceKey });
    }
  }

  add(run: RunId, { user, idempotencyKey, debounceKey }: RunCreation): void {
    if (idempotencyKey !== undefined) this.#set(keyOf(user, idempotencyKey), { run });
    if (debounceKey !== undefined) this.#quiet.set(keyOf(user, debounceKey), run);
  }

  join(run: RunId, { user, key, seq }: JoinedStart): void {
    const text = keyOf(user, key);
    if (!this.#byKey.has(text)) this.#set(text, { run, seq });
  }

  begin(run: RunId): void {
    for (const [key, waiting] of this.#quiet) if (waiting === run) this.#quiet.delete(key);
  }

  forget(run: RunId): void {
    for (const key of this.#keysOf.get(run) ?? []) this.#byKey.delete(key);
    this.#keysOf.delete(run);
  }

  #set(key: string, start: Start): void {
    this.#byKey.set(key, start);
    const known = this.#keysOf.get(start.run);
    if (known === undefined) this.#keysOf.set(start.run, [key]);
    else known.push(key);
  }
}

function keyOf(user = '', key: string): string {
  return JSON.stringify([user, key]);
}
