// One tool call, one recorded step
// T1. Whatever goes wrong is an outcome with a message for the model; only a cancel goes out as an error.
// T2. A call whose effect is `guarded` is made at most once: its begin is recorded first, and a begin without an end is told
//     to the model as unclear.
import type { Tool, ToolCall } from '@skein/ports';
import type { LoopFrame } from './loop-frame.ts';
import type {
  RecordedTool,
  RecordedToolBegin,
  RecordedToolCall,
  ToolOutcome,
} from './recorded-steps.ts';
import { messageOf, toolError, toolResult } from './tool-outcome.ts';

/** Makes a call that has been admitted. */
export async function runToolCall(
  frame: LoopFrame,
  called: RecordedToolCall,
  options: RunOptions,
): Promise<ToolOutcome> {
  const { tool, args, attempt, onError } = options;
  frame.counter.calls += 1;
  const number = frame.counter.calls;
  const isGuarded = (tool.effect ?? 'guarded') === 'guarded';
  const isUnclear = isGuarded && !(await begin(frame, called, attempt));
  return recordTool(frame, called, async () => {
    const outcome = isUnclear
      ? toolError('unclear', unclear)
      : await perform(frame, { tool, called, number, args });
    if ('error' in outcome && onError !== undefined) throw onError(outcome);
    return outcome;
  });
}

interface RunOptions {
  readonly tool: Tool;
  readonly args: unknown;
  /** Where another attempt of the node shall make the call again; else a call belongs to all attempts. */
  readonly attempt?: number;
  /** What to throw instead of recording an error, so that another attempt finds nothing recorded. */
  readonly onError?: (outcome: ToolOutcome) => Error;
}

const unclear =
  'The call was interrupted and is not made again; it is not known whether it took effect.';

/** Keeps what became of a call: the step that views and later attempts read. */
export function recordTool(
  { io, path, inside }: LoopFrame,
  { id, name, arguments: args }: RecordedToolCall,
  outcome: () => ToolOutcome | Promise<ToolOutcome>,
): Promise<RecordedTool> {
  return io.step(`${path}tool:${id}`, async (): Promise<RecordedTool> => ({
    type: 'tool',
    callId: id,
    name,
    arguments: args,
    ...(await outcome()),
    ...(inside !== undefined && { inside }),
  }));
}

/** False when an earlier attempt has begun this very call. */
async function begin(
  { io, path, inside }: LoopFrame,
  { id, name, arguments: args }: RecordedToolCall,
  attempt: number | undefined,
): Promise<boolean> {
  let isFirst = false;
  const suffix = attempt === undefined ? '' : `:${attempt}`;
  await io.step(`${path}tool:${id}:begin${suffix}`, (): RecordedToolBegin => {
    isFirst = true;
    const about = { callId: id, name, arguments: args };
    return { type: 'tool.begin', ...about, ...(inside !== undefined && { inside }) };
  });
  return isFirst;
}

interface Performance {
  readonly tool: Tool;
  readonly called: RecordedToolCall;
  readonly number: number;
  readonly args: unknown;
}

async function perform(
  { io, call, node }: LoopFrame,
  { tool, called, number, args }: Performance,
): Promise<ToolOutcome> {
  const about: ToolCall = {
    signal: io.signal,
    // Not the call's own id: a model may use one twice.
    idempotencyKey: `${io.idempotencyKey}/${number}`,
    callId: called.id,
    run: call.run,
    node,
    emit: (event) => io.emit(event),
  };
  try {
    return toolResult(await tool.run(args, about));
  } catch (error) {
    if (io.signal.aborted) throw error;
    return toolError('failed', messageOf(error));
  }
}
