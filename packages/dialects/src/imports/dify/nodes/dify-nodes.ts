// What each node type of Dify becomes: the table of the importer.
import { convertCode, convertTemplate } from './code-nodes.ts';
import {
  convertLoopEnd,
  iterationConverter,
  loopConverter,
  type ConvertScope,
} from './containers.ts';
import type { ConvertDify } from './dify-step.ts';
import {
  convertAggregator,
  convertAnswer,
  convertEnd,
  convertIfElse,
  convertStart,
} from './flow-nodes.ts';
import { convertHttp } from './http-node.ts';
import { convertHumanInput } from './human-node.ts';
import { convertAssigner, convertListOperator } from './list-nodes.ts';
import { convertLlm } from './llm-node.ts';
import { convertAgent, convertClassifier, convertExtractor } from './model-nodes.ts';
import { convertDocument, convertIngestion, convertKnowledge, convertTool } from './tool-nodes.ts';

export function difyNodes(convertScope: ConvertScope): Readonly<Record<string, ConvertDify>> {
  return {
    start: convertStart,
    'trigger-webhook': convertStart,
    'trigger-schedule': convertStart,
    'trigger-plugin': convertStart,
    end: convertEnd,
    answer: convertAnswer,
    'if-else': convertIfElse,
    'variable-aggregator': convertAggregator,
    'variable-assigner': convertAggregator,
    assigner: convertAssigner,
    'list-operator': convertListOperator,
    llm: convertLlm,
    'question-classifier': convertClassifier,
    'parameter-extractor': convertExtractor,
    agent: convertAgent,
    code: convertCode,
    'template-transform': convertTemplate,
    'http-request': convertHttp,
    tool: convertTool,
    'knowledge-retrieval': convertKnowledge,
    'document-extractor': convertDocument,
    iteration: iterationConverter(convertScope),
    loop: loopConverter(convertScope),
    'loop-end': convertLoopEnd,
    'human-input': convertHumanInput,
    datasource: convertIngestion,
    'knowledge-index': convertIngestion,
  };
}
