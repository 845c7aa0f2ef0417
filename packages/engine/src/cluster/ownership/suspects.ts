// Suspects
// A run with which several processes died, one after another, while nothing was written in between: perhaps it kills them, and would
// kill this one too. Whoever restarts its servers with `kill -9` three times must not lose healthy runs by it, so nobody is judged by
// the count alone.
//
// Q1. With one death less than the limit a tree is opened alone: no other suspect beside it, and the store knows it before.
// Q2. It is cleared when it has written something, when it only waits, or when it has run for a while: the longer, the more often it
//     was there when a process died.
// Q3. A tree whose process died while it was tried, for the last time that is allowed, is quarantined: it is not opened any more,
//     by nobody, until somebody releases it.
import type { RunId } from '@skein/kernel';
import { EngineError, type StoredRun } from '@skein/ports';
import { isSettled } from '../../core/driver/update-settled.ts';
import type { Limits } from '../../core/run/call-slots.ts';
import type { DrivenRun } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';

export interface SuspectsRuntime extends Ports<'store' | 'clock' | 'onProblem' | 'isClosed'> {
  readonly drivers: ReadonlyMap<RunId, DrivenRun>;
}

/** The default of the option. */
const deathsMaxDefault = 3;

/** With how many deaths in a row a run is quarantined. */
export function deathsMaxOf({ deaths = deathsMaxDefault }: Pick<Limits, 'deaths'> = {}): number {
  return deaths === 0 ? Infinity : deaths;
}

const trialMs = 10_000;
const trialMaxMs = 600_000;
const lookMs = 100;
const clearTriesMax = 20;

export class Suspects {
  readonly #runtime: SuspectsRuntime;
  readonly #deathsMax: number;
  /** Resolved when nobody is tried. */
  #turn: Promise<void> = Promise.resolve();
  #endTrial: (() => void) | null = null;

  constructor(runtime: SuspectsRuntime, limits: Pick<Limits, 'deaths'> | undefined) {
    this.#runtime = runtime;
    this.#deathsMax = deathsMaxOf(limits);
  }

  /** Throws when the tree may not be opened; then it is nobody's. */
  async check(root: StoredRun): Promise<void> {
    const { record, deaths, isTried, epoch } = root;
    const { quarantinedAt } = record;
    const isGuilty = isTried && deaths >= this.#deathsMax;
    if (quarantinedAt === undefined && !isGuilty) return;
    const { store, clock, onProblem } = this.#runtime;
    const since = quarantinedAt ?? clock.now();
    const released = { release: true, wakeAt: null } as const;
    const suspicion = { quarantinedAt: since };
    await store.runs.append(record.id, record.seq, [], { ...released, suspicion }, epoch);
    const error = new EngineError('RUN_QUARANTINED', { run: record.id, deaths });
    if (quarantinedAt === undefined) onProblem(error);
    throw error;
  }

  /** Opens a tree, alone if it is suspect. */
  async open(root: StoredRun, open: () => Promise<void>): Promise<void> {
    const { record, deaths, epoch } = root;
    if (deaths < Math.max(1, this.#deathsMax - 1)) return open();
    const before = this.#turn;
    const trial = Promise.withResolvers<void>();
    this.#turn = trial.promise;
    await before;
    try {
      if (this.#runtime.isClosed) throw new EngineError('ENGINE_CLOSED', {});
      await this.#runtime.store.runs.append(
        record.id,
        record.seq,
        [],
        { suspicion: 'tried' },
        epoch,
      );
      await open();
    } catch (error) {
      trial.resolve();
      throw error;
    }
    this.#watch(record.id, deaths, trial.resolve);
  }

  get isTrying(): boolean {
    return this.#endTrial !== null;
  }

  /** The engine is closed, and so nothing has died. */
  async stop(): Promise<void> {
    this.#endTrial?.();
    await this.#turn;
  }

  #watch(root: RunId, deaths: number, end: () => void): void {
    const { clock } = this.#runtime;
    const extra = deaths - Math.max(1, this.#deathsMax - 1);
    const until = clock.now() + Math.min(trialMs * 2 ** extra, trialMaxMs);
    const before = this.#writtenIn(root);
    let disarm = (): void => {};
    const clear = () => {
      disarm();
      this.#endTrial = null;
      this.#clear(root).catch(this.#runtime.onProblem).finally(end);
    };
    const look = () => {
      const driver = this.#runtime.drivers.get(root);
      const isOver = driver === undefined || isSettled(driver) || clock.now() >= until;
      if (isOver || this.#writtenIn(root) !== before) clear();
      else disarm = clock.setTimer(clock.now() + lookMs, look, { isIdle: true });
    };
    this.#endTrial = clear;
    look();
  }

  /** How many rows the runs of the tree have. */
  #writtenIn(root: RunId): number {
    let rows = 0;
    for (const { id, origin, state } of this.#runtime.drivers.values()) {
      if ((origin.root ?? id) === root) rows += state.seq;
    }
    return rows;
  }

  /** A change without rows is taken only while the journal is as long as it says: the run may write at any moment. */
  async #clear(root: RunId): Promise<void> {
    const { store, drivers } = this.#runtime;
    for (let tries = 1; tries <= clearTriesMax; tries++) {
      const driver = drivers.get(root);
      if (driver === undefined) return;
      await driver.written();
      const { seq } = driver.state;
      await store.runs.append(root, seq, [], { suspicion: 'cleared' }, driver.epoch);
      if (driver.state.seq === seq) return;
    }
  }
}
