import type { N8nNode } from '../read/n8n-workflow.ts';

/** Words that expressions give a meaning of their own. */
const RESERVED = new Set(
  'trigger inputs previous context now state true false null undefined in item index args run'.split(
    ' ',
  ),
);

/** An id for every node that reads well in expressions: "Fetch rows" becomes `fetch_rows`. */
export function nameNodes(nodes: readonly N8nNode[]): ReadonlyMap<N8nNode, string> {
  const ids = new Map<N8nNode, string>();
  const taken = new Set<string>();
  for (const node of nodes) {
    const wanted = wordOf(node.name);
    let id = wanted;
    for (let count = 2; taken.has(id); count++) id = `${wanted}_${count}`;
    taken.add(id);
    ids.set(node, id);
  }
  return ids;
}

const WORD_MAX = 48;

function wordOf(name: string): string {
  const word = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, WORD_MAX)
    .replaceAll(/^_+|_+$/g, '');
  if (word === '') return 'node';
  return RESERVED.has(word) || /^\d/.test(word) ? `n_${word}` : word;
}
