// Opening a hosted run for a message: from the memory of this process, or from the store.
import { carriesState, isOver, rebuildState, type RunEvent, type RunId } from '@skein/kernel';
import { EngineError, hasEnded, type StoredRun } from '@skein/ports';
import { rebuildRun } from '../../cluster/rebuild-run.ts';
import { reopen } from '../../core/driver/reopen.ts';
import { RunDriver } from '../../core/driver/run-driver.ts';
import type { Task } from '../../core/run/driven-run.ts';
import type { Ports } from '../../engine-ports.ts';
import { knownWorkflow } from '../../state/definitions/known-workflow.ts';
import { catchUp } from '../../state/projections/begin-projection.ts';
import type { KeptRun } from '../messages/kept-run.ts';
import type { RunMessage } from '../messages/run-message.ts';
import { boundedAbove } from '../runtime/budget-tree.ts';
import { armAgain, type HostedRuntime } from '../runtime/hosted-runtime.ts';
import { readTrace, tellFound } from '../runtime/observed-runs.ts';
import type { WarmRun } from '../runtime/warm-runs.ts';
import { findSource } from './find-source.ts';
import { openNames } from './open-names.ts';
import { relinkChildren } from './relink-children.ts';

export interface Attempt {
  readonly run: RunId;
  readonly kept: KeptRun | null;
  readonly message: RunMessage;
  /** The journal has rows that the host does not know of (Handling a message T1). */
  readonly isBehind: boolean;
}

/** A run that is here and at the row that the host kept; null when it must be read. */
export async function warmUp(
  { store }: Ports<'store'>,
  warm: WarmRun | null,
  { run, kept, isBehind }: Attempt,
): Promise<WarmRun | null> {
  if (warm === null || kept === null || isBehind) return null;
  const { driver, runtime } = warm;
  const missing = kept.seq - driver.state.seq;
  if (driver.epoch !== kept.epoch || missing < 0) return null;
  if (missing === 0) return warm;
  // Another process has handled messages since.
  const rows = (await store.runs.journal(run, driver.state.seq, missing)) ?? [];
  // Another version is read as a whole.
  if (rows.length < missing || rows.some(carriesState)) return null;
  follow(driver, rows, (task) => armAgain(runtime, task));
  tellFound(runtime.observer?.hearer ?? null, driver);
  // They were carried out there.
  runtime.takeOrders();
  return isOver(driver.state) ? null : warm;
}

export interface OpenedRun {
  /** Null: there is no such run yet, or it has ended. */
  readonly driver: RunDriver | null;
  /** The names of what it had open at the row that the host kept. */
  readonly before: readonly string[];
}

const noRun: OpenedRun = { driver: null, before: [] };

export async function openRun(
  runtime: HostedRuntime,
  { run, kept, message, isBehind }: Attempt,
): Promise<OpenedRun> {
  const isNew = message.type === 'start' || message.type === 'start-child';
  if (kept === null && isNew && !isBehind) return noRun;
  // Whoever else has written then writes no more.
  const known = kept !== null && isBehind ? { ...kept, epoch: await claimRun(runtime, run) } : kept;
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) return noRun;
  if (known !== null) return revive(runtime, stored, known);
  if (hasEnded(stored.record)) return noRun;
  return { driver: await adopt(runtime, stored), before: [] };
}

/** As the host kept it, and then what an earlier try of this message has written (Handling a message T2). */
async function revive(
  runtime: HostedRuntime,
  stored: StoredRun,
  kept: KeptRun,
): Promise<OpenedRun> {
  const { seq } = kept;
  const { id } = stored.record;
  if (await isMoved(runtime, stored, seq)) return reviveMoved(runtime, stored, kept);
  const driver = await rebuildAt(runtime, stored, kept);
  runtime.drivers.set(id, driver);
  // Under way already: only what they are is needed, so that they can be ended.
  for (const task of reopen(driver)) armAgain(runtime, task);
  const before = openNames(driver);
  const isTold = (row: RunEvent) => row.seq > seq;
  const rows = stored.events.some(isTold)
    ? stored.events.filter(isTold)
    : ((stored.snapshot?.seq ?? 0) > seq && (await runtime.store.runs.journal(id, seq))) || [];
  follow(driver, rows, (task) => runtime.enact(driver, task));
  tellFound(runtime.observer?.hearer ?? null, driver);
  return { driver, before };
}

/** Whether an earlier try of this message has moved the run to another version, which opens and closes nothing. */
async function isMoved(
  { store }: HostedRuntime,
  { record }: StoredRun,
  seq: number,
): Promise<boolean> {
  if (record.seq === seq) return false;
  const rows = (await store.runs.journal(record.id, seq)) ?? [];
  return rows.some(({ type }) => type === 'run.moved');
}

async function reviveMoved(
  runtime: HostedRuntime,
  stored: StoredRun,
  { epoch }: KeptRun,
): Promise<OpenedRun> {
  const { id } = stored.record;
  const trace = await readTrace(runtime, id);
  const driver = await rebuildRun(runtime, stored, { isDriven: true, epoch, trace });
  runtime.drivers.set(id, driver);
  for (const task of reopen(driver)) armAgain(runtime, task);
  tellFound(runtime.observer?.hearer ?? null, driver);
  return { driver, before: openNames(driver) };
}

async function rebuildAt(
  runtime: HostedRuntime,
  stored: StoredRun,
  { seq, epoch }: KeptRun,
): Promise<RunDriver> {
  const { snapshot, events, record } = stored;
  const trace = await readTrace(runtime, record.id);
  if (snapshot === undefined || snapshot.seq <= seq) {
    const until = events.filter((row) => row.seq <= seq);
    return rebuildRun(runtime, { ...stored, events: until }, { isDriven: true, epoch, trace });
  }
  // The snapshot was written by a try of this very message.
  const workflow = await knownWorkflow(runtime, record);
  const driver = new RunDriver(runtime, { id: record.id, workflow, origin: record, epoch, trace });
  const rows = (await runtime.store.runs.journal(record.id, 0, seq)) ?? [];
  for (const row of rows) driver.snapshots?.add(row);
  driver.adopt(rebuildState(driver.graph, rows));
  if (driver.projector !== null) catchUp(driver.projector, driver.graph, rows);
  driver.projector?.rows();
  return driver;
}

/** A run of the store: the host takes it over and begins what it has in flight. */
async function adopt(runtime: HostedRuntime, stored: StoredRun): Promise<RunDriver> {
  const { id } = stored.record;
  const epoch = await claimRun(runtime, id);
  const trace = await readTrace(runtime, id);
  const driver = await rebuildRun(runtime, stored, { isDriven: true, epoch, trace });
  runtime.drivers.set(id, driver);
  tellFound(runtime.observer?.hearer ?? null, driver);
  runtime.boundedAbove = await boundedAbove(runtime, driver.origin);
  const tasks = reopen(driver);
  await relinkChildren(runtime, driver, tasks);
  for (const task of tasks) runtime.enact(driver, task);
  return driver;
}

/** In which epoch the host may write. */
async function claimRun({ store, ownership, clock }: HostedRuntime, run: RunId): Promise<number> {
  const claim = await store.leases.claim(run, ownership.owner, clock.now());
  if (claim !== undefined && 'epoch' in claim) return claim.epoch;
  throw new EngineError('RUN_ELSEWHERE', { run, owner: claim?.owner ?? '' });
}

/** Takes rows that are in the journal already, and gives what they ask for to `enact`: all at the end, when it is known what is over again. */
function follow(driver: RunDriver, rows: readonly RunEvent[], enact: (task: Task) => void): void {
  const tasks = rows.flatMap((row) =>
    driver.follow(row, findSource(driver, { type: 'happened', event: row }) ?? null),
  );
  for (const task of tasks) enact(task);
}
