import { pointer, type WorkflowNode } from '../../definition.ts';
import { compileSteps } from '../../data/compile-steps.ts';
import { isObject, ownValue, type JsonObject } from '../../json.ts';
import { fillRetry } from '../../retries.ts';
import { parseTemplate } from '../../templates/parse-template.ts';
import type { Template } from '../../references/template.ts';
import { partLength, type LongWork } from '../../values/long-work.ts';
import type { GraphEdge, GraphNode, Loop } from '../graph.ts';
import { codeKind } from '../code-kinds.ts';
import type { NodeKind } from '../node-kind.ts';
import { didYouMean, type Compilation, type NodeDraft } from './compilation.ts';
import { compileCondition } from './compile-condition.ts';
import { compileEach, compileWhenEmpty, ITEM_NAMES } from './compile-each.ts';
import { compileNodeLimits } from './compile-limits.ts';
import { notePlace } from './note-place.ts';
import { quoted, quotedList } from './quoted.ts';

/** Drafts of all nodes, not yet connected. */
export function* createNodes(compilation: Compilation): LongWork<void> {
  const { workflow, nodes, nodeById } = compilation;
  for (const definition of workflow.nodes) {
    if (nodes.length % partLength === 0) yield;
    const node = createNode(compilation, definition, nodes.length);
    nodes.push(node);
    const first = nodeById.get(node.id);
    if (first === undefined) nodeById.set(node.id, node);
    else reportDuplicate(compilation, node, first);
  }
}

/** One literal for all nodes: objects of one shape keep the hot path of a run fast. */
function createNode(compilation: Compilation, definition: WorkflowNode, index: number): NodeDraft {
  const { id, type } = definition;
  const kind = findKind(compilation, type, index);
  const place: NodePlace = { kind, index };
  const config = compileConfig(compilation, definition, place);
  const each = compileEach(compilation, definition, { kind, index, config });
  const mutex = compileMutex(compilation, mutexOf(definition, kind), index);
  return {
    index,
    id,
    name: definition.name ?? id,
    type,
    kind,
    config,
    // The value of steps and of items is not in the config.
    constantConfig: kind.rows === undefined && each === null ? constantObject(config) : null,
    conditions: compileConditions(compilation, definition, place),
    steps: compileRows(compilation, definition, place),
    each,
    whenEmpty: compileWhenEmpty(definition, { kind, each }),
    remember: definition.remember ?? null,
    join: definition.join ?? 'all',
    needed: 1,
    incoming: noEdges,
    joinEdges: noEdges,
    outgoing: noPorts,
    outgoingAll: noEdges,
    subagents: noEdges,
    inputPorts: noNames,
    required: noNames,
    requireOneOf: noGroups,
    keeps: 0,
    retry: fillRetry(definition.retry === undefined ? kind.retry : definition.retry),
    timeoutMs: definition.timeoutMs ?? null,
    effect: definition.effect ?? kind.effect ?? 'idempotent',
    mutex,
    shared: compileNodeLimits(compilation, definition, { index, mutex }),
    cancels: noNodes,
    headOf: null,
    loops: noLoops,
    derived: definition.derived ?? false,
    shownAs: definition.standsFor ?? id,
  };
}

// Most nodes lack most of these, and 100,000 empty lists are megabytes.
const noEdges: readonly GraphEdge[] = [];
const noPorts: ReadonlyMap<string, readonly GraphEdge[]> = new Map();
const noNodes: readonly GraphNode[] = [];
const noLoops: readonly Loop[] = [];
const noNames: readonly string[] = [];
const noGroups: readonly (readonly string[])[] = [];
const noConditions: GraphNode['conditions'] = [];
const noConfig: Template = { kind: 'constant', value: {} };

const codeMissing =
  'It is written in TypeScript: load its module here ("functions" of the configuration, `workflows` of createEngine), or ask the server that has it.';

function findKind(compilation: Compilation, type: string, index: number): NodeKind {
  const kind = compilation.kinds.get(type);
  if (kind !== undefined) return kind;
  if (codeKind(type) !== undefined) {
    compilation.diagnostics.push({
      code: 'UNKNOWN_NODE_TYPE',
      severity: 'error',
      pointer: pointer('nodes', index, 'type'),
      message: `The code of ${quoted(type)} is not loaded here.`,
      hint: codeMissing,
    });
    return { type, mode: 'execute', ports: 'any' };
  }
  // Written once: a definition may have a hundred thousand unknown types.
  compilation.knownTypes ??= quotedList([...compilation.kinds.keys()]);
  compilation.diagnostics.push({
    code: 'UNKNOWN_NODE_TYPE',
    severity: 'error',
    pointer: pointer('nodes', index, 'type'),
    message: `No node type is called ${quoted(type)}.`,
    hint: `${didYouMean(compilation, type, compilation.kinds.keys())}Known types: ${compilation.knownTypes}.`,
  });
  return { type, mode: 'execute', ports: 'any' };
}

interface NodePlace {
  readonly kind: NodeKind;
  readonly index: number;
}

function compileConfig(
  compilation: Compilation,
  { config: written, each }: WorkflowNode,
  { kind, index }: NodePlace,
): Template {
  if (written === undefined) return noConfig;
  const { rawKeys, textKeys, implied } = kind;
  const config = implied === undefined ? written : { ...written, ...implied(written) };
  if (rawKeys === 'all') return { kind: 'constant', value: config };
  const { template, problems } = parseTemplate(config, {
    rawKeys,
    textKeys,
    locals: each === undefined ? undefined : ITEM_NAMES,
  });
  for (const { path, message, hint, code = 'BAD_REFERENCE' } of problems) {
    compilation.diagnostics.push({
      code,
      severity: 'error',
      pointer: pointer('nodes', index, 'config', ...path),
      message,
      hint,
    });
  }
  if (template.kind !== 'object') return template;
  for (const [key, value] of template.entries) {
    notePlace(compilation, value, { node: index, path: ['config', key] });
  }
  return template;
}

function constantObject(config: Template): JsonObject | null {
  return config.kind === 'constant' && isObject(config.value) ? config.value : null;
}

function compileConditions(
  compilation: Compilation,
  { config }: WorkflowNode,
  { kind, index }: NodePlace,
): GraphNode['conditions'] {
  if (kind.conditions === undefined) return noConditions;
  const conditions: GraphNode['conditions'][number][] = [];
  for (const { name, when: written, path } of kind.conditions(config ?? {})) {
    const when = compileCondition(compilation, written, {
      node: index,
      isAfter: false,
      path: ['nodes', index, 'config', ...path],
      locals: kind.items === undefined ? undefined : ITEM_NAMES,
    });
    if (when !== null) conditions.push({ name, when });
  }
  return conditions;
}

function compileRows(
  compilation: Compilation,
  { config = {} }: WorkflowNode,
  { kind, index }: NodePlace,
): GraphNode['steps'] {
  if (kind.rows === undefined) return null;
  const key = kind.rows.steps;
  const { steps, problems, templates } = compileSteps(ownValue(config, key) ?? null);
  for (const { path, message, hint, code = 'BAD_REFERENCE' } of problems) {
    const where = pointer('nodes', index, 'config', key, ...path);
    compilation.diagnostics.push({ code, severity: 'error', pointer: where, message, hint });
  }
  for (const { template, path } of templates) {
    notePlace(compilation, template, { node: index, path: ['config', key, ...path] });
  }
  return steps;
}

/** `"mutex": null` removes the default of the node's type. */
function mutexOf({ mutex }: WorkflowNode, kind: NodeKind): string | null {
  return mutex === undefined ? (kind.mutex ?? null) : mutex;
}

function compileMutex(
  compilation: Compilation,
  mutex: string | null,
  index: number,
): Template | null {
  if (mutex === null) return null;
  const { template, problems } = parseTemplate(mutex);
  for (const { message, hint, code = 'BAD_REFERENCE' } of problems) {
    compilation.diagnostics.push({
      code,
      severity: 'error',
      pointer: pointer('nodes', index, 'mutex'),
      message,
      hint,
    });
  }
  notePlace(compilation, template, { node: index, path: ['mutex'] });
  return template;
}

function reportDuplicate(compilation: Compilation, node: NodeDraft, first: NodeDraft): void {
  compilation.diagnostics.push({
    code: 'DUPLICATE_ID',
    severity: 'error',
    pointer: pointer('nodes', node.index, 'id'),
    message: `Two nodes have the id ${quoted(node.id)}: number ${first.index} and number ${node.index} of "nodes".`,
    hint: 'Give one of them another id, and check which of the two each edge means.',
  });
}
