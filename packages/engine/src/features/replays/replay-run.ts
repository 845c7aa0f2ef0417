// Replay-diff
// Runs a run again with another prompt, model, definition or input: a new run that reuses what is equal and executes what
// differs, and a report of where the two diverge and what it cost.
//
// R1. The old run is unchanged; the changed definition is saved under a name of its own and never becomes a newest version.
// R2. What applies from the start is taken over by a fork. What is only reached later is looked up while the new run continues (Reuse).
// R3. The report compares journals. It can be made for a run that still waits, and then says how far it has come.
import {
  findDifferences,
  rebuildState,
  runId,
  workflowId,
  type Graph,
  type Json,
  type JsonDifference,
  type NodeId,
  type RunId,
  type Usage,
  type WorkflowId,
} from '@skein/kernel';
import { EngineError, type RunStatus } from '@skein/ports';
import { askedAgain, type MayAnswer } from '../forks/asked-again.ts';
import { planRun, readSource, writeFork, type ForkRuntime } from '../forks/fork-run.ts';
import { checkInput, checkInputAhead } from '../../core/driver/check-input.ts';
import type { RunRegistry } from '../../core/driver/run-registry.ts';
import type { Ports } from '../../engine-ports.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';
import { changeDefinition, type ReplayChange } from './change-definition.ts';
import { findDivergence, type Divergence } from './compare-runs.ts';
import { fillReuse } from './fill-reuse.ts';
import { readTree, type TreeRun } from './read-tree.ts';
import { recordedTree, type RehearsalPorts } from './recorded-run.ts';
import { usageFields, type ReplayReuse } from './replay-reuse.ts';

export type ReplayRuntime = ForkRuntime &
  RehearsalPorts &
  Pick<RunRegistry, 'reuses'> &
  Ports<'compile' | 'checkSchema' | 'checkAhead'>;

export interface ReplayOptions {
  /** What is replaced; without it everything is reused. */
  readonly with?: ReplayChange & {
    /** Another definition, instead of a changed one. */
    readonly definition?: object;
    readonly input?: Json;
  };
  /** Answers that whoever replays could not give are asked again; default: all are reused. */
  readonly mayAnswer?: MayAnswer;
  /** Called with the new run as soon as it exists. */
  readonly onStarted?: (run: RunId) => void;
}

export interface ReplayReport {
  readonly id: RunId;
  readonly before: RunId;
  readonly status: { readonly before: RunStatus; readonly after: RunStatus };
  /** Where the two diverge first; null when they do not. */
  readonly divergence: Divergence | null;
  /** Calls of models, tools and the like: reused from the first run, and really made. */
  readonly calls: { readonly reused: number; readonly made: readonly ReplayedCall[] };
  /** Functions that were called again, whatever they requested. */
  readonly ran: readonly { readonly node: NodeId; readonly activation: number }[];
  /** `spent`: what the replay really cost. */
  readonly usage: {
    readonly before: Required<Usage>;
    readonly after: Required<Usage>;
    readonly spent: Required<Usage>;
  };
  readonly output: {
    readonly equal: boolean;
    readonly before: Json;
    readonly after: Json;
    readonly differences: readonly JsonDifference[];
  };
}

export interface ReplayedCall {
  readonly path: string;
  readonly node: NodeId;
  readonly activation: number;
  readonly request: Json;
}

export async function replayRun(
  runtime: ReplayRuntime,
  run: RunId,
  options: ReplayOptions,
  settled: (run: RunId) => Promise<unknown>,
): Promise<ReplayReport> {
  if (runtime.isDraining) throw new EngineError('ENGINE_CLOSED', {});
  if (runtime.host !== null) {
    // What is left to reuse is known to one process; here any worker may make the next call, and get what another one has used.
    const complaint =
      'workers of Restate cannot tell each other what has been used again. Replay it in one process on the same store: skein runs replay RUN --store URL.';
    throw new EngineError('REPLAY_REFUSED', { complaint });
  }
  const source = await readSource(runtime, run);
  if (source.record.parent !== undefined) {
    const complaint = `"${run}" is part of another run; replay that one.`;
    throw new EngineError('REPLAY_REFUSED', { complaint });
  }
  const tree = await readTree(runtime, run);
  const workflow = await chooseWorkflow(runtime, source, options.with ?? {});
  const input =
    options.with !== undefined && 'input' in options.with ? options.with.input : source.input;
  await checkInputAhead(runtime, workflow, { input, user: source.record.user });
  checkInput(runtime, workflow, input);
  const endsAt = runtime.clock.now();
  const again = await askedAgain(runtime, run, options.mayAnswer);
  const fork = { reuses: true } as const;
  const plan = planRun(runtime, source, { workflow, input, endsAt, fork, again });
  const { left, state } = plan.replayed;
  const reuse = fillReuse(tree, await recordedTree(runtime, tree), {
    left: new Set(left.map(({ seq }) => seq)),
    usage: state.usage,
    again,
  });
  runtime.reuses.set(plan.id, reuse);
  await writeFork(runtime, source, { ...plan, workflow, options: {} });
  options.onStarted?.(plan.id);
  await settled(plan.id);
  return reportOn(runtime, { before: tree, id: plan.id, reuse });
}

async function chooseWorkflow(
  runtime: ReplayRuntime,
  { record, workflow }: Awaited<ReturnType<typeof readSource>>,
  change: NonNullable<ReplayOptions['with']>,
): Promise<KnownWorkflow> {
  const { definition, input: _, ...rest } = change;
  if (definition === undefined && Object.keys(rest).length === 0) return workflow;
  const { start, user } = record;
  const changed = definition ?? changeDefinition(runtime, workflow, rest);
  // Under a name of its own (R1).
  const saved = await runtime.workflows.save(changed, {
    ...(start === undefined ? {} : { start }),
    ...(user === undefined ? {} : { user }),
    id: replayName(record.workflow.id),
    isHidden: true,
  });
  return runtime.workflows.get({ id: saved.id, version: saved.version, start, user });
}

function replayName(id: WorkflowId): WorkflowId {
  return id.endsWith(suffix) ? id : workflowId(`${id}${suffix}`);
}

const suffix = '~replay';

async function reportOn(
  runtime: ReplayRuntime,
  {
    before,
    id,
    reuse,
  }: { readonly before: readonly TreeRun[]; readonly id: RunId; readonly reuse: ReplayReuse },
): Promise<ReplayReport> {
  const after = await readTree(runtime, id);
  const recorded = await recordedTree(runtime, after);
  const paths = new Map(after.map(({ record, path }) => [record.id, path]));
  const made = reuse.made.map(({ run, node, activation, request }) => ({
    path: paths.get(run) ?? '',
    node,
    activation,
    request,
  }));
  const total = recorded.calls.filter(({ outcome }) => !('failure' in outcome)).length;
  const [was, is] = [endOf(before), endOf(after)];
  const differences = findDifferences(was.output, is.output, 20);
  return {
    id,
    before: before[0]?.record.id ?? runId(''),
    status: { before: was.status, after: is.status },
    divergence: findDivergence(before, after),
    calls: { reused: total - reuse.answered + reuse.takenCalls, made },
    ran: reuse.ran.map(({ node, activation }) => ({ node, activation })),
    usage: { before: was.usage, after: is.usage, spent: without(is.usage, reuse.usage) },
    output: { equal: differences.length === 0, before: was.output, after: is.output, differences },
  };
}

interface End {
  readonly status: RunStatus;
  readonly output: Json;
  readonly usage: Required<Usage>;
}

function endOf([run]: readonly TreeRun[]): End {
  const state = rebuildState(run?.workflow.graph as Graph, run?.rows ?? []);
  const { output = null, usage } = state;
  // It has a row, so it is past the status `created`.
  return { status: state.status as RunStatus, output, usage: { ...usage } };
}

function without(usage: Required<Usage>, reused: Required<Usage>): Required<Usage> {
  const spent = { ...usage };
  // Money is counted in fractions, which do not always cancel out.
  for (const field of usageFields)
    spent[field] = Math.max(0, rounded(usage[field] - reused[field]));
  return spent;
}

function rounded(number: number): number {
  return Math.round(number * 1e9) / 1e9;
}
