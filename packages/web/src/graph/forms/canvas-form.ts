import { canvasNodes, filledFields, ignoredBySubagents } from '@skein/dialects';
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt, withKey, withKeys } from '../own-keys.ts';
import { subagentPort, type Point, type SketchPort } from '../sketch.ts';
import { formSchemaOf, openForm } from './config-schema.ts';
import type { DocumentForm, ShapedEntry, ReadNode } from './document-form.ts';
import { renameKeys, withNodeAt } from './native-form.ts';
import { newItemOf } from './new-item.ts';
import { initialConfigOf, paletteOf } from './palette.ts';
import { readPoint } from './studio-positions.ts';

const palette = paletteOf(canvasNodes);

export const canvasForm: DocumentForm = {
  dialect: 'canvas',
  palette,
  nodesKey: 'nodes',
  edgesKey: (definition) => (Object.hasOwn(definition, 'connections') ? 'connections' : 'edges'),
  isDrawnInRuns: true,
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
  portList: (type, config) =>
    type === 'if'
      ? {
          key: 'conditions',
          items: conditionsOf(config).map((value, index) => ({ value, ports: [portOf(index)] })),
          isNamed: false,
        }
      : null,
  filledFields: (type) => {
    const entry = entryOf(type);
    return entry === undefined ? new Set() : filledFields(entry.config);
  },
  ignoredBySubagents: (type) => {
    const entry = entryOf(type);
    return entry === undefined ? new Set() : ignoredBySubagents(entry.config);
  },
  newItem: (type, path) => newItemOf(entryOf(type)?.config, path),
  writeOut: (edge, out) => withKey(edge, 'sourceHandle', out),
  titleKey: (type) => (type === 'agent' ? { inConfig: true, key: 'agentName' } : null),
  renameEnds: (edge, from, to) => renameKeys(edge, ['source', 'target'], { from, to }),
  // Texts of this dialect do not refer to nodes.
  configSchema: (type) => {
    const entry = entryOf(type);
    return entry === undefined ? openForm : formSchemaOf(entry.config);
  },
  fieldOf: (path) => (path[0] === 'data' ? (path[1] ?? null) : null),
  fixedInput,
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

/** A start without an initial input passes the input of the run on. */
function fixedInput(definition: JsonObject): Json | undefined {
  const start = listAt(definition, 'nodes')
    .filter(isObject)
    .find((node) => ownValue(node, 'type') === 'start');
  const given = ownValue(objectAt(start ?? {}, 'data'), 'initialInput');
  return given === null || given === '' ? undefined : given;
}

/** `input` is the older name of an approval. */
function entryOf(type: string): ShapedEntry | undefined {
  return palette.find((each) => each.type === (type === 'input' ? 'approval' : type));
}

function subtitleOf(type: string, data: JsonObject): string {
  if (type === 'agent') return textAt(data, 'model');
  if (type === 'approval' || type === 'input') return textAt(data, 'prompt');
  if (type !== 'if') return '';
  const [first] = conditionsOf(data);
  return first === undefined ? '' : conditionWords(first);
}

function portsOf(type: string, data: JsonObject): readonly SketchPort[] {
  if (type === 'approval' || type === 'input')
    return [
      { id: 'approve', label: 'approve' },
      { id: 'reject', label: 'reject' },
    ];
  if (type !== 'if') return [{ id: 'output', label: '' }];
  const conditions = conditionsOf(data).map((condition, index): SketchPort => {
    const value = textAt(condition, 'value');
    // Numbered from one, as in the log.
    const name = `condition ${index + 1}`;
    const label = `${index + 1}: ${value === '' ? '""' : value.slice(0, 12)}`;
    return { id: portOf(index), label, name, about: conditionWords(condition) };
  });
  return [...conditions, { id: 'false', label: 'false', about: 'no condition is met' }];
}

function conditionWords(condition: JsonObject): string {
  return `${textAt(condition, 'operator')} "${textAt(condition, 'value')}"`;
}

/** The older single text counts when there are no others. */
function conditionsOf(data: JsonObject): readonly JsonObject[] {
  const conditions = listAt(data, 'conditions').filter(isObject);
  const older = ownValue(data, 'condition');
  return conditions.length > 0 || typeof older !== 'string'
    ? conditions
    : [{ operator: 'contains', value: older }];
}

function portOf(index: number): string {
  return `condition-${index}`;
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
