// Compare with kernel
// Runs one random case on the oracle and on the real kernel at once and reports where they first differ.
// C1. What is compared: every activation with its tag and inputs, after every completion, and the end of the run.
// C2. With `reloadEvery`, the kernel continues with a state read from its own dump, and its journal is rebuilt at the end;
//     dumps of the same state must be the same text.
import {
  compileGraph,
  createRun,
  dumpState,
  loadState,
  rebuildState,
  transition,
  type Derived,
  type Graph,
  type Json,
  type RunEvent,
  type RunState,
  type Workflow,
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
  const { graph: oracleGraph, choose } = randomCase(seed);
  const played = options.plant?.(oracleGraph) ?? oracleGraph;
  const decides = seed % 3 === 0 ? 'expressions' : 'ports';
  const { graph, diagnostics } = compileGraph(toWorkflow(played, decides));
  if (graph === null) {
    return {
      completions: 0,
      activations: 0,
      difference: diagnostics.map((d) => `${d.code} ${d.message}`).join('; '),
    };
  }
  const oracle = createOracle(oracleGraph);
  const player = createPlayer(graph, { reloadEvery: options.reloadEvery ?? 0, decides });
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

/** What says which edges fire: each has a port of its own, or a condition that looks at what its source gave. */
type Decides = 'ports' | 'expressions';

/** Any subset of edges can fire, and every edge has an input port of its own, so that inputs identify their edge. */
function toWorkflow(graph: OracleGraph, decides: Decides): Workflow {
  return {
    skein: 1,
    entry: graph.entries.map((node) => `v${node}`),
    policy: { concurrency: 1_000_000, maxSteps: 1_000_000 },
    nodes: graph.nodes.map(({ join, n }, index) => ({
      id: `v${index}`,
      type: 'function',
      config: { name: 'any' },
      join,
      ...(join === 'n-of' ? { n } : {}),
    })),
    edges: graph.edges.map(({ from, to, loop }, index) => ({
      id: `e${index}`,
      from: `v${from}`,
      to: `v${to}`,
      in: `i${index}`,
      loop,
      ...(decides === 'ports'
        ? { out: `p${index}` }
        : {
            when: `\${= v${from}.output.fires.includes(${index}) && ${index} in v${from}.output.fires }`,
          }),
    })),
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
  { reloadEvery, decides }: { readonly reloadEvery: number; readonly decides: Decides },
) {
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
    if (reloadEvery === 0 || misread !== null) return misread;
    const replayed = textOf(graph, rebuildState(graph, journal));
    return replayed === textOf(graph, state) ? null : 'the journal is replayed to another state';
  };
  return {
    start: () =>
      play({ type: 'run.started', run: 'r', workflow: { id: 'w', version: 'v' }, rules: 1 }),
    complete: (oracleGraph: OracleGraph, node: number, n: number, fired: readonly number[]) => {
      const value = `${oracleGraph.nodes[node]?.name}#${n}`;
      const result =
        decides === 'ports'
          ? { value, ports: Object.fromEntries(fired.map((edge) => [`p${edge}`, value])) }
          : { value: { fires: fired }, ports: { output: value } };
      return play({ type: 'node.completed', node: `v${node}`, activation: n, ...result });
    },
    trouble,
  };
}

function textOf(graph: Graph, state: RunState): string {
  return JSON.stringify(dumpState(graph, state));
}

/** Nothing completes in the event that creates it, so the new activation is alive and its whole tag can be read. */
function foundIn(graph: Graph, state: RunState, derived: Derived): Found[] {
  if (derived.type !== 'activation.created') return [];
  const { node, activation: n, inputs } = derived;
  const index = graph.nodeById.get(node)?.index ?? -1;
  const activation = state.nodes.get(index)?.alive.find((alive) => alive.n === n);
  const rounds: { [head: string]: number } = {};
  for (let tag = activation?.tag; tag?.parent; tag = tag.parent) {
    rounds[graph.loops[tag.loop]?.head.id ?? ''] = tag.round;
  }
  return [{ node, n, inputs, rounds }];
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
    Object.hasOwn(inputs, `i${edge}`) ? [`${edge}=${inputs[`i${edge}`] as string}`] : [],
  );
  const tags = Object.entries(rounds).map(([head, round]) => `${head}:${round}`);
  return `${node}#${n} {${tags.toSorted().join(' ')}} (${values.toSorted().join(' ')})`;
}
