// Opening a hosted run for a turn: from what the host kept, or from the store.
import { replay, transition, type RunEvent, type RunState } from '@skein/kernel';
import { EngineError, type StoredRun } from '@skein/ports';
import { planEffect } from '../driver/plan-effect.ts';
import { Round } from '../driver/round.ts';
import { RunDriver } from '../driver/run-driver.ts';
import { settleSource } from '../driver/settle-source.ts';
import { rebuild } from '../ownership/revive-runs.ts';
import { catchUp } from '../projections/begin-projection.ts';
import { reopen } from '../runs/reopen.ts';
import { rowsNamed } from '../snapshots/snapshots.ts';
import { knownWorkflow } from '../workflows/known-workflow.ts';
import { findSource } from './find-source.ts';
import { keptForm, type KeptRun } from './kept-run.ts';
import { relinkChildren } from './relink-children.ts';
import type { TurnMessage } from './turn-message.ts';
import { armAgain, type TurnRuntime } from './turn-runtime.ts';

export interface Attempt {
  readonly run: string;
  readonly kept: KeptRun | null;
  readonly message: TurnMessage;
  /** The journal may have rows that the host does not know of (take-turn T1). */
  readonly isBehind: boolean;
}

/** Null: there is no such run yet, or it has ended. */
export async function openRun(
  runtime: TurnRuntime,
  { run, kept, message, isBehind }: Attempt,
): Promise<RunDriver | null> {
  if (kept !== null) {
    const driver = await revive(runtime, run, kept);
    if (isBehind) {
      driver.epoch = await claimRun(runtime, run);
      follow(runtime, driver, (await runtime.store.runs.journal(run, kept.seq)) ?? []);
    }
    return driver;
  }
  const isNew = message.type === 'start' || message.type === 'start-child';
  if (isNew && !isBehind) return null;
  const stored = await runtime.store.runs.load(run);
  if (stored === undefined) return null;
  const { status } = stored.record;
  return status === 'running' || status === 'waiting' ? adopt(runtime, stored) : null;
}

async function revive(runtime: TurnRuntime, run: string, kept: KeptRun): Promise<RunDriver> {
  const { origin, epoch } = kept;
  const workflow = await knownWorkflow(runtime, origin);
  const driver = new RunDriver(runtime, { id: run, workflow, origin });
  driver.epoch = epoch;
  driver.adopt(await stateOf(runtime, driver, kept), []);
  runtime.drivers.set(run, driver);
  await readProjection(driver, kept.seq);
  // Under way already: only what they are is needed, so that they can be ended.
  for (const task of reopen(driver)) armAgain(runtime, task);
  return driver;
}

async function stateOf(
  { store, memory }: TurnRuntime,
  { id, graph }: RunDriver,
  { form, seq, state }: KeptRun,
): Promise<RunState> {
  if (form !== keptForm) {
    const rows = (await store.runs.journal(id, 0, seq)) ?? [];
    for (const row of rows) memory.add(row);
    return replay(graph, rows);
  }
  const snapshot = { seq, state };
  const named = rowsNamed(snapshot);
  return memory.load(graph, snapshot, named.length === 0 ? [] : await store.runs.rows(id, named));
}

/** A run of the store: the host takes it over and begins what it has under way. */
async function adopt(runtime: TurnRuntime, stored: StoredRun): Promise<RunDriver> {
  const { id, seq } = stored.record;
  const epoch = await claimRun(runtime, id);
  const { driver, state } = await rebuild(runtime, stored);
  driver.epoch = epoch;
  driver.adopt(state, []);
  runtime.drivers.set(id, driver);
  await readProjection(driver, seq);
  const tasks = reopen(driver);
  await relinkChildren(runtime, driver, tasks);
  for (const task of tasks) runtime.enact(driver, task);
  return driver;
}

/** In which epoch the host may write. */
async function claimRun({ store, ownership, clock }: TurnRuntime, run: string): Promise<number> {
  const claim = await store.leases.claim(run, ownership.owner, clock.now());
  if (claim !== undefined && 'epoch' in claim) return claim.epoch;
  throw new EngineError('RUN_ELSEWHERE', { run, owner: claim?.owner ?? '' });
}

/** What dialects keep about a run in tables of their own is told by the whole journal. */
async function readProjection({ projector, graph, id, runtime }: RunDriver, seq: number) {
  if (projector === null) return;
  const rows = (await runtime.store.runs.journal(id, 0, seq)) ?? [];
  catchUp(projector, graph, rows);
  projector.rows();
}

/** Takes rows that are in the journal already (take-turn T2). */
function follow(runtime: TurnRuntime, driver: RunDriver, rows: readonly RunEvent[]): void {
  for (const row of rows) {
    runtime.memory.add(row);
    const { state, effects, derived } = transition(driver.graph, driver.state, row);
    driver.state = state;
    driver.projector?.take({ event: row, state, derived, effects });
    const source = findSource(driver, { type: 'happened', event: row });
    settleSource(driver, row, source ?? null);
    const round = new Round(row, null);
    for (const effect of effects) planEffect(driver, effect, round);
    for (const task of round.tasks ?? []) driver.runtime.enact(driver, task);
  }
  // All of it is in the store.
  driver.adopt(driver.state, []);
  driver.changes.take(driver.state.status);
  driver.projector?.rows();
}
