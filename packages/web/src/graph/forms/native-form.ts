import { findNativeNode, nativeNodes, type NativeNode, nodeName } from '@skein/dialects';
import {
  isObject,
  nativeKinds,
  ownValue,
  setOwn,
  type Json,
  type JsonObject,
  type NodeKind,
} from '@skein/kernel';
import { listAt, objectAt, textAt, withKey, withKeys } from '../own-keys.ts';
import { subagentPort, type SketchPort } from '../sketch.ts';
import { formSchemaOf, openForm } from './config-schema.ts';
import type { DocumentForm, PortList, ReadNode } from './document-form.ts';
import { nativeGroups } from './native-groups.ts';
import { newItemOf } from './new-item.ts';
import { paletteOf } from './palette.ts';
import { policyGroups } from './policy-groups.ts';
import { readStudioPosition, writeStudioPositions } from './studio-positions.ts';

export const nativeForm: DocumentForm = {
  dialect: 'native',
  palette: paletteOf(nativeNodes),
  nodesKey: 'nodes',
  edgesKey: () => 'edges',
  isDrawnInRuns: true,
  readNode,
  readEdge: (edge) => ({
    from: textAt(edge, 'from'),
    out: ownValue(edge, 'kind') === 'subagent' ? subagentPort : textAt(edge, 'out') || 'output',
    to: textAt(edge, 'to'),
    in: textAt(edge, 'in'),
    kind: ownValue(edge, 'kind') === 'subagent' ? 'subagent' : 'flow',
  }),
  makeNode: (type, id) => {
    const config = findNativeNode(type)?.initialConfig;
    return config === undefined ? { id, type } : { id, type, config };
  },
  makeEdge: ({ from, out, to, in: into }) => ({
    from,
    ...(out === 'output' || out === subagentPort ? {} : { out }),
    to,
    ...(into === undefined || into === '' ? {} : { in: into }),
    ...(out === subagentPort ? { kind: 'subagent' } : {}),
  }),
  readPosition: (definition, node) => readStudioPosition(definition, textAt(node, 'id')),
  writePositions: writeStudioPositions,
  readConfig: (_, node) => objectAt(node, 'config'),
  writeConfig: (definition, index, config) =>
    withNodeAt(definition, 'nodes', index, (node) =>
      withKey(node, 'config', Object.keys(config).length === 0 ? undefined : config),
    ),
  portList: casesOf,
  newItem: (type, path) => newItemOf(findNativeNode(type)?.config, path),
  writeOut: (edge, out) => withKey(edge, 'out', out),
  titleKey: () => ({ inConfig: false, key: 'name' }),
  renameEnds: (edge, from, to) => renameKeys(edge, ['from', 'to'], { from, to }),
  renameTop: renameOthers,
  configSchema: (type) => {
    const described = findNativeNode(type);
    return described === undefined ? openForm : formSchemaOf(described.config);
  },
  settings: (type) => findNativeNode(type)?.config.fields,
  rawFields: (type) => new Set(nativeKinds.get(type)?.rawKeys ?? []),
  edgeSchema: {
    type: 'object',
    properties: {
      when: {
        title: 'Condition',
        description: 'Without a condition, the edge is always followed.',
      },
      priority: {
        type: 'integer',
        title: 'Order',
        description: 'Edges of a node are tried in this order, lower first.',
      },
    },
  },
  groups: nativeGroups,
  policyGroups,
  fieldOf: (path) => (path[0] === 'config' ? (path[1] ?? null) : null),
  emptyDefinition: (name) => ({
    skein: 1,
    name,
    nodes: [{ id: 'start', type: 'start' }],
    edges: [],
  }),
};

function readNode(node: JsonObject): ReadNode | null {
  const id = textAt(node, 'id');
  const type = textAt(node, 'type');
  if (id === '') return null;
  const described = findNativeNode(type);
  const kind = nativeKinds.get(type);
  return {
    id,
    type,
    title: nodeName({ id, type, name: textAt(node, 'name') }),
    subtitle: subtitleOf(described, objectAt(node, 'config')) || (described?.summary ?? type),
    family: described?.palette.family ?? 'tool',
    ports: portsOf(kind, objectAt(node, 'config')),
    hasInput: type !== 'start',
    isHub: kind?.isAgent === true,
  };
}

/** The ports of a node kind as pills; a single output needs no label. */
export function portsOf(kind: NodeKind | undefined, config: JsonObject): readonly SketchPort[] {
  const declared = kind?.ports ?? 'any';
  const ports = typeof declared === 'function' ? declared(config) : declared;
  const names = ports === 'any' ? ['output'] : ports;
  const shown = names.filter(
    (name) => name !== 'expired' || (ownValue(config, 'deadlineMs') ?? null) !== null,
  );
  return shown.map((id) => ({ id, label: shown.length === 1 ? '' : id }));
}

/** Only the cases of a switch are ports that an author lists. */
export function casesOf(type: string, config: JsonObject): PortList | null {
  if (type !== 'switch') return null;
  const items = listAt(config, 'cases').map((value) => ({
    value,
    ports: [isObject(value) ? textAt(value, 'name') : ''],
  }));
  return { key: 'cases', items, isNamed: true };
}

function subtitleOf(described: NativeNode | undefined, config: JsonObject): string {
  const { subtitleKey, initialConfig = {} } = described ?? {};
  if (subtitleKey === undefined) return '';
  const said = textAt(config, subtitleKey);
  // What a new node has there is nobody's words.
  return said === textAt(initialConfig, subtitleKey) ? '' : said;
}

/** Entries, starts of triggers, cancelled nodes and the node to continue with at a limit are named by id, outside of edges and texts. */
function renameOthers(definition: JsonObject, from: string, to: string): JsonObject {
  const renameIn = (object: JsonObject, key: string) => {
    const ids = listAt(object, key);
    return ids.includes(from)
      ? withKey(
          object,
          key,
          ids.map((id) => (id === from ? to : id)),
        )
      : object;
  };
  const nodes = listAt(definition, 'nodes').map((node) =>
    isObject(node) ? renameIn(node, 'cancels') : node,
  );
  const named = renameIn(withKey(definition, 'nodes', nodes), 'entry');
  const policy = ownValue(named, 'policy');
  const limited = isObject(policy)
    ? withKey(named, 'policy', renameKeys(policy, ['onLimit'], { from, to }))
    : named;
  const started = (trigger: Json) =>
    isObject(trigger) ? renameKeys(trigger, ['start'], { from, to }) : trigger;
  const { trigger, triggers } = limited;
  const single = isObject(trigger) ? withKey(limited, 'trigger', started(trigger)) : limited;
  if (!Array.isArray(triggers)) return single;
  return withKey(single, 'triggers', listAt(limited, 'triggers').map(started));
}

/** A copy of the definition with one entry of a list changed. */
export function withNodeAt(
  definition: JsonObject,
  key: string,
  index: number,
  change: (node: JsonObject) => JsonObject,
): JsonObject {
  const nodes = listAt(definition, key).map((node, at) =>
    at === index && isObject(node) ? change(node) : node,
  );
  return withKey(definition, key, nodes);
}

export function renameKeys(
  object: JsonObject,
  keys: readonly string[],
  { from, to }: { readonly from: string; readonly to: string },
): JsonObject {
  const changes: { [key: string]: Json } = {};
  for (const key of keys) if (ownValue(object, key) === from) setOwn(changes, key, to);
  return withKeys(object, changes);
}
