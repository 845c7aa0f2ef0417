// Reading a dataflow definition
// Nodes and edges under one name for each thing, whatever alias the author wrote; what is broken is left out, so that the
// rest can still be looked at. Places in the document are kept.
import { isObject, nonEmptyTextAt, ownValue, type Json, type JsonObject } from '@skein/kernel';

export interface FlowNode {
  /** Its place in "nodes". */
  readonly index: number;
  readonly id: string;
  readonly type: string;
  /** The key that its type was written under. */
  readonly typeKey: string;
  readonly config: JsonObject | undefined;
  readonly label: string | undefined;
  readonly position: JsonObject | undefined;
}

export interface FlowEdge {
  readonly index: number;
  readonly id: string | undefined;
  readonly source: string;
  readonly output: string;
  readonly target: string;
  readonly input: string;
  /** As the author said it; undefined: the ports decide. */
  readonly isContextEdge: boolean | undefined;
}

export interface Flow {
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export const contextPort = 'context';
const typeKeys = ['nodeType', 'type', 'kind'];

export function readFlow(definition: JsonObject): Flow {
  return {
    nodes: entriesOf(definition, 'nodes').flatMap(([item, index]) => readNode(item, index) ?? []),
    edges: entriesOf(definition, 'edges').flatMap(([item, index]) => readEdge(item, index) ?? []),
  };
}

function entriesOf(definition: JsonObject, key: string): readonly (readonly [Json, number])[] {
  const items = ownValue(definition, key);
  return Array.isArray(items) ? items.map((item: Json, index) => [item, index] as const) : [];
}

function readNode(item: Json, index: number): FlowNode | null {
  if (!isObject(item)) return null;
  const id = nonEmptyTextAt(item, 'id');
  if (id === undefined) return null;
  const typeKey = typeKeys.find((key) => nonEmptyTextAt(item, key) !== undefined);
  const config = ownValue(item, 'config');
  const position = ownValue(item, 'position');
  const label = ownValue(item, 'label');
  return {
    index,
    id,
    type: (typeKey && nonEmptyTextAt(item, typeKey)) ?? '',
    typeKey: typeKey ?? 'nodeType',
    config: isObject(config) ? config : undefined,
    label: typeof label === 'string' ? label : undefined,
    position: isObject(position) ? position : undefined,
  };
}

function readEdge(item: Json, index: number): FlowEdge | null {
  if (!isObject(item)) return null;
  const source = nonEmptyTextAt(item, 'source');
  const target = nonEmptyTextAt(item, 'target');
  if (source === undefined || target === undefined) return null;
  const metadata = ownValue(item, 'metadata');
  const mark = isObject(metadata) ? ownValue(metadata, 'isContextEdge') : undefined;
  return {
    index,
    id: nonEmptyTextAt(item, 'id'),
    source,
    output:
      nonEmptyTextAt(item, 'sourceOutput') ?? nonEmptyTextAt(item, 'sourceHandle') ?? contextPort,
    target,
    input:
      nonEmptyTextAt(item, 'targetInput') ?? nonEmptyTextAt(item, 'targetHandle') ?? contextPort,
    isContextEdge: typeof mark === 'boolean' ? mark : undefined,
  };
}
