// Making a cassette from what a run asked
import {
  equalJson,
  isObject,
  ownValue,
  setOwn,
  textAt,
  type Failure,
  type Json,
  type JsonObject,
} from '@skein/kernel';
import {
  markIds,
  withoutUndefined,
  type RecordedCall,
  type RecordedRun,
  type Tool,
} from '@skein/ports';
import type { RecordedModel } from '../loop/recorded-steps.ts';
import { finishOf } from '../models/finish.ts';
import { redactor } from '../models/providers/secrets.ts';
import type {
  Cassette,
  CassetteAnswer,
  CassetteCall,
  CassetteFile,
  CassetteModel,
  CassetteReply,
  CassetteRun,
  CassetteTool,
  ModelCassetteAsk,
} from './cassette.ts';

export interface CassetteOptions {
  readonly run?: CassetteRun;
  /** Of the run, to be there when it is played. */
  readonly files?: readonly CassetteFile[];
  /** Texts that must never appear in it. */
  readonly secrets?: readonly string[];
}

export function makeCassette(recorded: RecordedRun, options: CassetteOptions = {}): Cassette {
  const { run, files = [], secrets = [] } = options;
  const tools = toolsOf(recorded);
  const calls = withSharedMessages(recorded.calls.flatMap((call) => toCall(call, tools)));
  const made: Cassette = {
    cassette: 2,
    ...(run !== undefined && { run }),
    models: modelsOf(recorded.calls),
    ...(Object.keys(tools).length > 0 && { tools }),
    calls,
    ...(files.length > 0 && { files }),
    ...(recorded.answers.length > 0 && { answers: recorded.answers.map(toAnswer) }),
  };
  const marks = new Map<string, string>();
  // Marks are texts without quotes and backslashes, so what comes out is JSON again.
  const fileIds = new Set(files.map(({ id }) => id));
  const isOwnId = (id: string) => recorded.isOwnId(id) || fileIds.has(id);
  const text = markIds(JSON.stringify({ ...made, run: {} }), isOwnId, marks);
  const marked = JSON.parse(text) as Cassette;
  const { run: _, ...rest } = marked;
  return withoutSecrets(run === undefined ? rest : { ...marked, run }, secrets);
}

/** The same with marks instead of texts that must not appear in it; they have no quotes and backslashes either. */
export function withoutSecrets(cassette: Cassette, secrets: readonly string[]): Cassette {
  return JSON.parse(redactor(secrets)(JSON.stringify(cassette))) as Cassette;
}

function toolsOf({ tools }: RecordedRun): { readonly [name: string]: CassetteTool } {
  const described: { [name: string]: CassetteTool } = {};
  for (const { tool, isListed } of tools) {
    // A person answers it in both cases.
    if (tool.ask !== undefined) continue;
    const { name, description, parameters, effect, approve, who, builtIn } = tool;
    setOwn(described, name, {
      description,
      parameters,
      ...withoutUndefined({ effect, approve: written(approve), who, builtIn }),
      ...(isListed && { listed: true }),
    });
  }
  return described;
}

/** A function is not on it: the code that has the tool has the rule too. */
function written(approve: Tool['approve']): boolean | undefined {
  return typeof approve === 'boolean' ? approve : undefined;
}

type Tools = ReturnType<typeof toolsOf>;

function toCall(call: RecordedCall, tools: Tools): readonly CassetteCall[] {
  const { request } = call;
  const type = isObject(request) ? ownValue(request, 'type') : undefined;
  if (!isObject(request) || typeof type !== 'string') return [];
  const place = `${call.node}#${call.activation}`;
  const about = {
    node: textAt(request, 'node') ?? call.node,
    in: call.path === '' ? place : `${call.path}/${place}`,
    ...(call.ms > 0 && { ms: call.ms }),
  };
  switch (type) {
    case 'model':
      return [{ ...about, ask: toModelAsk(request, tools), ...outcomeOf(call, toReply) }];
    case 'tool': {
      const name = textAt(request, 'name') ?? '';
      // Tools that a node makes for itself are still there when it runs again.
      if (!Object.hasOwn(tools, name)) return [];
      const ask = { type, name, arguments: ownValue(request, 'arguments') ?? {} } as const;
      return [{ ...about, ask, ...toolOutcome(call, name) }];
    }
    case 'http': {
      const { type: _, node: __, ...rest } = request;
      const ask = { type, ...rest } as unknown as Extract<CassetteCall['ask'], { type: 'http' }>;
      return [{ ...about, ask, ...outcomeOf(call, (value) => ({ result: value ?? null })) }];
    }
    default:
      return [];
  }
}

function outcomeOf<T>(
  { outcome }: RecordedCall,
  read: (value: Json | undefined) => T,
): T | { readonly error: Failure } {
  return 'failure' in outcome ? { error: outcome.failure } : read(outcome.value);
}

function toModelAsk(request: JsonObject, described: Tools): ModelCassetteAsk {
  const { node: _, tools, ...rest } = request;
  const offered = Array.isArray(tools) ? (tools as readonly JsonObject[]) : null;
  // It was made by `modelAsk`.
  return {
    ...rest,
    ...(offered !== null && { tools: offered.map((tool) => toolName(tool, described)) }),
  } as unknown as ModelCassetteAsk;
}

function toolName(tool: JsonObject, described: Tools): string | JsonObject {
  const name = textAt(tool, 'name') ?? '';
  const known = Object.hasOwn(described, name) ? described[name] : undefined;
  if (known === undefined) return tool;
  const { description, parameters, builtIn } = known;
  const written = { name, description, parameters, ...(builtIn !== undefined && { builtIn }) };
  return equalJson(written, tool) ? name : tool;
}

function toReply(value: Json | undefined): { readonly reply: CassetteReply } {
  // Steps of this request are made by `callModel` only.
  const model = value as unknown as RecordedModel;
  const { text, toolCalls, usage, original, session } = model;
  return {
    reply: {
      text,
      ...(toolCalls.length > 0 && { toolCalls }),
      usage,
      ...(original !== undefined && { original }),
      ...finishOf(model),
      ...(session !== undefined && { session }),
    },
  };
}

function toolOutcome(
  { outcome }: RecordedCall,
  name: string,
): { readonly result: Json } | { readonly error: Failure } {
  if ('failure' in outcome) {
    const { failure } = outcome;
    // A node of type `tool` wraps the message of the tool.
    const before = `The tool "${name}" failed: `;
    const isWrapped = failure.message.startsWith(before);
    const message = isWrapped ? failure.message.slice(before.length) : failure.message;
    return { error: { code: failure.code, message } };
  }
  const value = isObject(outcome.value) ? outcome.value : {};
  const error = textAt(value, 'error');
  if (error !== undefined) return { error: { code: 'TOOL_FAILED', message: error } };
  return { result: ownValue(value, 'result') ?? null };
}

function toAnswer({
  node,
  answer,
  afterMs,
  event,
}: RecordedRun['answers'][number]): CassetteAnswer {
  return { node, answer, ...(afterMs > 0 && { afterMs }), ...(event !== undefined && { event }) };
}

function modelsOf(calls: readonly RecordedCall[]): { readonly [name: string]: CassetteModel } {
  const models: { [name: string]: CassetteModel } = {};
  for (const { request, outcome } of calls) {
    if (!isObject(request) || ownValue(request, 'type') !== 'model' || 'failure' in outcome)
      continue;
    // As above.
    const { provider, model, historySent } = outcome.value as unknown as RecordedModel;
    const name = textAt(request, 'model') ?? '';
    const hadSessions = Object.hasOwn(models, name) && models[name]?.sessions === true;
    const sessions = hadSessions || historySent === 'session';
    setOwn(models, name, { provider, model, ...(sessions && { sessions: true }) });
  }
  return models;
}

/** A conversation is sent again with every turn; in the file each message of it is written once. */
function withSharedMessages(calls: readonly CassetteCall[]): readonly CassetteCall[] {
  const asked = calls.map(messagesOf);
  return calls.map((call, place) => {
    const messages = asked[place];
    if (call.ask.type !== 'model' || messages === null || messages === undefined) return call;
    const before = asked.findLastIndex(
      (other, i) =>
        i < place &&
        other !== null &&
        other.length > 0 &&
        calls[i]?.node === call.node &&
        other.length <= messages.length &&
        other.every((message, at) => equalJson(message, messages[at])),
    );
    if (before === -1) return call;
    const rest = messages.slice(asked[before]?.length ?? 0);
    const { messages: _, ...ask } = call.ask;
    return { ...call, ask: { ...ask, after: before + 1, messages: rest } } as CassetteCall;
  });
}

function messagesOf({ ask }: CassetteCall): readonly JsonObject[] | null {
  return ask.type === 'model' ? ask.messages : null;
}
