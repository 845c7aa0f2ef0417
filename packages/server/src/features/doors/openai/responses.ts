// Responses of OpenAI
// R1. A response is a part of a run: from a row of its journal to the next pause, or to its end. Its id names both, so it is not stored.
// R2. What asks is an item; the next response brings the answer, and is the next part of the same run. Words begin a run of their own.
// R3. A response goes on when nobody listens. With `background` it is answered at once; it is read, streamed from any event on, and cancelled
//     by its id.
import { isObject, type Json, type JsonObject } from '@skein/api';
import { EngineError, hasEnded, withoutUndefined } from '@skein/ports';
import { jsonIn } from '../../../values/json-in.ts';
import { textIn } from '../../../values/text-in.ts';
import { ownRun } from '../../runs/own-run.ts';
import { answerWaits } from '../chats/answer-waits.ts';
import { chatOfRun, openChat, type Chat } from '../chats/chat.ts';
import type { DoorCall } from '../door-call.ts';
import type { Ending } from '../facts/fact.ts';
import { failureOf } from '../facts/failure-of.ts';
import { isEnding } from '../facts/is-ending.ts';
import { outputText, runFacts } from '../facts/run-facts.ts';
import { findPublished, publicName } from '../published/published.ts';
import { sse } from '../sse.ts';
import { readMessages } from '../chats/read-messages.ts';
import { ResponseEncoder, type NumberedEvent } from './response-events.ts';

export interface ResponseRequest {
  readonly model: string;
  readonly input: string | readonly Json[];
  readonly previous: string | undefined;
  readonly background: boolean;
  readonly stream: boolean;
  /** The chat, as a header says it. */
  readonly chat: string | undefined;
  readonly key: string | undefined;
}

/** A part of a run. */
interface Part {
  readonly chat: Chat;
  readonly run: string;
  readonly begin: number;
}

export async function postResponse(call: DoorCall, request: ResponseRequest): Promise<Response> {
  const part = await begin(call, request);
  const { stream, background } = request;
  if (stream) return streamPart(call, part, { background, after: -1 });
  return Response.json(
    background ? responseOf(part, { background, status: 'queued' }) : await readPart(call, part),
  );
}

export async function getResponse(
  call: DoorCall,
  id: string,
  { stream, after }: { readonly stream: boolean; readonly after: number },
): Promise<Response> {
  const part = await findPart(call, id);
  if (stream) return streamPart(call, part, { background: false, after });
  const { status } = await call.engine.runs.record(part.run);
  const until = await part.chat.ends(part.run, part.begin);
  if (status === 'running' && until === undefined)
    return Response.json(responseOf(part, { status: 'in_progress' }));
  return Response.json(await readPart(call, part));
}

export async function cancelResponse(call: DoorCall, id: string): Promise<Response> {
  const part = await findPart(call, id);
  const record = await call.engine.runs.record(part.run);
  if (!hasEnded(record))
    await call.engine.runs.cancel(part.run, { reason: 'Its response was cancelled.' });
  return Response.json(responseOf(part, { status: 'cancelled' }));
}

async function begin(call: DoorCall, request: ResponseRequest): Promise<Part> {
  const { engine, identity } = call;
  const published = await findPublished(call, identity, { name: request.model, door: 'openai' });
  const before = request.previous === undefined ? null : await findPart(call, request.previous);
  if (before !== null && before.chat.published.workflow !== published.workflow)
    throw notFound(request.previous ?? '');
  const items = typeof request.input === 'string' ? [] : request.input;
  const answers = new Map(items.filter(isObject).flatMap(readAnswer));
  if (answers.size > 0 && before !== null) {
    const { chat, run } = before;
    const row = await answerWaits(call, identity, { run, answers });
    await chat.noteEnd(run, before.begin, row);
    return { chat, run, begin: row };
  }
  const id = request.chat ?? before?.chat.id ?? call.newId();
  const chat = openChat(engine, identity, { published, id });
  const messages = readMessages(items);
  const text = typeof request.input === 'string' ? request.input : (messages.at(-1)?.content ?? '');
  const history = [
    ...(before === null ? [] : await historyOf(call, chat)),
    ...messages.slice(0, -1),
  ];
  const { run } = await chat.begin({ id: request.key ?? call.newId(), text, history });
  return { chat, run, begin: 0 };
}

/** What a client leaves out because the server has it. */
async function historyOf({ engine }: DoorCall, chat: Chat) {
  const turns = await chat.turns(historyMax);
  const said = await Promise.all(
    turns.map(async ({ run, text }) => {
      const { output } = await engine.runs.get(run);
      const answered = outputText(output);
      return [
        { role: 'user', content: text },
        ...(answered === '' ? [] : [{ role: 'assistant', content: answered }]),
      ];
    }),
  );
  return said.flat();
}

const historyMax = 50;

function readAnswer(item: JsonObject): readonly (readonly [string, Json])[] {
  const { type, approval_request_id: wait, approve, reason, call_id: asked, output = null } = item;
  if (type === 'mcp_approval_response' && typeof wait === 'string') {
    const note = typeof reason === 'string' && reason !== '' ? { note: reason } : {};
    return [[wait, { decision: approve === true ? 'approve' : 'reject', ...note }]];
  }
  if (type !== 'function_call_output' || typeof asked !== 'string') return [];
  return [[asked, given(output)]];
}

/** Functions give back texts, which are JSON where the question has a schema. */
function given(output: Json): Json {
  return typeof output === 'string' ? (jsonIn(output) ?? output) : output;
}

const idShape = /^resp_([0-9a-f-]{36})_(\d{1,12})$/u;

async function findPart(call: DoorCall, id: string): Promise<Part> {
  const { engine, identity } = call;
  const [, run = '', row = ''] = idShape.exec(id) ?? [];
  const record = await ownRun(engine, identity.owner, run).catch((error: unknown) => {
    throw error instanceof EngineError && error.status === 404 ? notFound(id) : error;
  });
  const chatId = await chatOfRun(engine, identity, run);
  if (chatId === undefined) throw notFound(id);
  const name = publicName(record.workflow.id);
  const published = await findPublished(call, identity, { name, door: 'openai' });
  return { chat: openChat(engine, identity, { published, id: chatId }), run, begin: Number(row) };
}

function notFound(id: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'response', id });
}

async function readPart(call: DoorCall, part: Part): Promise<JsonObject> {
  let last: JsonObject = responseOf(part, { status: 'in_progress' });
  for await (const { event } of eventsOf(call, part, false)) {
    const { response } = event;
    if (response !== undefined && isObject(response)) last = response;
  }
  return last;
}

function streamPart(
  call: DoorCall,
  part: Part,
  { background, after }: { readonly background: boolean; readonly after: number },
): Response {
  const lines = async function* () {
    for await (const told of eventsOf(call, part, background)) {
      const event = rest(told, after);
      if (event !== null)
        yield `event: ${textIn(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`;
    }
  };
  return sse(lines(), call);
}

/** What a reader lacks who has got the events up to a number. */
function rest({ event, number, length }: NumberedEvent, after: number): JsonObject | null {
  if (number <= after) return null;
  const known = after - (number - length);
  const { delta } = event;
  if (length === 0 || known <= 0 || typeof delta !== 'string') return event;
  return { ...event, delta: delta.slice(known) };
}

async function* eventsOf(
  call: DoorCall,
  part: Part,
  background: boolean,
): AsyncGenerator<NumberedEvent> {
  const { chat, run, begin: row } = part;
  const encoder = new ResponseEncoder(`${run}_${row}`, call.canAnswer);
  const running = responseOf(part, { background, status: 'in_progress' });
  yield encoder.whole('response.created', running);
  yield encoder.whole('response.in_progress', running);
  const until = await chat.ends(run, row);
  const { about } = chat.published;
  const facts = runFacts(call.engine, run, {
    after: row,
    about,
    signal: call.signal,
    ...withoutUndefined({ until }),
  });
  for await (const fact of facts) {
    if (!isEnding(fact)) {
      yield* encoder.encode(fact);
      continue;
    }
    yield* encoder.close();
    yield ended(fact, part, { encoder, background });
  }
}

function ended(
  ending: Ending,
  part: Part,
  { encoder, background }: { readonly encoder: ResponseEncoder; readonly background: boolean },
): NumberedEvent {
  const error = failureOf(ending);
  const isCancelled = ending.type === 'finished' && ending.status === 'cancelled';
  const failed = isCancelled ? 'cancelled' : 'failed';
  const status = error === null ? 'completed' : failed;
  const { inputTokens, outputTokens } = ending.usage;
  const usage = {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: inputTokens + outputTokens,
  };
  const about = error === null ? null : { code: 'server_error', message: error.message };
  const response = responseOf(part, {
    background,
    status,
    output: encoder.output,
    usage,
    error: about,
  });
  return encoder.whole(error === null ? 'response.completed' : 'response.failed', response);
}

function responseOf(
  { chat, run, begin: row }: Part,
  told: {
    readonly status: string;
    readonly background?: boolean;
    readonly output?: readonly JsonObject[];
    readonly usage?: JsonObject;
    readonly error?: JsonObject | null;
  },
): JsonObject {
  const { status, background = false, output = [], usage = null, error = null } = told;
  return {
    id: `resp_${run}_${row}`,
    object: 'response',
    created_at: createdAt(run),
    status,
    background,
    error,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    metadata: { run, chat: chat.id },
    model: chat.published.name,
    output: [...output],
    parallel_tool_calls: false,
    previous_response_id: null,
    temperature: null,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: [],
    top_p: null,
    truncation: 'disabled',
    usage,
  };
}

/** Ids of runs begin with their time. */
function createdAt(run: string): number {
  return Math.floor(Number.parseInt(run.replaceAll('-', '').slice(0, 12), 16) / 1000);
}
