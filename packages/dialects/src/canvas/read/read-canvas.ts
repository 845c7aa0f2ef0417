// Reading a canvas
// The definition with its defaults filled and its older forms brought up to date, so that checks, compiling and handles agree
// about what was written. Reads the valid parts of a broken definition: problems are reported by the checks.
import { writtenTypes, type CanvasType } from '../shape/canvas-nodes.ts';
import {
  isObject,
  listAt,
  nonEmptyTextAt,
  ownValue,
  type Json,
  type JsonObject,
} from '@skein/kernel';

export interface CanvasNode {
  /** Its place in `nodes`. */
  readonly index: number;
  readonly id: string;
  /** As the runtime sees it: `input` is an approval. Null when no such type is known. */
  readonly type: CanvasType | null;
  readonly isLegacyInput: boolean;
  readonly data: JsonObject;
  readonly x: number | null;
  readonly y: number | null;
}

export interface CanvasConnection {
  /** Its place in the list. */
  readonly index: number;
  readonly id: string | null;
  readonly source: string;
  readonly target: string;
  /** Null where none was written. */
  readonly sourceHandle: string | null;
  readonly targetHandle: string | null;
}

export interface Canvas {
  readonly nodes: readonly CanvasNode[];
  /** The first of each id; the others are reported. */
  readonly nodeById: ReadonlyMap<string, CanvasNode>;
  readonly connections: readonly CanvasConnection[];
  /** The key that holds them. */
  readonly connectionsKey: 'connections' | 'edges';
}

export interface CanvasCondition {
  readonly operator: 'equal' | 'contains';
  readonly value: string;
}

export const subagentHandle = 'subagent';
export const previousPlaceholder = '{{PREVIOUS_OUTPUT}}';
/** What people noted beside their decisions, on the way to this agent. */
export const notePlaceholder = '{{APPROVAL_NOTE}}';

export function readCanvas(definition: JsonObject): Canvas {
  const nodes = listAt(definition, 'nodes').flatMap(readNode);
  const nodeById = new Map<string, CanvasNode>();
  for (const node of nodes) if (!nodeById.has(node.id)) nodeById.set(node.id, node);
  const connectionsKey = Object.hasOwn(definition, 'connections') ? 'connections' : 'edges';
  const connections = listAt(definition, connectionsKey).flatMap(readConnection);
  return { nodes, nodeById, connections, connectionsKey };
}

function readNode(node: Json, index: number): readonly CanvasNode[] {
  if (!isObject(node)) return [];
  const id = textOr(node, 'id', '');
  if (id === '') return [];
  const type = ownValue(node, 'type');
  const data = ownValue(node, 'data');
  return [
    {
      index,
      id,
      type: (typeof type === 'string' ? writtenTypes.get(type) : undefined) ?? null,
      isLegacyInput: type === 'input',
      data: isObject(data) ? data : {},
      x: numberOr(ownValue(node, 'x')),
      y: numberOr(ownValue(node, 'y')),
    },
  ];
}

function readConnection(connection: Json, index: number): readonly CanvasConnection[] {
  if (!isObject(connection)) return [];
  const source = textOr(connection, 'source', '');
  const target = textOr(connection, 'target', '');
  if (source === '' || target === '') return [];
  const id = textOr(connection, 'id', '');
  return [
    {
      index,
      id: id === '' ? null : id,
      source,
      target,
      sourceHandle: handleOf(connection, 'sourceHandle'),
      targetHandle: handleOf(connection, 'targetHandle'),
    },
  ];
}

/** Editors write an empty handle where there is only one. */
function handleOf(connection: JsonObject, key: string): string | null {
  const handle = textOr(connection, key, '');
  return handle === '' ? null : handle;
}

/** The conditions of an `if`; the older single text counts when there are none. */
export function conditionsOf({ data }: CanvasNode): readonly CanvasCondition[] {
  const conditions = listAt(data, 'conditions').filter(isObject);
  if (conditions.length > 0) {
    return conditions.map((condition) => ({
      operator: ownValue(condition, 'operator') === 'contains' ? 'contains' : 'equal',
      value: textOr(condition, 'value', ''),
    }));
  }
  const legacy = ownValue(data, 'condition');
  return typeof legacy === 'string' ? [{ operator: 'contains', value: legacy }] : [];
}

/** Whether the agents connected to it are its tools. */
export function usesSubagents({ data }: CanvasNode): boolean {
  const tools = ownValue(data, 'tools');
  return isObject(tools) && ownValue(tools, 'subagents') === true;
}

/** The names of the tools that it may call besides its subagents. */
export function toolNames({ data }: CanvasNode): readonly string[] {
  const tools = ownValue(data, 'tools');
  if (!isObject(tools)) return [];
  return Object.keys(tools).filter((name) => {
    const setting = ownValue(tools, name);
    const isOn = isObject(setting) ? ownValue(setting, 'enabled') : setting;
    return name !== 'subagents' && isOn === true;
  });
}

/** The text of a key; `otherwise` where it is missing or empty. */
export function textOr(object: JsonObject, key: string, otherwise: string): string {
  return nonEmptyTextAt(object, key) ?? otherwise;
}

function numberOr(value: Json | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
