import { canvasNodes } from '@skein/dialects';
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt, withKey, withKeys } from '../own-keys.ts';
import { subagentPort, type Point, type SketchPort } from '../sketch.ts';
import { formSchemaOf, openForm } from './config-schema.ts';
import type { DocumentForm, ShapedEntry, ReadNode } from './document-form.ts';
import { renameKeys, withNodeAt } from './native-form.ts';
import { initialConfigOf, paletteOf } from './palette.ts';
import { readPoint } from './studio-positions.ts';

const palette = paletteOf(canvasNodes);

export const canvasForm: DocumentForm = {
  dialect: 'canvas',
  palette,
  nodesKey: 'nodes',
  edgesKey: (definition) => (Object.hasOwn(definition, 'connections') ? 'connections' : 'edges'),
  readNode,
  readEdge: (edge, definition) => {
    const from = textAt(edge, 'source');
    const handle = textAt(edge, 'sourceHandle');
    return {
      from,
      out: handle === 'true' ? 'condition-0' : handle || defaultHandle(definition, from),
      to: textAt(edge, 'target'),
      in: textAt(edge, 'targetHandle'),
      kind: handle === subagentPort ? 'subagent' : 'flow',
    };
  },
  makeNode: (type, id) => ({ id, type, x: 0, y: 0, data: initialConfigOf(palette, type) }),
  makeEdge: ({ from, out, to }) => ({
    source: from,
    target: to,
    ...(out === 'output' ? {} : { sourceHandle: out }),
  }),
  readPosition: (_, node) => readPoint(node),
  writePositions,
  readConfig: (_, node) => objectAt(node, 'data'),
  writeConfig: (definition, index, config) =>
    withNodeAt(definition, 'nodes', index, (node) => withKey(node, 'data', config)),
  titleKey: (type) => (type === 'agent' ? { inConfig: true, key: 'agentName' } : null),
  renameEnds: (edge, from, to) => renameKeys(edge, ['source', 'target'], { from, to }),
  // Texts of this dialect do not refer to nodes.
  renameReferences: (text) => text,
  configSchema: (type) => {
    const entry = entryOf(type);
    return entry === undefined ? openForm : formSchemaOf(entry.config);
  },
  fieldOf: (path) => (path[0] === 'data' ? (path[1] ?? null) : null),
  emptyDefinition: (name) => ({
    name,
    nodes: [{ id: 'start', type: 'start', x: 0, y: 0, data: {} }],
    connections: [],
  }),
};

function readNode(node: JsonObject): ReadNode | null {
  const id = textAt(node, 'id');
  if (id === '') return null;
  const type = textAt(node, 'type');
  const data = objectAt(node, 'data');
  const entry = entryOf(type);
  return {
    id,
    type,
    title: type === 'agent' ? textAt(data, 'agentName') || 'Agent' : (entry?.name ?? id),
    subtitle: subtitleOf(type, data) || id,
    family: entry?.family ?? 'tool',
    ports: portsOf(type, data),
    hasInput: type !== 'start',
    isHub: type === 'agent',
  };
}

/** `input` is the older name of an approval. */
function entryOf(type: string): ShapedEntry | undefined {
  return palette.find((each) => each.type === (type === 'input' ? 'approval' : type));
}

function subtitleOf(type: string, data: JsonObject): string {
  if (type === 'agent') return textAt(data, 'model');
  if (type === 'approval' || type === 'input') return textAt(data, 'prompt');
  if (type !== 'if') return '';
  const [first] = listAt(data, 'conditions').filter(isObject);
  return first === undefined ? '' : `${textAt(first, 'operator')} "${textAt(first, 'value')}"`;
}

function portsOf(type: string, data: JsonObject): readonly SketchPort[] {
  if (type === 'approval' || type === 'input')
    return [
      { id: 'approve', label: 'approve' },
      { id: 'reject', label: 'reject' },
    ];
  if (type !== 'if') return [{ id: 'output', label: '' }];
  const conditions = listAt(data, 'conditions').filter(isObject);
  const older = typeof ownValue(data, 'condition') === 'string' ? [{}] : [];
  const tried = conditions.length > 0 ? conditions : older;
  const labels = tried.map((condition, index) => ({
    id: `condition-${index}`,
    label: textAt(condition, 'value').slice(0, 12) || `case ${index + 1}`,
  }));
  return [...labels, { id: 'false', label: 'else' }];
}

function defaultHandle(definition: JsonObject, id: string): string {
  const node = listAt(definition, 'nodes').find(
    (each) => isObject(each) && textAt(each, 'id') === id,
  );
  return isObject(node) && ownValue(node, 'type') === 'input' ? 'approve' : 'output';
}

function writePositions(definition: JsonObject, positions: ReadonlyMap<string, Point>): JsonObject {
  const nodes = listAt(definition, 'nodes').map((node) => {
    const point = isObject(node) ? positions.get(textAt(node, 'id')) : undefined;
    return isObject(node) && point !== undefined
      ? withKeys(node, { x: point.x, y: point.y })
      : node;
  });
  return withKey(definition, 'nodes', nodes);
}
