import { agentGraphNodes, agentGraphSettings } from '@skein/dialects';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { freeId } from '../free-id.ts';
import { listAt, objectAt, textAt, withKey, withKeys } from '../own-keys.ts';
import type { Connection, NodeConfig, SketchPort } from '../sketch.ts';
import { drawnEnds, end, endEntry, endId } from './agent-graph-end.ts';
import type { DocumentForm, ShapedEntry, ReadEdge, ReadNode } from './document-form.ts';
import { formSchemaOf, openForm } from './config-schema.ts';
import { renameKeys, withNodeAt } from './native-form.ts';
import { paletteOf } from './palette.ts';
import { readStudioPosition, writeStudioPositions } from './studio-positions.ts';

const palette: readonly ShapedEntry[] = [...paletteOf(agentGraphNodes), endEntry];

const always = 'ALWAYS';
const route = 'route';

export const agentGraphForm: DocumentForm = {
  dialect: 'agent-graph',
  palette,
  nodesKey: 'nodes',
  edgesKey: () => 'edges',
  readNode,
  readEdge,
  makeNode: (type, id) => ({
    id,
    nodeType: type,
    nodeName: id,
    ...(type === 'AGENT' ? { agentId: id } : {}),
  }),
  addNode,
  readMarks: drawnEnds,
  makeEdge,
  readPosition: (definition, node) => readStudioPosition(definition, textAt(node, 'id')),
  writePositions: writeStudioPositions,
  readConfig,
  writeConfig,
  titleKey: () => ({ inConfig: true, key: 'nodeName' }),
  renameEnds: (edge, from, to) => renameKeys(edge, ['sourceNodeId', 'targetNodeId'], { from, to }),
  renameTop: (definition, from, to) => renameKeys(definition, ['entrypointNodeId'], { from, to }),
  configSchema: (type) => {
    const entry = palette.find((each) => each.type === type);
    return entry === undefined ? openForm : formSchemaOf(entry.config);
  },
  fieldOf: (path) => path[0] ?? null,
  topSchema: formSchemaOf(agentGraphSettings),
  emptyDefinition: (name) => ({
    name,
    entrypointNodeId: 'agent',
    isConversational: false,
    nodes: [{ id: 'agent', nodeType: 'AGENT', nodeName: 'agent', agentId: 'agent' }],
    edges: [],
    agents: [{ id: 'agent', name: 'Agent', systemPrompt: 'You are helpful.', tools: [] }],
  }),
};

function readNode(node: JsonObject, definition: JsonObject): ReadNode | null {
  const id = textAt(node, 'id');
  if (id === '') return null;
  const type = textAt(node, 'nodeType');
  const agent = agentOf(definition, textAt(node, 'agentId'));
  const entry = palette.find((each) => each.type === type);
  const isEntry = ownValue(definition, 'entrypointNodeId') === id;
  return {
    id,
    type,
    title: textAt(node, 'nodeName') || id,
    subtitle: `${isEntry ? 'Entry · ' : ''}${textAt(agent ?? {}, 'model') || entry?.name || type}`,
    family: entry?.family ?? 'agent',
    ports: portsOf(id, definition),
    hasInput: true,
    isHub: false,
  };
}

/** One port per route, one for "always", and one to draw a new route from. */
function portsOf(id: string, definition: JsonObject): readonly SketchPort[] {
  const values = listAt(definition, 'edges')
    .filter(isObject)
    .filter((edge) => textAt(edge, 'sourceNodeId') === id && isConditional(edge))
    .map((edge) => textAt(edge, 'conditionValue'));
  const routes = [...new Set(values)].map((value) => ({ id: routePort(value), label: value }));
  return [{ id: always, label: 'always' }, ...routes, { id: route, label: '+ route' }];
}

/** With the agent that it runs, so that it is valid at once; the first node is the one that runs start with. */
function addNode(
  definition: JsonObject,
  { type, id }: { readonly type: string; readonly id: string },
): { readonly definition: JsonObject; readonly id: string } {
  if (type === end) return { definition, id: endId(definition) };
  const agents = listAt(definition, 'agents');
  const taken = new Set(agents.filter(isObject).map((agent) => textAt(agent, 'id')));
  const agentId = freeId(id, taken);
  const nodes = listAt(definition, 'nodes');
  const node = agentGraphForm.makeNode(type, id);
  if (type !== 'AGENT') return { definition: withKey(definition, 'nodes', [...nodes, node]), id };
  const agent = { id: agentId, name: id, systemPrompt: 'You are helpful.', tools: [] };
  const entry = nodes.length === 0 ? { entrypointNodeId: id } : {};
  return {
    definition: withKeys(definition, {
      ...entry,
      nodes: [...nodes, { ...node, agentId }],
      agents: [...agents, agent],
    }),
    id,
  };
}

function readEdge(edge: JsonObject, definition: JsonObject): ReadEdge | null {
  const to = textAt(edge, 'targetNodeId') || endId(definition);
  const out = isConditional(edge) ? routePort(textAt(edge, 'conditionValue')) : always;
  return { from: textAt(edge, 'sourceNodeId'), out, to, in: '', kind: 'flow' };
}

function makeEdge({ from, out, to }: Connection, definition: JsonObject): JsonObject {
  const taken = new Set(
    listAt(definition, 'edges').map((edge) => isObject(edge) && textAt(edge, 'id')),
  );
  let number = taken.size + 1;
  while (taken.has(`edge-${number}`)) number += 1;
  const isEnd = to === endId(definition);
  const ends = { id: `edge-${number}`, sourceNodeId: from, targetNodeId: isEnd ? null : to };
  if (out === always) return { ...ends, conditionType: always };
  const target = listAt(definition, 'nodes').find(
    (node) => isObject(node) && textAt(node, 'id') === to,
  );
  const name = isEnd ? end : (isObject(target) && textAt(target, 'nodeName')) || to;
  const value = out === route ? name : out.slice(route.length + 1);
  return { ...ends, conditionType: 'CONDITIONAL', conditionValue: value };
}

function routePort(value: string): string {
  return `${route}:${value}`;
}

function isConditional(edge: JsonObject): boolean {
  return ownValue(edge, 'conditionType') === 'CONDITIONAL';
}

function agentOf(definition: JsonObject, id: string): JsonObject | undefined {
  return listAt(definition, 'agents')
    .filter(isObject)
    .find((agent) => textAt(agent, 'id') === id);
}

function readConfig(definition: JsonObject, node: JsonObject): NodeConfig {
  const { id: _id, nodeType: _type, workflowId: _workflow, ...rest } = node;
  const agent = agentOf(definition, textAt(node, 'agentId'));
  if (agent === undefined) return rest;
  const { id: _agent, ...fields } = agent;
  return { ...rest, agent: fields };
}

/** The agent of a node is a separate record; the form shows both, and each is written back to its place. */
function writeConfig(definition: JsonObject, index: number, config: NodeConfig): JsonObject {
  const agentId = textAt(config, 'agentId');
  const { agent: _, ...own } = config;
  const changed = withNodeAt(definition, 'nodes', index, (node) => {
    const removed = Object.keys(readConfig({}, node)).filter((key) => !Object.hasOwn(own, key));
    return withKeys(node, {
      ...Object.fromEntries(removed.map((key) => [key, undefined])),
      ...own,
    });
  });
  const fields = objectAt(config, 'agent');
  if (agentId === '' || Object.keys(fields).length === 0) return changed;
  const agents = listAt(changed, 'agents');
  const isKnown = agents.some((agent) => isObject(agent) && textAt(agent, 'id') === agentId);
  const rows: readonly Json[] = isKnown
    ? agents.map((agent) =>
        isObject(agent) && textAt(agent, 'id') === agentId ? { id: agentId, ...fields } : agent,
      )
    : [...agents, { id: agentId, ...fields }];
  return withKey(changed, 'agents', rows);
}
