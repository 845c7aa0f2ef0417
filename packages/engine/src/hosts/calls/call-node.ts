// Calling a node of a hosted run
// In any process that has the store. The first try of a call finds its run in memory, if its turn was taken here; any other reads it from
// the store, so the function sees what it recorded in an earlier try, and a call that is no longer wanted is not made.
import type { ActivationName, ExecuteEffect, RunState } from '@skein/kernel';
import { begin } from '../../core/driver/enact-task.ts';
import { Execution } from '../../core/execution/execution.ts';
import type { RunDriver } from '../../core/driver/run-driver.ts';
import { rebuild } from '../../cluster/ownership/revive-runs.ts';
import { executeEffect } from '../../core/driver/reopen.ts';
import { activationOf } from '../../features/waits/asked-of.ts';
import { DetachedRun, type CallLink } from './detached-run.ts';
import type { MessageHost } from '../handle-message.ts';
import type { Happened } from '../messages/run-message.ts';

export interface NodeOrder extends ActivationName {
  readonly run: string;
  readonly attempt: number;
  /** The last row of the turn that asked for it. */
  readonly seq: number;
}

export interface NodeCallLink extends CallLink {
  /** Nobody has begun this call before. */
  readonly isFirst: boolean;
}

/** How the call ended, for the run; null when the run does not want it (any more). */
export async function callNode(
  host: MessageHost,
  order: NodeOrder,
  link: NodeCallLink,
): Promise<Happened | null> {
  const warm = link.isFirst ? warmCall(host, order) : null;
  const found = warm ?? (await storedCall(host, order));
  if (found === null) return null;
  const { driver, state } = found;
  if (warm !== null || host.warm.look(order.run) !== null) return call(host, found, link);
  await host.foreignCalls.begin(driver, state);
  try {
    return await call(host, found, link);
  } finally {
    host.foreignCalls.end(driver);
  }
}

async function call(
  host: MessageHost,
  { driver, state, effect }: FoundCall,
  link: NodeCallLink,
): Promise<Happened | null> {
  const { id, graph, dialect, origin } = driver;
  const run = { id, workflow: { graph, dialect }, origin };
  const detached = new DetachedRun(host.runtime, run, link);
  detached.adopt(state, []);
  detached.trace = driver.trace;
  const execution = new Execution(detached, effect);
  const { signal } = link;
  const giveUp = () => detached.giveUp(execution);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  else begin(detached, execution);
  try {
    const end = await detached.end;
    await host.runtime.live?.flush(id);
    return end;
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}

interface FoundCall {
  readonly driver: RunDriver;
  readonly state: RunState;
  readonly effect: ExecuteEffect;
}

/** Null says nothing about the call: the turn that has the run may be ahead of the journal. */
function warmCall({ warm }: MessageHost, order: NodeOrder): FoundCall | null {
  const driver = warm.look(order.run);
  return driver === null || driver.state.seq < order.seq
    ? null
    : callIn(driver, driver.state, order);
}

async function storedCall({ runtime }: MessageHost, order: NodeOrder): Promise<FoundCall | null> {
  const stored = await runtime.store.runs.load(order.run);
  if (stored === undefined) return null;
  const { driver, state } = await rebuild(runtime, stored);
  return callIn(driver, state, order);
}

function callIn(
  driver: RunDriver,
  state: RunState,
  { node, activation, attempt }: NodeOrder,
): FoundCall | null {
  const current = activationOf({ graph: driver.graph, state }, { node, activation });
  if (current?.status !== 'running' || current.attempt !== attempt) return null;
  return { driver, state, effect: executeEffect(current) };
}
