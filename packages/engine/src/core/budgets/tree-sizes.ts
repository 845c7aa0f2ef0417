// Sizes of trees
// How many runs each tree has had, how many are open, and how long its journals are. A tree is in one process (Trees), so it is counted
// in memory; after a restart the store says how far it had come.
//
// Z1. A child that would make its tree too large is not started, and the run at the top fails: all that is open below it is cancelled.
// Z2. What the root's policy allows counts, as far as the ceilings of the engine allow it.
// Z3. Bytes are written to the tree's counter by the append after which enough have come together: a crash loses less than that. Each run
//     first gathers some of its own, because most steps write little, and to look for their tree would cost more than to count them.
// Z4. Where the bytes of users have a ceiling, what is left is written when the root ends, so that small trees count too.
import { isOver, type GraphPolicy, type RunId, type TreeLimit } from '@skein/kernel';
import { EngineError, userCounter, type BudgetStore } from '@skein/ports';
import { unplaced } from '../run/draft.ts';
import type { DrivenRun, RunView } from '../run/driven-run.ts';
import { ceilings, type Ceilings } from '../../limits/ceilings.ts';

interface TreeSize {
  runs: number;
  open: number;
  bytes: number;
  /** Bytes that the counter in the store does not have yet. */
  unsaved: number;
  /** Its root was told so. */
  isOutgrown: boolean;
}

const savedBytes = 1_048_576;
/** What a run counts on its own. */
const measuredBytes = 8192;

interface MeasuredRun extends Pick<RunView, 'id' | 'origin' | 'state'> {
  unmeasured: number;
}

export type TreeLimits = { readonly [name in TreeLimit]: number };

export class TreeSizes {
  readonly #ceilings: Ceilings;
  readonly #drivers: ReadonlyMap<RunId, DrivenRun>;
  readonly #sizes = new Map<RunId, TreeSize>();
  /** Runs in memory, by user. */
  readonly #users = new Map<string, number>();
  /** Whether the bytes of users are counted. */
  readonly countsUsers: boolean;

  constructor(set: Ceilings, drivers: ReadonlyMap<RunId, DrivenRun>) {
    this.#ceilings = set;
    this.countsUsers = set.userBytes < ceilings.userBytes.max;
    this.#drivers = drivers;
  }

  limitsOf({ tree }: GraphPolicy): TreeLimits {
    const { treeRuns, treeOpen, treeDepth, treeBytes } = this.#ceilings;
    return {
      runs: Math.min(tree.runs ?? treeRuns, treeRuns),
      open: Math.min(tree.open ?? treeOpen, treeOpen),
      depth: Math.min(tree.depth ?? treeDepth, treeDepth),
      bytes: Math.min(tree.bytes ?? treeBytes, treeBytes),
    };
  }

  /** A run of the tree is in memory now. */
  opened(run: Pick<RunView, 'id' | 'origin'>): void {
    this.#addToUser(run, 1);
    const size = this.#sizes.get(rootOf(run));
    if (size === undefined) {
      const first = { runs: 1, open: 1, bytes: 0, unsaved: 0, isOutgrown: false };
      this.#sizes.set(rootOf(run), first);
    } else {
      size.open += 1;
    }
  }

  /** It has ended, or was given up. */
  left(run: Pick<DrivenRun, 'id' | 'origin' | 'unmeasured'>): void {
    this.#addToUser(run, -1);
    const size = this.#sizes.get(rootOf(run));
    if (size === undefined) return;
    size.bytes += run.unmeasured;
    size.unsaved += run.unmeasured;
    size.open -= 1;
    if (size.open <= 0) this.#sizes.delete(rootOf(run));
  }

  /** Throws when the user has as many runs in memory as one may have. */
  checkUser(user = ''): void {
    const open = this.#users.get(user) ?? 0;
    if (open < this.#ceilings.userOpen) return;
    throw new EngineError('USER_BUSY', { open, limit: this.#ceilings.userOpen });
  }

  /** Throws when the journals of the user's runs have as many bytes as they may have. */
  async checkUserBytes(budgets: BudgetStore, user = ''): Promise<void> {
    const { userBytes: limit } = this.#ceilings;
    const { bytes } = await budgets.get(userCounter(user));
    if (bytes >= limit) throw new EngineError('USER_BYTES_FULL', { bytes, limit });
  }

  #addToUser({ origin: { user = '' } }: Pick<RunView, 'origin'>, more: number): void {
    const open = (this.#users.get(user) ?? 0) + more;
    if (open > 0) this.#users.set(user, open);
    else this.#users.delete(user);
  }

  /** What the store knows of a tree that was just opened. */
  restore(root: RunId, known: { readonly runs: number; readonly bytes: number }): void {
    const size = this.#sizes.get(root);
    if (size === undefined) return;
    size.runs = Math.max(size.runs, known.runs);
    size.bytes = Math.max(size.bytes, known.bytes);
  }

  /** Counts a child of the run; throws when there may be no more of them (Z1). */
  admit(parent: DrivenRun): void {
    const root = rootOf(parent);
    const size = this.#sizes.get(root);
    const policy = this.#drivers.get(root)?.graph.policy;
    if (size === undefined || policy === undefined) return;
    const limits = this.limitsOf(policy);
    if (parent.origin.depth >= limits.depth) throw tooDeep(limits.depth);
    for (const limit of ['open', 'runs'] as const) {
      if (size[limit] < limits[limit]) continue;
      this.#outgrow(root, size, limit, limits[limit]);
      throw outgrown(limit, limits[limit]);
    }
    size.runs += 1;
  }

  /** Counts what is about to be written; returns what the counter in the store should be told now (Z3). */
  measure(run: MeasuredRun, bytes: number): number {
    run.unmeasured += bytes;
    const isLast = this.countsUsers && run.id === rootOf(run) && isOver(run.state);
    return run.unmeasured < measuredBytes && !isLast ? 0 : this.#measure(run, isLast);
  }

  #measure(run: MeasuredRun, isLast: boolean): number {
    const { unmeasured: bytes } = run;
    run.unmeasured = 0;
    const root = rootOf(run);
    const size = this.#sizes.get(root);
    if (size === undefined) return 0;
    size.bytes += bytes;
    size.unsaved += bytes;
    if (size.unsaved < savedBytes && !isLast) return 0;
    const { unsaved } = size;
    size.unsaved = 0;
    const policy = this.#drivers.get(root)?.graph.policy;
    const max = policy === undefined ? Infinity : this.limitsOf(policy).bytes;
    if (size.bytes > max) this.#outgrow(root, size, 'bytes', max);
    return unsaved;
  }

  #outgrow(root: RunId, size: TreeSize, limit: TreeLimit, max: number): void {
    const driver = this.#drivers.get(root);
    if (size.isOutgrown || driver === undefined) return;
    size.isOutgrown = true;
    const again = () => {
      size.isOutgrown = false;
    };
    driver.post({ ...unplaced, type: 'tree.outgrown', limit, max }, null, undefined, again);
  }
}

/** Only the node that wants the child fails: it may know what to do without it. */
export function tooDeep(limit: number): EngineError {
  return new EngineError('TOO_DEEP', { what: 'The tree of runs', limit });
}

export function outgrown(limit: TreeLimit, max: number): EngineError {
  return new EngineError('TREE_TOO_LARGE', { limit: `tree.${limit}`, max });
}

function rootOf({ id, origin }: Pick<RunView, 'id' | 'origin'>): RunId {
  return origin.root ?? id;
}
