// Compare with kernel
// Runs one random case on the oracle and on the real kernel at once and reports where they first differ.
// C1. What is compared: every activation with its tag and inputs, after every completion, and the end of the run.
// C2. With `reloadEvery`, the kernel continues with a state read from its own dump, and its journal is rebuilt at the end;
//     dumps of the same state must be the same text.
// C3. In every third case each node also leads to one that writes its value to the state of the run, and from there to one that counts the
//     rows of it. The state must be the list of all completions in their order (SPEC K802, K838).
// C4. In every fifth case a port fires where its list has an item: every node gives lists on all its ports, empty ones where the script
//     fires nothing, and skips these (K1255). In another fifth every node leads to a partition, which sends one item to all ports that fire
//     (K1256).
// C5. Where ports decide, every other node is code that declares the ports of its edges (SPEC A753).
// C6. In every fourth case the run starts where a second trigger does, at any node: what only other starts reach never runs, and joins
//     do not wait for it (K1752).
// C7. In every seventh case each edge leads through a node that fails with what it got, and on by its port `error`: a failure that is handled
//     is a token like any other (K1263).
import {
  compileGraph,
  createRun,
  dumpState,
  isObject,
  loadState,
  rebuildState,
  RULES,
  runView,
  transition,
  type Derived,
  type Graph,
  type Json,
  type NodeResult,
  type RunEvent,
  type RunState,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import type { OracleGraph } from './oracle-graph.ts';
import type { Activation } from './oracle-state.ts';
import { createOracle } from './oracle.ts';
import { randomCase } from './random-graph.ts';

export interface CompareOptions {
  /** Reload the kernel's state from its dump after every n-th event. */
  readonly reloadEvery?: number;
  /** Changes what the kernel runs and the oracle does not: shows that a wrong kernel is detected. */
  readonly plant?: (graph: OracleGraph) => OracleGraph;
}

export interface Comparison {
  readonly completions: number;
  readonly activations: number;
  /** Null when both agree to the end. */
  readonly difference: string | null;
}

export function compareWithKernel(seed: number, options: CompareOptions = {}): Comparison {
  const { graph: drawn, choose } = randomCase(seed);
  const start = seed % 4 === 3 ? 1 + (seed % (drawn.nodes.length - 1)) : null;
  const oracleGraph = start === null ? drawn : { ...drawn, entries: [start] };
  const played = options.plant?.(oracleGraph) ?? oracleGraph;
  const decides = decidesOf(seed);
  const keepsState = seed % 3 === 1 && decides === 'ports';
  const workflow = toWorkflow(played, { decides, keepsState });
  const { graph, diagnostics } =
    start === null ? compileGraph(workflow) : compileGraph(...withTriggers(workflow, `v${start}`));
  if (graph === null) {
    return {
      completions: 0,
      activations: 0,
      difference: diagnostics.map((d) => `${d.code} ${d.message}`).join('; '),
    };
  }
  const oracle = createOracle(oracleGraph);
  const reloadEvery = options.reloadEvery ?? 0;
  const player = createPlayer(graph, { reloadEvery, decides, keepsState });
  let activations = 0;
  let completions = 0;
  let expected = oracle.start();
  let found = player.start();
  for (;;) {
    const difference = compareActivations(oracleGraph, expected, found);
    activations += expected.length;
    if (difference !== null)
      return {
        completions,
        activations,
        difference: `after ${completions} completions: ${difference}`,
      };
    const live = oracle.live();
    if (live.length === 0) break;
    const { node, n, firedEdges } = choose(live);
    completions++;
    expected = oracle.complete(node, n, firedEdges);
    found = player.complete(oracleGraph, node, n, firedEdges);
  }
  return { completions, activations, difference: player.trouble() };
}

/** The same with two triggers, started by the second. */
function withTriggers(drawn: Workflow, start: string): Parameters<typeof compileGraph> {
  const { entry: _, ...workflow } = drawn;
  const triggers = [
    { name: 'first', type: 'manual', start: 'v0' },
    { name: 'second', type: 'webhook', start },
  ];
  return [{ ...workflow, triggers }, { start }];
}

/**
 * What says which edges fire: each has a port of its own, a condition that looks at what its source gave, a list on its port, a case of
 * a partition, or a port that leads to a failure.
 */
type Decides = 'ports' | 'expressions' | 'lists' | 'partition' | 'failures';

function decidesOf(seed: number): Decides {
  if (seed % 7 === 5) return 'failures';
  if (seed % 5 === 2) return 'lists';
  if (seed % 5 === 4) return 'partition';
  return seed % 3 === 0 ? 'expressions' : 'ports';
}

/** Any subset of edges can fire, and every edge has an input port of its own, so that inputs identify their edge. */
function toWorkflow(graph: OracleGraph, { decides, keepsState }: Kinds): Workflow {
  const beside = keepsState ? graph.nodes.map((_, index) => keepingNodes(index)) : [];
  const parts = decides === 'partition' ? graph.nodes.map((_, at) => partingNode(graph, at)) : [];
  const failures = decides === 'failures' ? graph.edges.map(failingNode) : [];
  const workflow: Workflow = {
    skein: 1,
    entry: graph.entries.map((node) => `v${node}`),
    policy: { concurrency: 1_000_000, maxSteps: 1_000_000 },
    nodes: [
      ...graph.nodes.map(({ join, n }, index) => ({
        id: `v${index}`,
        ...(decides === 'ports' && index % 2 === 1 ? codeOf(graph, index) : anyFunction),
        join,
        ...(join === 'n-of' ? { n } : {}),
        whenEmpty: decides === 'lists' ? ('skip' as const) : ('fire' as const),
      })),
      ...[...beside, ...parts, ...failures].flatMap(({ nodes }) => nodes),
    ],
    edges: [
      ...graph.edges.map(({ from, to, loop }, index) => ({
        id: `e${index}`,
        from: sourceOf(decides, from, index),
        to: `v${to}`,
        in: `i${index}`,
        loop,
        ...(decides !== 'expressions'
          ? { out: decides === 'failures' ? 'error' : `p${index}` }
          : {
              when: `\${= v${from}.output.fires.includes(${index}) && ${index} in v${from}.output.fires }`,
            }),
      })),
      ...[...beside, ...parts, ...failures].flatMap(({ edges }) => edges),
    ],
  };
  return keepsState ? { ...workflow, state: { seen: [], count: 0 } } : workflow;
}

function sourceOf(decides: Decides, from: number, edge: number): string {
  if (decides === 'failures') return `x${edge}`;
  return decides === 'partition' ? `q${from}` : `v${from}`;
}

const anyFunction = { type: 'function', config: { name: 'any' } };

/** What the host does for it is the same (C5). */
function codeOf({ edges }: OracleGraph, node: number): Pick<WorkflowNode, 'type' | 'config'> {
  const fired = edges.flatMap(({ from }, index) => (from === node ? [`p${index}`] : []));
  return { type: 'code', config: { code: 'return previous', ports: [...fired, 'output'] } };
}

interface Kinds {
  readonly decides: Decides;
  readonly keepsState: boolean;
}

/** Between a node and its targets (C4). */
function partingNode(
  { edges }: OracleGraph,
  node: number,
): Pick<Workflow, 'nodes'> & Required<Pick<Workflow, 'edges'>> {
  const cases = edges.flatMap(({ from }, index) => {
    const when = { left: '${item.fires}', op: 'contains', right: index };
    return from === node ? [{ name: `p${index}`, when }] : [];
  });
  return {
    nodes: [{ id: `q${node}`, type: 'partition', join: 'each', config: { cases, all: true } }],
    edges: [{ id: `eq${node}`, from: `v${node}`, to: `q${node}` }],
  };
}

/** In the middle of an edge (C7). */
function failingNode(
  { from }: OracleGraph['edges'][number],
  edge: number,
): Pick<Workflow, 'nodes'> & Required<Pick<Workflow, 'edges'>> {
  return {
    nodes: [{ id: `x${edge}`, type: 'fail', join: 'each', config: { message: '${previous}' } }],
    edges: [{ id: `ex${edge}`, from: `v${from}`, out: `p${edge}`, to: `x${edge}` }],
  };
}

/** They lead nowhere, so the oracle need not know of them (C3). */
function keepingNodes(index: number): Pick<Workflow, 'nodes'> & Required<Pick<Workflow, 'edges'>> {
  const written = { append: { seen: '${previous}' }, increment: { count: 1 } };
  const steps = [{ op: 'aggregate', values: { rows: { fn: 'count' } } }];
  return {
    nodes: [
      { id: `s${index}`, type: 'set', join: 'each', config: written },
      { id: `d${index}`, type: 'data', join: 'each', config: { from: '${state.seen}', steps } },
    ],
    edges: [
      { id: `es${index}`, from: `v${index}`, to: `s${index}` },
      { id: `ed${index}`, from: `s${index}`, to: `d${index}` },
    ],
  };
}

interface Found {
  readonly node: string;
  readonly n: number;
  readonly inputs: { readonly [port: string]: Json };
  readonly rounds: { readonly [head: string]: number };
}

function createPlayer(
  graph: Graph,
  { reloadEvery, decides, keepsState }: Kinds & { readonly reloadEvery: number },
) {
  const completed: string[] = [];
  let state: RunState = createRun();
  const journal: RunEvent[] = [];
  let misread: string | null = null;
  const play = (event: {
    readonly type: RunEvent['type'];
    readonly [key: string]: unknown;
  }): Found[] => {
    const seq = journal.length + 1;
    const full = { ...event, seq, at: seq, id: '00000000-0000-7000-8000-000000000000' } as RunEvent;
    journal.push(full);
    const result = transition(graph, state, full);
    state = result.state;
    if (reloadEvery > 0 && seq % reloadEvery === 0 && state.status === 'running') reload();
    return result.derived.flatMap((derived) => foundIn(graph, state, derived));
  };
  const reload = (): void => {
    const before = textOf(graph, state);
    state = loadState(graph, JSON.parse(before) as Json);
    if (textOf(graph, state) !== before)
      misread ??= `event ${state.seq} is loaded as another state`;
  };
  const trouble = (): string | null => {
    if (state.status !== 'completed') return `the run ended ${state.status}`;
    if (misread === null && keepsState) misread = keptOtherwise(graph, state, completed);
    if (reloadEvery === 0 || misread !== null) return misread;
    const replayed = textOf(graph, rebuildState(graph, journal));
    return replayed === textOf(graph, state) ? null : 'the journal is replayed to another state';
  };
  return {
    start: () =>
      play({ type: 'run.started', run: 'r', workflow: { id: 'w', version: 'v' }, rules: RULES }),
    complete: (oracleGraph: OracleGraph, node: number, n: number, fired: readonly number[]) => {
      const value = `${oracleGraph.nodes[node]?.name}#${n}`;
      completed.push(value);
      const output = keepsState ? { output: value } : {};
      const ports = Object.fromEntries(fired.map((edge) => [`p${edge}`, value]));
      const lists = oracleGraph.edges.map((_, edge) => {
        return [`p${edge}`, fired.includes(edge) ? [value] : []] as const;
      });
      const results: Readonly<Record<Decides, NodeResult>> = {
        ports: { value, ports: { ...ports, ...output } },
        expressions: { value: { fires: [...fired] }, ports: { output: value } },
        lists: { value, ports: Object.fromEntries(lists) },
        partition: { value: [{ fires: [...fired], value }] },
        failures: { value, ports },
      };
      const result = results[decides];
      const found = play({ type: 'node.completed', node: `v${node}`, activation: n, ...result });
      if (keepsState) misread ??= countedOtherwise(graph, state, { node, count: completed.length });
      return found;
    },
    trouble,
  };
}

/** Null when the state is what was completed, in that order. */
function keptOtherwise(graph: Graph, state: RunState, completed: readonly string[]): string | null {
  const kept = JSON.stringify(runView(graph, state)['state']);
  const wanted = JSON.stringify({ seen: completed, count: completed.length });
  return kept === wanted ? null : `the state is ${kept} instead of ${wanted}`;
}

/** Null when the rows that were counted after this node are all completions so far. */
function countedOtherwise(
  graph: Graph,
  state: RunState,
  { node, count }: { readonly node: number; readonly count: number },
): string | null {
  const index = graph.nodeById.get(`d${node}`)?.index ?? -1;
  const rows = JSON.stringify(state.nodes.get(index)?.outputs.at(-1)?.value);
  return rows === `[{"rows":${count}}]` ? null : `after ${count} completions there are ${rows}`;
}

function textOf(graph: Graph, state: RunState): string {
  return JSON.stringify(dumpState(graph, state));
}

/** Nothing completes in the event that creates it, so the new activation is alive and its whole tag can be read. */
function foundIn(graph: Graph, state: RunState, derived: Derived): Found[] {
  if (derived.type !== 'activation.created' || !derived.node.startsWith('v')) return [];
  const { node, activation: n, inputs } = derived;
  const index = graph.nodeById.get(node)?.index ?? -1;
  const activation = state.nodes.get(index)?.alive.find((alive) => alive.n === n);
  const rounds: { [head: string]: number } = {};
  for (let tag = activation?.tag; tag?.parent; tag = tag.parent) {
    rounds[graph.loops[tag.loop]?.head.id ?? ''] = tag.round;
  }
  return [{ node, n, inputs, rounds }];
}

/** Of a list, what its one item is about (C4); of a failure, its message (C7). */
function valueIn(input: Json | undefined): string {
  const item: Json | undefined = Array.isArray(input) ? (input[0] as Json) : input;
  const value: Json | undefined = isObject(item) ? (item['value'] ?? item['message']) : item;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function compareActivations(
  graph: OracleGraph,
  expected: readonly Activation[],
  found: readonly Found[],
): string | null {
  const want = expected.map((activation) => describeExpected(activation)).toSorted();
  const got = found.map((activation) => describeFound(graph, activation)).toSorted();
  if (want.join('\n') === got.join('\n')) return null;
  return `expected [${want.join(' | ')}] but the kernel made [${got.join(' | ')}]`;
}

function describeExpected({ node, n, tag, inputs }: Activation): string {
  const values = Object.entries(inputs).map(([edge, { value }]) => `${edge}=${value}`);
  const rounds = Object.entries(tag).map(([loop, round]) => `v${loop}:${round}`);
  return `v${node}#${n} {${rounds.toSorted().join(' ')}} (${values.toSorted().join(' ')})`;
}

function describeFound(graph: OracleGraph, { node, n, inputs, rounds }: Found): string {
  const values = graph.edges.flatMap((_, edge) =>
    Object.hasOwn(inputs, `i${edge}`) ? [`${edge}=${valueIn(inputs[`i${edge}`])}`] : [],
  );
  const tags = Object.entries(rounds).map(([head, round]) => `${head}:${round}`);
  return `${node}#${n} {${tags.toSorted().join(' ')}} (${values.toSorted().join(' ')})`;
}
