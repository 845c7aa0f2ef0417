// Moving a waiting run to another version
// The run goes on under its id, with its waits, links, events and child runs: only what it does next is decided by the other
// version. It is moved where it is driven, so no server has to be stopped for it.
//
// V1. The state that is moved is that of the moment in which the move is written: an answer that arrives meanwhile comes
//     before it, or after.
import { type Json, type MoveObstacle, type RunId, type VersionId } from '@skein/kernel';
import {
  EngineError,
  hasEnded,
  withoutUndefined,
  type RunOrigin,
  type RunRecord,
} from '@skein/ports';
import { runOnOwner, type OwnerRuntime } from '../../cluster/commands/run-on-owner.ts';
import { findDriver, type FindRuntime } from '../../cluster/find-run.ts';
import { readRun } from '../../cluster/read-run.ts';
import type { Ports } from '../../engine-ports.ts';
import type { RemoteCommand } from '../../cluster/remote-command.ts';
import { unplaced, type Draft } from '../../core/run/draft.ts';
import type { DrivenRun, MovedDriver } from '../../core/run/driven-run.ts';
import { knownWorkflow } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';
import { isQuarantined } from '../../state/records/is-quarantined.ts';
import { beginProjection, catchUp } from '../../state/projections/begin-projection.ts';
import { askedAgain, type MayAnswer } from '../forks/asked-again.ts';
import { findChanges, planMove } from './plan-move.ts';

export type MoveRuntime = FindRuntime & OwnerRuntime & Ports<'ceilings'>;

export interface MoveOptions {
  /**
   * `strict` (default): only if every recorded result would be the same in the new version. `keep`: recorded results stay,
   * whatever the new version says about the nodes that gave them.
   */
  readonly recorded?: 'keep' | 'strict';
  /** Only says whether it can move. */
  readonly dryRun?: boolean;
  /** Who asks for it, for the journal. */
  readonly by?: string;
  /** A run with answers that whoever asks could not give does not move; default: all could. */
  readonly mayAnswer?: MayAnswer;
}

export interface MovedRun {
  readonly run: RunId;
  readonly from: VersionId;
  readonly to: VersionId;
  readonly canMove: boolean;
  /** It goes on there. */
  readonly isMoved: boolean;
  /** Why it cannot move, by node; the node is empty where it is none. */
  readonly obstacles: readonly MoveObstacle[];
}

/** Looks whether the run can go on in the version, and moves it unless it is only to be looked at. */
export async function migrateRun(
  runtime: MoveRuntime,
  record: RunRecord,
  options: MoveOptions & { readonly to: VersionId },
): Promise<MovedRun> {
  const { to, recorded = 'strict', dryRun = false, by, mayAnswer } = options;
  const { id: run, workflow } = record;
  const base = { run, from: workflow.version, to };
  const obstacles = await obstaclesOf(runtime, record, { to, recorded, mayAnswer });
  if (obstacles.length > 0) return { ...base, canMove: false, isMoved: false, obstacles };
  if (dryRun || workflow.version === to)
    return { ...base, canMove: true, isMoved: false, obstacles };
  const whose = by === undefined ? {} : { by };
  const left = await runOnOwner(runtime, run, { do: 'move', to, recorded, ...whose });
  // Written by `moveRun`, perhaps in another process.
  const found = left as unknown as readonly MoveObstacle[];
  return { ...base, canMove: found.length === 0, isMoved: found.length === 0, obstacles: found };
}

async function obstaclesOf(
  runtime: MoveRuntime,
  record: RunRecord,
  {
    to,
    recorded,
    mayAnswer,
  }: {
    readonly to: VersionId;
    readonly recorded: 'keep' | 'strict';
    readonly mayAnswer: MayAnswer | undefined;
  },
): Promise<readonly MoveObstacle[]> {
  const only = (reason: string): readonly MoveObstacle[] => [{ node: '', reason }];
  const { id, parent, root, status } = record;
  if (parent !== undefined) return only(`it belongs to the run ${root ?? parent.run}`);
  if (hasEnded(record)) return only(`it has ended (${status})`);
  if (await isQuarantined(runtime, record)) return only('it is quarantined; release it first');
  if ((await askedAgain(runtime, id, mayAnswer)).length > 0) {
    return only('it has an answer that you may not give; fork it, and it is asked again');
  }
  const target = await targetOf(runtime, record, to);
  const run = await readRun(runtime, id);
  await run.unread?.read();
  const { obstacles } = planMove(run, target);
  if (obstacles.length > 0 || recorded === 'keep') return obstacles;
  return findChanges(runtime, id, target);
}

function targetOf(
  runtime: MoveRuntime,
  { workflow, start, user }: Pick<RunOrigin, 'workflow' | 'start' | 'user'>,
  version: VersionId,
): KnownWorkflow | Promise<KnownWorkflow> {
  const moved = withoutUndefined({ workflow: { ...workflow, version }, start, user });
  return knownWorkflow(runtime, moved);
}

/** A run that changes while it is looked at is looked at again. */
const triesMax = 5;

/** Moves a run of this process; gives back what keeps it from moving. */
export async function moveRun(
  runtime: MoveRuntime,
  run: RunId,
  command: Extract<RemoteCommand, { readonly do: 'move' }>,
): Promise<Json> {
  for (let tries = 1; ; tries++) {
    const driver = await findDriver(runtime, run);
    if (driver === null) return [{ node: '', reason: 'it has ended' }];
    if (driver.origin.workflow.version === command.to) return [];
    const target = await targetOf(runtime, driver.origin, command.to);
    await driver.unread?.read();
    await driver.written();
    const { seq } = driver.state;
    const changes = command.recorded === 'strict' ? await findChanges(runtime, run, target) : [];
    // The obstacles are JSON; their interface merely lacks an index signature that says so.
    if (changes.length > 0) return changes as unknown as Json;
    const rows = (await runtime.store.runs.journal(run)) ?? [];
    const projector = beginProjection(runtime.store, target);
    if (projector !== null) {
      catchUp(projector, target.graph, rows);
      projector.rows();
    }
    const outcome = await write(driver, { command, target, projector, seq });
    if (outcome !== null) return outcome;
    if (tries === triesMax) return [{ node: '', reason: 'it changed while it was being moved' }];
  }
}

/** Null when it has changed since it was looked at. */
async function write(
  driver: DrivenRun,
  given: Pick<MovedDriver, 'projector'> & {
    readonly command: Extract<RemoteCommand, { readonly do: 'move' }>;
    readonly target: KnownWorkflow;
    readonly seq: number;
  },
): Promise<Json | null> {
  const { command, target, projector, seq } = given;
  const { to, recorded, by } = command;
  const { workflow } = driver.origin;
  const draft: { -readonly [Key in keyof Draft<'run.moved'>]: Draft<'run.moved'>[Key] } = {
    ...unplaced,
    type: 'run.moved',
    from: workflow.version,
    to,
    recorded,
    ...withoutUndefined({ by }),
    state: null,
  };
  let outcome: Json | null = [];
  const refused = new EngineError('MOVE_REFUSED', { run: driver.id, version: to, complaint: '' });
  // V1.
  const prepare = () => {
    const { state, obstacles } = planMove(driver, target);
    // The obstacles are JSON; their interface merely lacks an index signature that says so.
    outcome = driver.state.seq === seq ? (obstacles as unknown as Json) : null;
    if (outcome === null || obstacles.length > 0) return refused;
    draft.state = state;
    const origin = { ...driver.origin, workflow: { ...workflow, version: to } };
    driver.moveTo({ graph: target.graph, dialect: target.dialect, origin, projector });
    return null;
  };
  try {
    await driver.record(draft, null, prepare);
  } catch (error) {
    if (error !== refused) throw error;
  }
  return outcome;
}
