// A chat for `useChat` of the AI SDK
import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { answerWaits } from '../chats/answer-waits.ts';
import { openChat, type Chat, type ChatTurn } from '../chats/chat.ts';
import type { DoorCall } from '../door-call.ts';
import { isEnding } from '../facts/is-ending.ts';
import { runFacts } from '../facts/run-facts.ts';
import { findPublished } from '../published/published.ts';
import { dataLine, sse } from '../sse.ts';
import { uiEncoder, type UiChunk } from './ui-chunks.ts';
import { foldChunks, userMessage, type UiMessage } from './ui-message.ts';
import { readUiRequest } from './ui-request.ts';

/** A request of this door: the names in its path. */
export interface UiPlace {
  readonly workflow: string;
  readonly chat: string;
}

/** Answers what `useChat` posts, with a stream. */
export async function postUiChat(
  call: DoorCall,
  place: UiPlace,
  body: JsonObject,
): Promise<Response> {
  const chat = await chatOf(call, place);
  const asked = readUiRequest(body);
  switch (asked.type) {
    case 'message': {
      const turn = await chat.begin(asked);
      return respond(call, chat, { turn, messageId: replyId(turn), after: 0 });
    }
    case 'answers': {
      const turn = await requireTurn(chat);
      const { answers, row, messageId } = asked;
      const seen = await answerWaits(call, call.identity, { run: turn.run, answers });
      return respond(call, chat, { turn, messageId, after: Math.min(row ?? seen, seen) });
    }
    case 'regenerate': {
      const { id, text } = await requireTurn(chat);
      const [original = id] = id.split('~');
      const turn = await chat.begin({ id: `${original}~${crypto.randomUUID()}`, text });
      return respond(call, chat, { turn, messageId: replyId(turn), after: 0 });
    }
  }
}

/** The stream of the run that is under way, from its beginning; 204 when there is none. */
export async function resumeUiChat(call: DoorCall, place: UiPlace): Promise<Response> {
  const chat = await chatOf(call, place);
  const turn = await chat.last();
  if (turn === null || !(await isUnderWay(call, turn))) return new Response(null, { status: 204 });
  return respond(call, chat, { turn, messageId: replyId(turn), after: 0 });
}

/** What was said, as messages. The answer that is under way is left to the stream, which begins with its first word. */
export async function readUiChat(
  call: DoorCall,
  place: UiPlace,
  turns: number,
): Promise<readonly UiMessage[]> {
  const chat = await chatOf(call, place);
  const messages: UiMessage[] = [];
  for (const turn of await chat.turns(turns)) {
    messages.push(userMessage(turn.id, turn.text));
    if (await isUnderWay(call, turn)) continue;
    const chunks: UiChunk[] = [];
    const shown = { turn, messageId: replyId(turn), after: 0 };
    for await (const chunk of chunksOf(call, chat, shown)) chunks.push(chunk);
    messages.push(foldChunks(replyId(turn), chunks));
  }
  return messages;
}

interface Shown {
  readonly turn: ChatTurn;
  readonly messageId: string;
  readonly after: number;
}

function respond(call: DoorCall, chat: Chat, shown: Shown): Response {
  const lines = async function* () {
    for await (const chunk of chunksOf(call, chat, shown)) yield dataLine(chunk);
    yield dataLine('[DONE]');
  };
  const headers = { 'x-vercel-ai-ui-message-stream': 'v1' };
  return sse(lines(), { ...call, headers });
}

async function* chunksOf(
  call: DoorCall,
  { published }: Chat,
  { turn, messageId, after }: Shown,
): AsyncGenerator<UiChunk> {
  const { about } = published;
  const encoder = uiEncoder(call.canAnswer);
  yield* encoder.start(messageId);
  const facts = runFacts(call.engine, turn.run, { after, about, signal: call.signal });
  for await (const fact of facts)
    yield* isEnding(fact) ? encoder.end(fact, turn.run) : encoder.encode(fact);
}

async function chatOf(call: DoorCall, { workflow, chat }: UiPlace): Promise<Chat> {
  const wanted = { name: workflow, door: 'ai-sdk' } as const;
  const published = await findPublished(call, call.identity, wanted);
  return openChat(call.engine, call.identity, { published, id: chat });
}

async function requireTurn(chat: Chat): Promise<ChatTurn> {
  const turn = await chat.last();
  if (turn !== null) return turn;
  throw new EngineError('NOT_FOUND', { what: 'chat', id: chat.id });
}

async function isUnderWay({ engine }: DoorCall, { run }: ChatTurn): Promise<boolean> {
  return (await engine.runs.record(run)).status === 'running';
}

/** Of the message that answers a turn: the same in streams and after a reload. */
function replyId({ id }: ChatTurn): string {
  return `reply-${id}`;
}
