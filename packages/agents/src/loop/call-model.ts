// One model call, one recorded step
// The only place where a node asks a model, alone or in a loop.
// C1. Usage is reported inside the step: a reply that is replayed from the journal is not paid for again.
// C2. Budget is reserved before a call, and released when its cost is in the journal.
// C3. A failed call is not recorded; the error is rethrown, and the node's retry policy decides about another attempt.
import type { Json } from '@skein/kernel';
import {
  withoutUndefined,
  type LanguageModel,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelSettings,
  type ModelTool,
  type NodeCall,
  type NodeIo,
} from '@skein/ports';
import { pickModelSettings } from '../configs/model-settings.ts';
import { modelAsk } from './asks.ts';
import { failureIn } from '../failure-error.ts';
import { namesFiles } from '../models/tool-pictures.ts';
import { paidCall } from './paid-call.ts';
import type { Inside, RecordedModel, RecordedToolCall } from './recorded-steps.ts';
import { soundToolCalls } from './sound-tool-calls.ts';

export interface ModelQuestion extends ModelSettings {
  /** Default: the engine's default model. */
  readonly model?: string | undefined;
  /** The model of this name, where the code of the node has it. */
  readonly ownModel?: LanguageModel | undefined;
  readonly system?: string | undefined;
  readonly messages: readonly ModelMessage[];
  /** What of a context is sent before the messages; see `RecordedModel.history`. */
  readonly history?: readonly ModelMessage[] | undefined;
  readonly tools?: readonly ModelTool[] | undefined;
  /** The answer must fit this JSON schema; `parseOutput` reads it. */
  readonly schema?: Json | undefined;
  /**
   * The provider may keep this conversation. With an `id` it has the first `known` messages of history and messages already.
   * Providers that keep none get everything.
   */
  readonly session?: ModelRequest['session'] | undefined;
  /** For scripts and logs; default: the activation's. */
  readonly context?: string | undefined;
  /** For scripts and logs. */
  readonly agent?: string | undefined;
  /** For scripts: the thread of which this is a turn. */
  readonly thread?: string | undefined;
  /** The node that asks; default: the activation's own. */
  readonly asker?: { readonly node: string; readonly nodeName: string } | undefined;
  readonly inside?: Inside | undefined;
  /** The prefix of step names, so that calls inside a subagent call are distinct from its parent's. */
  readonly path?: string | undefined;
}

/** Calls the model, or returns its answer of an earlier attempt. */
export async function callModel(
  question: ModelQuestion,
  call: NodeCall,
  io: NodeIo,
): Promise<RecordedModel> {
  const { history, inside, path = '' } = question;
  const model = io.model(question.model, question.ownModel);
  let giveBack: (() => void) | undefined;
  const callOnce = async (step: string): Promise<RecordedModel> => {
    const wanted = requestOf(question, call, io, step);
    giveBack = await io.reserve(() => paidCall(model, wanted));
    const { request, reply } = await ask(model, wanted);
    const { input, output, usd } = reply.usage;
    io.spend({ modelCalls: 1, inputTokens: input, outputTokens: output, usd });
    const { messages, tools = [] } = request;
    const toolCalls = soundToolCalls(reply, { messages, tools });
    return {
      type: 'model',
      text: reply.text,
      toolCalls,
      ...originalOf(reply, toolCalls),
      ...sessionOf(question, request, reply),
      usage: { input, output, usd },
      provider: model.provider,
      model: model.name,
      ...(history !== undefined && { history: history.length }),
      ...cutIn(reply, model),
      ...(inside !== undefined && { inside }),
    };
  };
  const request = () => modelAsk(question.model, requestOf(question, call, io, ''));
  const asked = io.step(`${path}model`, callOnce, { request });
  return asked.finally(() => giveBack?.());
}

function cutIn(
  { finish }: ModelReply,
  { provider, name }: LanguageModel,
): Pick<RecordedModel, 'finish' | 'warning'> {
  if (finish === undefined) return {};
  const message = `The answer of ${provider}/${name} breaks off: it reached the limit of its length. Raise "maxOutputTokens", or ask for less.`;
  return { finish, warning: { code: 'ANSWER_CUT', message } };
}

/** A session that has expired at the provider costs only another request: the whole conversation is still here. */
async function ask(
  model: LanguageModel,
  given: ModelRequest,
): Promise<{ readonly request: ModelRequest; readonly reply: ModelReply }> {
  const { session, ...rest } = given;
  const request = session === undefined || model.hasSessions !== true ? rest : { ...rest, session };
  try {
    return { request, reply: await model.call(request) };
  } catch (error) {
    if (session?.id === undefined || !isForgotten(error)) throw error;
    const full = { ...rest, session: {} };
    return { request: full, reply: await model.call(full) };
  }
}

/** Providers refuse the id of a session that they do not have. */
function isForgotten(error: unknown): boolean {
  const status = failureIn(error)?.data?.['status'];
  return status === 400 || status === 404;
}

function sessionOf(
  question: ModelQuestion,
  { session }: ModelRequest,
  reply: ModelReply,
): Pick<RecordedModel, 'historySent' | 'session'> {
  if (question.session === undefined && question.history === undefined) return {};
  return {
    historySent: session?.id === undefined ? 'full' : 'session',
    ...(reply.session !== undefined && { session: reply.session }),
  };
}

/** Signatures are valid only for the original calls: if one was changed, the message is sent back in plain form. */
function originalOf(
  { original, toolCalls }: ModelReply,
  sound: readonly RecordedToolCall[],
): Pick<RecordedModel, 'original'> {
  const isSame = sound.every(
    ({ id, problem }, place) => problem === undefined && id === toolCalls[place]?.id,
  );
  return original === undefined || !isSame ? {} : { original: { ...original } };
}

function requestOf(
  question: ModelQuestion,
  call: NodeCall,
  io: NodeIo,
  step: string,
): ModelRequest {
  const { history = [], messages, tools, inside, system, schema, session } = question;
  const { agent, thread } = question;
  const { node, nodeName } = question.asker ?? call;
  const place = inside === undefined ? {} : { node };
  const sent = history.length === 0 ? messages : [...history, ...messages];
  return {
    messages: sent,
    files: namesFiles(sent) ? io.files : undefined,
    signal: io.signal,
    onToken: (text) => io.emit({ type: 'token', text, step, ...place }),
    onPiece: (piece) => io.emit({ ...piece, step, ...place }),
    caller: {
      run: call.run,
      // A child's calls are counted with those of the root run.
      root: call.root,
      node,
      nodeName,
      context: question.context ?? call.context,
      ...withoutUndefined({ agent, thread }),
    },
    ...(tools !== undefined && tools.length > 0 && { tools: tools.map(toModelTool) }),
    ...(session !== undefined && { session }),
    ...(system !== undefined && { system }),
    ...(schema !== undefined && { schema }),
    ...pickModelSettings(question),
  };
}

/** A tool has properties that models do not need. */
function toModelTool({ name, description, parameters, builtIn }: ModelTool): ModelTool {
  return { name, description, parameters, ...(builtIn !== undefined && { builtIn }) };
}
