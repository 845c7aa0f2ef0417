// A turn of a hosted run
// A host that keeps no driver in memory gives each run one turn per message: the driver is made from what the host kept (or
// from the journal), takes the message, and its rows are written in one append. What is to be done outside comes back as orders.
//
// T1. The host gives a run one turn at a time. Only then do the rows behind those that it kept come from an earlier try of the
//     same turn, which was cut off after its append.
// T2. Such rows stand: they are followed, what they ask for is ordered again, and the message is taken as one that came twice.
// T3. Nothing is ordered before the append.
import {
  dumpState,
  isOver,
  loadState,
  transition,
  type Json,
  type JsonObject,
  type RunEvent,
} from '@skein/kernel';
import { EngineError, type StoredRun } from '@skein/ports';
import { unplaced, type Draft } from '../driver/draft.ts';
import type { Execution } from '../driver/execution.ts';
import { planEffect } from '../driver/plan-effect.ts';
import { Round } from '../driver/round.ts';
import { RunDriver } from '../driver/run-driver.ts';
import { settleSource } from '../driver/settle-source.ts';
import { sendEvent } from '../events/send-event.ts';
import { isRepeated } from '../forks/fork-run.ts';
import { outcomeOf } from '../ownership/remote-commands.ts';
import { rebuild } from '../ownership/revive-runs.ts';
import { catchUp } from '../projections/begin-projection.ts';
import { reopen } from '../runs/reopen.ts';
import { findChildWorkflow, placeOfPath } from '../runs/start-child.ts';
import { createDriver, runStarted } from '../runs/start-run.ts';
import type { Runtime } from '../runtime.ts';
import { isStoreAway } from '../runs/try-later.ts';
import { failureOf } from '../values/failure-of.ts';
import { activationOf } from '../waits/asked-of.ts';
import { knownWorkflow } from '../workflows/known-workflow.ts';
import { findSource } from './find-source.ts';
import type { KeptRun } from './kept-run.ts';
import { newsForParent } from './news-for-parent.ts';
import { openNames } from './open-names.ts';
import type { BegunChild, Order } from './order.ts';
import { relinkChildren } from './relink-children.ts';
import type { BegunRun } from './run-host.ts';
import type { TurnMessage, UnplacedEvent } from './turn-message.ts';
import { armAgain, turnRuntime, type TurnRuntime } from './turn-runtime.ts';

export interface TurnHost {
  readonly runtime: Runtime;
  /** Whether a function may be called inside the turn. */
  readonly isInline: (execution: Execution) => boolean;
}

export interface Turn {
  /** What to keep until the next turn; null when the run is over, or never came about. */
  readonly kept: KeptRun | null;
  readonly orders: readonly Order[];
  /** The names of what is open; whatever the host keeps under others is over. */
  readonly open: readonly string[];
  /** What came of the message: `{ result }`, `{ error }`, or `{ late: true }` for an event that nobody waits for any more. */
  readonly reply: JsonObject;
  /** When it was taken: what comes at a later time is due that much later. */
  readonly at: number;
}

const triesMax = 3;

export async function takeTurn(
  host: TurnHost,
  run: string,
  kept: KeptRun | null,
  message: TurnMessage,
): Promise<Turn> {
  for (let tries = 1; ; tries++) {
    try {
      return await tryTurn(host, { run, kept, message, isBehind: tries > 1 });
    } catch (error) {
      const isConflict = error instanceof EngineError && error.code === 'STORE_CONFLICT';
      if (!isConflict || tries === triesMax) throw error;
    }
  }
}

interface Attempt {
  readonly run: string;
  readonly kept: KeptRun | null;
  readonly message: TurnMessage;
  /** The journal may have rows that the host does not know of (T1). */
  readonly isBehind: boolean;
}

async function tryTurn(host: TurnHost, attempt: Attempt): Promise<Turn> {
  const { run, kept, message } = attempt;
  const at = host.runtime.clock.now();
  const runtime = turnRuntime(host.runtime, host.isInline);
  const found = await openRun(runtime, attempt);
  const { driver, reply } = await takeMessage(runtime, run, found, message);
  await runtime.quiet();
  const [problem] = runtime.problems;
  if (problem !== undefined) throw problem;
  if (driver === null) return { kept, orders: runtime.orders(), open: [], reply, at };
  const below = belowOf(driver, kept, message);
  const news = below === null ? null : newsForParent(driver, below);
  try {
    await runtime.store.write(run, driver.epoch);
  } catch (error) {
    if (!isRepeated(error) || error.details.run === run) throw asConflict(error, run);
    const result = { id: error.details.run, isRepeated: true };
    return { kept: null, orders: [], open: [], reply: { result }, at };
  }
  const told = news?.order ? [news.order] : [];
  return {
    kept: isOver(driver.state) ? null : keep(driver, news?.below),
    orders: [...runtime.orders(), ...told],
    open: openNames(driver),
    reply,
    at,
  };
}

/** A start whose first try was written is one that finds its run there. */
function asConflict(error: unknown, run: string): unknown {
  if (!isRepeated(error)) return error;
  return new EngineError('STORE_CONFLICT', { run, expected: 0, found: 1 });
}

function keep({ origin, epoch, state, graph }: RunDriver, below: KeptRun['below']): KeptRun {
  const dump = dumpState(graph, state) as Json;
  const child = below === undefined ? {} : { below };
  return { origin, epoch, seq: state.seq, state: dump, ...child };
}

function belowOf(
  { origin }: RunDriver,
  kept: KeptRun | null,
  message: TurnMessage,
): NonNullable<KeptRun['below']> | null {
  if (origin.parent === undefined) return null;
  if (kept?.below !== undefined) return kept.below;
  const given = message.type === 'start-child' ? message.child.place : null;
  return { place: given ?? placeOfPath(origin.parent.path), told: null };
}

/** Null: there is no such run yet, or it has ended. */
async function openRun(
  runtime: TurnRuntime,
  { run, kept, message, isBehind }: Attempt,
): Promise<RunDriver | null> {
  if (kept !== null) {
    const driver = await revive(runtime, run, kept);
    if (isBehind) follow(driver, (await runtime.store.runs.journal(run, kept.seq)) ?? []);
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
  driver.adopt(loadState(workflow.graph, kept.state), []);
  runtime.drivers.set(run, driver);
  await readProjection(driver, kept.seq);
  // Under way already: only what they are is needed, so that they can be ended.
  for (const task of reopen(driver)) armAgain(runtime, task);
  return driver;
}

/** A run of the store: the host takes it over and begins what it has under way. */
async function adopt(runtime: TurnRuntime, stored: StoredRun): Promise<RunDriver> {
  const { id, seq } = stored.record;
  const { owner } = runtime.ownership;
  const claim = await runtime.store.leases.claim(id, owner, runtime.clock.now());
  if (claim === undefined || 'owner' in claim) {
    throw new EngineError('RUN_ELSEWHERE', { run: id, owner: claim?.owner ?? '' });
  }
  const { driver, state } = await rebuild(runtime, stored);
  driver.epoch = claim.epoch;
  driver.adopt(state, []);
  runtime.drivers.set(id, driver);
  await readProjection(driver, seq);
  const tasks = reopen(driver);
  await relinkChildren(runtime, driver, tasks);
  for (const task of tasks) runtime.enact(driver, task);
  return driver;
}

/** What dialects keep about a run in tables of their own is told by the whole journal. */
async function readProjection({ projector, graph, id, runtime }: RunDriver, seq: number) {
  if (projector === null) return;
  const rows = (await runtime.store.runs.journal(id, 0, seq)) ?? [];
  catchUp(projector, graph, rows);
  projector.rows();
}

/** Takes rows that are in the journal already (T2). */
function follow(driver: RunDriver, rows: readonly RunEvent[]): void {
  for (const row of rows) {
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

interface Taken {
  readonly driver: RunDriver | null;
  readonly reply: JsonObject;
}

async function takeMessage(
  runtime: TurnRuntime,
  run: string,
  driver: RunDriver | null,
  message: TurnMessage,
): Promise<Taken> {
  switch (message.type) {
    case 'start':
      if (driver !== null) return { driver, reply: { result: { id: run } } };
      return { driver: await start(runtime, run, message.run), reply: { result: { id: run } } };
    case 'start-child':
      return { driver: driver ?? (await startChild(runtime, run, message.child)), reply: {} };
    case 'wake':
      return { driver, reply: { result: null } };
    case 'command': {
      const { command } = message;
      const reply = await outcomeOf(() => runtime.perform(run, command), runtime.onProblem);
      return { driver, reply };
    }
    case 'deliver': {
      const event = { ...message.event, run };
      // Numbers and truth values: JSON.
      const send = async () => (await sendEvent(runtime, event)) as unknown as Json;
      return { driver, reply: await outcomeOf(send, runtime.onProblem) };
    }
    case 'happened': {
      const source = driver === null ? undefined : findSource(driver, message);
      if (driver === null || source === undefined) return { driver, reply: { late: true } };
      if (isRecorded(driver, message.event)) return { driver, reply: {} };
      driver.post({ ...unplaced, ...message.event } as Draft, source);
      return { driver, reply: {} };
    }
  }
}

/** A step whose record arrives twice: the first answer got lost. */
function isRecorded(driver: RunDriver, event: UnplacedEvent): boolean {
  if (event.type !== 'step.recorded') return false;
  return activationOf(driver, event)?.extra?.recorded?.has(event.key) === true;
}

async function start(runtime: Runtime, id: string, begun: BegunRun): Promise<RunDriver> {
  const workflow = await knownWorkflow(runtime, begun);
  const { workflow: _, ...rest } = begun;
  const driver = createDriver(runtime, { ...rest, id, workflow });
  driver.post(runStarted(driver, begun.input), null);
  return driver;
}

/** Null when no run came about: its parent is told. */
async function startChild(
  runtime: TurnRuntime,
  id: string,
  begun: BegunChild,
): Promise<RunDriver | null> {
  const { workflow: _, version: __, inlineName: ___, place, parent, ...rest } = begun;
  if (parent === undefined) throw new Error('A child has a parent.');
  try {
    const workflow = await findChildWorkflow(runtime, begun);
    const driver = createDriver(runtime, { ...rest, parent, id, workflow });
    driver.post(runStarted(driver, begun.input), null);
    return driver;
  } catch (error) {
    if (isStoreAway(error)) throw error;
    const event = { type: 'child.finished', ...place, status: 'failed' } as const;
    const told = { ...event, failure: failureOf(error) };
    runtime.order({ do: 'tell', run: parent.run, message: { type: 'happened', event: told } });
    return null;
  }
}
