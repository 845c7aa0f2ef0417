// The tool executor of a graph
// Runs the calls of the message that led here, in order, each a recorded step. The last tool decides who is next: an edge of its
// own, the edge for all others, or the agent that called.
import { isObject, ownValue, type Json, type NodeResult } from '@skein/kernel';
import { toolsConfigShape } from '@skein/dialects';
import type { NodeBehaviour, NodeCall, NodeIo, Tool } from '@skein/ports';
import { admitCall } from '../../loop/admit-call.ts';
import { acceptToolApproval } from '../../loop/approve-tool-call.ts';
import { toContextMessage } from '../../loop/conversation.ts';
import { topFrame, type LoopFrame } from '../../loop/loop-frame.ts';
import type { RecordedToolCall, ToolOutcome } from '../../loop/recorded-steps.ts';
import { recordTool, runToolCall } from '../../loop/run-tool-call.ts';
import { toolMessage } from '../../loop/tool-outcome.ts';
import { readConfig } from '../../configs/read-config.ts';
import { lastAnswer } from './dialogue.ts';

export const executeCalls: NodeBehaviour = {
  guardsItself: true,
  description: "Runs the tool calls of an agent's message.",
  run: runCalls,
  asksInSteps: true,
  accept: acceptToolApproval,
};

async function runCalls(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const { routes = [], always = false } = readConfig(call, toolsConfigShape);
  const { calls, node } = givenCalls(call.previous);
  const frame = topFrame(call, io);
  const answered: { readonly called: RecordedToolCall; readonly outcome: ToolOutcome }[] = [];
  // One after the other: a later call may build on an earlier one.
  for (const called of calls) answered.push({ called, outcome: await runCall(frame, called) });
  const messages = answered.map(({ called, outcome }) =>
    toContextMessage(toolMessage(called, outcome)),
  );
  const last = calls.at(-1)?.name ?? null;
  const value = {
    results: messages.map(({ toolCallId = '', name = '', content }) => ({
      toolCallId,
      name,
      content,
    })),
    last,
    node,
  };
  const answer = lastAnswer(io.context().messages);
  const isOwn = last !== null && routes.includes(last);
  const port = isOwn ? 'route' : always ? 'always' : 'back';
  return {
    value,
    ports: { [port]: { ...value, answer, ...(isOwn && { route: last }) } },
    context: { append: messages },
  };
}

async function runCall(frame: LoopFrame, called: RecordedToolCall): Promise<ToolOutcome> {
  const tool = await frame.io.tools.find(called.name);
  const admitted = await admitCall(frame, called, tool);
  if (!admitted.ok) return recordTool(frame, called, () => admitted.outcome);
  // Only tools are admitted.
  return runToolCall(frame, admitted.called, { tool: tool as Tool, args: admitted.args });
}

interface GivenCalls {
  readonly calls: readonly RecordedToolCall[];
  /** Whose calls they are. */
  readonly node: string;
}

/** An agent's token; tokens of other nodes carry no calls. */
function givenCalls(previous: Json | undefined): GivenCalls {
  const token = isObject(previous) ? previous : {};
  const calls = ownValue(token, 'toolCalls');
  const node = ownValue(token, 'node');
  const list = Array.isArray(calls) ? (calls as readonly Json[]) : [];
  return {
    calls: list.filter(isCall),
    node: typeof node === 'string' ? node : '',
  };
}

function isCall(value: Json): value is Json & RecordedToolCall {
  if (!isObject(value)) return false;
  return typeof ownValue(value, 'id') === 'string' && typeof ownValue(value, 'name') === 'string';
}
