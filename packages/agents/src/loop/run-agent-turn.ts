import type { ModelMessage, NodeCall, NodeIo } from '@skein/ports';
import type { AgentPlan } from './agent-plan.ts';
import { toMessage } from './assistant-message.ts';
import { callModel } from './call-model.ts';
import { describeTool } from './describe-tool.ts';
import type { RecordedToolCall } from './recorded-steps.ts';

export interface AgentTurn {
  readonly text: string;
  /** What it wants run; calls with a `problem` must not be. */
  readonly toolCalls: readonly RecordedToolCall[];
  /** The reply, in the form that contexts keep. */
  readonly messages: readonly ModelMessage[];
  readonly provider: string;
  readonly model: string;
}

/** One model call with the tools on offer; whoever comes next runs them. */
export async function runAgentTurn(
  plan: AgentPlan,
  call: NodeCall,
  io: NodeIo,
): Promise<AgentTurn> {
  const reply = await callModel({ ...plan, tools: plan.tools.map(describeTool) }, call, io);
  const { text, toolCalls, provider, model } = reply;
  return { text, toolCalls, messages: [toMessage(reply)], provider, model };
}
