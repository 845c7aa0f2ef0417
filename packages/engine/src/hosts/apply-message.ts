// What one message brings about in a run that is open for it.
import type { Json, JsonObject, RunId } from '@skein/kernel';
import { outcomeOf } from '../cluster/commands/remote-commands.ts';
import type { BegunRun } from '../cluster/run-host.ts';
import { isStoreUnavailable } from '../cluster/try-later.ts';
import { spentBy } from '../core/budgets/spent-by.ts';
import { countSpent } from '../core/budgets/tree-budget.ts';
import { checkInputAhead } from '../core/driver/check-input.ts';
import { createDriver, runStarted } from '../core/driver/create-driver.ts';
import type { RunDriver } from '../core/driver/run-driver.ts';
import { outgrown, tooDeep } from '../core/budgets/tree-sizes.ts';
import { activationOf } from '../core/run/activation-of.ts';
import { unplaced, type Draft } from '../core/run/draft.ts';
import { sendEvent } from '../features/events/send-event.ts';
import { findChildWorkflow } from '../features/runs/start-child.ts';
import { knownWorkflow } from '../state/definitions/known-workflow.ts';
import { failureOf } from '../state/values/failure-of.ts';
import type { BegunChild } from './messages/begun-child.ts';
import type { RunMessage, UnplacedEvent } from './messages/run-message.ts';
import { findSource } from './runs/find-source.ts';
import { isOutdatedEnd, isWantedAgain } from './runs/outdated-news.ts';
import { isLive } from '../state/records/is-live.ts';
import type { HostedRuntime } from './runtime/hosted-runtime.ts';

export interface Taken {
  readonly driver: RunDriver | null;
  readonly reply: JsonObject;
}

export async function applyMessage(
  runtime: HostedRuntime,
  run: RunId,
  driver: RunDriver | null,
  message: RunMessage,
): Promise<Taken> {
  switch (message.type) {
    case 'start':
      if (driver !== null) return { driver, reply: { result: { id: run } } };
      return { driver: await start(runtime, run, message.run), reply: { result: { id: run } } };
    case 'start-child':
      return { driver: driver ?? (await startChild(runtime, run, message.child)), reply: {} };
    case 'wake':
      if (driver !== null) askAgain(runtime, driver);
      return { driver, reply: { result: null } };
    case 'budget':
      return { driver, reply: { result: null } };
    case 'command': {
      const { command } = message;
      const isFromParent = command.do === 'cancel' && command.isFromParent === true;
      if (isFromParent && driver !== null && (await isWantedAgain(runtime, driver)))
        return { driver, reply: { result: null } };
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
      if (await isOutdatedEnd(runtime, message)) return { driver, reply: { late: true } };
      driver.post({ ...unplaced, ...message.event } as Draft, source);
      countReported(driver, message.event);
      return { driver, reply: {} };
    }
  }
}

/** A slot across runs may have been granted meanwhile. */
function askAgain(runtime: HostedRuntime, driver: RunDriver): void {
  for (const slot of driver.inFlight.slots.values()) {
    if (!slot.isGranted) runtime.enact(driver, slot);
  }
}

/** In the counter of the store it is only when the message is written. */
function countReported(driver: RunDriver, event: UnplacedEvent): void {
  const spent = driver.budget === null ? undefined : spentBy(event);
  if (spent !== undefined) countSpent(driver, spent);
}

/** A step or a question that arrives twice: the first answer got lost, or the call was begun again. */
function isRecorded(driver: RunDriver, event: UnplacedEvent): boolean {
  const isAsked = event.type === 'node.waiting' && event.open === undefined;
  if (event.type !== 'step.recorded' && !isAsked) return false;
  const extra = activationOf(driver, event)?.extra;
  if (extra?.recorded?.has(event.key) === true) return true;
  // A step under the key of an open question withdraws it.
  return isAsked && extra?.asked?.has(event.key) === true;
}

async function start(runtime: HostedRuntime, id: RunId, begun: BegunRun): Promise<RunDriver> {
  const workflow = await knownWorkflow(runtime, begun);
  const { workflow: _, quiet, offline, ...rest } = begun;
  await checkInputAhead(runtime, workflow, { ...begun, isPatient: true });
  const driver = createDriver(runtime, { ...rest, id, workflow });
  driver.post(runStarted(runtime, driver, begun.input, { quiet, offline }), null);
  return driver;
}

/** Null when no run was started: its parent is told, unless that has ended. */
async function startChild(
  runtime: HostedRuntime,
  id: RunId,
  begun: BegunChild,
): Promise<RunDriver | null> {
  const { workflow: _, version: __, inlineName: ___, place, bounded: ____, ...given } = begun;
  const { parent, offline, ...rest } = given;
  if (parent === undefined) throw new Error('A child has a parent.');
  // Its message was in flight when the parent was cancelled.
  if (!(await isLive(runtime, parent.run))) return null;
  try {
    await checkTree(runtime, begun);
    const workflow = await findChildWorkflow(runtime, begun);
    await checkInputAhead(runtime, workflow, { ...begun, isPatient: true });
    const driver = createDriver(runtime, { ...rest, parent, id, workflow });
    driver.post(runStarted(runtime, driver, begun.input, { offline }), null);
    return driver;
  } catch (error) {
    if (isStoreUnavailable(error)) throw error;
    const event = { type: 'child.finished', ...place, status: 'failed' } as const;
    const told = { ...event, failure: failureOf(error) };
    runtime.order({ do: 'tell', run: parent.run, message: { type: 'happened', event: told } });
    return null;
  }
}

const roomMax = 100;
const roomsMax = 10_000;

/**
 * Each process counts for itself in between: a tree may become a little larger than it may, and few children cost a query.
 * What is open at the same time is nobody's memory here, so only the number of runs and their depth are bounded.
 */
async function checkTree(runtime: HostedRuntime, { root, depth }: BegunChild): Promise<void> {
  if (root === undefined) return;
  const room = runtime.treeRooms.get(root) ?? 0;
  if (room > 0 && depth < runtime.ceilings.treeDepth) {
    runtime.treeRooms.set(root, room - 1);
    return;
  }
  const record = await runtime.store.runs.get(root);
  if (record === undefined) return;
  const { graph } = await knownWorkflow(runtime, record);
  const limits = runtime.treeSizes.limitsOf(graph.policy);
  if (depth > limits.depth) throw tooDeep(limits.depth);
  const runs = await runtime.store.runs.countTree(root);
  if (runtime.treeRooms.size >= roomsMax) runtime.treeRooms.clear();
  runtime.treeRooms.set(root, Math.min(roomMax, limits.runs - runs - 1));
  if (runs < limits.runs) return;
  const event = { type: 'tree.outgrown', limit: 'runs', max: limits.runs } as const;
  runtime.order({ do: 'tell', run: root, message: { type: 'happened', event } });
  throw outgrown('runs', limits.runs);
}
