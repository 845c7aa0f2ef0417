// A Dify app, read
// Documents are read without trust: ids may be numbers, lists may be missing, nodes may lie in containers that are not there.
import { isJsonList } from '../draft/is-json-list.ts';
import {
  isObject,
  listAt,
  objectAt,
  ownValue,
  textAt,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import type { Position } from '../draft/draft.ts';

export interface DifyNode {
  readonly id: string;
  /** Empty for a note. */
  readonly type: string;
  readonly title: string;
  readonly data: JsonObject;
  /** The iteration or loop that it lies in. */
  readonly parent: string | null;
  readonly position: Position | null;
  /** JSON pointer into the document. */
  readonly pointer: string;
}

export interface DifyEdge {
  readonly source: string;
  readonly target: string;
  readonly handle: string;
  readonly pointer: string;
}

export interface DifyGraph {
  readonly nodes: readonly DifyNode[];
  readonly byId: ReadonlyMap<string, DifyNode>;
  readonly edges: readonly DifyEdge[];
  /** Nodes whose id another node had already; they have got another one, which no edge names. */
  readonly doubles: readonly DifyNode[];
}

export function readGraph(graph: JsonObject): DifyGraph {
  const raw = listAt(graph, 'nodes');
  const containers = new Set(
    raw.filter((node) => isObject(node) && isContainer(objectAt(node, 'data'))).map(idOf),
  );
  const nodes: DifyNode[] = [];
  const byId = new Map<string, DifyNode>();
  const doubles: DifyNode[] = [];
  for (const [index, value] of raw.entries()) {
    if (!isObject(value)) continue;
    const node = readNode(value, index, containers);
    const isDouble = byId.has(node.id);
    const own = isDouble ? { ...node, id: `${node.id}-${index}` } : node;
    if (isDouble) doubles.push(own);
    nodes.push(own);
    byId.set(own.id, own);
  }
  const edges = listAt(graph, 'edges').flatMap((value, index) => {
    if (!isObject(value)) return [];
    const source = textOf(ownValue(value, 'source'));
    const target = textOf(ownValue(value, 'target'));
    const handle = textOf(ownValue(value, 'sourceHandle')) || 'source';
    const place = `/workflow/graph/edges/${index}`;
    return [{ source, target, handle, pointer: place }];
  });
  return { nodes, byId, edges, doubles };
}

function readNode(value: JsonObject, index: number, containers: ReadonlySet<string>): DifyNode {
  const data = objectAt(value, 'data');
  const id = idOf(value) || `node-${index}`;
  const isNote = textAt(value, 'type') === 'custom-note';
  const above = ['parentId', 'iteration_id', 'loop_id']
    .map((key) => textOf(ownValue(key === 'parentId' ? value : data, key)))
    .find((parent) => containers.has(parent) && parent !== id);
  return {
    id,
    type: isNote ? '' : (textAt(data, 'type') ?? ''),
    title: textOf(ownValue(data, 'title')),
    data,
    parent: above ?? null,
    position: readPosition(objectAt(value, 'position')),
    pointer: `/workflow/graph/nodes/${index}`,
  };
}

function isContainer(data: JsonObject): boolean {
  const type = textAt(data, 'type');
  return type === 'iteration' || type === 'loop';
}

function idOf(value: Json): string {
  return isObject(value) ? textOf(ownValue(value, 'id')) : '';
}

/** Ids and titles that YAML reads as numbers. */
export function textOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function readPosition(value: JsonObject): Position | null {
  const x = ownValue(value, 'x');
  const y = ownValue(value, 'y');
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

/** A variable selector: the id of a node, or `sys`, `env`, `conversation`; then names. */
export function readSelector(value: Json | undefined): readonly string[] {
  return isJsonList(value) ? value.map((part) => textOf(part)) : [];
}
