import type { Json, JsonObject } from '@skein/kernel';
import type { Subagent, Tool } from '@skein/ports';
import type { ModelQuestion } from './call-model.ts';

/** An agent and its task, after config and context have been read. */
export interface AgentPlan extends Omit<ModelQuestion, 'tools' | 'asker' | 'inside' | 'path'> {
  /** What it may call; nothing else is ever run, whatever the model requests. */
  readonly tools: readonly AgentTool[];
  /** Model calls that it may make; default 20. */
  readonly maxTurns?: number | undefined;
  /** What the limit is called where the user set it; default `maxTurns`. */
  readonly limitName?: string | undefined;
  /** Whose calls a person must approve: all, or these names. Subagents inherit it. */
  readonly approve?: ApproveRule | undefined;
  /** Who may approve them and answer what tools ask; default: everybody who may answer at all. */
  readonly who?: readonly string[] | undefined;
}

/** Of one agent: whose calls need an approval, and by whom. */
export type CallRule = Pick<AgentPlan, 'approve' | 'who'>;

export type ApproveRule = boolean | readonly string[];

export type AgentTool = Tool | SubagentTool;

/** An agent offered as a tool. Its one argument is `{ "input": text }`. */
export interface SubagentTool {
  readonly name: string;
  readonly description: string;
  readonly subagent: Subagent;
  /** The plan for the input, from its resolved config; computed again after a crash, so it must depend on nothing else. */
  plan(config: JsonObject, input: string): AgentPlan | Promise<AgentPlan>;
}

export function isSubagentTool(tool: AgentTool): tool is SubagentTool {
  return 'subagent' in tool;
}

/** The parameters of every subagent. */
export const subagentParameters: { readonly [key: string]: Json } = {
  type: 'object',
  properties: { input: { type: 'string', description: 'What the agent is asked to do.' } },
  required: ['input'],
  additionalProperties: false,
};
