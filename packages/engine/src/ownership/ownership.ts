// Ownership
// Which runs this process drives. It says that it is alive, in one row for all its runs; takes over the runs of those who
// are not; and wakes the runs that sleep in the store when their time has come.
//
// W1. A process that cannot renew its lease loses its runs to whoever takes them over: what it still writes is refused.
// W2. A run that had to be given up, because the store was away, is looked for again.
import type { RunDriver } from '../driver/run-driver.ts';
import type { Runtime } from '../runtime.ts';
import { performCommands } from './remote-commands.ts';

/** How long others wait before they take over. */
const leaseMs = 10_000;
const beatMs = leaseMs / 3;
const dueMax = 100;
const lookAgainMs = 1000;
/** A process that shares no store cannot be taken for dead. */
const forEver = Number.MAX_SAFE_INTEGER;

export class Ownership {
  readonly owner: string;
  readonly #runtime: Runtime;
  /** Runs that were given up, with their roots. */
  readonly #lost = new Map<string, string>();
  #cancelBeat: (() => void) | null = null;
  #cancelLook: (() => void) | null = null;
  #cancelWake: (() => void) | null = null;
  #beating: Promise<void> | null = null;

  constructor(runtime: Runtime) {
    this.#runtime = runtime;
    this.owner = runtime.ids.next();
  }

  /** Takes over what nobody drives, and goes on doing so. */
  async start(): Promise<void> {
    await this.#renew();
    await this.#takeDue();
    this.#plan();
  }

  async stop(): Promise<void> {
    this.#cancelBeat?.();
    this.#cancelLook?.();
    this.#cancelWake?.();
    await this.#beating;
    await this.#runtime.store.leases.resign(this.owner);
  }

  /** The run was given up although it is ours. */
  lookAgain({ id, origin }: RunDriver): void {
    this.#lost.set(id, origin.root ?? id);
    this.#planLook();
  }

  #planLook(): void {
    const { clock } = this.#runtime;
    this.#cancelLook ??= clock.setTimer(clock.now() + lookAgainMs, () => this.#look());
  }

  /** A run was left to the store: perhaps it is the next one to be woken. */
  expectWake(at: number): void {
    const { clock } = this.#runtime;
    this.#cancelWake?.();
    this.#cancelWake = clock.setTimer(at, () => this.#beat());
  }

  #look(): void {
    this.#cancelLook = null;
    const { trees, onProblem, isClosed } = this.#runtime;
    if (isClosed) return;
    for (const [run, root] of this.#lost) {
      this.#lost.delete(run);
      trees.open(root, run).catch((error: unknown) => {
        onProblem(error);
        this.#lost.set(run, root);
        if (!this.#runtime.isClosed) this.#planLook();
      });
    }
  }

  #plan(): void {
    const { clock, sharing, isClosed, isDurable } = this.#runtime;
    if (isClosed || !isDurable) return;
    const inMs = sharing?.pollMs ?? beatMs;
    this.#cancelBeat = clock.setTimer(clock.now() + inMs, () => this.#beat());
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
    await this.#renew();
    await this.#takeDue();
    // Not waited for: a slow one must not keep the lease from being renewed.
    if (this.#runtime.sharing !== null) {
      performCommands(this.#runtime).catch(this.#runtime.onProblem);
    }
  }

  async #renew(): Promise<void> {
    const { store, clock, sharing } = this.#runtime;
    await store.leases.renew(this.owner, sharing === null ? forEver : clock.now() + leaseMs);
  }

  async #takeDue(): Promise<void> {
    const { store, clock, trees, drivers, onProblem, recovers } = this.#runtime;
    if (!recovers) return;
    for (;;) {
      const due = await store.leases.claimDue(this.owner, clock.now(), dueMax);
      for (const { run } of due) {
        if (drivers.has(run)) continue;
        const root = (await store.runs.get(run))?.root ?? run;
        // One tree that cannot be rebuilt must not keep the others from going on.
        await trees.open(root, run).catch(onProblem);
      }
      if (due.length < dueMax || this.#runtime.isClosed) break;
    }
    const next = await store.leases.nextDue(clock.now());
    if (next !== null && next < clock.now() + beatMs) this.expectWake(next);
  }
}
