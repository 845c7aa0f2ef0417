// What the expressions of a node can read
// Items are lists of plain objects here, so `$('X').first()` is the first of the list that X gave. The ancestor of an item is the item
// itself where X is right before, the only item of X where it has one, and else what the item remembers of X.
import type { ExpressionScope, NodeReads } from '../expressions/expression-scope.ts';
import { valueAt, type N8nNode } from '../read/n8n-workflow.ts';
import { indexOf } from '../read/workflow-index.ts';
import { loseOf, type Conversion } from './conversion.ts';
import { canRemember } from './native-abilities.ts';

export interface ScopeWords {
  readonly item: string;
  readonly index: string;
  /** Whether the node works on one item at a time, so that an item can tell what it remembers. */
  readonly isEach: boolean;
}

export const eachItem: ScopeWords = { item: 'item', index: 'index', isEach: true };
/** Behind code that has put values beside each item. */
export const wrappedItem: ScopeWords = { item: 'item.json', index: 'index', isEach: true };
export const wholeList: ScopeWords = { item: 'previous[0]', index: '0', isEach: false };

export function scopeOf(
  conversion: Conversion,
  node: N8nNode,
  { item, index, isEach }: ScopeWords,
): ExpressionScope {
  const { workflow, ids } = conversion;
  const { byName, into } = indexOf(workflow);
  const before = [...new Set(into(node).map(({ from }) => from))];
  return {
    item,
    index,
    input: 'previous',
    runIndex: `list(${ids.get(node) ?? 'x'}.outputs).length`,
    previousNode: before.length === 1 ? (before[0]?.name ?? null) : null,
    workflowName: workflow.name,
    node: (name) => {
      const found = byName.get(name);
      return found === undefined
        ? null
        : readsOf(conversion, found, { node, before, words: { item, index, isEach } });
    },
    parameter: (name) => node.parameters[name],
    modelArgument: null,
    variable: (name) => {
      conversion.variables.add(name);
      return `state.variables[${JSON.stringify(name)}]`;
    },
  };
}

interface Reader {
  readonly node: N8nNode;
  readonly before: readonly N8nNode[];
  readonly words: ScopeWords;
}

function readsOf(conversion: Conversion, found: N8nNode, reader: Reader): NodeReads {
  const source = sourceOf(conversion, found);
  const isOnlyItem = conversion.singles.has(source);
  const id = conversion.ids.get(isOnlyItem ? source : found) ?? '';
  // The value of a node that parts items are its lists by port.
  const isParted = !isOnlyItem && PARTS.has(found.type);
  return {
    items: isParted ? `${id}.output.values().flat()` : `${id}.output`,
    hasRun: `exists(${conversion.ids.get(found) ?? id}.output)`,
    ancestor: () => ancestorOf(conversion, source, reader),
    parameter: (path) => valueAt(found.parameters, path),
  };
}

const PARTS: ReadonlySet<string> = new Set(
  'if switch splitInBatches langchain.textClassifier langchain.sentimentAnalysis'.split(' '),
);

/** Nodes that only hand their items on. */
const HANDS_ON: ReadonlySet<string> = new Set(['if', 'switch', 'noOp', 'wait', 'respondToWebhook']);

/** Where the items of a node come from that it has only handed on. */
function sourceOf({ workflow }: Conversion, node: N8nNode): N8nNode {
  let source = node;
  const seen = new Set<N8nNode>();
  while (HANDS_ON.has(source.type) && !seen.has(source)) {
    seen.add(source);
    const before = indexOf(workflow).into(source);
    const [only] = before;
    if (before.length !== 1 || only === undefined || only.output !== 0) return source;
    source = only.from;
  }
  return source;
}

function ancestorOf(
  conversion: Conversion,
  found: N8nNode,
  { node, before, words }: Reader,
): string {
  const id = conversion.ids.get(found) ?? '';
  if (before.length === 1 && before[0] === found) return words.item;
  if (conversion.singles.has(found)) return `${id}.output[0]`;
  if (words.isEach && keepsPlaces(conversion, found, node)) return `${id}.output[${words.index}]`;
  if (words.isEach && canRemember) {
    conversion.remembered.add(found);
    return `remembered(item, ${JSON.stringify(id)})`;
  }
  loseOf(conversion, node, {
    kind: 'lineage',
    message: `"${node.name}" reads the item of "${found.name}" that its own was made of; it gets the one at the same place instead.`,
    hint: 'Check that this is the item that is meant, or carry the value along as a field of the items.',
  });
  return `${id}.output[${words.index}]`;
}

/** Nodes that make one item of each, in the same order. */
const ONE_TO_ONE: ReadonlySet<string> = new Set(
  `set noOp wait dateTime crypto html renameKeys respondToWebhook langchain.agent langchain.chainLlm
  langchain.openAi langchain.informationExtractor`.split(/\s+/),
);

/** Whether on the only way between two nodes no item changes its place. */
function keepsPlaces({ workflow }: Conversion, from: N8nNode, to: N8nNode): boolean {
  const seen = new Set<N8nNode>();
  for (let at = to; !seen.has(at);) {
    seen.add(at);
    const edges = indexOf(workflow).into(at);
    const [only] = edges;
    if (edges.length !== 1 || only === undefined || only.output !== 0) return false;
    const before = only.from;
    if (before === from) return !PARTS.has(from.type);
    const keeps = ONE_TO_ONE.has(before.type) && !before.isOnce && before.onError === 'stop';
    if (!keeps && !before.isDisabled) return false;
    at = before;
  }
  return false;
}
