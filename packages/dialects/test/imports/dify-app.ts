// Small apps of Dify, built by hand: a graph whose nodes are written as `{ type, … }` and whose edges as "from>to" or
// "from:handle>to".
import type { Json, JsonObject } from '@skein/kernel';
import { compileDefinition, importSource } from '../../src/index.ts';

export interface AppParts {
  readonly mode?: string;
  readonly nodes: { readonly [id: string]: JsonObject };
  readonly edges: readonly string[];
  readonly workflow?: JsonObject;
}

export function difyApp({ mode = 'workflow', nodes, edges, workflow = {} }: AppParts): JsonObject {
  const list = Object.entries(nodes).map(([id, { parent, ...data }]): JsonObject => {
    const node = { id, type: 'custom', position: { x: 10, y: 20 }, data: { title: id, ...data } };
    return parent === undefined ? node : { ...node, parentId: parent };
  });
  const ties = edges.map((edge): JsonObject => {
    const [from = '', target = ''] = edge.split('>');
    const [source = '', sourceHandle = 'source'] = from.split(':');
    return { source, sourceHandle, target };
  });
  return {
    app: { name: 'An app', mode },
    kind: 'app',
    version: '0.6.0',
    workflow: { graph: { nodes: list, edges: ties }, ...workflow },
  };
}

/** The conversion, which must be valid. */
export function imported(source: Json, options: { readonly python?: boolean } = {}) {
  const made = importSource(source, options);
  if (made === null) throw new Error('the format is not recognised');
  const { graph, diagnostics } = compileDefinition(made.definition);
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  if (graph === null) throw new Error(`not valid: ${JSON.stringify(errors)}`);
  const nodes = made.definition['nodes'] as readonly JsonObject[];
  const node = (id: string): JsonObject => {
    const found = nodes.find((each) => each['id'] === id);
    if (found === undefined)
      throw new Error(`no node ${id}: ${JSON.stringify(nodes.map((each) => each['id']))}`);
    return found;
  };
  const kinds = made.losses.map(({ kind }) => kind);
  return { ...made, node, kinds };
}
