// A canvas as a native workflow
// T1. One node per node and one edge per connection, in the same order: places in one are places in the other.
// T2. Every text of the author is escaped; the only references are those that this folder writes.
// T3. Tokens are never merged (`each`), and a person who is asked holds the run (`hold`).
import {
  escapeTemplate,
  isObject,
  ownValue,
  partLength,
  setOwn,
  type Json,
  type JsonObject,
  type LongWork,
  type Workflow,
  type WorkflowEdge,
  type WorkflowNode,
} from '@skein/kernel';
import { isSubagentLink } from '../check/check-subagents.ts';
import { approvalsBefore, noteTemplate, type NoteGraph } from '../read/approval-notes.ts';
import { leavingOf } from '../read/handles.ts';
import {
  conditionsOf,
  textOr,
  toolNames,
  type Canvas,
  type CanvasConnection,
  type CanvasNode,
} from '../read/read-canvas.ts';
import { subagentTools } from '../read/subagent-tools.ts';
import { previousReference, settingOf } from './to-template.ts';

export const defaultSystemPrompt = 'You are a helpful assistant.';
export const defaultAgentName = 'Agent';
/** The input of the run, or an empty text. */
export const inputReference = '${trigger|}';

export function* toWorkflow(definition: JsonObject, canvas: Canvas): LongWork<Workflow> {
  const { nodes, connections } = canvas;
  const subagents = new Set(connections.filter(isSubagentLink).map(({ target }) => target));
  const policy = ownValue(definition, 'policy');
  const start = nodes.find(({ type }) => type === 'start');
  const noted = approvalsBefore({
    nodes: nodes.map(({ id, type }) => ({ id, role: roleOf(type) })),
    edges: connections
      .filter((connection) => !isSubagentLink(connection))
      .map(({ source, target }) => ({ from: source, to: target })),
  });
  const made: WorkflowNode[] = [];
  for (const node of nodes) {
    if (made.length % partLength === 0) yield;
    const note = () => noteTemplate(noted(node.id));
    made.push(toNode(node, { isSubagent: subagents.has(node.id), note }));
  }
  const workflow: Workflow = {
    skein: 1,
    ...textsOf(definition),
    ...(start === undefined ? {} : { entry: [start.id] }),
    policy: { whileWaiting: 'hold', ...(isObject(policy) ? policy : {}) },
    nodes: made,
    edges: toEdges(canvas),
  };
  const positions = positionsOf(canvas);
  return positions === null ? workflow : { ...workflow, studio: { positions } };
}

/** A node of no known type is read as an approval. */
function roleOf(type: CanvasNode['type']): NoteGraph['nodes'][number]['role'] {
  if (type === 'if') return 'condition';
  return type === 'approval' || type === null ? 'approval' : 'other';
}

interface Surroundings {
  readonly isSubagent: boolean;
  /** Makes the notes of reviewers that it gets, as a template; empty where no one is asked before it. */
  readonly note: () => string;
}

function textsOf(definition: JsonObject): Pick<Workflow, 'id' | 'name' | 'description'> {
  const given: { id?: string; name?: string; description?: string } = {};
  for (const key of ['id', 'name', 'description'] as const) {
    const value = ownValue(definition, key);
    if (typeof value === 'string') given[key] = value;
  }
  return given;
}

function toNode(node: CanvasNode, surroundings: Surroundings): WorkflowNode {
  const { id } = node;
  switch (node.type) {
    case 'start':
      return { id, type: 'transform', join: 'each', config: { value: startValue(node) } };
    case 'agent':
      return {
        id,
        type: 'agent',
        name: textOr(node.data, 'agentName', defaultAgentName),
        ...descriptionOf(node),
        join: 'each',
        config: agentConfig(node, surroundings),
      };
    case 'if':
      return { id, join: 'each', ...toChoice(node) };
    case 'approval':
    case null: {
      const config = approvalConfig(node, surroundings);
      const given = Object.keys(config).length === 0 ? {} : { config };
      return { id, type: 'approval', join: 'each', ...given };
    }
  }
}

function startValue({ data }: CanvasNode): Json {
  const given = ownValue(data, 'initialInput');
  return given === undefined || given === null || given === '' ? inputReference : escapeAll(given);
}

function approvalConfig(node: CanvasNode, { note }: Surroundings): JsonObject {
  const config: { [key: string]: Json } = {};
  const prompt = settingOf(node, 'prompt', '', note);
  if (prompt !== '') config['prompt'] = prompt;
  const otherText = textOr(node.data, 'otherText', '');
  if (otherText !== '') config['otherText'] = otherText;
  return config;
}

/** What the model of its parent is told about it. */
function descriptionOf({ data }: CanvasNode): Pick<WorkflowNode, 'description'> {
  const description = textOr(data, 'description', '');
  return description === '' ? {} : { description };
}

function agentConfig(node: CanvasNode, { isSubagent, note }: Surroundings): JsonObject {
  const { data } = node;
  const config: { [key: string]: Json } = {
    system: settingOf(node, 'systemPrompt', defaultSystemPrompt, note),
  };
  if (!isSubagent) {
    const isBlank = textOr(data, 'userPrompt', '').trim() === '';
    const prompt = isBlank ? previousReference : settingOf(node, 'userPrompt', '', note);
    config['prompt'] = prompt;
    // A prompt of the author's own says itself where the note belongs.
    const notes = prompt === previousReference ? note() : '';
    if (notes !== '') config['note'] = notes;
  }
  for (const key of ['model', 'reasoningEffort']) {
    const value = settingOf(node, key, '');
    if (value !== '') config[key] = value;
  }
  const tools = toolNames(node);
  if (tools.length > 0) config['tools'] = tools.map((name) => escapeTemplate(name));
  return config;
}

function toChoice(node: CanvasNode): Pick<WorkflowNode, 'type' | 'config'> {
  const conditions = conditionsOf(node);
  // A switch needs a case; without conditions everything goes the way of `false`.
  if (conditions.length === 0) return { type: 'if', config: { condition: false } };
  const cases = conditions.map(({ operator, value }, index) => ({
    name: `condition-${index}`,
    when: {
      left: '${previous}',
      op: operator === 'equal' ? 'eq' : 'contains',
      right: escapeTemplate(value),
      fold: true,
    },
  }));
  return { type: 'switch', config: { cases } };
}

function toEdges({ nodeById, connections }: Canvas): readonly WorkflowEdge[] {
  const links = connections.filter(isSubagentLink);
  const names = subagentTools(
    links.map(({ source, target }) => {
      const data = nodeById.get(target)?.data ?? {};
      return { parent: source, id: target, name: textOr(data, 'agentName', defaultAgentName) };
    }),
  );
  const toolOf = new Map(links.map((link, index) => [link, names[index] ?? '']));
  return connections.flatMap((connection) => {
    const node = nodeById.get(connection.source);
    return node === undefined ? [] : [toEdge(connection, node, toolOf.get(connection))];
  });
}

/** An edge to a subagent leaves from the name of its tool. */
function toEdge(
  connection: CanvasConnection,
  node: CanvasNode,
  tool: string | undefined,
): WorkflowEdge {
  const { id, source: from, target: to, targetHandle } = connection;
  const named = id === null ? {} : { id };
  if (tool !== undefined) return { ...named, from, out: tool, to, kind: 'subagent' };
  const { out, fires } = leavingOf(connection, node);
  return {
    ...named,
    from,
    ...(out === 'output' ? {} : { out }),
    to,
    ...(targetHandle === null || targetHandle === 'input' ? {} : { in: targetHandle }),
    ...(fires ? {} : { when: false }),
  };
}

function positionsOf({ nodes }: Canvas): JsonObject | null {
  const positions: { [id: string]: Json } = {};
  let isEmpty = true;
  for (const { id, x, y } of nodes) {
    if (x === null && y === null) continue;
    isEmpty = false;
    setOwn(positions, id, { x: x ?? 0, y: y ?? 0 });
  }
  return isEmpty ? null : positions;
}

/** Every text in a value comes out as it was written. At most 200 levels deep (check-json). */
function escapeAll(value: Json): Json {
  if (typeof value === 'string') return escapeTemplate(value);
  if (Array.isArray(value)) return value.map(escapeAll);
  if (!isObject(value)) return value;
  const escaped: { [key: string]: Json } = {};
  for (const [key, inner] of Object.entries(value)) setOwn(escaped, key, escapeAll(inner));
  return escaped;
}
