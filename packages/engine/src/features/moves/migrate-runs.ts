// Moving the waiting runs of a workflow
// Each as if it were the only one (Moving a waiting run): those that cannot move stay where they are, with what is in their way.
import type { RunId, VersionId, WorkflowId } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import { listAll } from '../../state/records/list-all.ts';
import { migrateRun, type MovedRun, type MoveOptions, type MoveRuntime } from './move-run.ts';

export interface MigrateOptions extends MoveOptions {
  /** Only runs of this version. */
  readonly from?: VersionId;
  /** Only runs of this user. */
  readonly user?: string;
}

export interface MigrationReport {
  readonly workflow: WorkflowId;
  readonly to: VersionId;
  /** Waiting runs of other versions, without those that belong to another run. */
  readonly runs: readonly MovedRun[];
}

export async function migrateRuns(
  runtime: MoveRuntime,
  workflow: WorkflowId,
  { to, from, user, ...options }: MigrateOptions & { readonly to: VersionId },
): Promise<MigrationReport> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  const owner = user === undefined ? {} : { user };
  // Fails here when there is no such version.
  await runtime.workflows.get({ id: workflow, version: to, user });
  const runs: MovedRun[] = [];
  for (const record of await listAll(runtime, { workflow, status: 'waiting', ...owner })) {
    const { version } = record.workflow;
    if (record.parent !== undefined || version === to || (from !== undefined && version !== from)) {
      continue;
    }
    runs.push(await migrateRun(runtime, record, { ...options, to }));
  }
  return { workflow, to, runs };
}

/** One run, by its id; MOVE_REFUSED unless it was only to be looked at. */
export async function migrateOne(
  runtime: MoveRuntime,
  run: RunId,
  options: MoveOptions & { readonly to: VersionId },
): Promise<MovedRun> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  const record = await runtime.store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const report = await migrateRun(runtime, record, options);
  if (report.canMove || options.dryRun === true) return report;
  const complaint = report.obstacles
    .map(({ node, reason }) => (node === '' ? `${reason}.` : `"${node}": ${reason}.`))
    .join(' ');
  throw new EngineError('MOVE_REFUSED', { run, version: options.to, complaint });
}
