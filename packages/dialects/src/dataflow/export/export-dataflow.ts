// From a native workflow to a dataflow
// Native node types are node types of a dataflow too, so nearly everything can be expressed. What compiling adds is left out and
// added again by compiling; what a dataflow cannot express is listed.
import {
  equalJson,
  isObject,
  nativeKinds,
  ownValue,
  pointer,
  type Diagnostic,
  type Json,
  type JsonObject,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from '@skein/kernel';
import { quoted } from '../../diagnostics/inert-text.ts';
import type { Exported } from '../../dialect/dialect.ts';
import { exportDrawing } from '../../dialect/drawing.ts';
import { findCircuits } from '../check/check-circles.ts';
import { dataflowTypes, prefix } from '../shape/dataflow-nodes.ts';
import { lowerFlow, type Lowered } from '../compile/lower-flow.ts';
import { functionValue, isContextPort } from '../read/flow-ports.ts';
import { isOfDialect } from '../../dialect/dialect-name.ts';
import { contextPort, readFlow } from '../read/read-flow.ts';

export function exportDataflow(workflow: Workflow): Exported {
  const losses: Diagnostic[] = [];
  const { id, name, description, policy } = workflow;
  const positions = ownValue(workflow.studio ?? {}, 'positions');
  const heads = headsOf(workflow);
  const typeOf = new Map(workflow.nodes.map((node) => [node.id, flowType(node.type)]));
  const nodes = workflow.nodes.flatMap((node, index) => {
    if (node.derived === true) return [];
    listNodeLosses(node, index, losses);
    return [exportNode(node, isObject(positions) ? ownValue(positions, node.id) : undefined)];
  });
  const kept = (workflow.edges ?? []).flatMap((edge, index) => {
    if (edge.derived === true) return [];
    listEdgeLosses(edge, index, losses);
    return edge.kind === 'subagent' ? [] : [{ edge, index }];
  });
  const edges = kept.map(({ edge }) => exportEdge(edge, { typeOf, heads }));
  const definition: JsonObject = {
    ...(id === undefined ? {} : { id }),
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    // A policy is JSON.
    ...(policy === undefined ? {} : { policy: policy as unknown as Json }),
    nodes,
    edges,
    ...exportDrawing(workflow),
  };
  const flow = readFlow(definition);
  const { isLoop, circles } = findCircuits(flow);
  const again = lowerFlow(flow, isLoop, { kinds: nativeKinds });
  for (const [place, { edge, index }] of kept.entries()) {
    const wasLoop = edge.loop === true || heads.has(edge.to);
    listOrderLosses(edge, again.edges[place], { index, losses });
    if (circles.length > 0 || !wasLoop || isLoop[place] === 1) continue;
    losses.push(loss(['edges', index, 'loop'], noLoop));
  }
  if (circles.length > 0) losses.push(loss(['edges'], noLoop));
  listFlowLosses(workflow, again, losses);
  return { definition, losses };
}

/** By derived join: the head whose rounds it collects. */
function headsOf({ nodes, edges = [] }: Workflow): ReadonlyMap<string, string> {
  const joins = new Set(nodes.flatMap(({ id, derived }) => (derived === true ? [id] : [])));
  return new Map(edges.flatMap(({ from, to }) => (joins.has(from) ? [[from, to] as const] : [])));
}

function flowType(type: string): string {
  return type.startsWith(prefix) ? type.slice(prefix.length) : type;
}

function exportNode(
  { id, type, name, config }: WorkflowNode,
  position: Json | undefined,
): JsonObject {
  return {
    id,
    nodeType: flowType(type),
    ...(config === undefined ? {} : { config }),
    ...(name === undefined ? {} : { label: name }),
    ...(isObject(position) ? { position } : {}),
  };
}

interface Names {
  readonly typeOf: ReadonlyMap<string, string>;
  readonly heads: ReadonlyMap<string, string>;
}

function exportEdge(edge: WorkflowEdge, { typeOf, heads }: Names): JsonObject {
  const { id, from, out = 'output', to, in: input = 'input', carry = 'value' } = edge;
  const type = typeOf.get(from) ?? '';
  const carries = carry === 'context';
  // The way out of a native node that compiling reads as its context.
  const isContext = carries && out === 'output' && nativeKinds.has(type);
  const output = isContext ? contextPort : type === 'function' ? functionOutput(out) : out;
  return {
    ...(id === undefined ? {} : { id }),
    source: from,
    sourceOutput: output,
    target: heads.get(to) ?? to,
    targetInput: input,
    ...(carries === isContextPort(output, type) ? {} : { metadata: { isContextEdge: carries } }),
  };
}

function functionOutput(out: string): string {
  return out === 'output' ? functionValue : out;
}

/** Keys of a node that a dataflow has no word for. */
const nodeKeys = [
  'description',
  'join',
  'n',
  'input',
  'requireOneOf',
  'retry',
  'timeoutMs',
  'effect',
  'mutex',
  'concurrency',
  'rate',
  'priority',
  'cancels',
] as const;

function listNodeLosses(node: WorkflowNode, index: number, losses: Diagnostic[]): void {
  for (const key of nodeKeys) {
    if (node[key] === undefined || (key === 'join' && node.join === 'all')) continue;
    losses.push(loss(['nodes', index, key], `A dataflow node has no "${key}".`));
  }
  const { type } = node;
  if (type.startsWith(prefix)) return;
  if (isOfDialect(type) || dataflowTypes.has(type)) {
    losses.push(loss(['nodes', index, 'type'], `No dataflow node type means ${quoted(type)}.`));
  }
}

function listEdgeLosses(edge: WorkflowEdge, index: number, losses: Diagnostic[]): void {
  const { when = null, kind = 'flow', loop = null } = edge;
  if (when !== null) {
    losses.push(loss(['edges', index, 'when'], 'A dataflow edge has no condition.'));
  }
  if (kind === 'subagent') {
    losses.push(loss(['edges', index], 'A dataflow has no subagents; the edge is left out.'));
  }
  if (loop === false) losses.push(loss(['edges', index, 'loop'], 'A dataflow edge has no "loop".'));
}

const noLoop = 'A dataflow has no loop but a conversation that begins with a "userInput".';

function listOrderLosses(
  { priority = 0 }: WorkflowEdge,
  again: WorkflowEdge | undefined,
  { index, losses }: { readonly index: number; readonly losses: Diagnostic[] },
): void {
  if (priority === (again?.priority ?? 0)) return;
  losses.push(loss(['edges', index, 'priority'], 'A dataflow edge has no priority.'));
}

function listFlowLosses(workflow: Workflow, again: Lowered, losses: Diagnostic[]): void {
  if (!equalJson(asJson(workflow.contexts), asJson(again.contexts))) {
    losses.push(
      loss(['contexts'], 'Only "main" has settings from the start, by a "defaultContextStart".'),
    );
  }
  for (const key of ['trigger', 'triggers'] as const) {
    if ((workflow[key] ?? null) !== null) losses.push(loss([key], 'A dataflow has no trigger.'));
  }
  if (workflow.entry !== undefined && !isDefaultEntry(workflow, workflow.entry)) {
    losses.push(loss(['entry'], 'A dataflow starts with every node that waits for nothing.'));
  }
}

function isDefaultEntry({ nodes, edges = [] }: Workflow, entry: readonly string[]): boolean {
  const targets = new Set(edges.flatMap(({ to, loop }) => (loop === true ? [] : [to])));
  const first = nodes.filter(({ id }) => !targets.has(id)).map(({ id }) => id);
  return equalJson(first, entry);
}

/** Contexts are JSON. */
function asJson(contexts: Workflow['contexts']): Json | undefined {
  return contexts as unknown as Json | undefined;
}

function loss(path: readonly (string | number)[], message: string): Diagnostic {
  return {
    code: 'EXPORT_LOSS',
    severity: 'warning',
    pointer: pointer(...path),
    message,
    hint: 'Keep the workflow in the native format, or write this part differently.',
  };
}
