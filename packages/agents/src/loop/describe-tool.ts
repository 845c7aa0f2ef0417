import type { ModelTool } from '@skein/ports';
import { isSubagentTool, subagentParameters, type AgentTool } from './agent-plan.ts';

/** What a model is told about a tool. */
export function describeTool(tool: AgentTool): ModelTool {
  const { name, description } = tool;
  if (isSubagentTool(tool)) return { name, description, parameters: subagentParameters };
  const { parameters, builtIn } = tool;
  return { name, description, parameters, ...(builtIn !== undefined && { builtIn }) };
}
