// Tools that n8n offers over MCP
// Here workflows are what an MCP client calls, so each tool becomes a small workflow of its own beside the imported one: its input are the
// arguments of the tool, its output is the result.
import { isObject, ownValue, type JsonObject } from '@skein/kernel';
import { helpersOf } from '../context/helpers-of.ts';
import type { Conversion } from '../context/conversion.ts';
import { toolOf } from './tools-of.ts';

/** The workflows of all tools below the MCP triggers of a file; `tools` are those that its definition brings along. */
export function toolWorkflows(conversion: Conversion, tools: JsonObject): readonly JsonObject[] {
  const { workflow } = conversion;
  const servers = workflow.nodes.filter(
    ({ type, isDisabled }) => type === 'langchain.mcpTrigger' && !isDisabled,
  );
  const names = new Set(
    servers.flatMap((server) =>
      helpersOf(workflow, server).tools.map((tool) => toolOf(conversion, tool)),
    ),
  );
  return [...names].flatMap((name) => {
    const tool = ownValue(tools, name);
    return isObject(tool) ? [toolWorkflow(name, tool)] : [];
  });
}

function toolWorkflow(name: string, tool: JsonObject): JsonObject {
  const { description = '', parameters = { type: 'object' } } = tool;
  return {
    skein: 1,
    id: name,
    name: name.replaceAll('_', ' '),
    description,
    nodes: [
      { id: 'start', type: 'start', config: { schema: parameters } },
      { id: 'call', type: 'tool', config: { tool: name, args: '${trigger}' } },
      { id: 'end', type: 'end', config: { value: '${= previous.results[0].result ?? null }' } },
    ],
    edges: [
      { from: 'start', to: 'call' },
      { from: 'call', to: 'end' },
    ],
    tools: { [name]: tool },
  };
}
