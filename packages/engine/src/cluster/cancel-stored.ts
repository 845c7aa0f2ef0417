// Cancelling what nobody drives
// The cancel is written without rebuilding the run: what it cancels may be too large to be loaded, or kill whoever loads it.
import { runId, type RunEvent, type RunId } from '@skein/kernel';
import { EngineError, hasEnded, type RunRecord, type WaitClosing } from '@skein/ports';
import { breaths } from './breaths.ts';
import type { FindRuntime } from './find-run.ts';
import { knownWorkflow } from '../state/definitions/known-workflow.ts';
import { listAll } from '../state/records/list-all.ts';
import { eventIds } from '../state/journal/event-ids.ts';
import { beginProjection } from '../state/projections/begin-projection.ts';
import type { Ports } from '../engine-ports.ts';

export type CancelRuntime = FindRuntime & Ports<'ids'> & { readonly ownership: { owner: string } };

/** False when the run must be opened for it: it is in memory, or rows of its dialect follow from its state. */
export async function cancelStored(
  runtime: CancelRuntime,
  record: RunRecord,
  reason: string,
): Promise<boolean> {
  const { id, root = id } = record;
  if (runtime.host !== null || runtime.drivers.has(root) || hasEnded(record)) return false;
  const isQuarantined = record.quarantinedAt !== undefined;
  if (!isQuarantined && (await hasProjection(runtime, record))) return false;
  await claim(runtime, root);
  await cancelBelow(runtime, record, reason);
  if (id !== root) await giveBack(runtime, root);
  return true;
}

/** The tree that it was part of has ended, and the process died before it was told; false when it must be opened for it. */
export async function cancelOrphan(runtime: CancelRuntime, record: RunRecord): Promise<boolean> {
  if (record.root === undefined || runtime.host !== null) return false;
  const root = await runtime.store.runs.get(record.root);
  if (root === undefined || !hasEnded(root) || (await hasProjection(runtime, record))) return false;
  await cancelOne(runtime, record, 'The run that it is part of no longer needs it.');
  return true;
}

async function hasProjection(runtime: CancelRuntime, record: RunRecord): Promise<boolean> {
  return beginProjection(runtime.store, await knownWorkflow(runtime, record)) !== null;
}

async function claim({ store, ownership, clock }: CancelRuntime, run: RunId): Promise<number> {
  const claimed = await store.leases.claim(run, ownership.owner, clock.now());
  if (claimed === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  if ('owner' in claimed) throw new EngineError('RUN_ELSEWHERE', { run, owner: claimed.owner });
  return claimed.epoch;
}

/** From the top downwards: whoever finds a part of it in between finds that its parent has ended. */
async function cancelBelow(
  runtime: CancelRuntime,
  record: RunRecord,
  reason: string,
): Promise<void> {
  const breathe = breaths();
  const open = [record];
  for (const each of open) {
    await breathe();
    await cancelOne(runtime, each, reason);
    open.push(...(await listAll(runtime, { parent: each.id, isUnfinished: true })));
  }
}

async function cancelOne(runtime: CancelRuntime, { id }: RunRecord, reason: string): Promise<void> {
  const { store, clock } = runtime;
  const epoch = await claim(runtime, id);
  const record = await store.runs.get(id);
  if (record === undefined || hasEnded(record)) return;
  const seq = record.seq + 1;
  const row: RunEvent = {
    seq,
    at: Math.max(clock.now(), record.updatedAt),
    id: eventIds(runtime, id)(seq),
    type: 'run.cancelled',
    reason,
  };
  const closed = await openWaits(runtime, id);
  await store.runs.append(id, record.seq, [row], { status: 'cancelled', closed }, epoch);
}

async function openWaits({ store }: CancelRuntime, run: RunId): Promise<readonly WaitClosing[]> {
  const closed: WaitClosing[] = [];
  let page = await store.waits.list({ run });
  for (;;) {
    for (const { id } of page.items) closed.push({ wait: id, status: 'cancelled' });
    if (page.nextCursor === null) return closed;
    page = await store.waits.list({ run, cursor: page.nextCursor });
  }
}

/** The runs above are told when the tree is opened next: at once, unless nobody may open it. */
async function giveBack(runtime: CancelRuntime, root: RunId): Promise<void> {
  const { store, ownership, clock, trees } = runtime;
  const stored = await store.runs.load(root);
  if (stored?.owner !== ownership.owner) return;
  const { record, epoch } = stored;
  const wakeAt = record.quarantinedAt === undefined ? clock.now() : null;
  await store.runs.append(root, record.seq, [], { release: true, wakeAt }, epoch);
  if (wakeAt !== null) trees.open(runId(root)).catch(runtime.onProblem);
}
