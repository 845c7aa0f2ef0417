// The node type `tool`
// One call that the definition names, or the calls of a model's message. A named call that fails fails the node; a model
// is told instead, by the messages in its context.
import { isObject, ownValue, type Json, type JsonObject, type NodeResult } from '@skein/kernel';
import { nativeNodes, type ConfigOf } from '@skein/dialects';
import { withoutUndefined, type NodeCall, type NodeIo } from '@skein/ports';
import { toolNodeNeeds } from '../configs/host-needs.ts';
import { readConfig } from '../configs/read-config.ts';
import { withNames } from '../configs/with-names.ts';
import { untilSignedIn } from '../connections/until-signed-in.ts';
import { failureError, failureIn } from '../failure-error.ts';
import { admitCall } from '../loop/admit-call.ts';
import { acceptToolApproval } from '../loop/approve-tool-call.ts';
import { toContextMessage } from '../loop/conversation.ts';
import { topFrame, type LoopFrame } from '../loop/loop-frame.ts';
import type { RecordedToolCall, ToolOutcome } from '../loop/recorded-steps.ts';
import { recordTool, runToolCall } from '../loop/run-tool-call.ts';
import { readArguments } from '../loop/sound-tool-calls.ts';
import { toolMessage } from '../loop/tool-outcome.ts';
import { findTool } from '../tools/find-tools.ts';
import type { NativeBehaviour } from './native-behaviour.ts';

type ToolConfig = ConfigOf<typeof nativeNodes.tool>;
type GivenCall = NonNullable<ToolConfig['calls']>[number];

export const toolBehaviour: NativeBehaviour = {
  run: runTool,
  needs: toolNodeNeeds,
  asksInSteps: true,
  accept: acceptToolApproval,
  guardsItself: true,
};

async function runTool(call: NodeCall, io: NodeIo): Promise<NodeResult> {
  const config = readConfig(withNames(call), nativeNodes.tool.config);
  const frame = topFrame(call, io, config);
  if (config.calls !== undefined) return runCalls(config.calls, config, frame);
  // One of the two is there: the shape says so.
  const { tool: name = '', args = {} } = config;
  return { value: valueOf(frame, [await runNamed(frame, name, args)]) };
}

interface CallResult {
  readonly callId?: string;
  readonly name: string;
  readonly outcome: ToolOutcome;
}

async function runNamed(frame: LoopFrame, name: string, args: Json): Promise<CallResult> {
  const tool = await untilSignedIn(frame.io, 'tools', () => findTool(frame.io.tools, name));
  const called = toCall({ name, arguments: args }, 0);
  const admitted = await admitCall(frame, called, tool);
  if (!admitted.ok) throw callFailed(name, admitted.outcome);
  // An error is thrown, not recorded: with a retry policy the call is to be repeated.
  const options = { tool, args: admitted.args, onError: callFailedFor(name) };
  return { name, outcome: await runToolCall(frame, admitted.called, options) };
}

async function runCalls(
  calls: readonly GivenCall[],
  config: ToolConfig,
  frame: LoopFrame,
): Promise<NodeResult> {
  const { io, call } = frame;
  const results: CallResult[] = [];
  const append = [];
  for (const [place, given] of calls.entries()) {
    const called = toCall(given, place);
    const tool = await io.tools.find(called.name);
    const admitted = await admitCall(frame, called, tool);
    const outcome =
      tool === undefined || !admitted.ok
        ? await recordTool(frame, called, () => (admitted.ok ? neverCalled : admitted.outcome))
        : await runToolCall(frame, admitted.called, { tool, args: admitted.args });
    results.push({ callId: called.id, name: called.name, outcome });
    append.push(toContextMessage(toolMessage(called, outcome)));
  }
  return {
    value: valueOf(frame, results),
    context: { use: config.context ?? call.context, append },
  };
}

const neverCalled: ToolOutcome = { error: 'There is no such tool.', reason: 'not-offered' };

function toCall(
  { id, name, arguments: args = {}, problem }: GivenCall,
  place: number,
): RecordedToolCall {
  const about = { id: id ?? `call-${place + 1}`, name };
  if (problem !== undefined) return { ...about, arguments: args, problem };
  const read = readArguments(args);
  if (read.ok) return { ...about, arguments: read.args };
  return { ...about, arguments: {}, problem: { reason: 'malformed', message: read.message } };
}

/** The node that a model's message came from is passed on, so that an edge can lead back to it. */
function valueOf({ call }: LoopFrame, results: readonly CallResult[]): JsonObject {
  const from = isObject(call.previous) ? ownValue(call.previous, 'node') : undefined;
  return {
    results: results.map(({ callId, name, outcome }) => ({
      ...(callId !== undefined && { callId }),
      name,
      ...('error' in outcome ? { error: outcome.error } : { result: outcome.result }),
    })),
    last: results.at(-1)?.name ?? null,
    node: typeof from === 'string' ? from : null,
  };
}

const callFailedFor = (name: string) => (outcome: ToolOutcome, thrown: unknown) =>
  callFailed(name, outcome, thrown);

function callFailed(name: string, outcome: ToolOutcome, thrown?: unknown): Error {
  const { error, reason } = 'error' in outcome ? outcome : { error: '', reason: 'failed' };
  const code = reason === 'malformed' ? 'TOOL_ARGS_INVALID' : 'TOOL_FAILED';
  return failureError({
    code,
    ...withoutUndefined({ name: errorName(thrown) }),
    message: reason === 'malformed' ? error : `The tool "${name}" failed: ${error}`,
    // Only a failure of the tool itself may be different next time.
    ...(reason !== 'failed' && { retry: 'never' }),
    data: { tool: name, reason },
  });
}

/** What the tool calls its error, for rules of a retry policy and for the port `error`. */
function errorName(thrown: unknown): string | undefined {
  const code = failureIn(thrown)?.code;
  if (code !== undefined) return code;
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const own = 'code' in thrown ? thrown.code : null;
  if (typeof own === 'string' && own !== '') return own;
  return thrown instanceof Error && thrown.name !== 'Error' ? thrown.name : undefined;
}
