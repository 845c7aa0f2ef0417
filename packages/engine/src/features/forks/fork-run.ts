// Forking
// A new run that takes over the results of another one, as far as they are still valid, and continues from there by itself.
import { createHash } from 'node:crypto';
import {
  RULES,
  inputOf,
  isOver,
  rebuildState,
  runId,
  standingRows,
  type ActivationName,
  type Json,
  type NodeId,
  type NodeResult,
  type PlainOr,
  type RunEvent,
  type RunId,
  type VersionId,
} from '@skein/kernel';
import { EngineError, withoutUndefined, type RunRecord } from '@skein/ports';
import { nodeNotFound } from '../../state/definitions/node-not-found.ts';
import { checkInput, checkInputAhead } from '../../core/driver/check-input.ts';
import { eventIds } from '../../state/journal/event-ids.ts';
import type { Peers } from '../../cluster/peers.ts';
import { isRepeatedStart } from '../../core/driver/run-errors.ts';
import type { Ports } from '../../engine-ports.ts';
import { findJsonProblem } from '../../state/values/find-json-problem.ts';
import { knownWorkflow, type Definitions } from '../../state/definitions/known-workflow.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';
import { isQuarantined } from '../../state/records/is-quarantined.ts';
import { checkRepeatedStart } from '../../core/driver/check-repeated-start.ts';
import { askedAgain, type MayAnswer } from './asked-again.ts';
import { rebuildOnto, type LeftRow, type Replayed, type ResultChange } from './rebuild-onto.ts';
import { computedCeilings } from '../../limits/computed-ceilings.ts';
import { writeRun } from './write-run.ts';

/** What is needed to fork runs. */
export type ForkRuntime = Definitions &
  Ports<'store' | 'clock' | 'ids' | 'isDraining' | 'ceilings'> &
  Pick<Peers, 'host' | 'trees'>;

export interface ForkOptions {
  /**
   * Where the new run starts to execute by itself: an activation, or a node for its newest one. Default: wherever a result no
   * longer applies.
   */
  readonly from?: string | { readonly node: NodeId; readonly activation?: number };
  /** Default: the input of the run. */
  readonly input?: Json;
  /** Other results in place of recorded ones; the activation is the newest unless one is named. */
  readonly changes?: readonly ForkChange[];
  /** Another definition, which is saved first. */
  readonly definition?: object;
  /** Another stored version of the run's workflow. */
  readonly version?: PlainOr<VersionId>;
  /** Of the new run; default: that of the run. */
  readonly user?: string;
  readonly idempotencyKey?: string;
  /** Answers that whoever forks could not give are asked again; default: all are taken over. */
  readonly mayAnswer?: MayAnswer;
}

export interface ForkChange {
  readonly node: NodeId;
  readonly activation?: number;
  readonly result: NodeResult;
}

export interface Forked {
  readonly id: RunId;
  /** How many results it has taken over. */
  readonly reused: number;
  /** Which results it has not taken over, and why. */
  readonly left: readonly LeftRow[];
}

export async function forkRun(
  runtime: ForkRuntime & Ports<'checkSchema' | 'checkAhead'>,
  run: RunId,
  options: ForkOptions,
): Promise<Forked> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  const source = await readSource(runtime, run);
  const workflow = await chooseWorkflow(runtime, source.record, options);
  const input = 'input' in options ? options.input : source.input;
  await checkInputAhead(runtime, workflow, { input, user: source.record.user });
  checkInput(runtime, workflow, input);
  const from = options.from === undefined ? undefined : placeOf(source, options.from);
  const changes = (options.changes ?? []).map((change) => toChange(source, change));
  const endsAt = runtime.clock.now();
  const fork = options.idempotencyKey === undefined ? {} : { asked: hashOf({ from, changes }) };
  const again = await askedAgain(runtime, run, options.mayAnswer);
  const plan = planRun(runtime, source, { workflow, input, endsAt, changes, from, fork, again });
  const [unused] = plan.replayed.unusedChanges;
  if (unused !== undefined) {
    const what = `${unused.node}#${unused.activation}`;
    throw refusal(run, `${what} has no recorded result that could be changed.`);
  }
  return writeFork(runtime, source, { ...plan, workflow, options });
}

/** A run as it was recorded. */
export interface Source {
  readonly record: RunRecord;
  readonly workflow: KnownWorkflow;
  readonly rows: readonly RunEvent[];
  /** What the run has gone back behind, when it was resumed. */
  readonly undone: readonly RunEvent[];
  readonly input: Json | undefined;
}

export async function readSource(
  runtime: Definitions & Ports<'store'>,
  run: RunId,
): Promise<Source> {
  const record = await runtime.store.runs.get(run);
  if (record !== undefined && (await isQuarantined(runtime, record)))
    throw new EngineError('RUN_QUARANTINED', { run, deaths: 0 });
  const rows = await runtime.store.runs.journal(run);
  if (record === undefined || rows === undefined) throw new EngineError('RUN_NOT_FOUND', { run });
  const input = inputOf(rows);
  const workflow = await knownWorkflow(runtime, record);
  const standing = standingRows(rows);
  const undone = standing.length === rows.length ? [] : without(rows, standing);
  return { record, workflow, rows: standing, undone, input };
}

function without(rows: readonly RunEvent[], standing: readonly RunEvent[]): readonly RunEvent[] {
  const stands = new Set(standing);
  return rows.filter((row) => !stands.has(row));
}

/** The rows that the new run would have; nothing is written. */
export function planRun(
  runtime: Ports<'ids' | 'ceilings'>,
  source: Pick<Source, 'record' | 'workflow' | 'rows'>,
  given: {
    readonly workflow: KnownWorkflow;
    readonly input: Json | undefined;
    /** When the last of these rows happens: the times of all are moved by as much. Without it they stay as they are. */
    readonly endsAt?: number;
    readonly from?: ActivationName | undefined;
    readonly changes?: readonly ResultChange[];
    /** Whether the new run may reuse later what it does not take over at once, and what its key stands for. */
    readonly fork?: { readonly reuses?: true; readonly asked?: string };
    readonly again?: readonly string[];
  },
): { readonly id: RunId; readonly replayed: Replayed } {
  const id = runtime.ids.nextRun();
  const idOf = eventIds(runtime, id);
  const { workflow, input, endsAt, from, changes, fork, again = [] } = given;
  const { start, id: name, version } = workflow;
  const [first] = source.rows;
  const rebuild = (shiftMs: number) =>
    rebuildOnto({
      before: { graph: source.workflow.graph, rows: source.rows },
      graph: workflow.graph,
      started: {
        seq: 1,
        at: (first?.at ?? 0) + shiftMs,
        id: idOf(1),
        ...(first?.dates === undefined ? {} : { dates: first.dates }),
        type: 'run.started',
        run: id,
        workflow: { id: name, version },
        rules: RULES,
        ...computedCeilings(workflow.graph, runtime.ceilings),
        ...(start === undefined ? {} : { start }),
        ...(input === undefined ? {} : { input }),
        ...withoutUndefined({ offline: first?.type === 'run.started' ? first.offline : undefined }),
        forkedFrom: {
          run: source.record.id,
          ...fork,
          ...withoutUndefined({ again: again.length === 0 ? undefined : again }),
        },
      },
      idOf,
      shiftMs,
      from,
      changes,
      again: new Set(again),
    });
  const replayed = rebuild(0);
  // Only now it is known which row is the last: counted from the end of the old run, the first step of the new one would last as long as
  // all that is left out.
  const shiftMs = endsAt === undefined ? 0 : Math.max(0, endsAt - replayed.state.updatedAt);
  return { id, replayed: shiftMs === 0 ? replayed : rebuild(shiftMs) };
}

export async function writeFork(
  runtime: ForkRuntime,
  { record }: Source,
  fork: {
    readonly id: RunId;
    readonly replayed: Replayed;
    readonly workflow: KnownWorkflow;
    readonly options: Pick<ForkOptions, 'user' | 'idempotencyKey'>;
  },
): Promise<Forked> {
  const { id, replayed, workflow, options } = fork;
  const { rows, state, left } = replayed;
  const { start, graph } = workflow;
  const { name } = graph.workflow;
  const { user = record.user, idempotencyKey } = options;
  const created = {
    workflow: { id: workflow.id, version: workflow.version },
    ...(name === undefined ? {} : { name }),
    ...(user === undefined ? {} : { user }),
    ...(start === undefined ? {} : { start }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    depth: 0,
  };
  // Due at once: if this process dies here, another one takes over.
  const wakeAt = isOver(state) ? null : runtime.clock.now();
  try {
    await writeRun(runtime, { id, created, workflow, rows, state, wakeAt, isWholeTree: true });
  } catch (error) {
    if (!isRepeatedStart(error)) throw error;
    const first = { run: runId(error.details.run), key: error.details.key };
    const [asked] = rows;
    if (asked?.type === 'run.started') await checkRepeatedStart(runtime, first, asked);
    return { id: first.run, reused: 0, left: [] };
  }
  if (!isOver(state)) await (runtime.host?.wake(id) ?? runtime.trees.open(id));
  return { id, reused: rows.length - 1, left };
}

async function chooseWorkflow(
  { workflows }: Definitions,
  { workflow, start, user: owner }: RunRecord,
  { definition, version, user = owner }: ForkOptions,
): Promise<KnownWorkflow> {
  if (definition === undefined) {
    return workflows.get({ id: workflow.id, version: version ?? workflow.version, start, user });
  }
  const saved = await workflows.save(definition, {
    ...(start === undefined ? {} : { start }),
    ...(user === undefined ? {} : { user }),
  });
  return workflows.get({ id: saved.id, version: saved.version, start, user });
}

/** Results may be large, and a journal has them already. */
function hashOf({ from, changes }: Pick<Parameters<typeof rebuildOnto>[0], 'from' | 'changes'>) {
  return createHash('sha256')
    .update(JSON.stringify([from, changes]))
    .digest('base64url');
}

function placeOf(source: Source, from: NonNullable<ForkOptions['from']>): ActivationName {
  const { node, activation } = typeof from === 'string' ? { node: from } : from;
  const { graph } = source.workflow;
  if (!graph.nodeById.has(node)) throw nodeNotFound(graph, node);
  const newest = newestActivation(source, node);
  if (newest === 0) throw refusal(source.record.id, `the node "${node}" has recorded nothing.`);
  if (activation !== undefined && activation > newest) {
    throw refusal(source.record.id, `the node "${node}" has had ${newest} activations only.`);
  }
  return { node, activation: activation ?? newest };
}

function newestActivation({ workflow, rows }: Source, node: NodeId): number {
  const index = workflow.graph.nodeById.get(node)?.index;
  const { nodes } = rebuildState(workflow.graph, rows);
  return (index === undefined ? undefined : nodes.get(index)?.count) ?? 0;
}

function toChange(source: Source, { node, activation, result }: ForkChange): ResultChange {
  const problem = findJsonProblem(result, 'result');
  if (problem !== null) {
    const complaint = `${problem.place} ${problem.complaint}.`;
    throw new EngineError('BAD_VALUE', { what: 'change', complaint });
  }
  const name = activation === undefined ? node : { node, activation };
  return { ...placeOf(source, name), result };
}

function refusal(run: RunId, complaint: string): EngineError<'FORK_REFUSED'> {
  return new EngineError('FORK_REFUSED', { run, complaint });
}
