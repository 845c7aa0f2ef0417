// Another prompt or model in a definition
// The change is made in native form, which every dialect has, and expressed in the dialect itself where that is possible.
import { contentHash, exportDefinition, findDialect } from '@skein/dialects';
import {
  isObject,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
  type NodeId,
  type Workflow,
  type WorkflowNode,
} from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';

/** The replacement, by node, or for all nodes that it applies to. */
export interface ReplayChange {
  readonly model?: string | { readonly [node: string]: string };
  readonly prompt?: string | { readonly [node: string]: string };
  /** Other config keys, as in native form. */
  readonly config?: { readonly [node: string]: JsonObject };
}

/** The definition with the change, in its own dialect where that can say it. */
export function changeDefinition(
  { compile }: Ports<'compile'>,
  { graph, dialect }: Pick<KnownWorkflow, 'graph' | 'dialect'>,
  change: ReplayChange,
): object {
  const { workflow } = graph;
  const nodes = changedNodes(workflow, change);
  const edited: Workflow = { ...workflow, nodes };
  const own = findDialect(dialect);
  if (own === null) return edited;
  const { definition, losses } = exportDefinition(edited, own);
  const again = losses.length === 0 ? compile(definition, { dialect }).graph : null;
  const isSame = again !== null && hashOf(again.workflow) === hashOf(edited);
  // What the dialect cannot express exactly, native form can.
  return isSame && isObject(definition) ? definition : edited;
}

function hashOf(workflow: Workflow): string {
  const { studio: _, ...said } = workflow as unknown as JsonObject;
  return contentHash(said);
}

function changedNodes(workflow: Workflow, change: ReplayChange): readonly WorkflowNode[] {
  const changes = new Map<string, (readonly [path: readonly string[], value: Json])[]>();
  const add = (node: NodeId, path: readonly string[], value: Json) => {
    changes.set(node, [...(changes.get(node) ?? []), [path, value]]);
  };
  for (const [node, model] of targets(workflow, 'model', change.model)) {
    add(node.id, modelPath(node), model);
  }
  for (const [node, prompt] of targets(workflow, 'prompt', change.prompt)) {
    add(node.id, promptPath(node) ?? [...placeOf(node), 'prompt'], prompt);
  }
  for (const [id, config] of Object.entries(change.config ?? {})) {
    const node = requireNode(workflow, id);
    for (const [key, value] of Object.entries(config)) add(node.id, key.split('.'), value);
  }
  return workflow.nodes.map((node) => {
    let config: JsonObject = node.config ?? {};
    for (const [path, value] of changes.get(node.id) ?? []) config = withValue(config, path, value);
    return changes.has(node.id) ? { ...node, config } : node;
  });
}

type Target = readonly [node: WorkflowNode, value: string];

function targets(
  workflow: Workflow,
  what: 'model' | 'prompt',
  given: ReplayChange['model'],
): readonly Target[] {
  if (given === undefined) return [];
  if (typeof given !== 'string') {
    return Object.entries(given).map(([id, value]): Target => [requireNode(workflow, id), value]);
  }
  const matching = workflow.nodes.filter((node) =>
    what === 'model' ? asksModel(node) : asksModel(node) && promptPath(node) !== null,
  );
  if (matching.length === 0) throw refused(`no node of the workflow has a ${what}.`);
  if (what === 'prompt' && matching.length > 1) {
    const ids = matching.map(({ id }) => `"${id}"`).join(', ');
    throw refused(`several nodes have a prompt: ${ids}. Say which one is meant.`);
  }
  return matching.map((node): Target => [node, given]);
}

function requireNode({ nodes }: Workflow, id: string): WorkflowNode {
  const node = nodes.find((each) => each.id === id);
  if (node === undefined) {
    throw new EngineError('NODE_NOT_FOUND', { node: id, known: nodes.map((each) => each.id) });
  }
  return node;
}

/** Node types whose functions call a model. */
const asking: ReadonlySet<string> = new Set([
  'llm',
  'agent',
  'pipeline.agent',
  'agent-graph.agent',
  'dataflow.chat',
  'dataflow.intentRouter',
  'session-graph.generate',
]);

function asksModel({ type, config = {} }: WorkflowNode): boolean {
  return asking.has(type) || Object.hasOwn(config, 'model');
}

function modelPath(node: WorkflowNode): readonly string[] {
  return [...placeOf(node), 'model'];
}

/** Some dialects keep the prompt inside an object of the config. */
function placeOf({ type, config = {} }: WorkflowNode): readonly string[] {
  if (type.startsWith('session-graph.')) return ['input'];
  return isObject(ownValue(config, 'agent')) ? ['agent'] : [];
}

/** Where the prompt is: a pipeline step has it in its system prompt. */
function promptPath(node: WorkflowNode): readonly string[] | null {
  const { type, config = {} } = node;
  const place = placeOf(node);
  const [outer] = place;
  const held = outer === undefined ? config : ownValue(config, outer);
  const isPipeline = type.startsWith('pipeline.');
  const keys = isPipeline ? ['system', 'prompt'] : ['prompt', 'user', 'system'];
  const key = keys.find((each) => isObject(held) && typeof ownValue(held, each) === 'string');
  return key === undefined ? null : [...place, key];
}

function withValue(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [key = '', ...rest] = path;
  const changed: { [key: string]: Json } = {};
  for (const [each, held] of Object.entries(object)) setOwn(changed, each, held);
  const inner = ownValue(object, key);
  setOwn(
    changed,
    key,
    rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value),
  );
  return changed;
}

function refused(complaint: string): EngineError {
  return new EngineError('REPLAY_REFUSED', { complaint });
}
