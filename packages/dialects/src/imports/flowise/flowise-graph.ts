// A Flowise agentflow (version 2), read without trust.
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

export interface FlowNode {
  readonly id: string;
  /** `llmAgentflow`, … */
  readonly type: string;
  readonly label: string;
  readonly inputs: JsonObject;
  readonly parent: string | null;
  readonly position: Position | null;
  readonly pointer: string;
}

export interface FlowEdge {
  readonly source: string;
  /** The number of the output; 0 for nodes with one. */
  readonly output: number;
  readonly target: string;
  readonly pointer: string;
}

export interface FlowGraph {
  readonly nodes: readonly FlowNode[];
  readonly byId: ReadonlyMap<string, FlowNode>;
  readonly edges: readonly FlowEdge[];
}

/** `{ nodes, edges }`, or `{ flowData }` with that as text. */
export function flowDocument(source: Json): JsonObject | null {
  if (!isObject(source)) return null;
  const packed = textAt(source, 'flowData');
  if (packed === undefined) return source;
  try {
    // JSON.parse returns JSON, by its contract.
    const inner = JSON.parse(packed) as Json;
    return isObject(inner) ? inner : null;
  } catch {
    return null;
  }
}

export function isAgentflow(document: JsonObject | null): boolean {
  if (document === null) return false;
  return listAt(document, 'nodes').some(
    (node) =>
      isObject(node) && (textAt(objectAt(node, 'data'), 'name') ?? '').endsWith('Agentflow'),
  );
}

/** Flows that are objects of LangChain wired together: chatflows, and agentflows of version 1. */
export function isChatflow(source: Json): boolean {
  const document = flowDocument(source);
  if (document === null || isAgentflow(document)) return false;
  return listAt(document, 'nodes').some(
    (node) => isObject(node) && Array.isArray(ownValue(objectAt(node, 'data'), 'baseClasses')),
  );
}

export function readFlow(document: JsonObject): FlowGraph {
  const nodes: FlowNode[] = [];
  const byId = new Map<string, FlowNode>();
  for (const [index, node] of listAt(document, 'nodes').entries()) {
    if (!isObject(node)) continue;
    const data = objectAt(node, 'data');
    const id = textAt(node, 'id') ?? textAt(data, 'id') ?? `node-${index}`;
    if (byId.has(id)) continue;
    const made = {
      id,
      type: textAt(data, 'name') ?? '',
      label: textAt(data, 'label') ?? id,
      inputs: objectAt(data, 'inputs'),
      parent: textAt(node, 'parentNode') || null,
      position: positionOf(objectAt(node, 'position')),
      pointer: `/nodes/${index}`,
    };
    nodes.push(made);
    byId.set(id, made);
  }
  const edges = listAt(document, 'edges').flatMap((edge, index) => {
    if (!isObject(edge)) return [];
    const output = Number(/-output-(\d+)$/.exec(textAt(edge, 'sourceHandle') ?? '')?.[1] ?? 0);
    return [
      {
        source: textAt(edge, 'source') ?? '',
        output,
        target: textAt(edge, 'target') ?? '',
        pointer: `/edges/${index}`,
      },
    ];
  });
  return { nodes, byId, edges };
}

function positionOf(value: JsonObject): Position | null {
  const x = ownValue(value, 'x');
  const y = ownValue(value, 'y');
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}
