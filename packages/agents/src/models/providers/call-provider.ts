// One call of a provider
// P1. One request: no retry, no loop and no tool runs inside it. Failures are left to the node's retry policy.
// P2. It always streams, so that silence is noticed and tokens are available to watchers.
// P3. The result is text, calls and usage. Arguments that the package could not parse are passed on as text, for the loop to judge.
// P4. An answer counts only if the provider marks it as complete: a truncated one is a failure.
import type { Json, JsonObject } from '@skein/kernel';
import {
  withoutUndefined,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  type ModelToolCall,
  type ReplyDetails,
} from '@skein/ports';
import type {
  jsonSchema as JsonSchema,
  LanguageModel as SdkModel,
  StreamTextResult,
  ToolSet,
} from 'ai';
import { failureError } from '../../failure-error.ts';
import { seenBy } from '../seen-by.ts';
import {
  callFailure,
  cutFailure,
  timeoutFailure,
  withheldFailure,
  type CalledModel,
} from './call-failure.ts';
import { watchCall, type CallWatch } from './call-watch.ts';
import { loadSharedPackage } from './load-provider-package.ts';
import { originalOf } from './original-message.ts';
import type { OpenProvider } from './open-provider.ts';
import { costOf } from './prices.ts';
import {
  callLimitDefaults,
  type CallLimits,
  type ModelPrice,
  type ProviderType,
} from './provider-settings.ts';
import { newInstructions, sessionOf, sessionOptions, unknownMessages } from './provider-session.ts';
import { toPrompt } from './to-prompt.ts';
import { toolPictures } from '../tool-pictures.ts';

export interface ProviderCall {
  readonly id: string;
  readonly model: string;
  readonly provider: OpenProvider;
  readonly price: ModelPrice | undefined;
  readonly limits: CallLimits;
  readonly request: ModelRequest;
}

type Streamed = StreamTextResult<ToolSet, never, never>;

export async function callProvider(call: ProviderCall): Promise<ModelReply> {
  const { request, limits } = call;
  const { idleMs, totalMs } = { ...callLimitDefaults, ...limits };
  const watch = watchCall(request.signal, { idleMs, totalMs });
  try {
    return await readReply(call, await startCall(call, watch.signal), watch);
  } catch (error) {
    request.signal.throwIfAborted();
    const reached = watch.timedOut();
    if (reached !== undefined) {
      throw timeoutFailure(called(call), { reached, ms: reached === 'idle' ? idleMs : totalMs });
    }
    throw isFailure(error) ? error : callFailure(error, called(call));
  } finally {
    watch.end();
  }
}

function called({ id, model, provider, limits }: ProviderCall): CalledModel {
  const { keyVariable, redact } = provider;
  const { retryForMs } = { ...callLimitDefaults, ...limits };
  return { provider: id, model, keyVariable, redact, retryForMs };
}

function isFailure(error: unknown): boolean {
  return error instanceof Error && 'failure' in error;
}

async function startCall(call: ProviderCall, signal: AbortSignal): Promise<Streamed> {
  const { streamText, jsonSchema, Output } = await loadPackage();
  const { request, provider, model, limits } = call;
  const { schema, session } = request;
  const seen = seenBy(request.caller.nodeName, request.messages);
  const sent = unknownMessages({ ...request, messages: seen });
  const asked = provider.model(model, session !== undefined);
  const files = takesPictures(provider.type, asked) ? request.files : undefined;
  const { instructions, messages } = toPrompt(newInstructions(provider.type, request), sent, {
    provider: provider.type,
    pictures: await toolPictures(sent, files),
  });
  const streamed = streamText({
    model: asked,
    messages,
    ...(instructions !== undefined && { instructions }),
    abortSignal: signal,
    maxRetries: 0,
    // Errors come as parts of the stream; the default writes them to the console as well.
    onError: () => {},
    experimental_download: refuseDownloads,
    ...(request.trace !== undefined && { headers: { traceparent: request.trace } }),
    ...optionsFor(request, limits.outputTokens),
    ...(schema !== undefined && {
      output: Output.object({ schema: jsonSchema(schema as JsonObject) }),
    }),
    ...toolsOf(call, jsonSchema),
    providerOptions: sessionOptions(provider.type, session),
  });
  // Its parameters say which tools there are and what is parsed from the answer; neither is used here.
  return streamed as unknown as Streamed;
}

/** Others take text as the result of a tool, and would get the bytes of a picture as such. */
function takesPictures(type: ProviderType, model: SdkModel): boolean {
  if (type === 'anthropic' || type === 'google') return true;
  return typeof model !== 'string' && model.provider === 'openai.responses';
}

async function loadPackage() {
  // Otherwise it writes warnings to the console; stderr is for the run.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  return loadSharedPackage();
}

interface CallOptions {
  readonly temperature?: number;
  readonly topP?: number;
  readonly frequencyPenalty?: number;
  readonly presencePenalty?: number;
  readonly stopSequences?: string[];
  readonly maxOutputTokens?: number;
  readonly reasoning?: (typeof efforts)[number];
}

/** Each model setting under the name that the package knows it by. */
function optionsFor(settings: ModelSettings, outputTokens: number | undefined): CallOptions {
  const { temperature, reasoningEffort, maxOutputTokens = outputTokens } = settings;
  const { topP, frequencyPenalty, presencePenalty, stopSequences } = settings;
  const options: Readonly<Record<keyof ModelSettings, CallOptions>> = {
    temperature: temperature === undefined ? {} : { temperature },
    topP: topP === undefined ? {} : { topP },
    frequencyPenalty: frequencyPenalty === undefined ? {} : { frequencyPenalty },
    presencePenalty: presencePenalty === undefined ? {} : { presencePenalty },
    stopSequences: stopSequences === undefined ? {} : { stopSequences: [...stopSequences] },
    reasoningEffort: reasoningEffort === undefined ? {} : { reasoning: effortOf(reasoningEffort) },
    maxOutputTokens: maxOutputTokens === undefined ? {} : { maxOutputTokens },
  };
  return Object.values(options).reduce((all, each) => ({ ...all, ...each }));
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const;

function effortOf(written: string): (typeof efforts)[number] {
  const effort = efforts.find((each) => each === written.toLowerCase());
  if (effort !== undefined) return effort;
  throw failureError({
    code: 'MODEL_CALL_FAILED',
    message: `The reasoning effort "${written}" is not known. Known: ${efforts.join(', ')}.`,
    retry: 'never',
  });
}

/** Without `execute`: the loop of the agents runs them. A built-in one that this provider lacks is not offered: nobody would run it. */
function toolsOf(
  { request, provider }: ProviderCall,
  jsonSchema: typeof JsonSchema,
): { readonly tools?: ToolSet } {
  const tools = (request.tools ?? []).flatMap(({ name, description, parameters, builtIn }) => {
    const tool =
      builtIn === undefined
        ? { description, inputSchema: jsonSchema(parameters as JsonObject) }
        : provider.webSearch?.();
    return tool === undefined ? [] : [[name, tool] as const];
  });
  return tools.length === 0 ? {} : { tools: Object.fromEntries(tools) };
}

/** Otherwise this process would fetch what the provider cannot open, from any address in a message. */
async function refuseDownloads(
  files: readonly { readonly url: URL; readonly isUrlSupportedByModel: boolean }[],
): Promise<null[]> {
  const refused = files.find(({ isUrlSupportedByModel }) => !isUrlSupportedByModel);
  if (refused === undefined) return files.map(() => null);
  throw failureError({
    code: 'MODEL_CALL_FAILED',
    message: `The model cannot open ${refused.url.origin}, and nothing is downloaded for it. Give the image as a "data:" URL.`,
    retry: 'never',
  });
}

async function readReply(
  call: ProviderCall,
  streamed: Streamed,
  watch: CallWatch,
): Promise<ModelReply> {
  const { request, provider } = call;
  const toolCalls: ModelToolCall[] = [];
  let text = '';
  let end: Extract<StreamPart, { type: 'finish-step' }> | undefined;
  let firstAt: number | undefined;
  const tellPiece = pieceTeller(request.onPiece);
  for await (const part of streamed.stream) {
    watch.touch();
    // These two are of the package, before anything has come.
    if (part.type !== 'start' && part.type !== 'start-step') firstAt ??= performance.now();
    if (part.type === 'error') throw part.error;
    if (part.type === 'abort') throw new Error('The call was aborted.');
    if (part.type === 'finish-step') end = part;
    if (part.type === 'text-delta') {
      text += part.text;
      request.onToken?.(part.text);
    }
    if (part.type === 'tool-call' && part.providerExecuted !== true)
      toolCalls.push(toolCallOf(part));
    tellPiece(part);
  }
  if (end === undefined || !isComplete(end)) throw cutFailure(called(call));
  if (end.finishReason === 'content-filter' && text === '' && toolCalls.length === 0) {
    throw withheldFailure(called(call));
  }
  const original = await originalOf(streamed, provider.type, toolCalls);
  const session = request.session === undefined ? undefined : sessionOf(provider.type, end);
  return {
    text: provider.redact(text),
    toolCalls,
    usage: usageOf(call, end.usage),
    ...(original !== undefined && { original }),
    ...cutIn(end),
    ...(session !== undefined && { session }),
    details: detailsOf(end, firstAt === undefined ? undefined : firstAt - watch.startedAt),
  };
}

/** Tells what streams beside the text; what a provider does itself is no call of ours. */
function pieceTeller(onPiece: ModelRequest['onPiece']): (part: StreamPart) => void {
  const names = new Map<string, string>();
  return (part) => {
    if (part.type === 'reasoning-delta') onPiece?.({ type: 'reasoning', text: part.text });
    if (part.type === 'tool-input-start' && part.providerExecuted !== true) {
      names.set(part.id, part.toolName);
      onPiece?.({ type: 'tool-input', callId: part.id, name: part.toolName, text: '' });
    }
    const name = part.type === 'tool-input-delta' ? names.get(part.id) : undefined;
    if (part.type === 'tool-input-delta' && name !== undefined)
      onPiece?.({ type: 'tool-input', callId: part.id, name, text: part.delta });
  };
}

/** What those measure who watch. */
function detailsOf(
  { response, usage }: Extract<StreamPart, { type: 'finish-step' }>,
  firstChunkMs: number | undefined,
): ReplyDetails {
  const { inputTokenDetails: input, outputTokenDetails: output } = usage;
  return withoutUndefined({
    id: response.id,
    model: response.modelId,
    firstChunkMs,
    cacheReadTokens: input.cacheReadTokens,
    cacheWriteTokens: input.cacheWriteTokens,
    reasoningTokens: output.reasoningTokens,
  });
}

function cutIn({ finishReason }: { readonly finishReason: string }): Pick<ModelReply, 'finish'> {
  return finishReason === 'length' ? { finish: 'length' } : {};
}

type StreamPart = Streamed['stream'] extends AsyncIterable<infer Part> ? Part : never;

/** What a provider gives as the reason when it was done. */
const completions = new Set<string>(['stop', 'length', 'tool-calls', 'content-filter']);

function isComplete({
  finishReason,
  rawFinishReason,
}: Pick<
  Extract<StreamPart, { type: 'finish-step' }>,
  'finishReason' | 'rawFinishReason'
>): boolean {
  // A reason that the package does not know still counts; a stream that just ends has none.
  return (
    completions.has(finishReason) || (finishReason === 'other' && rawFinishReason !== undefined)
  );
}

function toolCallOf(part: {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
}): ModelToolCall {
  // What was read from JSON text, or that text itself where it could not be read.
  return { id: part.toolCallId, name: part.toolName, arguments: part.input as Json };
}

function usageOf(
  { price }: ProviderCall,
  usage: Extract<StreamPart, { type: 'finish-step' }>['usage'],
): ModelReply['usage'] {
  const input = usage.inputTokens ?? 0;
  const output = usage.outputTokens ?? 0;
  const cachedInput = usage.inputTokenDetails.cacheReadTokens ?? 0;
  return { input, output, usd: costOf(price, { input, output, cachedInput }) ?? 0 };
}
