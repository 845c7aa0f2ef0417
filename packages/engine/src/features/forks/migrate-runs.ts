// Moving waiting runs to another version
// A run keeps its version for ever. What moves is its history: a new run of the other version takes over its
// whole journal, and the old one is cancelled. That is possible where every row of the old run applies to the new one.
import type { RunId, VersionId, WorkflowId } from '@skein/kernel';
import { EngineError, type RunRecord } from '@skein/ports';
import { runOnOwner, type OwnerRuntime } from '../../cluster/commands/run-on-owner.ts';
import { listAll } from '../../state/records/list-all.ts';
import { knownWorkflow } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/workflow-cache.ts';
import { planRun, readSource, writeFork, type ForkRuntime, type Source } from './fork-run.ts';
import type { Replayed } from './rebuild-onto.ts';

export type MigrateRuntime = ForkRuntime & OwnerRuntime;

export interface MigrationReport {
  readonly workflow: WorkflowId;
  readonly to: VersionId;
  /** Waiting runs of other versions. */
  readonly runs: readonly MigratedRun[];
}

export interface MigratedRun {
  readonly run: RunId;
  readonly from: VersionId;
  readonly canMove: boolean;
  /** Why not. */
  readonly reason?: string;
  /** The run that continues in its place. */
  readonly movedTo?: RunId;
}

/** Which runs can move and which cannot; with `isDry` nothing is changed. */
export async function migrateRuns(
  runtime: MigrateRuntime,
  workflow: WorkflowId,
  {
    to,
    isDry,
    user,
  }: { readonly to: VersionId; readonly isDry: boolean; readonly user: string | undefined },
): Promise<MigrationReport> {
  const owner = user === undefined ? {} : { user };
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  // Fails here when there is no such version.
  await runtime.workflows.get({ id: workflow, version: to, user });
  const runs: MigratedRun[] = [];
  for (const record of await listAll(runtime, { workflow, status: 'waiting', ...owner })) {
    if (record.workflow.version === to) continue;
    runs.push(await migrateRun(runtime, record, { to, isDry }));
  }
  const cancelled = isDry
    ? []
    : await listAll(runtime, { workflow, status: 'cancelled', ...owner });
  for (const record of cancelled) {
    if (record.workflow.version !== to) runs.push(...(await finishMove(runtime, record, to)));
  }
  return { workflow, to, runs };
}

async function migrateRun(
  runtime: MigrateRuntime,
  record: RunRecord,
  { to, isDry }: { readonly to: VersionId; readonly isDry: boolean },
): Promise<MigratedRun> {
  const { id: run, workflow } = record;
  const base = { run, from: workflow.version };
  if (record.parent !== undefined) {
    return {
      ...base,
      canMove: false,
      reason: 'It belongs to another run, and moves with it only.',
    };
  }
  try {
    const source = await readSource(runtime, run);
    const moved = { ...record, workflow: { id: workflow.id, version: to } };
    const target = await knownWorkflow(runtime, moved);
    const { replayed } = planRun(runtime, source, {
      workflow: target,
      input: source.input,
      shiftMs: 0,
    });
    const reason = obstacle(source, replayed);
    if (reason !== null) return { ...base, canMove: false, reason };
    if (isDry) return { ...base, canMove: true };
    await runOnOwner(runtime, run, { do: 'cancel', reason: reasonOf(to) });
    const { id } = await continueRun(runtime, run, target);
    return { ...base, canMove: true, movedTo: id };
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { ...base, canMove: false, reason: error.message };
  }
}

function obstacle({ rows }: Source, { left, state }: Replayed): string | null {
  const child = rows.find(({ type }) => type === 'child.waiting');
  if (child !== undefined) return `Row ${child.seq}: it has child runs that wait.`;
  const [first] = left;
  if (first !== undefined) {
    const where = first.node === undefined ? '' : ` of ${first.node}#${first.activation ?? 1}`;
    return `Row ${first.seq} (${first.type}${where}) does not fit: ${first.reason}.`;
  }
  return state.status === 'waiting' ? null : `It would be ${state.status} there.`;
}

/** It is stored in journals: an interrupted move is found by it, also one of an earlier version. */
const reasonOf = (version: VersionId) => `It goes on in version ${version}.`;

/**
 * The new run. The old one was cancelled first: two runs of the same work must never wait for the same person. Answers that
 * arrived meanwhile are included. Idempotent: there is one new run for each old run and version.
 */
async function continueRun(
  runtime: MigrateRuntime,
  run: RunId,
  target: KnownWorkflow,
): Promise<{ readonly id: RunId; readonly isNew: boolean }> {
  const source = await readSource(runtime, run);
  const plan = planRun(runtime, source, { workflow: target, input: source.input, shiftMs: 0 });
  const options = { idempotencyKey: `migration ${run} ${target.version}` };
  const { id } = await writeFork(runtime, source, { ...plan, workflow: target, options });
  return { id, isNew: id === plan.id };
}

/** A crash in the middle of a move leaves a cancelled run that says where it continues, although that run does not exist. */
async function finishMove(
  runtime: MigrateRuntime,
  record: RunRecord,
  to: VersionId,
): Promise<readonly MigratedRun[]> {
  const { id: run, workflow, seq } = record;
  const [last] = await runtime.store.runs.rows(run, [seq]);
  if (last?.type !== 'run.cancelled' || last.reason !== reasonOf(to)) return [];
  const moved = { ...record, workflow: { id: workflow.id, version: to } };
  const { id, isNew } = await continueRun(runtime, run, await knownWorkflow(runtime, moved));
  return isNew ? [{ run, from: workflow.version, canMove: true, movedTo: id }] : [];
}
