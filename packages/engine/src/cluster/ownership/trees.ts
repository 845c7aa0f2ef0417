// Trees of runs
// A run and the runs below it are driven by one process, all in memory or none. Opening a tree claims it and
// rebuilds it from the store; closing it releases it to the store.
//
// T1. The root is claimed first and decides who owns the tree.
// T2. A tree is opened once, however many callers ask for it concurrently, and not while it is being closed.
// T3. A tree in memory from before another process had it is discarded: its root must not decide about runs that it does not know.
import type { RunId } from '@skein/kernel';
import { EngineError, type StoredRun } from '@skein/ports';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import { canHaveChildren } from '../../state/definitions/can-have-children.ts';
import { knownWorkflow } from '../../state/definitions/known-workflow.ts';
import { listAll } from '../../state/records/list-all.ts';
import { breaths } from '../breaths.ts';
import type { OpenSends } from '../open-sends.ts';
import type { Elsewhere, OpenTrees, RunClaims } from '../peers.ts';
import type { Suspects } from './suspects.ts';
import { wakeTime } from './residents.ts';
import { reviveRuns, type LoadedRun, type ReviveRuntime } from './revive-runs.ts';

export interface TreesRuntime extends ReviveRuntime {
  readonly sends: OpenSends;
  readonly ownership: RunClaims;
  readonly suspects: Suspects;
}

/** A part of a tree may still belong to a process that is about to release it. */
const claimTriesMax = 50;
const claimRetryMs = 200;

export class Trees implements OpenTrees {
  readonly #runtime: TreesRuntime;
  readonly #opening = new Map<RunId, Promise<Elsewhere | null>>();
  /** By root; resolved when it is closed, or when nobody should wait for that any longer. */
  readonly #closing = new Map<RunId, PromiseWithResolvers<void>>();

  constructor(runtime: TreesRuntime) {
    this.#runtime = runtime;
  }

  open(root: RunId, run: RunId = root, stored?: StoredRun): Promise<Elsewhere | null> {
    const known = this.#opening.get(root);
    if (known !== undefined) return known;
    const opening = this.#open(root, run, stored)
      .catch((error: unknown) => {
        // Perhaps we have claimed it, and nobody drives it.
        if (!isExpected(error)) this.#runtime.ownership.doubt();
        throw error;
      })
      .finally(() => this.#opening.delete(root));
    this.#opening.set(root, opening);
    return opening;
  }

  close(drivers: readonly DrivenRun[], wakeAt = wakeTime): void {
    const [root] = drivers;
    if (root === undefined) return;
    const closing = Promise.withResolvers<void>();
    this.#closing.set(root.id, closing);
    void this.#close(drivers, wakeAt).finally(() => {
      this.#closing.delete(root.id);
      closing.resolve();
    });
  }

  /** Nobody waits any longer for trees that are being closed. */
  stop(): void {
    for (const { resolve } of this.#closing.values()) resolve();
  }

  async #open(
    root: RunId,
    wanted: RunId,
    stored: StoredRun | undefined,
  ): Promise<Elsewhere | null> {
    await this.#closing.get(root)?.promise;
    // An event on its way may still reach its run (Drain D6).
    const { isDraining, isClosed, sends } = this.#runtime;
    if (isClosed || (isDraining && !sends.areInFlight)) throw new EngineError('ENGINE_CLOSED', {});
    const { drivers } = this.#runtime;
    const claimed: LoadedRun[] = [];
    if (drivers.has(root) && !drivers.has(wanted)) await this.#dropStale(root);
    if (!drivers.has(root)) {
      const { store, ownership, clock } = this.#runtime;
      const claim = await store.leases.claim(root, ownership.owner, clock.now());
      if (claim === undefined) throw new EngineError('RUN_NOT_FOUND', { run: root });
      if ('owner' in claim) return claim;
      const isFresh = stored?.record.id === root && isUntouched(stored, claim.epoch);
      const loaded = { ...(isFresh ? stored : await this.#load(root)), epoch: claim.epoch };
      const { suspects } = this.#runtime;
      await suspects.check(loaded);
      await suspects.open(loaded, async () => {
        const tree = [loaded];
        await this.#claimBelow(tree);
        await this.#reviveWith(tree, wanted);
      });
      return null;
    }
    await this.#reviveWith(claimed, wanted);
    return null;
  }

  /** With the run that is wanted, if it has lost its place in the tree. */
  async #reviveWith(claimed: LoadedRun[], wanted: RunId): Promise<void> {
    const { drivers } = this.#runtime;
    if (!drivers.has(wanted) && !claimed.some(({ record }) => record.id === wanted)) {
      const lost = [await this.#claimChild(wanted)];
      await this.#claimBelow(lost);
      claimed.push(...lost);
    }
    await reviveRuns(this.#runtime, claimed);
  }

  /** A run below it is unknown here: perhaps another process had the tree, and what is in memory is stale (T3). */
  async #dropStale(root: RunId): Promise<void> {
    const { drivers, store } = this.#runtime;
    const stored = await store.runs.load(root);
    if (stored === undefined || drivers.get(root)?.epoch === stored.epoch) return;
    const reason = 'another process had it.';
    for (const driver of drivers.values()) {
      if ((driver.origin.root ?? driver.id) !== root) continue;
      driver.lose(new EngineError('RUN_LOST', { run: driver.id, reason }));
    }
  }

  async #claimBelow(claimed: LoadedRun[]): Promise<void> {
    const breathe = breaths();
    for (const { record } of claimed) {
      const { graph } = await knownWorkflow(this.#runtime, record);
      if (!canHaveChildren(graph)) continue;
      const children = await listAll(this.#runtime, { parent: record.id, isUnfinished: true });
      for (const { id } of children) {
        await breathe();
        if (!this.#runtime.drivers.has(id)) claimed.push(await this.#claimChild(id));
      }
    }
  }

  /** The run once it is claimed: nobody else writes to it any more. */
  async #load(run: RunId): Promise<StoredRun> {
    const stored = await this.#runtime.store.runs.load(run);
    if (stored === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
    return stored;
  }

  async #claimChild(run: RunId): Promise<LoadedRun> {
    const { store, ownership, clock } = this.#runtime;
    for (let tries = 1; ; tries++) {
      const claim = await store.leases.claim(run, ownership.owner, clock.now());
      if (claim === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
      if ('epoch' in claim) return { ...(await this.#load(run)), epoch: claim.epoch };
      if (tries === claimTriesMax) {
        throw new EngineError('RUN_ELSEWHERE', { run, owner: claim.owner });
      }
      await new Promise<void>((resolve) => {
        clock.setTimer(clock.now() + claimRetryMs, resolve);
      });
    }
  }

  async #close(drivers: readonly DrivenRun[], wakeAt: typeof wakeTime): Promise<void> {
    // From the leaves upwards: a process that opens the tree in between claims the root first and waits for the rest.
    const released = drivers.toReversed().map((driver) => driver.release(wakeAt(driver)));
    const results = await Promise.allSettled(released);
    if (this.#runtime.isDraining) return;
    for (const driver of drivers) this.#runtime.ownership.expectWake(wakeTime(driver) ?? Infinity);
    if (results.every(({ status }) => status === 'fulfilled')) return;
    // What is not released is still ours, and nobody else fires its timers.
    for (const driver of drivers) this.#runtime.ownership.lookAgain(driver);
  }
}

/** There is nothing to drive, or nobody to do it. */
const expected: ReadonlySet<string> = new Set([
  'ENGINE_CLOSED',
  'RUN_NOT_FOUND',
  'RUN_QUARANTINED',
]);

function isExpected(error: unknown): boolean {
  return error instanceof EngineError && expected.has(error.code);
}

/** Nobody had the run between the read and the claim: it had no owner then, and the claim is the next epoch. */
function isUntouched({ owner, epoch }: StoredRun, claimed: number): boolean {
  return owner === undefined && claimed === epoch + 1;
}
