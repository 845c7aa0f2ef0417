// Chat completions of OpenAI
// A message begins a run of the workflow that is called `model`, or answers what the run of its chat asks.
import { type Json, type JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { answerWaits } from '../chats/answer-waits.ts';
import { openChat, type Chat } from '../chats/chat.ts';
import type { ChatMessage } from '../chats/chat-input.ts';
import type { Marks } from '../chats/marks.ts';
import { howToAnswer, spokenAnswer } from '../chats/spoken-answer.ts';
import type { DoorCall } from '../door-call.ts';
import type { Ending } from '../facts/fact.ts';
import { askedWait, runFacts } from '../facts/run-facts.ts';
import { isEnding } from '../facts/is-ending.ts';
import { findPublished, type Published } from '../published/published.ts';
import { dataLine, sse } from '../sse.ts';
import { deltaOf, pausedText, usageOf, type Delta } from './completion-chunks.ts';
import { failedStatus, failedRun } from './openai-error.ts';
import { readMessages } from '../chats/read-messages.ts';
import { sideAnswer } from './side-requests.ts';

export interface CompletionRequest {
  readonly model: string;
  readonly messages: readonly Json[];
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The chat, as a header says it. */
  readonly chat: string | undefined;
  readonly key: string | undefined;
}

/** What is told: words that are no run's, or those of a run from a row on. */
interface Told {
  readonly id: string;
  readonly words?: string;
  readonly run?: string;
  readonly after: number;
  readonly published: Published;
  /** At the end of the reply. */
  readonly mark: (ending: Ending | null) => string;
}

export async function postCompletion(
  call: DoorCall,
  marks: Marks,
  request: CompletionRequest,
): Promise<Response> {
  const { identity } = call;
  const published = await findPublished(call, identity, { name: request.model, door: 'openai' });
  const messages = readMessages(request.messages);
  const told = await begin(call, marks, { request, published, messages });
  return request.stream ? stream(call, told, request) : complete(call, told);
}

async function begin(
  call: DoorCall,
  marks: Marks,
  {
    request,
    published,
    messages,
  }: {
    readonly request: CompletionRequest;
    readonly published: Published;
    readonly messages: readonly ChatMessage[];
  },
): Promise<Told> {
  const id = `chatcmpl-${call.newId()}`;
  const words = sideAnswer(messages);
  if (words !== null) return { id, words, after: 0, published, mark: () => '' };
  const about = { owner: call.identity.owner, workflow: published.workflow };
  const marked = marks.find(
    messages.filter(({ role }) => role === 'assistant').map(({ content }) => content),
    about,
  );
  const known = request.chat ?? marked;
  const chat = openChat(call.engine, call.identity, { published, id: known ?? call.newId() });
  const mark = (ending: Ending | null) => {
    const isNeeded = published.isAgent || ending?.type === 'paused' || ending === null;
    if (request.chat !== undefined || !isNeeded) return '';
    return `\n\n${marks.make({ ...about, chat: chat.id })}`;
  };
  const said = messages.map(({ role, content }) => ({ role, content: marks.strip(content) }));
  const last = said.at(-1);
  if (last?.role !== 'user') throw notOfUser(said.length);
  const answered = known === undefined ? null : await answer(call, chat, last.content);
  if (answered !== null) return { id, published, mark, ...answered };
  const { run } = await chat.begin({
    id: request.key ?? call.newId(),
    text: last.content,
    history: said.slice(0, -1),
  });
  return { id, run, after: 0, published, mark };
}

function notOfUser(count: number): EngineError {
  const pointer = `/messages/${Math.max(0, count - 1)}`;
  const message = 'is not a message of the role "user", which the last one must be';
  return new EngineError('REQUEST_INVALID', { complaints: [{ in: 'body', pointer, message }] });
}

/** Null when the chat asks nothing that the caller could answer. */
async function answer(
  call: DoorCall,
  chat: Chat,
  text: string,
): Promise<Pick<Told, 'words' | 'run' | 'after'> | null> {
  const turn = await chat.last();
  if (turn === null) return null;
  const { run } = turn;
  const state = await call.engine.runs.get(run);
  const wait = state.waits.find((each) => each.kind !== 'event' && call.canAnswer(askedWait(each)));
  if (state.status !== 'waiting' || wait === undefined) return null;
  const asked = askedWait(wait);
  const given = spokenAnswer(asked, text);
  if (given === null) return { words: howToAnswer(asked), after: 0 };
  try {
    const answers = new Map<string, Json>([[wait.id, given]]);
    return { run, after: await answerWaits(call, call.identity, { run, answers }) };
  } catch (error) {
    const isRefused = error instanceof EngineError && error.code === 'ANSWER_REFUSED';
    if (!isRefused) throw error;
    return { words: `${error.message}\n\n${howToAnswer(asked)}`, after: 0 };
  }
}

type Said = Delta | Ending;

/** What is said, and how it ends; no ending when no run has spoken. */
async function* sayings(call: DoorCall, told: Told): AsyncGenerator<Said> {
  const { run, words, after, published, mark } = told;
  if (run === undefined) {
    yield { content: `${words ?? ''}${mark(null)}` };
    return;
  }
  const { about } = published;
  let hasSaid = false;
  for await (const fact of runFacts(call.engine, run, { after, about, signal: call.signal })) {
    if (!isEnding(fact)) {
      const delta = deltaOf(fact);
      hasSaid ||= delta?.content !== undefined;
      if (delta !== null) yield delta;
      continue;
    }
    const asked = fact.type === 'paused' ? pausedText(fact, call.canAnswer) : '';
    const content = `${hasSaid && asked !== '' ? '\n\n' : ''}${asked}${mark(fact)}`;
    if (content !== '') yield { content };
    yield fact;
  }
}

function isDelta(said: Said): said is Delta {
  return !('type' in said);
}

function stream(call: DoorCall, told: Told, { model, includeUsage }: CompletionRequest): Response {
  const created = Math.floor(call.clock.now() / 1000);
  const base = { id: told.id, object: 'chat.completion.chunk', created, model };
  const chunk = (delta: object, finish: string | null = null) =>
    dataLine({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] });
  const lines = async function* () {
    yield chunk({ role: 'assistant', content: '' });
    let usage: JsonObject = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    for await (const said of sayings(call, told)) {
      if (isDelta(said)) {
        yield chunk(said);
        continue;
      }
      usage = usageOf(said);
      const error = failedRun(said);
      if (error !== null) {
        yield dataLine({ error });
        return;
      }
    }
    yield chunk({}, 'stop');
    if (includeUsage) yield dataLine({ ...base, choices: [], usage });
    yield dataLine('[DONE]');
  };
  return sse(lines(), call);
}

async function complete(call: DoorCall, told: Told): Promise<Response> {
  let [content, reasoning] = ['', ''];
  let usage: JsonObject = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
  for await (const said of sayings(call, told)) {
    if (isDelta(said)) {
      content += said.content ?? '';
      reasoning += said.reasoning_content ?? '';
      continue;
    }
    usage = usageOf(said);
    const error = failedRun(said);
    if (error !== null) return Response.json({ error }, { status: failedStatus });
  }
  const thoughts = reasoning === '' ? {} : { reasoning_content: reasoning };
  const message = { role: 'assistant', content, refusal: null, ...thoughts };
  return Response.json({
    id: told.id,
    object: 'chat.completion',
    created: Math.floor(call.clock.now() / 1000),
    model: told.published.name,
    choices: [{ index: 0, message, logprobs: null, finish_reason: 'stop' }],
    usage,
  });
}
