// Call slots
// The concurrency limit of an engine: how many functions it has in flight at once. Whoever comes when all slots are taken waits
// in a queue of its tree of runs. Users are served in rotation, and so are the trees of each user: neither a user with a thousand
// runs nor a run with a thousand branches holds up one with a single step.
//
// S1. A function that gives back a plain value is over in the moment it begins, and needs no slot.
// S2. A function that waits for a person gives its slot back; else the people would decide who may work.
import { EngineError } from '@skein/ports';
import type { CeilingName } from '../../limits/ceilings.ts';

export interface Limits {
  /** Functions in flight at once; default 64. */
  readonly executions?: number;
  /** Functions that wait for a slot; a new run is refused with ENGINE_BUSY when there are so many; default 10,000. */
  readonly queued?: number;
  /** How many processes may die with a run, one after another, before it is quarantined; default 3, and 0: never. */
  readonly deaths?: number;
  /** What no definition can exceed, by the names of `ceilings`. */
  readonly ceilings?: { readonly [name in CeilingName]?: number };
}

const executionsDefault = 64;
const queuedDefault = 10_000;

export class CallSlots {
  readonly #max: number;
  readonly #queuedMax: number;
  /** By user, then by the root of the tree; those that are next are first. */
  readonly #users = new Map<string, Map<string, (() => void)[]>>();
  #taken = 0;
  #queued = 0;
  /** Who waits until no function is in flight. */
  #resting: (() => void)[] = [];

  constructor({ executions = executionsDefault, queued = queuedDefault }: Limits) {
    this.#max = executions;
    this.#queuedMax = queued;
  }

  get load(): { readonly executing: number; readonly queued: number } {
    return { executing: this.#taken, queued: this.#queued };
  }

  /** Whether a function may begin now: nobody overtakes those who wait. */
  get isFree(): boolean {
    return this.#queued === 0 && this.#taken < this.#max;
  }

  /** The function that has just begun continues for a while. */
  take(): void {
    this.#taken += 1;
  }

  /** It is over, or waits for somebody. The next ones begin when that is recorded: so none is seen to begin before its slot was free. */
  giveBack(): void {
    this.#taken -= 1;
    if (this.#taken === 0) for (const tell of this.#resting.splice(0)) tell();
  }

  /** Those who wait begin, as far as slots are free. */
  serve(): void {
    while (this.#queued > 0 && this.#taken < this.#max) this.#next();
  }

  /** When no function is in flight; whether what they gave back has been taken is for the caller to see. */
  rest(): Promise<void> {
    if (this.#taken === 0) return Promise.resolve();
    return new Promise((resolve) => {
      this.#resting.push(resolve);
    });
  }

  wait({ user, tree }: { readonly user: string; readonly tree: string }, begin: () => void): void {
    this.#queued += 1;
    const trees = this.#users.get(user);
    const queue = trees?.get(tree);
    if (queue !== undefined) queue.push(begin);
    else if (trees !== undefined) trees.set(tree, [begin]);
    else this.#users.set(user, new Map([[tree, [begin]]]));
  }

  /** Throws when the engine has enough to do. */
  checkRoom(): void {
    if (this.#queued < this.#queuedMax) return;
    throw new EngineError('ENGINE_BUSY', { queued: this.#queued, limit: this.#queuedMax });
  }

  #next(): void {
    const [user, trees] = firstOf(this.#users);
    const [tree, queue] = firstOf(trees);
    const begin = queue.shift();
    toTheEnd(trees, tree, queue, queue.length > 0);
    toTheEnd(this.#users, user, trees, trees.size > 0);
    this.#queued -= 1;
    begin?.();
  }
}

function firstOf<T>(waiting: ReadonlyMap<string, T>): readonly [string, T] {
  for (const entry of waiting) return entry;
  throw new Error('Somebody is counted who does not wait.');
}

/** It is served again after all others, if it still has something to do. */
function toTheEnd<T>(waiting: Map<string, T>, key: string, value: T, hasMore: boolean): void {
  waiting.delete(key);
  if (hasMore) waiting.set(key, value);
}
