// The requests of a run, derived from its journal
// A journal holds results, not requests: a conversation that is sent again with every turn would make it grow with
// the square of its length. But what a function requests follows from its activation and its earlier results. So each function
// that has side effects in steps only is called again on what it recorded, and reports its requests (Rehearsal).
//
// R1. Failures are reported too: the step that an attempt had reached when it failed.
// R2. Every recorded step is reported once, however many attempts passed it.
// R3. An attempt is called again in the version that was in force when it ran: a run that was mended asks something else since.
import {
  createRun,
  isObject,
  ownValue,
  transition,
  type ExecuteEffect,
  type Failure,
  type Graph,
  type Json,
  type JsonObject,
  type RunId,
  type RunState,
  type Workflow,
} from '@skein/kernel';
import type {
  NodeCall,
  NodeFunction,
  NodeType,
  RecordedAnswer,
  RecordedCall,
  RecordedRun,
  RecordedToolUse,
  Tool,
  ToolSource,
  UnknownCalls,
} from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import { factKey, journalFacts, type ActivationFacts, type StepFact } from './journal-facts.ts';
import { ownIds, readTree, type JournalRuntime, type TreeRun } from './read-tree.ts';
import { isRehearsalEnd, rehearsalIo, rehearsedMemory } from './rehearsal-io.ts';
import { perItem } from '../../core/execution/per-item.ts';
import { toolsFor } from '../../core/run/tools-for.ts';

/** What is needed to rehearse functions. */
export type RehearsalPorts = Ports<'nodeTypes' | 'tools' | 'clock' | 'checkAhead'>;

export async function recordedRun(
  runtime: JournalRuntime & RehearsalPorts,
  run: RunId,
): Promise<RecordedRun> {
  return recordedTree(runtime, await readTree(runtime, run));
}

export async function recordedTree(
  runtime: RehearsalPorts,
  tree: readonly TreeRun[],
): Promise<RecordedRun> {
  // All runs of a tree belong to one user.
  const brought = broughtBy(tree);
  const tools = watchedTools(toolsFor(runtime.tools, tree[0]?.record.user, brought));
  const calls: RecordedCall[] = [];
  const unknown: UnknownCalls[] = [];
  const answers = [];
  for (const each of tree) {
    const facts = journalFacts(each);
    answers.push(...facts.answers);
    const rehearsal: Rehearsal = {
      runtime,
      run: each,
      tools: tools.source,
      calls,
      unknown,
      reported: new Set(),
    };
    await rehearseRun(rehearsal, facts.activations);
  }
  return {
    calls: calls.toSorted((one, other) => one.at - other.at),
    tools: tools.used(),
    answers: answers.toSorted((one, other) => one.at - other.at).map(withoutTime),
    unknown,
    isOwnId: ownIds(tree),
  };
}

function withoutTime(answer: RecordedAnswer & { readonly at: number }): RecordedAnswer {
  const { at: _, ...rest } = answer;
  return rest;
}

interface Rehearsal {
  readonly runtime: RehearsalPorts;
  readonly run: TreeRun;
  readonly tools: ToolSource;
  readonly calls: RecordedCall[];
  readonly unknown: UnknownCalls[];
  /** Steps that have been reported (R2). */
  readonly reported: Set<string>;
}

async function rehearseRun(
  rehearsal: Rehearsal,
  activations: ReadonlyMap<string, ActivationFacts>,
): Promise<void> {
  const { workflow, graphs } = rehearsal.run;
  const { nodeTypes } = rehearsal.runtime;
  let state = createRun();
  for (const [i, row] of rehearsal.run.rows.entries()) {
    const graph = graphs[i] ?? workflow.graph;
    const next = transition(graph, state, row);
    ({ state } = next);
    for (const effect of next.effects) {
      if (effect.type !== 'execute' || effect.resume === true) continue;
      const facts = activations.get(factKey(effect));
      const type = nodeTypes.get(effect.nodeType);
      if (facts === undefined) continue;
      const scene = { graph, effect, state, facts, seq: row.seq, at: row.at };
      if (type?.asksInSteps === true) await rehearseAttempt(rehearsal, type, scene);
      else noteSilent(rehearsal, scene);
    }
  }
}

interface Scene {
  readonly graph: Graph;
  readonly effect: ExecuteEffect;
  readonly state: RunState;
  readonly facts: ActivationFacts;
  readonly seq: number;
  readonly at: number;
}

async function rehearseAttempt(rehearsal: Rehearsal, type: NodeType, scene: Scene): Promise<void> {
  const { graph, effect, state, facts } = scene;
  const end = facts.ends.find(({ seq }) => seq > scene.seq);
  const until = end?.seq ?? Number.POSITIVE_INFINITY;
  const steps = new Map(
    facts.steps.filter(({ seq }) => seq < until).map((each) => [each.key, each]),
  );
  const reporter = new Reporter(rehearsal, scene, steps);
  const { runtime, run } = rehearsal;
  const { user } = run.record;
  const io = rehearsalIo({
    checkAhead: (schema, value) => runtime.checkAhead(schema, value, { user, isPatient: true }),
    standing: { graph, state, runtime: rehearsal.runtime },
    effect,
    run: rehearsal.run.record.id,
    at: scene.at,
    tools: rehearsal.tools,
    recorded: new Map([...steps].map(([key, { value }]) => [key, value])),
    onStep: (key, request, isRecorded) => reporter.onStep(key, request, isRecorded),
  });
  let problem: unknown = null;
  try {
    const { run: call } = type;
    if (call !== undefined) await rehearsedFunction(call, effect)(callOf(run, scene), io);
  } catch (error) {
    if (!isRehearsalEnd(error)) problem = error;
  }
  if (end?.failure !== undefined) reporter.fail(end.failure, end.at);
  reporter.missed(problem);
}

/** Of a node with `each`, for every element what it recorded. */
function rehearsedFunction(call: NodeFunction, { each }: ExecuteEffect): NodeFunction {
  if (each === undefined) return call;
  return perItem({
    each,
    call,
    asksInSteps: true,
    isGuarded: false,
    isRehearsal: true,
    memoryOf: rehearsedMemory,
    pause: () => Promise.resolve(),
    outageMs: () => null,
  });
}

/** Pairs requests with what was recorded. */
class Reporter {
  readonly #rehearsal: Rehearsal;
  readonly #effect: ExecuteEffect;
  readonly #steps: ReadonlyMap<string, StepFact>;
  readonly #visited = new Set<string>();
  /** When the function last recorded something. */
  #at: number;
  /** Requested, but nothing was recorded. */
  #open: { readonly key: string; readonly request: Json } | null = null;

  constructor(rehearsal: Rehearsal, { effect, at }: Scene, steps: ReadonlyMap<string, StepFact>) {
    this.#rehearsal = rehearsal;
    this.#effect = effect;
    this.#at = at;
    this.#steps = steps;
  }

  onStep(key: string, request: Json | undefined, isRecorded: boolean): void {
    this.#visited.add(key);
    const step = this.#steps.get(key);
    if (!isRecorded || step === undefined) {
      if (request !== undefined) this.#open ??= { key, request };
      return;
    }
    const error = isObject(step.value) ? ownValue(step.value, 'error') : undefined;
    // A loop inside the function took the failure as a result and continued.
    if (this.#open !== null && typeof error === 'string') {
      this.fail({ code: 'NODE_FAILED', message: error, retry: 'never' }, step.at);
    }
    const { value, usage, at } = step;
    const ms = this.#sinceLast(at);
    if (request === undefined) return;
    this.#tell({ key, request, at, ms, outcome: { value }, ...(usage && { usage }) });
  }

  /** The last request failed. */
  fail(failure: Failure, at: number): void {
    if (this.#open === null) return;
    const { key, request } = this.#open;
    this.#open = null;
    const ms = this.#sinceLast(at);
    this.#rehearsal.calls.push({ ...this.#name(), key, request, at, ms, outcome: { failure } });
  }

  #sinceLast(at: number): number {
    const ms = Math.max(0, at - this.#at);
    this.#at = at;
    return ms;
  }

  missed(problem: unknown): void {
    const isMissed = [...this.#steps.values()].some(
      ({ key, isAnswer }) => !isAnswer && !this.#visited.has(key) && !/[?!=]\d+$/.test(key),
    );
    if (!isMissed) return;
    const words = problem instanceof Error ? problem.message : 'its function no longer asks that';
    this.#rehearsal.unknown.push({ ...this.#name(), reason: words });
  }

  #tell(call: Omit<RecordedCall, 'path' | 'node' | 'activation'>): void {
    const id = `${factKey(this.#effect)} ${call.key}`;
    if (this.#rehearsal.reported.has(id)) return;
    this.#rehearsal.reported.add(id);
    this.#rehearsal.calls.push({ ...this.#name(), ...call });
  }

  #name() {
    const { node, activation } = this.#effect;
    return { path: this.#rehearsal.run.path, node, activation };
  }
}

/** A function that calls models without reporting its requests. */
function noteSilent({ run, unknown, reported }: Rehearsal, { effect, facts }: Scene): void {
  const { node, activation } = effect;
  const asks = facts.steps.some(({ usage }) => (usage?.modelCalls ?? 0) > 0);
  const key = factKey(effect);
  if (!asks || reported.has(key)) return;
  reported.add(key);
  const reason = `the node type "${effect.nodeType}" does not say what it asks (\`asksInSteps\`)`;
  unknown.push({ path: run.path, node, activation, reason });
}

function callOf({ record }: TreeRun, { graph, effect }: Scene): NodeCall {
  const { node, nodeType, activation, attempt, config, inputs, previous, context } = effect;
  const nodeName = graph.nodeById.get(node)?.name ?? node;
  const about = { run: record.id, root: record.root ?? record.id, node, nodeName, nodeType };
  return { ...about, activation, attempt, config, inputs, previous, context };
}

/** The tools that the definitions of a tree bring along. */
function broughtBy(tree: readonly TreeRun[]): Pick<Workflow, 'tools'> {
  const brought = tree.flatMap(({ workflow }) => workflow.graph.workflow.tools ?? []);
  // Definitions are objects, whose parts are too.
  return brought.length === 0 ? {} : { tools: Object.assign({}, ...brought) as JsonObject };
}

function watchedTools(source: ToolSource): {
  readonly source: ToolSource;
  readonly used: () => readonly RecordedToolUse[];
} {
  const used = new Map<string, RecordedToolUse>();
  const note = (tool: Tool, isListed: boolean) => {
    const wasListed = used.get(tool.name)?.isListed ?? false;
    used.set(tool.name, { tool, isListed: isListed || wasListed });
  };
  return {
    source: {
      async list() {
        const all = await source.list();
        for (const tool of all) note(tool, true);
        return all;
      },
      async find(name, own) {
        const tool = (await source.find(name, own)) ?? own;
        if (tool !== undefined) note(tool, false);
        return tool;
      },
    },
    used: () => [...used.values()],
  };
}
