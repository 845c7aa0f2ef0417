// Draws a dataflow in two lines, so that tables of flows stay readable:
//
//   drawFlow('u:userInput c:chat', 'u.message>c.message u>c')
//
// Nodes as `id:nodeType`, edges as `source.output>target.input`, without names for context edges; `!` after an edge marks it
// as one that carries the context. `configs` are by id.
import type { JsonObject } from '@skein/kernel';

export interface DrawnFlow {
  readonly configs?: { readonly [id: string]: JsonObject };
  readonly policy?: JsonObject;
}

export function drawFlow(
  nodes: string,
  edges = '',
  { configs = {}, policy }: DrawnFlow = {},
): JsonObject {
  return {
    name: 'Drawn',
    ...(policy === undefined ? {} : { policy }),
    nodes: wordsOf(nodes).map((word) => {
      const [id = '', nodeType = ''] = word.split(':');
      return { id, nodeType, ...(Object.hasOwn(configs, id) ? { config: configs[id] ?? {} } : {}) };
    }),
    edges: wordsOf(edges).map((word, number) => drawEdge(word, `e${number}`)),
  };
}

function drawEdge(word: string, id: string): JsonObject {
  const [from = '', to = ''] = word.replace('!', '').split('>');
  const [source = '', sourceOutput] = from.split('.');
  const [target = '', targetInput] = to.split('.');
  return {
    id,
    source,
    ...(sourceOutput === undefined ? {} : { sourceOutput }),
    target,
    ...(targetInput === undefined ? {} : { targetInput }),
    ...(word.endsWith('!') ? { metadata: { isContextEdge: true } } : {}),
  };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
