// Group commit
// Appends that arrive in one tick of the event loop, or while a commit is in flight, are committed together: one sync of
// the disk for all of them. No append is acknowledged before its commit.
import { EngineError } from '@skein/ports';
import type { PendingAppend } from './pending-append.ts';

/** The outcome of an append; absent: it is in the journal. */
export type Refusal = EngineError | undefined;

/** Keeps one commit short. */
const groupMax = 1000;
/**
 * A commit in this process (SQLite) keeps everybody else waiting: groups become so large that it takes about so long. A thousand new runs
 * at once took 140 ms.
 */
const busyMs = 25;
const groupMin = 50;

interface Waiting {
  readonly append: PendingAppend;
  readonly done: () => void;
  readonly refused: (error: unknown) => void;
}

export type Commit = (
  group: readonly PendingAppend[],
) => readonly Refusal[] | Promise<readonly Refusal[]>;

export class GroupCommit {
  readonly #commit: Commit;
  readonly #now: () => number;
  #max = groupMax;
  #queue: Waiting[] = [];
  #isPlanned = false;
  #inFlight: Promise<void> | null = null;
  #isClosed = false;

  /** `commit` takes all of a group or throws; it returns what is wrong with individual appends. */
  constructor(commit: Commit, now: () => number = () => performance.now()) {
    this.#commit = commit;
    this.#now = now;
  }

  add(append: PendingAppend): Promise<void> {
    if (this.#isClosed) return Promise.reject(closedError());
    return new Promise((done, refused) => {
      this.#queue.push({ append, done, refused });
      this.#plan();
    });
  }

  /** Resolves when everything that was added before is settled. */
  async close(): Promise<void> {
    this.#isClosed = true;
    while (this.#queue.length > 0 || this.#inFlight !== null) await this.#flush();
  }

  #plan(): void {
    if (this.#isPlanned || this.#inFlight !== null) return;
    this.#isPlanned = true;
    setImmediate(() => {
      this.#isPlanned = false;
      void this.#flush();
    });
  }

  #flush(): Promise<void> | void {
    if (this.#inFlight !== null) return this.#inFlight;
    const group = this.#queue.splice(0, this.#max);
    if (group.length === 0) return undefined;
    // A small group says little: most of its time is the sync of the disk. And to ask for the time took a tenth of a step.
    const before = group.length < groupMin ? null : this.#now();
    const settled = commitAll(this.#commit, group);
    if (!(settled instanceof Promise)) {
      if (before !== null) this.#learn(group.length, this.#now() - before);
      if (this.#queue.length > 0) this.#plan();
      return undefined;
    }
    this.#inFlight = settled.then(() => {
      this.#inFlight = null;
      if (this.#queue.length > 0) this.#plan();
    });
    return this.#inFlight;
  }

  #learn(size: number, tookMs: number): void {
    const fitting = Math.round((size * busyMs) / Math.max(tookMs, 0.1));
    this.#max = Math.min(groupMax, Math.max(groupMin, fitting));
  }
}

/** Settles every append of the group; never throws. */
function commitAll(commit: Commit, group: readonly Waiting[]): void | Promise<void> {
  try {
    const refusals = commit(group.map(({ append }) => append));
    if (refusals instanceof Promise) {
      return refusals.then(
        (each) => tell(group, each),
        (error: unknown) => failed(commit, group, error),
      );
    }
    tell(group, refusals);
    return undefined;
  } catch (error) {
    return failed(commit, group, error);
  }
}

function tell(group: readonly Waiting[], refusals: readonly Refusal[]): void {
  group.forEach(({ done, refused }, i) => {
    const refusal = refusals[i];
    if (refusal === undefined) done();
    else refused(refusal);
  });
}

function failed(commit: Commit, group: readonly Waiting[], error: unknown): void | Promise<void> {
  if (group.length > 1 && !isUnavailable(error)) return oneByOne(commit, group);
  for (const { refused } of group) refused(error);
  return undefined;
}

/** One append of the group cannot be written; the others must not fail with it. */
function oneByOne(commit: Commit, group: readonly Waiting[]): void | Promise<void> {
  for (const [i, each] of group.entries()) {
    const settled = commitAll(commit, [each]);
    if (settled !== undefined) return settled.then(() => oneByOne(commit, group.slice(i + 1)));
  }
  return undefined;
}

function isUnavailable(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  return error instanceof EngineError && (code === 'STORE_UNAVAILABLE' || code === 'STORE_FULL');
}

function closedError(): EngineError {
  return new EngineError('STORE_UNAVAILABLE', { reason: 'the store was closed.' });
}
