// CallSlots
// How many functions an engine has under way at once. Whoever comes when all places are taken waits in a queue of its tree
// of runs. The users take turns, and the trees of each user: neither a user with a thousand runs nor a run with a thousand
// branches holds up one with a single step.
//
// T1. A function that gives back a plain value is over in the moment it begins, and needs no place.
// T2. A function that waits for a person gives its place back; else the people would decide who may work.
import { EngineError } from '@skein/ports';

export interface Limits {
  /** Functions under way at once; default 64. */
  readonly executions?: number;
  /** Functions that wait for their turn; a new run is refused with ENGINE_BUSY when there are so many; default 10,000. */
  readonly queued?: number;
}

const executionsDefault = 64;
const queuedDefault = 10_000;

export class CallSlots {
  readonly #max: number;
  readonly #queuedMax: number;
  /** By user, then by the root of the tree; those whose turn it is are first. */
  readonly #users = new Map<string, Map<string, (() => void)[]>>();
  #taken = 0;
  #queued = 0;
  /** Who waits until no function is under way. */
  #resting: (() => void)[] = [];

  constructor({ executions = executionsDefault, queued = queuedDefault }: Limits) {
    this.#max = executions;
    this.#queuedMax = queued;
  }

  get load(): { readonly executing: number; readonly queued: number } {
    return { executing: this.#taken, queued: this.#queued };
  }

  /** Whether a function may begin now. */
  get isFree(): boolean {
    return this.#taken < this.#max;
  }

  /** The function that has just begun goes on for a while. */
  take(): void {
    this.#taken += 1;
  }

  /** It is over, or waits for somebody. */
  giveBack(): void {
    this.#taken -= 1;
    if (this.#taken === 0) for (const tell of this.#resting.splice(0)) tell();
    while (this.isFree && this.#queued > 0) this.#next();
  }

  /** When no function is under way; whether what they gave back has been taken is for the caller to see. */
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

/** Its next turn is after those of all others, if it still has something to do. */
function toTheEnd<T>(waiting: Map<string, T>, key: string, value: T, hasMore: boolean): void {
  waiting.delete(key);
  if (hasMore) waiting.set(key, value);
}
