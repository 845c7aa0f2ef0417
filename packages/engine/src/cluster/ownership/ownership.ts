// Ownership
// Which runs this process drives. It renews its lease, in one row for all its runs; takes over the runs of processes whose
// lease has expired; and wakes the runs that sleep in the store when they are due.
//
// W1. A process that cannot renew its lease loses its runs to whoever takes them over: its further writes are fenced.
// W2. A run that had to be given up, because the store was unavailable, is looked for again; so is one that could not be opened.
// W3. A claim means that nobody drives the run, whatever this process still has in memory of it.
// W4. A process that does not share its store is kept alive by timers of runs, in memory or in the store, and by nothing here.
// W5. When the response to a claim or a start got lost, runs may be ours without our knowing: for a while we check which runs the
//     store says are ours, and continue those that nobody drives here.
// W6. A run that was started under rules that only a newer version knows is left to the others for the length of a lease.
import type { RunId } from '@skein/kernel';
import { EngineError, type ClaimedRun, type RunRecord } from '@skein/ports';
import type { RunRegistry } from '../../core/driver/run-registry.ts';
import type { Ports } from '../../engine-ports.ts';
import { listAll } from '../../state/records/list-all.ts';
import { breaths } from '../breaths.ts';
import { performCommands, type CommandRuntime } from '../commands/remote-commands.ts';
import { isElsewhere } from '../commands/run-on-owner.ts';
import type { OpenTrees, RunClaims } from '../peers.ts';
import type { RunHost } from '../run-host.ts';
import { Lease } from './lease.ts';

export interface OwnershipRuntime
  extends
    Pick<RunRegistry, 'drivers'>,
    CommandRuntime,
    Ports<'sharing' | 'isDurable' | 'recovers' | 'log'> {
  readonly trees: OpenTrees;
  readonly suspects: { readonly isTrying: boolean };
  /** Cancels a run whose tree has ended; false when it has not. */
  readonly cancelOrphan: (record: RunRecord) => Promise<boolean>;
  readonly host: RunHost | null;
}

/** How long others wait before they take over; the default of the option. */
export const leaseMs = 10_000;
const beatMs = leaseMs / 3;
const dueMax = 100;
const openingMax = 4;
/** How long a start waits for the runs that it takes over. */
const startMs = 1000;
const lookAgainMs = 1000;
/** How late a claim that we no longer wait for may take effect. */
const doubtMs = 60_000;
/** A process that does not share its store cannot be declared dead. */
const forEver = Number.MAX_SAFE_INTEGER;

export class Ownership implements RunClaims {
  readonly owner: string;
  readonly #runtime: OwnershipRuntime;
  readonly #lease: Lease;
  /** Runs that were given up. */
  readonly #lost = new Set<RunId>();
  #doubtsUntil = 0;
  #cancelBeat: (() => void) | null = null;
  #cancelLook: (() => void) | null = null;
  #cancelWake: (() => void) | null = null;
  /** When the next run in the store is due. */
  #wakeAt = forEver;
  #beating: Promise<void> | null = null;

  constructor(runtime: OwnershipRuntime) {
    this.#runtime = runtime;
    this.owner = runtime.host?.owner ?? runtime.ids.next();
    this.#lease = new Lease(runtime, this.owner);
  }

  /** Takes over what nobody drives, now and later. */
  async start(): Promise<void> {
    try {
      await this.#lease.start();
      const taking = this.#takeSome();
      const late = this.#late();
      const isOpen = (await Promise.race([taking, late.promise])) !== false;
      late.cancel();
      if (isOpen) {
        this.#takeLater(taking);
        return;
      }
      await this.#expectNext();
    } catch (error) {
      // Resigns: otherwise others could not take over what was claimed by an engine that never started.
      this.#cancelLook?.();
      await this.#lease.stop();
      await this.#resignQuietly();
      throw error;
    }
    this.#plan();
  }

  /** When whoever starts the engine has waited long enough. */
  #late(): { readonly promise: Promise<void>; readonly cancel: () => void } {
    const { clock } = this.#runtime;
    const { promise, resolve } = Promise.withResolvers<void>();
    return { promise, cancel: clock.setTimer(clock.now() + startMs, resolve, { isIdle: true }) };
  }

  /** What is left is taken over while the engine is already of use: there may be a million runs. */
  #takeLater(taking: Promise<unknown>): void {
    this.#beating = taking
      .then(() => this.#work())
      .catch((error: unknown) => this.#runtime.onProblem(error))
      .finally(() => {
        this.#beating = null;
        this.#plan();
      });
  }

  async stop(): Promise<void> {
    this.#cancelBeat?.();
    this.#cancelLook?.();
    this.#cancelWake?.();
    await this.#lease.stop();
    await this.#beating;
    // A host continues to drive its runs, whoever made the request.
    if (this.#runtime.host === null) await this.#runtime.store.leases.resign(this.owner);
  }

  /** The store is probably unavailable; then the lease expires by itself. */
  async #resignQuietly(): Promise<void> {
    try {
      await this.#runtime.store.leases.resign(this.owner);
    } catch {
      return;
    }
  }

  lookAgain({ id }: { readonly id: RunId }): void {
    this.#lost.add(id);
    this.#planLook();
  }

  doubt(): void {
    this.#doubtsUntil = this.#runtime.clock.now() + doubtMs;
    this.#planLook();
  }

  #planLook(): void {
    const { clock } = this.#runtime;
    this.#cancelLook ??= clock.setTimer(clock.now() + lookAgainMs, () => this.#look());
  }

  expectWake(at: number): void {
    if (at < this.#wakeAt && this.#runtime.recovers) this.#planWake(at);
  }

  /** Runs of others are due when their leases expire; until then there are enough heartbeats. */
  #planWake(at: number | null): void {
    const { clock, sharing, isClosed } = this.#runtime;
    const latest = sharing === null ? forEver : clock.now() + beatMs;
    this.#cancelWake?.();
    this.#wakeAt = at !== null && at < latest ? at : forEver;
    if (this.#wakeAt === forEver || isClosed) return;
    this.#cancelWake = clock.setTimer(this.#wakeAt, () => {
      this.#wakeAt = forEver;
      this.#beat();
    });
  }

  #look(): void {
    this.#cancelLook = null;
    if (this.#runtime.isDraining) return;
    const lost = [...this.#lost];
    this.#lost.clear();
    // A few at a time: everything else in this process needs the store too.
    const opening = Array.from({ length: openingMax }, () => this.#openAll(lost));
    if (this.#runtime.clock.now() >= this.#doubtsUntil) return;
    this.#planLook();
    Promise.all(opening)
      .then(() => this.#openStrays())
      .catch(this.#runtime.onProblem);
  }

  async #openAll(queue: RunId[]): Promise<void> {
    for (let run = queue.shift(); run !== undefined; run = queue.shift()) await this.#open(run);
  }

  async #openStrays(): Promise<void> {
    const { store, drivers } = this.#runtime;
    for (const { id } of await listAll({ store }, { owner: this.owner, isUnfinished: true })) {
      if (this.#runtime.isDraining) return;
      if (!drivers.has(id) && !this.#lost.has(id)) await this.#open(id);
    }
  }

  #plan(): void {
    const { clock, sharing, isClosed, isDurable } = this.#runtime;
    if (isClosed || !isDurable) return;
    const inMs = sharing === null ? beatMs : Math.min(sharing.pollMs, sharing.leaseMs / 3);
    const isIdle = sharing === null;
    this.#cancelBeat = clock.setTimer(clock.now() + inMs, () => this.#beat(), { isIdle });
  }

  #beat(): void {
    if (this.#beating !== null || this.#runtime.isClosed) return;
    this.#cancelBeat?.();
    this.#beating = this.#work()
      .catch((error: unknown) => this.#runtime.onProblem(error))
      .finally(() => {
        this.#beating = null;
        this.#plan();
      });
  }

  async #work(): Promise<void> {
    await this.#takeDue();
    // Not awaited: a slow one must not delay the takeover of the others.
    if (this.#runtime.sharing !== null) {
      performCommands(this.#runtime, this.owner).catch(this.#runtime.onProblem);
    }
  }

  /** We claimed a part of a tree that another process drives (Trees T1): that process waits for it. */
  async #giveBack(run: RunId, wakeAt: number | null): Promise<void> {
    const { store, drivers } = this.#runtime;
    const stored = await store.runs.load(run);
    if (stored?.owner !== this.owner || drivers.has(run)) return;
    const { record, epoch } = stored;
    await store.runs.append(run, record.seq, [], { release: true, wakeAt }, epoch);
  }

  /** Only a newer version can continue it (W6). */
  async #leaveToOthers(run: RunId): Promise<void> {
    const { store, clock, onProblem } = this.#runtime;
    const record = await store.runs.get(run);
    const root = record?.root ?? run;
    for (const id of new Set([run, root])) {
      await this.#giveBack(id, clock.now() + leaseMs).catch(onProblem);
    }
  }

  async #claimDue(now: number): Promise<readonly ClaimedRun[]> {
    try {
      return await this.#runtime.store.leases.claimDue(this.owner, now, dueMax);
    } catch (error) {
      this.doubt();
      throw error;
    }
  }

  async #takeDue(): Promise<void> {
    while (await this.#takeSome()) {
      // Others use the store and this process too.
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await this.#expectNext();
  }

  async #expectNext(): Promise<void> {
    const { store, clock, recovers, isDraining } = this.#runtime;
    if (recovers && !isDraining) this.#planWake(await store.leases.nextDue(clock.now()));
  }

  /** Whether there is more. */
  async #takeSome(): Promise<boolean> {
    if (!this.#runtime.recovers || this.#runtime.isDraining) return false;
    const due = await this.#claimDue(this.#runtime.clock.now());
    for (const claimed of due) this.#dropStale(claimed);
    if (due.length > 0)
      this.#runtime.log?.info(
        { runs: due.length },
        'Stored runs are continued: due, or left behind.',
      );
    const breathe = breaths();
    for (const { run } of due) {
      await breathe();
      const opening = this.#open(run);
      // One that must wait for the trial of another delays nobody else.
      if (!this.#runtime.suspects.isTrying) await opening;
    }
    if (due.length === dueMax) return !this.#runtime.isDraining;
    return false;
  }

  /** Another process had the run in between: what we have in memory of it is stale (W3). */
  #dropStale({ run, epoch }: ClaimedRun): void {
    const driver = this.#runtime.drivers.get(run);
    if (driver === undefined || driver.epoch >= epoch) return;
    driver.lose(new EngineError('RUN_LOST', { run, reason: 'another process had it.' }));
  }

  /** One tree that cannot be opened must not keep the others from continuing. */
  async #open(run: RunId): Promise<void> {
    const { store, trees, drivers, onProblem } = this.#runtime;
    if (drivers.has(run)) return;
    try {
      const record = await store.runs.get(run);
      // Of a large tree, each would otherwise open all that is left of it.
      if (record !== undefined && (await this.#runtime.cancelOrphan(record))) return;
      const elsewhere = await trees.open(record?.root ?? run, run);
      if (elsewhere !== null) await this.#giveBack(run, elsewhere.until);
    } catch (error) {
      // Its start was never written, or will be later: then it is found among the runs that are ours (W5).
      if (hasCode(error, 'RUN_NOT_FOUND')) return this.doubt();
      // Another process may have claimed a part of the tree at the same moment; it gives that back.
      const isExpected = expected.some((code) => hasCode(error, code));
      if (!isElsewhere(error) && !isExpected) onProblem(error);
      if (this.#runtime.isDraining) return;
      // A part of it was due by itself: it sleeps with its root.
      if (hasCode(error, 'RUN_QUARANTINED')) return this.#giveBack(run, null);
      // It needs code that is not here: newer, or of somebody else.
      if (hasCode(error, 'RULES_UNKNOWN') || hasCode(error, 'WORKFLOW_INVALID'))
        return this.#leaveToOthers(run);
      this.#lost.add(run);
      this.#planLook();
    }
  }
}

/** Fenced: while the run waited for its turn it was claimed once more, by whoever cancels it or by another process. */
const expected = ['RUN_QUARANTINED', 'ENGINE_CLOSED', 'STORE_FENCED'];

function hasCode(error: unknown, code: string): boolean {
  return error instanceof EngineError && error.code === code;
}
