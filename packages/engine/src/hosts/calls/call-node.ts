// Calling a node of a hosted run
// In any process that has the store. The first try of a call finds its run in memory, if its message was handled here; any other reads it from
// the store, so the function sees what it recorded in an earlier try, and a call that is no longer wanted is not made.
import type { ActivationName, ExecuteEffect, RunId } from '@skein/kernel';
import { rebuildRun } from '../../cluster/rebuild-run.ts';
import { begin } from '../../core/driver/enact-task.ts';
import { Execution } from '../../core/execution/execution.ts';
import { activationOf } from '../../core/run/activation-of.ts';
import type { RunView } from '../../core/run/driven-run.ts';
import { executeEffect } from '../../core/run/open-effects.ts';
import type { Happened } from '../messages/run-message.ts';
import type { MessageHost } from '../runtime/message-host.ts';
import { readTrace } from '../runtime/observed-runs.ts';
import { DetachedRun, type CallLink } from './detached-run.ts';

export interface NodeOrder extends ActivationName {
  readonly run: RunId;
  readonly attempt: number;
  /** The last row of the message that asked for it. */
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
  const { run } = found;
  if (warm !== null || host.warm.look(order.run) !== null) return call(host, found, link);
  host.foreignCalls.begin(run);
  try {
    return await call(host, found, link);
  } finally {
    host.foreignCalls.end(run);
  }
}

async function call(
  host: MessageHost,
  { run, effect }: FoundCall,
  link: NodeCallLink,
): Promise<Happened | null> {
  const { id, graph, dialect, origin, trace } = run;
  const workflow = { graph, dialect };
  const detached = new DetachedRun(host.runtime, { id, workflow, origin, trace }, link);
  detached.adopt(run.state);
  const execution = new Execution(detached, effect);
  execution.mayHaveBegun = true;
  const { node, activation } = effect;
  const stopStreaming = host.runtime.live?.streaming(id, () =>
    execution.streamed().map((piece) => ({ node, activation, ...piece })),
  );
  const { signal } = link;
  const giveUp = () => detached.giveUp(execution);
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  else begin(host.runtime, detached, execution);
  try {
    const end = await detached.end;
    await host.runtime.live?.flush(id);
    return end;
  } finally {
    stopStreaming?.();
    signal.removeEventListener('abort', giveUp);
  }
}

interface FoundCall {
  readonly run: RunView;
  readonly effect: ExecuteEffect;
}

/** Null says nothing about the call: whoever handles a message of the run may be ahead of the journal. */
function warmCall({ warm }: MessageHost, order: NodeOrder): FoundCall | null {
  const run = warm.look(order.run);
  return run === null || run.state.seq < order.seq ? null : callIn(run, order);
}

async function storedCall(
  { runtime, warm }: MessageHost,
  order: NodeOrder,
): Promise<FoundCall | null> {
  const stored = await runtime.store.runs.load(order.run);
  if (stored === undefined) return null;
  const trace = warm.look(order.run) === null ? await readTrace(runtime, order.run) : null;
  return callIn(await rebuildRun(runtime, stored, { trace }), order);
}

function callIn(run: RunView, { node, activation, attempt }: NodeOrder): FoundCall | null {
  const current = activationOf(run, { node, activation });
  if (current?.status !== 'running' || current.attempt !== attempt) return null;
  return { run, effect: executeEffect(current) };
}
