// One subagent call: a loop inside a loop, between two recorded steps
// U1. It runs in its parent's activation: one budget, one timeout, one cancel for all of them.
// U2. Its failure is reported to its parent's model, once the node's attempts are used up or a retry is pointless.
import type { Json } from '@skein/kernel';
import { failureIn } from '../failure-error.ts';
import type { SubagentTool } from './agent-plan.ts';
import type { LoopFrame } from './loop-frame.ts';
import type {
  RecordedSubagentEnd,
  RecordedSubagentStart,
  RecordedToolCall,
  ToolOutcome,
} from './recorded-steps.ts';
import type { RunLoop } from './agent-result.ts';
import { messageOf, toolError } from './tool-outcome.ts';

/** Makes a call that has been admitted. */
export async function runSubagent(
  frame: LoopFrame,
  called: RecordedToolCall,
  { tool, runLoop }: { readonly tool: SubagentTool; readonly runLoop: RunLoop },
): Promise<ToolOutcome> {
  const about = aboutCall(frame, called, tool);
  // Admitted arguments are an object with this very key, which is a text.
  const { input } = called.arguments as { readonly input: string };
  const started = await start(frame, { about, tool, input });
  const ending = await work(frame, { tool, runLoop, started });
  const ended = await end(frame, about, ending);
  return 'error' in ended ? toolError('failed', ended.error) : { result: ended.result };
}

type About = Omit<RecordedSubagentStart, 'type' | 'input' | 'config' | 'missing' | 'failure'>;

function aboutCall(
  { inside, node }: LoopFrame,
  { id, name }: RecordedToolCall,
  { subagent }: SubagentTool,
): About {
  return {
    callId: id,
    name,
    node: subagent.node,
    nodeName: subagent.nodeName,
    parent: node,
    ...(inside !== undefined && { parentCallId: inside.callId }),
    depth: (inside?.depth ?? 0) + 1,
  };
}

interface Starting {
  readonly about: About;
  readonly tool: SubagentTool;
  readonly input: string;
}

/** Its config is resolved and recorded in one step: after a crash it resumes with the same config. */
function start(
  { io, path }: LoopFrame,
  { about, tool, input }: Starting,
): Promise<RecordedSubagentStart> {
  return io.step(`${path}subagent:${about.callId}:start`, (): RecordedSubagentStart => {
    const resolved = tool.subagent.resolve(input);
    const begun = { type: 'subagent.start', ...about, input } as const;
    if (resolved.ok) return { ...begun, config: resolved.config };
    const { missing, failure } = resolved;
    return failure === undefined ? { ...begun, missing } : { ...begun, failure: failure.message };
  });
}

interface Work {
  readonly tool: SubagentTool;
  readonly runLoop: RunLoop;
  readonly started: RecordedSubagentStart;
}

type Ending = { readonly result: Json } | { readonly error: string };

async function work(frame: LoopFrame, { tool, runLoop, started }: Work): Promise<Ending> {
  const { io } = frame;
  const { config, missing = [], failure, input, callId, node, nodeName, depth } = started;
  if (config === undefined)
    return {
      error: `It could not be called: ${failure ?? `${missing.join(', ')} is missing.`}`,
    };
  try {
    const plan = await tool.plan(config, input);
    const path = `${frame.path}${callId}/`;
    const { value } = await runLoop(plan, {
      ...frame,
      node,
      nodeName,
      inside: { node, callId, depth },
      path,
      ...(frame.isBeside && { counter: { calls: 0, prefix: path } }),
      rules: [...frame.rules, plan],
    });
    return { result: value };
  } catch (error) {
    const isWorthAnother = failureIn(error)?.retry !== 'never' && io.attemptsLeft > 0;
    if (io.signal.aborted || isWorthAnother) throw error;
    return { error: messageOf(error) };
  }
}

function end(
  { io, path, turn }: LoopFrame,
  about: About,
  ending: Ending,
): Promise<RecordedSubagentEnd> {
  const name = `${path}subagent:${about.callId}:end`;
  return io.step(name, async (): Promise<RecordedSubagentEnd> => {
    await turn;
    return { type: 'subagent.end', ...about, ...ending };
  });
}
