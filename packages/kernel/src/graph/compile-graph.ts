// Compiling a definition
// Turns a definition whose shape was checked into the graph that runs are decided on, and reports everything that is wrong
// with its structure, all at once. Near linear in nodes and edges, and never recursive in them.
import { pointer, type Diagnostic, type Workflow } from '../definition.ts';
import type { Reference } from '../references/template.ts';
import { doAtOnce, type LongWork } from '../values/long-work.ts';
import { createCertainty } from './checks/certainty.ts';
import { checkEndlessLoops } from './checks/check-endless-loops.ts';
import { checkPorts } from './checks/check-ports.ts';
import { checkReachability } from './checks/check-reachability.ts';
import { checkReferences } from './checks/check-references.ts';
import { checkRequirements, findRequirements } from './checks/check-requirements.ts';
import { checkSharedPorts, findSharedPorts } from './checks/check-shared-ports.ts';
import { checkSubagents } from './checks/check-subagents.ts';
import {
  createCompilation,
  isWiringBroken,
  type Compilation,
  type NodeDraft,
} from './compile/compilation.ts';
import { connectNodes } from './compile/connect-nodes.ts';
import { createEdges } from './compile/create-edges.ts';
import { compileDebounce, compileRunLimits } from './compile/compile-limits.ts';
import { compileState } from './compile/compile-state.ts';
import { createNodes } from './compile/create-nodes.ts';
import { fillPolicy } from './compile/fill-policy.ts';
import { findEntries, findLimitNode } from './compile/find-entries.ts';
import { createFlowGraph, type FlowGraph } from './compile/flow-graph.ts';
import { createDominatorTree, type DominatorTree } from './digraph/dominator-tree.ts';
import { findStrongComponents, type StrongComponents } from './digraph/strong-components.ts';
import type { Graph, GraphNode } from './graph.ts';
import { findLoops, type FoundLoops } from './loops/find-loops.ts';
import { nativeKinds } from './native-kinds.ts';
import type { NodeKind } from './node-kind.ts';

export interface CompileOptions {
  /** Default: the native ones alone. */
  readonly kinds?: ReadonlyMap<string, NodeKind> | undefined;
  /** Starts the run at this node instead of the workflow's own entry. */
  readonly start?: string | undefined;
  /** How the author writes a reference; default: native template syntax. */
  readonly sayReference?: ((reference: Reference) => string) | undefined;
}

export interface CompiledGraph {
  /** Null when one of the diagnostics is an error. */
  readonly graph: Graph | null;
  readonly diagnostics: readonly Diagnostic[];
}

export function compileGraph(workflow: Workflow, options: CompileOptions = {}): CompiledGraph {
  return doAtOnce(compileGraphInParts(workflow, options));
}

/** The same, which others may interrupt: of 20,000 nodes no part takes longer than some twentieth of the whole. */
export function* compileGraphInParts(
  workflow: Workflow,
  options: CompileOptions = {},
): LongWork<CompiledGraph> {
  const { kinds = nativeKinds, start, sayReference = asWritten } = options;
  const compilation = createCompilation({ workflow, kinds, start });
  if (workflow.nodes.length === 0) return { graph: null, diagnostics: [emptyWorkflow] };
  yield* createNodes(compilation);
  compilation.runs = compileRunLimits(compilation);
  compilation.debounce = compileDebounce(compilation);
  yield* createEdges(compilation);
  const structure = yield* findStructure(compilation);
  yield* connectNodes(compilation);
  checkSubagents(compilation);
  yield;
  compilation.state = compileState(compilation);
  keepOutputs(compilation);
  yield;
  yield* warn(compilation, structure);
  const { diagnostics } = compilation;
  if (diagnostics.some(({ severity }) => severity === 'error')) return { graph: null, diagnostics };
  return { graph: { ...createGraph(compilation, structure), sayReference }, diagnostics };
}

function asWritten({ text }: Reference): string {
  return text;
}

const emptyWorkflow: Diagnostic = {
  code: 'EMPTY_WORKFLOW',
  severity: 'error',
  pointer: pointer('nodes'),
  message: 'The workflow has no nodes.',
  hint: 'Add a node: { "id": "first", "type": "transform" } is the least.',
};

interface Structure {
  readonly entries: readonly NodeDraft[];
  readonly limitNode: NodeDraft | null;
  readonly flow: FlowGraph;
  readonly tree: DominatorTree;
  readonly components: StrongComponents;
  readonly found: FoundLoops;
}

function* findStructure(compilation: Compilation): LongWork<Structure> {
  const { nodes, edges } = compilation;
  const entries = findEntries(compilation);
  const limitNode = findLimitNode(compilation);
  const starts = limitNode === null ? entries : [...entries, limitNode];
  yield;
  const flow = createFlowGraph(nodes, edges, starts);
  yield;
  const tree = createDominatorTree(flow.graph, flow.root);
  yield;
  const components = findStrongComponents(flow.graph);
  yield;
  const found = findLoops(compilation, flow, { tree, components });
  yield;
  return { entries, limitNode, flow, tree, components, found };
}

function* warn(compilation: Compilation, structure: Structure): LongWork<void> {
  const { nodes, workflow } = compilation;
  const { entries, limitNode, found, flow, tree } = structure;
  checkPorts(compilation);
  yield;
  const isBroken = isWiringBroken(compilation);
  const reached = isBroken ? null : checkReachability(compilation, tree);
  yield;
  checkReferences(compilation, { ...structure, reached });
  yield;
  if (isBroken) return;
  const shared = findSharedPorts(nodes);
  const requirements = findRequirements(compilation, tree);
  yield;
  // A second graph as large as the first: built only when one of these checks has a query.
  if (shared.length + requirements.length + found.bodies.length === 0) return;
  const goals = requirements.map(({ edges }) => edges);
  const certainty = createCertainty({ workflow, nodes, entries, limitNode, goals });
  yield;
  checkSharedPorts(compilation, shared, certainty);
  yield;
  checkRequirements(compilation, requirements, { certainty, entries });
  yield;
  checkEndlessLoops(compilation, found.bodies, { certainty, edges: flow.edges });
}

function createGraph(compilation: Compilation, structure: Structure): Omit<Graph, 'sayReference'> {
  const { workflow, nodes, nodeById, edges } = compilation;
  const { entries, limitNode, found } = structure;
  return {
    workflow,
    policy: fillPolicy(workflow),
    runs: compilation.runs,
    debounce: compilation.debounce,
    nodes,
    nodeById,
    edges,
    entries,
    loops: found.loops,
    zones: findZones(compilation),
    readsMessages: readsMessages(compilation),
    computesLimits: nodes.some(computesLimit),
    state: compilation.state,
    remembers: compilation.nodes.some(({ remember }) => remember !== null),
    limitNode,
  };
}

/** What `${node.outputs}` can reach: enough for a loop, and bounded. */
const OUTPUTS_MAX = 1000;

function keepOutputs({ workflow, nodes, nodeById, places }: Compilation): void {
  const { window } = fillPolicy(workflow);
  for (const node of nodes) node.keeps = window;
  for (const { references } of places) {
    for (const { source, select } of references) {
      const node = source.kind === 'node' ? nodeById.get(source.node) : undefined;
      if (select === 'all' && node !== undefined) node.keeps = Math.max(window, OUTPUTS_MAX);
    }
  }
}

function findZones({ places }: Compilation): readonly string[] {
  const zones = new Set<string>();
  for (const { references } of places) {
    for (const { source } of references) {
      if (source.kind === 'now' && source.zone !== undefined) zones.add(source.zone);
    }
  }
  return [...zones];
}

function readsMessages({ places }: Compilation): boolean {
  return places.some(({ references }) =>
    references.some(
      ({ source, path }) =>
        source.kind === 'context' && (path.length === 0 || path[0] === 'messages'),
    ),
  );
}

const limitKeys: ReadonlySet<string> = new Set(['concurrency', 'deadlineMs', 'ms', 'until']);
const limitModes: ReadonlySet<string> = new Set(['map', 'wait', 'delay']);

function computesLimit({ kind, config, constantConfig }: GraphNode): boolean {
  if (constantConfig !== null || !limitModes.has(kind.mode)) return false;
  if (config.kind !== 'object') return true;
  return config.entries.some(([key, { kind: form }]) => limitKeys.has(key) && form !== 'constant');
}
