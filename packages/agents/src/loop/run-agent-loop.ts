// The agent loop
// Calls the model, runs the tools that it requests, sends it the results, and so on until it answers without a tool call. The
// loop is our own, so that each model call, tool call and subagent call is journaled, shown, budgeted and resumable by itself.
//
// L1. Clocks and randomness are used only inside recorded steps: called again after a crash, the loop resumes at the same place
//     and repeats no recorded call.
// L2. The calls of one message run side by side (run-calls); their results are in the conversation in the order of the message.
// L3. Every call in the conversation is followed by exactly one message with its id, whatever its outcome.
// L4. The reply of the last allowed turn runs no tools: nothing would read their results.
import type { ModelMessage, NodeCall, NodeIo, Tool } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { admitCall } from './admit-call.ts';
import { isSubagentTool, subagentParameters, type AgentPlan } from './agent-plan.ts';
import { toMessage } from './assistant-message.ts';
import { callModel } from './call-model.ts';
import { describeTool } from './describe-tool.ts';
import { largeOutputs } from './large-outputs.ts';
import { topFrame, type LoopFrame } from './loop-frame.ts';
import { parseOutput } from './answer/parse-output.ts';
import type { RecordedModel, ToolOutcome } from './recorded-steps.ts';
import { runCalls, type Answered, type BeginCall } from './run-calls.ts';
import { runSubagent } from './run-subagent.ts';
import { recordTool, runToolCall } from './run-tool-call.ts';
import type { AgentResult } from './agent-result.ts';

const maxTurnsDefault = 20;

/** Consecutive messages with invalid arguments: the first one and two attempts to repair it. */
const malformedMax = 3;

/** Runs an agent inside the activation of a node. Fails when the limit of turns or of repairs is reached. */
export function runAgentLoop(plan: AgentPlan, call: NodeCall, io: NodeIo): Promise<AgentResult> {
  return runLoop(plan, topFrame(call, io, plan));
}

/** The same in a given frame: loops of one activation that share it count their calls together. */
export async function runLoop(plan: AgentPlan, frame: LoopFrame): Promise<AgentResult> {
  const { maxTurns = maxTurnsDefault } = plan;
  const messages: ModelMessage[] = [];
  const outputs = largeOutputs(plan.tools);
  let { history, session } = plan;
  let historySent: RecordedModel['historySent'];
  let malformed = 0;
  for (let turns = 1; turns <= maxTurns; turns++) {
    const tools = outputs.tools();
    const reply = await askModel({ ...plan, tools, history, session }, messages, frame);
    // A context only grows: all turns see the part that the first one has seen, even after a crash.
    if (turns === 1 && history !== undefined) history = history.slice(0, reply.history);
    historySent ??= reply.historySent;
    messages.push(toMessage(reply));
    session = nextSession(plan, reply, (history?.length ?? 0) + messages.length);
    if (reply.toolCalls.length === 0) {
      return resultOf({ ...plan, history }, frame, { reply, messages, turns, historySent });
    }
    if (turns === maxTurns) break;
    const outcomes = await runCalls(reply.toolCalls, frame, { tools, begin: beginCall });
    for (const { called, outcome } of outcomes) messages.push(outputs.message(called, outcome));
    const wrong = outcomes.find(({ outcome }) => isMalformed(outcome));
    malformed = wrong === undefined ? 0 : malformed + 1;
    if (wrong !== undefined && malformed === malformedMax) throw notRepaired(frame, wrong);
  }
  throw turnsExceeded(plan, frame);
}

/** The provider knows what it was sent and its own reply; later messages are new to it. */
function nextSession(
  plan: AgentPlan,
  { session }: RecordedModel,
  count: number,
): AgentPlan['session'] {
  if (plan.session === undefined || session === undefined) return plan.session && {};
  return { id: session, known: plan.messages.length + count };
}

function askModel(
  plan: AgentPlan,
  messages: readonly ModelMessage[],
  { call, io, node, nodeName, inside, path }: LoopFrame,
): Promise<RecordedModel> {
  const question = {
    ...plan,
    messages: [...plan.messages, ...messages],
    tools: plan.tools.map(describeTool),
    asker: { node, nodeName },
    inside,
    path,
  };
  return callModel(question, call, io);
}

const beginCall: BeginCall = async (frame, called, tool) => {
  const isSubagent = tool !== undefined && isSubagentTool(tool);
  const admitted = await admitCall(frame, called, isSubagent ? subagentCheck : tool);
  if (!admitted.ok) return { outcome: recordTool(frame, called, () => admitted.outcome) };
  if (isSubagent) return { outcome: runSubagent(frame, admitted.called, { tool, runLoop }) };
  // Only tools are admitted.
  const admittedTool = tool as Tool;
  const outcome = runToolCall(frame, admitted.called, { tool: admittedTool, args: admitted.args });
  // A question is part of what happens in order.
  if (admittedTool.ask !== undefined) await outcome;
  return { outcome };
};

const subagentCheck = { parameters: subagentParameters };

interface Ended {
  readonly reply: RecordedModel;
  readonly messages: readonly ModelMessage[];
  readonly turns: number;
  readonly historySent: RecordedModel['historySent'];
}

async function resultOf(
  { schema, history = [] }: AgentPlan,
  { call, io, node }: LoopFrame,
  { reply, messages, turns, historySent }: Ended,
): Promise<AgentResult> {
  const { text, provider, model, session } = reply;
  const inside = { call: { ...call, node }, io };
  const value = schema === undefined ? text : await parseOutput(inside, schema, text);
  const about = { turns, provider, model, historySent, session, history: history.length };
  return { value, text, messages, ...about };
}

function isMalformed(outcome: ToolOutcome): boolean {
  return 'reason' in outcome && outcome.reason === 'malformed';
}

function turnsExceeded(
  { maxTurns = maxTurnsDefault, limitName = 'maxTurns' }: AgentPlan,
  { node, nodeName }: LoopFrame,
): Error {
  return failureError({
    code: 'AGENT_TURNS_EXCEEDED',
    message: `The agent "${nodeName}" has made ${maxTurns} model calls and still calls tools: the limit ${limitName} (${maxTurns}) is reached.`,
    retry: 'never',
    data: { node, limit: limitName, max: maxTurns },
  });
}

function notRepaired({ node, nodeName }: LoopFrame, { called, outcome }: Answered): Error {
  const detail = 'error' in outcome ? outcome.error : '';
  return failureError({
    code: 'TOOL_ARGS_INVALID',
    message: `The model of "${nodeName}" called "${called.name}" with invalid arguments and did not correct them in ${malformedMax - 1} further messages: ${detail}`,
    retry: 'never',
    data: { node, tool: called.name },
  });
}
