// Which nodes give one item at most
// Found by going along the edges from triggers that start a run with one item. A node that cannot be proved is taken for one that
// gives a list. It saves remembering: the only item of a node is the ancestor of everything behind it.
import { textAt } from '@skein/kernel';
import type { N8nNode, N8nWorkflow } from '../read/n8n-workflow.ts';
import { isTrigger } from './triggers-of.ts';

/** Of one item they make one, or none. */
const KEEPS_COUNT: ReadonlySet<string> = new Set(
  `set if switch filter noOp wait dateTime crypto html markdown xml renameKeys
  respondToWebhook langchain.agent langchain.chainLlm langchain.openAi
  langchain.informationExtractor langchain.textClassifier langchain.sentimentAnalysis
  emailSend stopAndError`.split(/\s+/),
);

/** They make one of any number. */
const MAKES_ONE: ReadonlySet<string> = new Set(['aggregate']);

/** Triggers that can start a run with several items. */
const STARTS_WITH_MANY: ReadonlySet<string> = new Set(['executeWorkflowTrigger']);

export function findSingles({ nodes, edges, pins }: N8nWorkflow): ReadonlySet<N8nNode> {
  const sources = new Map<N8nNode, N8nNode[]>();
  for (const { from, to } of edges) {
    const known = sources.get(to);
    if (known === undefined) sources.set(to, [from]);
    else known.push(from);
  }
  // The largest set that fulfils the conditions: all are taken for single until one of their sources is not.
  const singles = new Set(
    nodes.filter((node) => canBeSingle(node) && !Object.hasOwn(pins, node.name)),
  );
  for (let isChanged = true; isChanged;) {
    isChanged = false;
    for (const node of singles) {
      const from = sources.get(node) ?? [];
      const isProved = makesOne(node) || isTrigger(node) || from.length > 0;
      const areSingle = makesOne(node) || from.every((source) => singles.has(source));
      if (isProved && areSingle) continue;
      singles.delete(node);
      isChanged = true;
    }
  }
  return singles;
}

function canBeSingle(node: N8nNode): boolean {
  if (isTrigger(node)) return !STARTS_WITH_MANY.has(node.type);
  return KEEPS_COUNT.has(node.type) || makesOne(node) || node.isDisabled;
}

function makesOne(node: N8nNode): boolean {
  if (node.isDisabled) return false;
  if (MAKES_ONE.has(node.type)) return true;
  const { parameters } = node;
  if (node.type === 'limit') return (parameters['maxItems'] ?? 1) === 1;
  return node.type === 'summarize' && (textAt(parameters, 'fieldsToSplitBy') ?? '') === '';
}
