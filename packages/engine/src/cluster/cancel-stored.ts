// Cancelling what nobody drives
// The cancel is written without rebuilding the run: what it cancels may be too large to be loaded, or kill whoever loads it.
import { runId, type RunEvent, type RunId } from '@skein/kernel';
import { EngineError, hasEnded, type RunRecord, type WaitClosing } from '@skein/ports';
import { breaths } from './breaths.ts';
import type { FindRuntime } from './find-run.ts';
import type { RunClaims } from './peers.ts';
import { knownWorkflow } from '../state/definitions/known-workflow.ts';
import { listAll } from '../state/records/list-all.ts';
import { eventIds } from '../state/journal/event-ids.ts';
import { beginProjection } from '../state/projections/begin-projection.ts';
import type { Ports } from '../engine-ports.ts';

export interface CancelRuntime extends FindRuntime, Ports<'ids'> {
  readonly ownership: Pick<RunClaims, 'owner' | 'lookAgain' | 'doubt'>;
}

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
  const claims = new Claims(runtime);
  try {
    await claims.take(root);
    await cancelBelow(runtime, claims, { record, reason });
    if (id !== root) await giveBack(runtime, root);
  } catch (error) {
    // Nobody drives what was claimed, and our lease would keep it from everybody else.
    claims.lookAgain();
    throw error;
  }
  return true;
}

/** The tree that it was part of has ended, and the process died before it was told; false when it must be opened for it. */
export async function cancelOrphan(runtime: CancelRuntime, record: RunRecord): Promise<boolean> {
  if (record.root === undefined || runtime.host !== null) return false;
  const root = await runtime.store.runs.get(record.root);
  if (root === undefined || !hasEnded(root) || (await hasProjection(runtime, record))) return false;
  const reason = 'The run that it is part of no longer needs it.';
  await cancelBelow(runtime, new Claims(runtime), { record, reason });
  return true;
}

async function hasProjection(runtime: CancelRuntime, record: RunRecord): Promise<boolean> {
  return beginProjection(runtime.store, await knownWorkflow(runtime, record)) !== null;
}

/** The runs that are claimed to be cancelled, until they are. */
class Claims {
  readonly #runtime: CancelRuntime;
  readonly #epochs = new Map<RunId, number>();

  constructor(runtime: CancelRuntime) {
    this.#runtime = runtime;
  }

  async take(run: RunId): Promise<number> {
    const known = this.#epochs.get(run);
    if (known !== undefined) return known;
    const { store, ownership, clock } = this.#runtime;
    const claimed = await store.leases.claim(run, ownership.owner, clock.now());
    if (claimed === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
    if ('owner' in claimed) throw new EngineError('RUN_ELSEWHERE', { run, owner: claimed.owner });
    this.#epochs.set(run, claimed.epoch);
    return claimed.epoch;
  }

  drop(run: RunId): void {
    this.#epochs.delete(run);
  }

  /** What is left is continued, or cancelled, by this process; of a claim whose response got lost nobody knows. */
  lookAgain(): void {
    const { ownership } = this.#runtime;
    for (const id of this.#epochs.keys()) ownership.lookAgain({ id });
    ownership.doubt();
  }
}

/**
 * From the top downwards: whoever finds a part of it in between finds that its parent has ended. What is below is claimed before: if
 * this process dies, its runs are taken over, and those that only waited would be found by nobody.
 */
async function cancelBelow(
  runtime: CancelRuntime,
  claims: Claims,
  { record, reason }: { readonly record: RunRecord; readonly reason: string },
): Promise<void> {
  const breathe = breaths();
  const open = [record];
  for (const { id } of open) {
    const unfinished = await listAll(runtime, { parent: id, isUnfinished: true });
    // What is in memory here is told by its own tree.
    const below = unfinished.filter((child) => !runtime.drivers.has(child.id));
    for (const child of below) {
      await breathe();
      await claims.take(child.id);
    }
    await cancelClaimed(runtime, claims, { id, reason });
    open.push(...below);
  }
}

/** Another task of this process may have claimed the run since, to cancel it too: then once more. */
async function cancelClaimed(
  runtime: CancelRuntime,
  claims: Claims,
  { id, reason }: { readonly id: RunId; readonly reason: string },
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await cancelOne(runtime, id, { epoch: await claims.take(id), reason });
      return claims.drop(id);
    } catch (error) {
      const code = error instanceof EngineError ? error.code : null;
      const isOvertaken = code === 'STORE_FENCED' || code === 'STORE_CONFLICT';
      if (!isOvertaken || tries === triesMax) throw error;
      claims.drop(id);
    }
  }
}

const triesMax = 3;

async function cancelOne(
  runtime: CancelRuntime,
  id: RunId,
  { epoch, reason }: { readonly epoch: number; readonly reason: string },
): Promise<void> {
  const { store, clock } = runtime;
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
