// Scripted model
// A whole provider that needs no key and no network: it answers from a script, else it echoes.
// M1. A reply is taken before anything is awaited, so two concurrent calls never take the same one.
// M2. Used replies and counts are tracked per root run: runs of one server do not disturb each other, children share theirs. The turns
//     of a thread share theirs too: a script is written as a conversation.
// M3. They are in memory only. After a crash recorded calls are not repeated; later ones find a fresh script.
import type { Failure } from '@skein/kernel';
import type { Clock, LanguageModel, ModelReply, ModelRequest } from '@skein/ports';
import { failureError } from '../failure-error.ts';
import { sleep } from '../sleep.ts';
import { estimateUsage } from './estimate-usage.ts';
import { finishOf } from './finish.ts';
import { fitsReply, type ScriptedCall } from './fits-reply.ts';
import { saidIn } from './message-text.ts';
import type { ModelSource } from './model-source.ts';
import { callLimitDefaults } from './providers/provider-settings.ts';
import type { Script, ScriptReply } from './script.ts';
import { streamText } from './stream-text.ts';

/** The user message of every pipeline step: echoing it would say nothing about the step. */
const pipelineSentence = 'Proceed as instructed.';

/** The model is not told when a run ends, so it evicts the run that has been idle longest. */
const runsMax = 10_000;

interface Progress {
  /** Places of the replies in the script. */
  readonly used: Set<number>;
  /** Calls made so far, by node id. */
  readonly calls: Map<string, number>;
}

export interface ScriptedOptions {
  /** Makes delays follow virtual time. */
  readonly clock?: Clock;
  /** How long a call is tried again while the script says that the provider is away; default 10 minutes, as for every provider. */
  readonly retryForMs?: number | undefined;
}

/** Answers for every model name from the script, which may be read at the first call; without one it echoes. */
export function scriptedModel(
  given: Script | (() => Script) = {},
  { clock, retryForMs = callLimitDefaults.retryForMs }: ScriptedOptions = {},
): ModelSource {
  const runs = new Map<string, Progress>();
  const model = (name = 'scripted'): LanguageModel => ({
    provider: 'scripted',
    name,
    call: async (request) => {
      request.signal.throwIfAborted();
      const script = typeof given === 'function' ? given() : given;
      const progress = progressOf(runs, conversationOf(request));
      const call = countCall(progress, request, name);
      const reply = takeReply(script, progress, call);
      if (reply?.delayMs) await sleep(reply.delayMs, { signal: request.signal, clock });
      if (reply?.error !== undefined) throw callFailed(reply.error, retryForMs);
      const answer = reply === undefined ? fallback(script, call) : answerOf(reply, call);
      streamText(answer.text, request);
      return answer;
    },
  });
  return { model };
}

function conversationOf({ caller: { thread, root, run } }: ModelRequest): string {
  return thread === undefined ? (root ?? run) : `thread ${thread}`;
}

function progressOf(runs: Map<string, Progress>, root: string): Progress {
  const progress = runs.get(root) ?? { used: new Set(), calls: new Map() };
  // Deleting first moves it to the end: a map keeps the order of insertion.
  runs.delete(root);
  runs.set(root, progress);
  const [oldest] = runs.keys();
  if (runs.size > runsMax && oldest !== undefined) runs.delete(oldest);
  return progress;
}

function countCall({ calls }: Progress, request: ModelRequest, model: string): ScriptedCall {
  const call = (calls.get(request.caller.node) ?? 0) + 1;
  calls.set(request.caller.node, call);
  return { request, model, call };
}

function takeReply(
  script: Script,
  { used }: Progress,
  call: ScriptedCall,
): ScriptReply | undefined {
  const replies = script.replies ?? [];
  const place = replies.findIndex(({ when = {} }, i) => !used.has(i) && fitsReply(when, call));
  const reply = replies[place];
  if (reply !== undefined && reply.repeat !== true) used.add(place);
  return reply;
}

function answerOf(reply: ScriptReply, { request, call }: ScriptedCall): ModelReply {
  const toolCalls = (reply.toolCalls ?? []).map((toolCall, i) => ({
    id: toolCall.id ?? `${request.caller.node}-${call}-${i + 1}`,
    name: toolCall.name,
    arguments: toolCall.arguments ?? {},
  }));
  const answer = { text: reply.text ?? '', toolCalls };
  return {
    ...answer,
    usage: { ...estimateUsage(request, answer), ...reply.usage },
    ...finishOf(reply),
  };
}

function fallback({ otherwise = 'echo' }: Script, call: ScriptedCall): ModelReply {
  if (otherwise === 'fail') throw scriptEmpty(call);
  return answerOf({ text: otherwise === 'echo' ? echo(call.request) : otherwise }, call);
}

function echo({ system, messages }: ModelRequest): string {
  const last = saidIn(messages.at(-1));
  return last === pipelineSentence ? (system ?? last) : last;
}

/** As a provider that answers so (Call failure): whether it is away or refuses the call. */
function callFailed(
  { status, message, retryAfterMs }: NonNullable<ScriptReply['error']>,
  retryForMs: number,
): Error {
  const isLasting = status !== undefined && status !== 429 && status < 500;
  const later = retryAfterMs === undefined ? 'later' : { afterMs: retryAfterMs };
  const tried: Pick<Failure, 'retry' | 'retryForMs'> = isLasting
    ? { retry: 'never' }
    : { retry: later, retryForMs };
  return failureError({
    code: 'MODEL_CALL_FAILED',
    message: message ?? `The model answered with status ${status ?? 'none'}.`,
    ...tried,
    ...(status !== undefined && { data: { status } }),
  });
}

function scriptEmpty({ request, model, call }: ScriptedCall): Error {
  const { node, context } = request.caller;
  return failureError({
    code: 'MODEL_SCRIPT_EMPTY',
    message: `The script has no unused reply for call ${call} of node "${node}" (model ${model}, context ${context}).`,
    retry: 'never',
    data: { node, call, model, context, hint: 'Add a reply, or let "otherwise" answer.' },
  });
}
