import type { ModelTool } from '@skein/ports';
import { isSubagentTool, subagentParameters, type AgentTool } from './agent-plan.ts';

/** What a model is told about a tool. */
export function describeTool(tool: AgentTool): ModelTool {
  const { name, description } = tool;
  const parameters = isSubagentTool(tool) ? subagentParameters : tool.parameters;
  return { name, description, parameters };
}
