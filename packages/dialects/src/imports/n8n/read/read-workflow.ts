import {
  isObject,
  listAt,
  nonEmptyTextAt,
  objectAt,
  ownValue,
  pointer,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { FoundDocument } from './read-document.ts';
import type {
  DanglingEdge,
  N8nEdge,
  N8nHelper,
  N8nNode,
  N8nWorkflow,
  OnError,
} from './n8n-workflow.ts';

export function readWorkflow({ document, path }: FoundDocument): N8nWorkflow {
  const nodes = listAt(document, 'nodes').flatMap((value, index) =>
    isObject(value) ? [readNode(value, index, pointer(...path, 'nodes', index))] : [],
  );
  const settings = objectAt(document, 'settings');
  const id = ownValue(document, 'id');
  return {
    // Older versions count.
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : '',
    name: textAt(document, 'name') ?? '',
    nodes,
    ...readConnections(objectAt(document, 'connections'), nodes, path),
    settings,
    pins: objectAt(document, 'pinData'),
    isDepthFirst: textAt(settings, 'executionOrder') === 'v1',
  };
}

function readNode(value: JsonObject, index: number, place: string): N8nNode {
  const type = ownValue(value, 'type');
  const short = shortType(typeof type === 'string' ? type : '');
  return {
    index,
    name: nameOf(value, index),
    id: textAt(value, 'id') ?? '',
    type: short,
    version: toNumber(ownValue(value, 'typeVersion'), 1),
    position: readPosition(ownValue(value, 'position')),
    parameters: asComputed(short, objectAt(value, 'parameters')),
    credentials: Object.entries(objectAt(value, 'credentials')).map(([kind, credential]) => ({
      type: kind,
      name: isObject(credential) ? (nonEmptyTextAt(credential, 'name') ?? kind) : kind,
    })),
    isDisabled: ownValue(value, 'disabled') === true,
    onError: readOnError(value),
    isOnce: ownValue(value, 'executeOnce') === true,
    alwaysOutputs: ownValue(value, 'alwaysOutputData') === true,
    retry: readRetry(value),
    notes: textAt(value, 'notes') ?? '',
    pointer: place,
  };
}

/** Statements of databases and pages of HTML are templates in n8n, with and without the `=` that begins one. */
function asComputed(type: string, parameters: JsonObject): JsonObject {
  const isDatabase = /^(?:postgres|mySql|microsoftSql)(?:Tool)?$/.test(type);
  const key = isDatabase ? 'query' : type === 'html' ? 'html' : null;
  const text = key === null ? undefined : ownValue(parameters, key);
  if (key === null || typeof text !== 'string' || text.startsWith('=')) return parameters;
  return text.includes('{{') ? { ...parameters, [key]: `=${text}` } : parameters;
}

function nameOf(value: JsonObject, index: number): string {
  const name = ownValue(value, 'name');
  if (typeof name === 'string' && name !== '') return name;
  return nonEmptyTextAt(value, 'id') ?? `Node ${index + 1}`;
}

function shortType(type: string): string {
  return type
    .replace(/^n8n-nodes-base\./, '')
    .replace(/^@n8n\/n8n-nodes-langchain\./, 'langchain.');
}

function toNumber(value: Json | undefined, otherwise: number): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : otherwise;
}

function readPosition(value: Json | undefined): readonly [number, number] | null {
  if (!Array.isArray(value)) return null;
  const [x, y] = value;
  return typeof x === 'number' && typeof y === 'number' ? [x, y] : null;
}

function readOnError(value: JsonObject): OnError {
  const written = ownValue(value, 'onError');
  if (written === 'continueErrorOutput') return 'error-output';
  const continues =
    written === 'continueRegularOutput' || ownValue(value, 'continueOnFail') === true;
  return continues ? 'regular-output' : 'stop';
}

/** n8n keeps to these bounds, whatever the file says. */
function readRetry(value: JsonObject): N8nNode['retry'] {
  if (ownValue(value, 'retryOnFail') !== true) return null;
  const attempts = Math.min(5, Math.max(2, toNumber(ownValue(value, 'maxTries'), 3)));
  const waitMs = Math.min(5000, Math.max(0, toNumber(ownValue(value, 'waitBetweenTries'), 1000)));
  return { attempts: Math.trunc(attempts), waitMs };
}

type Connections = Pick<N8nWorkflow, 'edges' | 'helpers' | 'dangling'>;

function readConnections(
  connections: JsonObject,
  nodes: readonly N8nNode[],
  path: FoundDocument['path'],
): Connections {
  // Names are keys in n8n: of two nodes with the same name, the edges belong to the first.
  const byName = new Map(nodes.toReversed().map((node) => [node.name, node]));
  const edges: N8nEdge[] = [];
  const helpers: N8nHelper[] = [];
  const dangling: DanglingEdge[] = [];
  for (const [from, byKind] of Object.entries(connections)) {
    for (const [kind, outputs] of Object.entries(isObject(byKind) ? byKind : {})) {
      for (const { output, target, input } of readOutputs(outputs)) {
        const source = byName.get(from);
        const found = byName.get(target);
        if (source === undefined || found === undefined) {
          const place = pointer(...path, 'connections', from, kind, output);
          dangling.push({ from, to: target, pointer: place });
        } else if (kind === 'main') edges.push({ from: source, output, to: found, input });
        else helpers.push({ helper: source, root: found, kind, input });
      }
    }
  }
  return { edges, helpers, dangling };
}

interface ReadTarget {
  readonly output: number;
  readonly target: string;
  readonly input: number;
}

/** An output without edges may be null, and some files leave the inner list out. */
function readOutputs(outputs: Json): readonly ReadTarget[] {
  if (!Array.isArray(outputs)) return [];
  return outputs.flatMap((value: Json, output) =>
    (Array.isArray(value) ? value : [value]).flatMap((end: Json) => {
      if (!isObject(end)) return [];
      const target = nonEmptyTextAt(end, 'node');
      return target === undefined
        ? []
        : [{ output, target, input: toNumber(ownValue(end, 'index'), 0) }];
    }),
  );
}
