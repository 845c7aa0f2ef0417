// One tool call, one recorded step
// T1. Every failure is an outcome with a message for the model; only a cancellation is thrown.
// T2. A `guarded` call is made at most once: its intent is recorded first, and if a crash leaves the outcome unknown, a person
//     decides whether it is repeated, what it returned, or that it failed.
// T3. A call that needs a sign-in is not made, and the model is not told: the run waits for the sign-in, and then it is made.
// T4. What a tool asks during a call is named by the call and its order in it: a call that is made again after a crash finds the answers.
import { withoutUndefined, type StepOptions, type Tool, type ToolCall } from '@skein/ports';
import { neededSignIn } from '../connections/sign-in-needed.ts';
import { untilSignedIn } from '../connections/until-signed-in.ts';
import { failureIn } from '../failure-error.ts';
import { toolAsk } from './asks.ts';
import { waitName, type LoopFrame } from './loop-frame.ts';
import type {
  RecordedTool,
  RecordedToolBegin,
  RecordedToolCall,
  ToolOutcome,
} from './recorded-steps.ts';
import { whomToAsk } from './whom-to-ask.ts';
import { messageOf, toolError, toolResult } from './tool-outcome.ts';

/** Makes a call that has been admitted. */
export async function runToolCall(
  frame: LoopFrame,
  called: RecordedToolCall,
  { tool, args, onError }: RunOptions,
): Promise<ToolOutcome> {
  frame.counter.calls += 1;
  const number = `${frame.counter.prefix}${frame.counter.calls}`;
  if (tool.ask !== undefined) {
    const asked = tool.ask(args);
    const named = { name: tool.name, who: asked.who ?? tool.who };
    const question = withoutUndefined({ ...asked, who: whomToAsk(frame, named) });
    const answer = await frame.io.wait(question, waitName(frame));
    return recordTool(frame, called, () => toolResult(answer));
  }
  const settle = (outcome: ToolOutcome, thrown?: unknown): RecordedTool => {
    if ('error' in outcome && onError !== undefined) throw onError(outcome, thrown);
    return toRecorded(frame, called, outcome);
  };
  const isGuarded = (tool.effect ?? 'guarded') === 'guarded';
  const name = stepName(frame, called);
  const work = async () => {
    const { outcome, thrown } = await perform(frame, { tool, called, number, args });
    if (!isGuarded) await frame.turn;
    return settle(outcome, thrown);
  };
  const recording: StepOptions<RecordedTool> = {
    ...(isGuarded && guardOf(frame, called, { tool, settle })),
    request: () => toolAsk(frame.node, called),
  };
  if (tool.signsIn !== true) return frame.io.step(name, work, recording);
  return untilSignedIn(frame.io, name, (keyed) =>
    frame.io.step(name, work, { ...recording, ...keyed }),
  );
}

interface RunOptions {
  readonly tool: Tool;
  readonly args: unknown;
  /** What to throw instead of recording an error, so that another attempt finds nothing recorded. */
  readonly onError?: (outcome: ToolOutcome, thrown: unknown) => Error;
}

/** Records the outcome of a call that was not made, or that a person answered: views and later attempts read this step. */
export function recordTool(
  frame: LoopFrame,
  called: RecordedToolCall,
  outcome: () => ToolOutcome,
): Promise<RecordedTool> {
  return frame.io.step(stepName(frame, called), async () => {
    await frame.turn;
    return toRecorded(frame, called, outcome());
  });
}

function stepName({ path }: LoopFrame, { id }: RecordedToolCall): string {
  return `${path}tool:${id}`;
}

function toRecorded(
  { inside }: LoopFrame,
  called: RecordedToolCall,
  outcome: ToolOutcome,
): RecordedTool {
  const about = { ...aboutCall(called), ...outcome, ...changeOf(called) };
  return { type: 'tool', ...about, ...(inside !== undefined && { inside }) };
}

function aboutCall(called: RecordedToolCall) {
  const { id, problem: _, ...call } = called;
  return { callId: id, ...call };
}

/** Whoever looks at the run is told that what was done is not what the model asked for. */
function changeOf({ name, arguments: args, asked, changedBy }: RecordedToolCall) {
  if (asked === undefined) return {};
  const who = changedBy ?? 'A person';
  const [before, after] = [asked, args].map((each) => JSON.stringify(each).slice(0, shownMax));
  const message = `${who} changed the arguments of "${name}" from ${before} to ${after}.`;
  return { warning: { code: 'ARGUMENTS_CHANGED', message } };
}

const shownMax = 500;

/** The intent that is recorded before the call, and how a person's decision about it becomes an outcome. */
function guardOf(
  frame: LoopFrame,
  called: RecordedToolCall,
  {
    tool,
    settle,
  }: { readonly tool: Tool; readonly settle: (outcome: ToolOutcome) => RecordedTool },
): StepOptions<RecordedTool> {
  const { inside } = frame;
  const intent: RecordedToolBegin = {
    type: 'tool.begin',
    ...aboutCall(called),
    ...(inside !== undefined && { inside }),
  };
  return {
    intent,
    // Who may approve the call decides whether it is made again.
    who: whomToAsk(frame, { name: called.name, who: tool.who }),
    decided: (decision) =>
      settle('error' in decision ? toolError('unclear', decision.error) : decision),
  };
}

/** T4. */
function askDuring(
  frame: LoopFrame,
  { tool, number }: Pick<Performance, 'tool' | 'number'>,
): NonNullable<ToolCall['ask']> {
  let asked = 0;
  return (question) => {
    asked += 1;
    const who = question.who ?? whomToAsk(frame, { name: tool.name, who: tool.who });
    const key = `${frame.path}ask:${number}/${asked}`;
    return frame.io.wait(withoutUndefined({ ...question, who }), { key });
  };
}

interface Performance {
  readonly tool: Tool;
  readonly called: RecordedToolCall;
  readonly number: string;
  readonly args: unknown;
}

async function perform(
  frame: LoopFrame,
  { tool, called, number, args }: Performance,
): Promise<{ readonly outcome: ToolOutcome; readonly thrown?: unknown }> {
  const { io, call, node } = frame;
  const about: ToolCall = {
    signal: io.signal,
    // Not the call's own id: a model may use one twice.
    idempotencyKey: `${io.idempotencyKey}/${number}`,
    callId: called.id,
    run: call.run,
    user: call.user,
    root: call.root,
    node,
    files: io.files,
    ask: askDuring(frame, { tool, number }),
    emit: (event) => io.emit(event),
  };
  try {
    return { outcome: toolResult(await tool.run(args, about)) };
  } catch (error) {
    // A missing recording is not reported to the model: the whole node cannot be replayed.
    if (io.signal.aborted || failureIn(error)?.code === 'CASSETTE_MISS') throw error;
    if (tool.signsIn === true && neededSignIn(error) !== null) throw error;
    return { outcome: toolError('failed', messageOf(error)), thrown: error };
  }
}
