// Workflows of n8n for tests, written in few words.
import { compileDefinition, importSource, type ImportedSource } from '../../../src/index.ts';
import { isObject, type Json, type JsonObject } from '@skein/kernel';

export interface BuiltNode {
  readonly name: string;
  readonly type: string;
  readonly version?: number;
  readonly at?: readonly [number, number];
  readonly parameters?: JsonObject;
  /** Further keys of the node: `disabled`, `onError`, `credentials`. */
  readonly more?: JsonObject;
}

/** `A>B` connects them; `A.1>B.2` from the second output to the third input; `Model>ai_languageModel>Agent` a helper. */
export function n8n(
  nodes: readonly BuiltNode[],
  edges: readonly string[] = [],
  document: JsonObject = { settings: { executionOrder: 'v1' } },
): JsonObject {
  const connections: {
    [name: string]: { [kind: string]: { node: string; type: string; index: number }[][] };
  } = {};
  for (const edge of edges) {
    const parts = edge.split('>');
    const [from = '', output = '0'] = (parts[0] ?? '').split('.');
    const [to = '', input = '0'] = (parts.at(-1) ?? '').split('.');
    const kind = parts.length === 3 ? (parts[1] ?? 'main') : 'main';
    const outputs = ((connections[from] ??= {})[kind] ??= []);
    while (outputs.length <= Number(output)) outputs.push([]);
    outputs[Number(output)]?.push({ node: to, type: kind, index: Number(input) });
  }
  const written = nodes.map(({ name, type, version, at, parameters, more }, index) => ({
    id: `id-${index}`,
    name,
    type: type.includes('.') ? type : `n8n-nodes-base.${type}`,
    typeVersion: version ?? 1,
    position: at ?? [index * 200, 0],
    parameters: parameters ?? {},
    ...more,
  }));
  return { name: 'Test', nodes: written, connections, ...document };
}

export const start: BuiltNode = { name: 'Start', type: 'executeWorkflowTrigger', version: 1.1 };

/** One node behind a trigger that may bring many items. */
export function behindStart(node: BuiltNode): JsonObject {
  return n8n([start, node], [`Start>${node.name}`]);
}

export function convert(source: Json): ImportedSource {
  const imported = importSource(source);
  if (imported === null) throw new Error('not recognised');
  return imported;
}

/** The errors of its definition: none, whatever the file was. */
export function errorsOf({ definition }: ImportedSource): readonly string[] {
  return compileDefinition(definition)
    .diagnostics.filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

export function nodeOf({ definition }: ImportedSource, id: string): JsonObject {
  const nodes = definition['nodes'];
  const found = Array.isArray(nodes)
    ? nodes.find((node: Json) => isObject(node) && node['id'] === id)
    : undefined;
  if (!isObject(found)) throw new Error(`no node "${id}" in ${JSON.stringify(nodes)}`);
  return found;
}

export function configOf(imported: ImportedSource, id: string): JsonObject {
  const config = nodeOf(imported, id)['config'];
  return isObject(config) ? config : {};
}

export function kindsOf({ losses }: ImportedSource): readonly string[] {
  return losses.map(({ kind }) => kind);
}
