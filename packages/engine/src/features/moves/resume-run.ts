// Resuming a failed run
// The same run, under its id, goes on where it failed. The runs below it that failed with it, or were cancelled because it
// failed, go on too; so it is the run at the top that is resumed.
//
// M1. Runs below are written first, and nobody wakes them: a process that dies in between leaves a failed run that can be
//     resumed again.
// M2. Two who resume the same run at once expect the same number of rows: one of them is refused.
import {
  isOver,
  runId,
  versionId,
  type ActivationName,
  type Json,
  type PlainOr,
  type RunEvent,
  type RunId,
  type VersionId,
} from '@skein/kernel';
import {
  EngineError,
  hasEnded,
  withoutUndefined,
  type RunChanges,
  type RunRecord,
  type RunStatus,
} from '@skein/ports';
import type { Peers } from '../../cluster/peers.ts';
import type { ResumeCommand } from '../../cluster/remote-command.ts';
import { checkInput, checkInputAhead } from '../../core/driver/check-input.ts';
import type { RunRegistry } from '../../core/driver/run-registry.ts';
import { childPath, placeOfPath } from '../../core/run/child-path.ts';
import { openChildEffects } from '../../core/run/open-effects.ts';
import type { Ports } from '../../engine-ports.ts';
import { knownWorkflow, type Definitions } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';
import { eventIds } from '../../state/journal/event-ids.ts';
import { beginProjection, projectAdded } from '../../state/projections/begin-projection.ts';
import { childrenByPath } from '../../state/records/children-by-path.ts';
import { listAll } from '../../state/records/list-all.ts';
import { Snapshots } from '../../state/snapshots/snapshots.ts';
import { checkMayGoOn, type MayAnswer } from '../forks/asked-again.ts';
import { waitRecord } from '../forks/write-run.ts';
import { planResume, type ResumePlan } from './plan-resume.ts';

export type ResumeRuntime = Definitions &
  Ports<'store' | 'clock' | 'ids' | 'isDraining' | 'checkSchema' | 'checkAhead'> &
  Pick<Peers, 'host' | 'trees'> &
  Pick<RunRegistry, 'endedRuns'>;

export interface ResumeOptions {
  /** Another stored version of the run's workflow; default: its own. */
  readonly version?: PlainOr<VersionId>;
  /** In the place of the input that the failed activation had. */
  readonly input?: Json;
  /** Who asks for it, for the journal. */
  readonly by?: string;
  /** With another version or input it is refused if the run has answers that whoever asks could not give; default: all could. */
  readonly mayAnswer?: MayAnswer;
}

export interface Resumed {
  readonly id: RunId;
  readonly version: VersionId;
  /** What is tried again; empty where a run below it is. */
  readonly activations: readonly ActivationName[];
  /** The runs below it that go on too. */
  readonly below: readonly RunId[];
}

/** Here, or where a host drives it. */
export async function resumeRun(
  runtime: ResumeRuntime,
  run: RunId,
  options: ResumeOptions,
): Promise<Resumed> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  const record = await runtime.store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  checkResumable(record);
  const { input, by } = options;
  const version =
    options.version === undefined ? record.workflow.version : versionId(options.version);
  const isOther = version !== record.workflow.version || input !== undefined;
  if (isOther) await checkMayGoOn(runtime, run, options.mayAnswer);
  const given = { version, ...withoutUndefined({ input, by }) };
  if (runtime.host !== null) {
    const sent = await runtime.host.send(run, { do: 'resume', after: record.seq, ...given });
    // Written by `resumeHosted`, in another process.
    return sent as unknown as Resumed;
  }
  const { resumed, isOver: hasEnded } = await writeResumed(runtime, record, given).catch(
    (error: unknown) => {
      const isLate = error instanceof EngineError && error.code === 'STORE_CONFLICT';
      throw isLate ? resumeRefusal(run, 'somebody else has resumed it meanwhile.') : error;
    },
  );
  for (const id of [run, ...resumed.below]) runtime.endedRuns.delete(id);
  if (!hasEnded) await runtime.trees.open(run);
  return resumed;
}

/** For a host, before it opens the run; the same again when an earlier try of this very command has written it. */
export async function resumeHosted(
  runtime: ResumeRuntime,
  run: RunId,
  { after, version, input, by }: ResumeCommand,
): Promise<Resumed> {
  const record = await runtime.store.runs.get(run);
  if (record === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const [row] = record.seq > after ? await runtime.store.runs.rows(run, [after + 1]) : [];
  if (row?.type === 'run.resumed') {
    const { workflow } = record;
    const { activations } = row;
    return {
      id: run,
      version: workflow.version,
      activations,
      below: await openBelow(runtime, run),
    };
  }
  checkResumable(record);
  const given = { version, ...withoutUndefined({ input, by }) };
  const { resumed } = await writeResumed(runtime, record, given);
  return resumed;
}

async function openBelow(runtime: Ports<'store'>, run: RunId): Promise<readonly RunId[]> {
  const children = await listAll(runtime, { parent: run, isUnfinished: true });
  const below = await Promise.all(children.map(({ id }) => openBelow(runtime, id)));
  return children.flatMap(({ id }, i) => [...(below[i] ?? []), id]);
}

async function writeResumed(
  runtime: ResumeRuntime,
  record: RunRecord,
  given: Omit<Wish, 'below'>,
): Promise<{ readonly resumed: Resumed; readonly isOver: boolean }> {
  const below: RunId[] = [];
  const planned = await plan(runtime, record, { ...given, below });
  for (const each of planned.below) await write(runtime, each, null);
  await write(runtime, planned, runtime.clock.now());
  const { activations, state } = planned.plan;
  const resumed = { id: record.id, version: given.version, activations, below };
  return { resumed, isOver: isOver(state) };
}

function checkResumable({ id: run, status, parent, root }: RunRecord): void {
  if (parent !== undefined) {
    throw resumeRefusal(run, `it belongs to the run ${root ?? parent.run}; resume that one.`);
  }
  if (status !== 'failed') throw resumeRefusal(run, `it is ${status}, and has not failed.`);
}

/** A run that goes on, with the runs below it that do, the deepest first. */
interface Planned {
  readonly record: RunRecord;
  readonly workflow: KnownWorkflow;
  readonly plan: ResumePlan;
  readonly changes: RunChanges;
  readonly below: readonly Planned[];
}

interface Wish extends ResumeOptions {
  readonly version: VersionId;
  /** Gets the ids of the runs below. */
  readonly below: RunId[];
}

async function plan(runtime: ResumeRuntime, record: RunRecord, wish: Wish): Promise<Planned> {
  const { id: run, workflow: named } = record;
  const { store, clock } = runtime;
  const rows = (await store.runs.journal(run)) ?? [];
  const source = await knownWorkflow(runtime, record);
  const moved = { ...record, workflow: { ...named, version: wish.version } };
  const target = wish.version === named.version ? source : await knownWorkflow(runtime, moved);
  const children = await childrenByPath(runtime, run);
  const below: Planned[] = [];
  const places = [...children.keys()].map(placeOfPath);
  const hasChild = ({ node, activation }: ActivationName) =>
    places.some((place) => place.node === node && place.activation === activation);
  const planned = planResume({
    graph: source.graph,
    rows,
    target,
    from: named.version,
    ...withoutUndefined({
      input: wish.input === undefined ? undefined : { value: wish.input },
      by: wish.by,
    }),
    waitOn: hasChild,
    now: clock.now(),
    idOf: eventIds(runtime, run),
  });
  if (typeof planned === 'string') throw resumeRefusal(run, planned);
  if (wish.input !== undefined && planned.state.origin.input === wish.input) {
    await checkInputAhead(runtime, target, { input: wish.input, user: record.user });
    checkInput(runtime, target, wish.input);
  }
  for (const effect of openChildEffects(planned.state)) {
    const child = children.get(childPath(effect));
    if (child === undefined || !hasEnded(child)) continue;
    if (child.status !== 'failed' && child.status !== 'cancelled') continue;
    const { version } = child.workflow;
    const { by } = wish;
    const whose = by === undefined ? {} : { by };
    const deeper = await plan(runtime, child, { version, below: wish.below, ...whose });
    below.push(...deeper.below, deeper);
    wish.below.push(child.id);
  }
  const changes = changesOf(runtime, { record, target, plan: planned, rows });
  return { record, workflow: target, plan: planned, changes, below };
}

function changesOf(
  { store }: Ports<'store'>,
  given: {
    readonly record: RunRecord;
    readonly target: KnownWorkflow;
    readonly plan: ResumePlan;
    readonly rows: readonly RunEvent[];
  },
): RunChanges {
  const { record, target, plan: planned, rows } = given;
  const { state, before } = planned;
  const waits = [...state.waits.values()];
  const opened = waits.filter(({ id }) => !before.waits.has(id));
  const projector = beginProjection(store, target);
  const snapshots = new Snapshots();
  for (const row of planned.rows) snapshots.add(row);
  const projections =
    projector === null
      ? []
      : projectAdded(projector, target.graph, { before: rows, added: planned.rows });
  const records = opened.map((wait) => waitRecord(wait, record.id, record.user));
  return {
    // It has rows, so it is past the status `created`, the only one that stores do not have.
    status: state.status as RunStatus,
    reopened: waits.filter(({ id }) => before.waits.has(id)).map(({ id }) => id),
    ...withoutUndefined({
      opened: opened.length === 0 ? undefined : records,
      version: target.version === record.workflow.version ? undefined : target.version,
      projections: projections.length === 0 ? undefined : projections,
    }),
    // The last one may be of another version.
    snapshot: snapshots.take(target.graph, state, projector),
  };
}

async function write(
  { store }: Ports<'store'>,
  { record, plan: { rows }, changes }: Planned,
  wakeAt: number | null,
): Promise<void> {
  const { id, seq } = record;
  await store.runs.append(id, seq, rows, { ...changes, wakeAt });
}

export function resumeRefusal(run: RunId, complaint: string): EngineError<'RESUME_REFUSED'> {
  return new EngineError('RESUME_REFUSED', { run: runId(run), complaint });
}
