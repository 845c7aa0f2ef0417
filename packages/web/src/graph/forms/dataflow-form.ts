import { dataflowKinds, dataflowNodes, findNativeNode } from '@skein/dialects';
import { isObject, nativeKinds, ownValue, type JsonObject } from '@skein/kernel';
import { listAt, objectAt, textAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { formSchemaOf } from './config-schema.ts';
import type { DocumentForm, PortList, ReadNode } from './document-form.ts';
import { casesOf, nativeForm, portsOf, renameKeys, withNodeAt } from './native-form.ts';
import { newItemOf } from './new-item.ts';
import { initialConfigOf, paletteOf } from './palette.ts';
import { readPoint } from './studio-positions.ts';

const kinds = new Map(dataflowKinds.map((kind) => [kind.type, kind]));
const palette = paletteOf(dataflowNodes);

export const dataflowForm: DocumentForm = {
  dialect: 'dataflow',
  palette,
  nodesKey: 'nodes',
  edgesKey: () => 'edges',
  isDrawnInRuns: true,
  readNode,
  readEdge: (edge) => ({
    from: textAt(edge, 'source'),
    out: textAt(edge, 'sourceOutput') || textAt(edge, 'sourceHandle') || 'context',
    to: textAt(edge, 'target'),
    in: textAt(edge, 'targetInput') || textAt(edge, 'targetHandle') || 'context',
    kind: 'flow',
  }),
  makeNode: (type, id) => ({ id, nodeType: type, config: initialConfigOf(palette, type) }),
  makeEdge: ({ from, out, to, in: into }, definition) => ({
    id: freeEdgeId(definition),
    source: from,
    sourceOutput: out,
    target: to,
    targetInput: into === undefined || into === '' ? inputFor(out) : into,
  }),
  readPosition: (_, node) => readPoint(ownValue(node, 'position')),
  writePositions,
  readConfig: (_, node) => objectAt(node, 'config'),
  writeConfig: (definition, index, config) =>
    withNodeAt(definition, 'nodes', index, (node) => withKey(node, 'config', config)),
  portList: (type, config) => (type === 'intentRouter' ? intentsOf(config) : casesOf(type, config)),
  newItem: (type, path) => {
    const entry = palette.find((each) => each.type === type);
    return newItemOf(entry?.config ?? findNativeNode(type)?.config, path);
  },
  writeOut: (edge, out) =>
    withKey(edge, Object.hasOwn(edge, 'sourceOutput') ? 'sourceOutput' : 'sourceHandle', out),
  titleKey: () => ({ inConfig: false, key: 'label' }),
  renameEnds: (edge, from, to) => renameKeys(edge, ['source', 'target'], { from, to }),
  // Texts of this dialect do not refer to nodes: values travel along edges.
  // Native nodes keep their native settings.
  configSchema: (type) => {
    const entry = palette.find((each) => each.type === type);
    return entry === undefined ? nativeForm.configSchema(type) : formSchemaOf(entry.config);
  },
  fieldOf: (path) => (path[0] === 'config' ? (path[1] ?? null) : null),
  emptyDefinition: (name) => ({
    name,
    nodes: [{ id: 'start', nodeType: 'defaultContextStart', config: {} }],
    edges: [],
  }),
};

function readNode(node: JsonObject): ReadNode | null {
  const id = textAt(node, 'id');
  if (id === '') return null;
  const type = textAt(node, 'nodeType') || textAt(node, 'type') || textAt(node, 'kind');
  const entry = palette.find((each) => each.type === type);
  const config = objectAt(node, 'config');
  return {
    id,
    type,
    title: textAt(node, 'label') || entry?.name || id,
    subtitle: textAt(config, 'model') || id,
    family: entry?.family ?? 'tool',
    ports: portsOf(kinds.get(`dataflow.${type}`) ?? nativeKinds.get(type), config),
    hasInput: type !== 'defaultContextStart' && type !== 'tools',
    isHub: false,
  };
}

/** An intent has two ports. */
function intentsOf(config: JsonObject): PortList {
  const items = Object.keys(objectAt(config, 'routes')).map((intent) => ({
    value: intent,
    ports: [`${intent}-context`, `${intent}-data`],
  }));
  return { key: 'routes', items, isNamed: true };
}

/** The input port for an output port. */
function inputFor(out: string): string {
  if (out === 'context' || out.endsWith('-context')) return 'context';
  if (out === 'tools' || out === 'toolNames') return 'tools';
  return out === 'message' ? 'message' : 'data';
}

function freeEdgeId(definition: JsonObject): string {
  const taken = new Set(
    listAt(definition, 'edges').map((edge) => isObject(edge) && textAt(edge, 'id')),
  );
  let number = taken.size + 1;
  while (taken.has(`e${number}`)) number += 1;
  return `e${number}`;
}

function writePositions(definition: JsonObject, positions: ReadonlyMap<string, Point>): JsonObject {
  const nodes = listAt(definition, 'nodes').map((node) => {
    const point = isObject(node) ? positions.get(textAt(node, 'id')) : undefined;
    return isObject(node) && point !== undefined
      ? withKey(node, 'position', { x: point.x, y: point.y })
      : node;
  });
  return withKey(definition, 'nodes', nodes);
}
