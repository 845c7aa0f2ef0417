import { isObject, ownValue, textAt, type Json, type JsonObject } from '@skein/api';
import { parameters, text, textIn, badArgument, type BuildingTool } from '../building-tool.ts';

export const listNodeTypes: BuildingTool = {
  name: 'list_node_types',
  description:
    'Start here. Lists the node types that workflows are made of, one line each. Then get_node_type for those you need, or find_examples.',
  parameters: parameters({}),
  isReadOnly: true,
  async call(host) {
    const types = await host.nodeTypes();
    // Types of other formats are named with a dot; new workflows are native.
    const own = types.filter((each) => isNative(each));
    return { types: own.map((each) => `${textAt(each, 'type')}: ${textAt(each, 'description')}`) };
  },
};

export const getNodeType: BuildingTool = {
  name: 'get_node_type',
  description:
    'The config of one node type as JSON schema, its output ports, and an example. Every text may contain ${node.output.path} and expressions ${= … }.',
  parameters: parameters({ type: text('Its name, such as llm.') }, ['type']),
  isReadOnly: true,
  async call(host, given) {
    const name = textIn(given, 'type');
    const types = await host.nodeTypes();
    const found = types.find((each) => each['type'] === name);
    if (found === undefined) {
      const known = types.filter((each) => isNative(each)).map((each) => textAt(each, 'type'));
      throw badArgument('type', `"${name}" is not a node type; there are ${known.join(', ')}`);
    }
    const { type = null, description = null, ports = null, schema = null } = found;
    const example = host.examples().flatMap(({ definition }) => nodesOf(definition, name))[0];
    return { type, description, ports, config: schema, ...(example !== undefined && { example }) };
  },
};

function isNative(type: JsonObject): boolean {
  return textAt(type, 'type')?.includes('.') === false;
}

function nodesOf(definition: JsonObject, type: string): readonly Json[] {
  const nodes = ownValue(definition, 'nodes');
  if (!Array.isArray(nodes)) return [];
  return nodes.filter((node) => isObject(node) && node['type'] === type);
}
