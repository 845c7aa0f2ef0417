// Tools, knowledge and documents: what someone else offers here, under a name.
import { given } from '../../draft/given.ts';
import { isJsonList } from '../../draft/is-json-list.ts';
import { isObject, objectAt, ownValue, textAt, type Json, type JsonObject } from '@skein/kernel';
import { bind } from '../../draft/draft.ts';
import { readSelector, textOf } from '../dify-graph.ts';
import { convertText } from '../dify-text.ts';
import { addStep, loseOf, single, type ConvertDify, type DifyStep } from './dify-step.ts';
import { templateOrLoss } from './flow-nodes.ts';

/** `langgenius/tavily/tavily` and `tavily_search` become `tavily-tavily_search`. */
export function toolName(provider: string, tool: string): string {
  const owner =
    provider
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? '';
  const parts = [owner, tool].map((part) =>
    part.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-').replaceAll(/^-+|-+$/g, ''),
  );
  const name = parts.filter((part) => part !== '').join('-');
  return name === '' ? 'dify-tool' : name.slice(0, 100);
}

export const convertTool: ConvertDify = (step) => {
  const { data } = step.node;
  const provider = textOf(ownValue(data, 'provider_id')) || textOf(ownValue(data, 'provider_name'));
  const isOpaque = /^[0-9a-f-]{30,}$/.test(provider);
  const owner = isOpaque ? textOf(ownValue(data, 'provider_name')) : provider;
  const args: { [name: string]: Json } = {};
  for (const source of [objectAt(data, 'tool_configurations'), objectAt(data, 'tool_parameters')]) {
    for (const [name, given] of Object.entries(source)) {
      const value = isObject(given) ? parameterValue(step, given) : plain(step, given);
      if (value !== null && value !== '') args[name] = value;
    }
  }
  const label = textOf(ownValue(data, 'tool_label')) || step.node.title;
  return callTool(step, {
    tool: toolName(owner, textOf(ownValue(data, 'tool_name'))),
    title: label,
    what: `the Dify tool "${label}"`,
    args,
  });
};

/** `{ type: mixed | variable | constant, value }`. */
export function parameterValue(step: DifyStep, parameter: JsonObject): Json {
  const value = ownValue(parameter, 'value') ?? null;
  if (textAt(parameter, 'type') === 'variable') return templateOrLoss(step, readSelector(value));
  return plain(step, value);
}

function plain(step: DifyStep, value: Json): Json {
  if (typeof value === 'string') return convertText(step.scope, step.node, value);
  if (isJsonList(value)) return value.map((each) => plain(step, each));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(step, each)]));
}

export const convertKnowledge: ConvertDify = (step) => {
  const { data, title } = step.node;
  const datasets = listTexts(ownValue(data, 'dataset_ids'));
  const config = objectAt(data, 'multiple_retrieval_config');
  const top = ownValue(config, 'top_k');
  return callTool(step, {
    tool: 'knowledge-search',
    title: 'Search in a knowledge base',
    what: `${datasets.length === 1 ? 'a knowledge base' : `${datasets.length} knowledge bases`} of a Dify installation`,
    args: {
      query: templateOrLoss(step, readSelector(ownValue(data, 'query_variable_selector'))),
      datasets,
      ...given({ limit: typeof top === 'number' ? top : undefined }),
      ...rest(step),
    },
    hint: `Offer a tool named "knowledge-search" that returns passages as [{ "content" }], or replace "${title}" by a search of your own.`,
  });
};

/** Further settings of a retrieval go along, so that whoever binds the tool can use them. */
function rest(step: DifyStep): JsonObject {
  const { data } = step.node;
  const keys = [
    'retrieval_mode',
    'single_retrieval_config',
    'multiple_retrieval_config',
    'metadata_filtering_mode',
    'metadata_filtering_conditions',
  ];
  const found = keys.flatMap((key) => {
    const value = ownValue(data, key);
    return isObject(value) || typeof value === 'string' ? [[key, plain(step, value)] as const] : [];
  });
  return found.length === 0 ? {} : { settings: Object.fromEntries(found) };
}

export const convertDocument: ConvertDify = (step) => {
  const files = templateOrLoss(step, readSelector(ownValue(step.node.data, 'variable_selector')));
  return callTool(step, {
    tool: 'document-text',
    title: 'Read the text of documents',
    what: 'the text of documents, which Dify extracts by itself',
    args: { files },
    hint: 'Offer a tool named "document-text" that gets files as { "url" } and returns their text; a list of texts for a list of files.',
  });
};

interface Called {
  readonly tool: string;
  readonly title: string;
  /** What the node needs, as the end of a sentence. */
  readonly what: string;
  readonly args: JsonObject;
  readonly hint?: string;
}

function callTool(
  step: DifyStep,
  { tool, title, what, args, hint }: Called,
): ReturnType<ConvertDify> {
  const { node, scope } = step;
  addStep(step, { type: 'tool', config: { tool, args } });
  const properties = Object.fromEntries(Object.keys(args).map((name) => [name, {}]));
  bind(scope.draft.report, {
    tool,
    title,
    nodes: [node.id],
    parameters: { type: 'object', properties },
  });
  loseOf(step, {
    kind: 'binding',
    message: `"${node.title}" uses ${what}.`,
    hint:
      hint ??
      `Offer a tool named "${tool}" from an MCP server, an OpenAPI document or a function; its result takes the place of "text" and "json".`,
  });
  return single(step.id);
}

function listTexts(value: Json | undefined): readonly string[] {
  return isJsonList(value) ? value.map((each) => textOf(each)) : [];
}

/** Steps that fill a knowledge base; workflows here only read one. */
export const convertIngestion: ConvertDify = (step) => {
  const { data, title, type } = step.node;
  const args: { [name: string]: Json } = {};
  for (const [key, value] of Object.entries(data)) {
    if (['title', 'desc', 'type', 'selected'].includes(key)) continue;
    args[key] =
      isJsonList(value) && key.endsWith('selector')
        ? templateOrLoss(step, readSelector(value))
        : plain(step, value);
  }
  addStep(step, { type: 'tool', config: { tool: `dify-${type}`, args } });
  bind(step.scope.draft.report, {
    tool: `dify-${type}`,
    title,
    nodes: [step.node.id],
    parameters: {},
  });
  loseOf(step, {
    kind: 'ingestion',
    message: `"${title}" is a step of Dify's knowledge pipeline (${type}).`,
    hint: `Offer a tool named "dify-${type}" that does it, or fill the knowledge base outside of the workflow.`,
  });
  return single(step.id);
};
