import type { JsonObject } from '@skein/kernel';
import { rule, type BrokenDefinition, type Rule } from './broken-definition.ts';

const flowNode = (id: string, nodeType: string, config: JsonObject = {}): JsonObject => ({
  id,
  nodeType,
  config,
});
const feeds = (
  id: string,
  source: string,
  target: string,
  output = 'data',
  input = 'data',
): JsonObject => ({
  id,
  source,
  sourceOutput: output,
  target,
  targetInput: input,
});

function flow(
  given: Rule,
  nodes: readonly JsonObject[],
  edges: readonly JsonObject[] = [],
): BrokenDefinition {
  return { ...given, dialect: 'dataflow', definition: { name: given.code, nodes, edges } };
}

const said = flowNode('said', 'manualInput', { message: 'Hello' });

export const dataflowRules: readonly BrokenDefinition[] = [
  flow(rule('error', 'UNKNOWN_NODE_TYPE', 'only known types', { node: 'x' }), [
    said,
    flowNode('x', 'teleport'),
  ]),
  flow(
    rule('error', 'CIRCULAR_DEPENDENCY', 'no circle without a person', { node: 'a' }),
    [flowNode('a', 'parallelSplit'), flowNode('b', 'parallelJoin')],
    [feeds('e', 'a', 'b'), feeds('f', 'b', 'a', 'result')],
  ),
  flow(
    rule('error', 'MISSING_KEY', 'configs are whole', { node: 'router' }),
    [said, flowNode('router', 'intentRouter')],
    [feeds('e', 'said', 'router')],
  ),
  flow(
    rule('error', 'EDGE_END_MISSING', 'edges lead somewhere', { node: 'said' }),
    [said],
    [feeds('e', 'said', 'gone')],
  ),
  flow(rule('error', 'DUPLICATE_ID', 'ids are used once', 'workflow'), [said, said]),
  flow(
    rule('warning', 'SAME_PORT_TWICE', 'two values for one input', { line: 'other cache' }),
    [said, flowNode('other', 'manualInput', { message: 'x' }), flowNode('cache', 'cache')],
    [feeds('e', 'said', 'cache'), feeds('f', 'other', 'cache')],
  ),
  flow(rule('warning', 'UNKNOWN_KEY', 'unknown keys are kept', { node: 'said' }), [
    { ...said, colour: 'red' },
  ]),
  {
    ...flow(rule('warning', 'TOOL_NOT_REGISTERED', 'tools are known', { node: 'tools' }), [
      said,
      flowNode('tools', 'tools', { tools: ['nobody-has-it'] }),
    ]),
    isServers: true,
  },
];
