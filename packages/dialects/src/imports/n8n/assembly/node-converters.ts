// The table: which converter a type of n8n has
// Types that are not here are apps, or nodes of others: tools that someone binds.
import {
  agentConverter,
  chainConverter,
  extractorConverter,
  providerConverter,
  summarizerConverter,
} from '../agents/ask-model.ts';
import { classifierConverter, sentimentConverter } from '../agents/classify.ts';
import { isTrigger } from '../context/triggers-of.ts';
import type { N8nNode } from '../read/n8n-workflow.ts';
import { codeConverter } from '../nodes/code.ts';
import {
  executeWorkflowConverter,
  formConverter,
  loopConverter,
  noOpConverter,
  respondConverter,
  stopConverter,
  waitConverter,
} from '../nodes/flow.ts';
import { graphqlConverter, httpConverter } from '../nodes/http-request.ts';
import { filterConverter, ifConverter, switchConverter } from '../nodes/if.ts';
import {
  aggregateConverter,
  itemListsConverter,
  limitConverter,
  removeDuplicatesConverter,
  renameKeysConverter,
  sortConverter,
  splitOutConverter,
  summarizeConverter,
} from '../nodes/list-operations.ts';
import { compareDatasetsConverter, mergeConverter } from '../nodes/merge.ts';
import type { NodeConverter } from '../nodes/node-converter.ts';
import { asksAndWaits, sendAndWaitConverter } from '../nodes/send-and-wait.ts';
import { setConverter } from '../nodes/set.ts';
import { triggerConverter } from '../triggers/trigger.ts';
import { cryptoConverter, dateTimeConverter, htmlConverter } from '../nodes/values.ts';
import { vendorConverter } from '../nodes/vendor.ts';

const converters: ReadonlyMap<string, NodeConverter> = new Map([
  ['aggregate', aggregateConverter],
  ['code', codeConverter],
  ['compareDatasets', compareDatasetsConverter],
  ['crypto', cryptoConverter],
  ['dateTime', dateTimeConverter],
  ['executeWorkflow', executeWorkflowConverter],
  ['filter', filterConverter],
  ['form', formConverter],
  ['function', codeConverter],
  ['functionItem', codeConverter],
  ['graphql', graphqlConverter],
  ['html', htmlConverter],
  ['htmlExtract', htmlConverter],
  ['httpRequest', httpConverter],
  ['if', ifConverter],
  ['itemLists', itemListsConverter],
  ['limit', limitConverter],
  ['merge', mergeConverter],
  ['noOp', noOpConverter],
  ['openAi', providerConverter],
  ['mistralAi', providerConverter],
  ['removeDuplicates', removeDuplicatesConverter],
  ['renameKeys', renameKeysConverter],
  ['respondToWebhook', respondConverter],
  ['set', setConverter],
  ['sort', sortConverter],
  ['splitInBatches', loopConverter],
  ['splitOut', splitOutConverter],
  ['stopAndError', stopConverter],
  ['summarize', summarizeConverter],
  ['switch', switchConverter],
  ['wait', waitConverter],
  ['langchain.agent', agentConverter],
  ['langchain.anthropic', providerConverter],
  ['langchain.chainLlm', chainConverter],
  ['langchain.chainSummarization', summarizerConverter],
  ['langchain.googleGemini', providerConverter],
  ['langchain.informationExtractor', extractorConverter],
  ['langchain.ollama', providerConverter],
  ['langchain.openAi', providerConverter],
  ['langchain.sentimentAnalysis', sentimentConverter],
  ['langchain.textClassifier', classifierConverter],
]);

export function converterOf(node: N8nNode): NodeConverter {
  if (isTrigger(node)) return triggerConverter;
  const known = converters.get(node.type);
  if (known !== undefined) return known;
  return asksAndWaits(node) ? sendAndWaitConverter : vendorConverter;
}
