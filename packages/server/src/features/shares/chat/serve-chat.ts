// Serving a shared chat
// C1. A chat has an address of its own, which is signed: whoever has it reads and continues this chat, and no other.
// C2. A message is sent once, however often the request comes: it carries a key of its own. One that comes while a run asks its visitor is
//     the answer; visitors approve nothing, and answer nothing that names people.
// C3. Runs are those of the owner of the page.
import { randomBytes } from 'node:crypto';
import { EngineError, hasEnded, withoutUndefined } from '@skein/ports';
import type { RunJson } from '@skein/engine';
import { localIdentity, type Identity } from '../../../identity/identity.ts';
import { openChat, type Chat, type ChatTurn } from '../../doors/chats/chat.ts';
import type { ChatMessage } from '../../doors/chats/chat-input.ts';
import { spokenAnswer } from '../../doors/chats/spoken-answer.ts';
import { askedWait, outputText } from '../../doors/facts/run-facts.ts';
import { describePublished } from '../../doors/published/published.ts';
import type { ShareReply, ShareServices } from '../share-reply.ts';
import { readToken, signToken } from '../signed-token.ts';
import { sharePath, type Share } from '../stored-shares.ts';
import { answerHtml, isForVisitor } from './chat-answer.ts';
import {
  againForm,
  chatFrame,
  complaintHtml,
  composer,
  messageMax,
  noteHtml,
  stopForm,
  visitorSaid,
} from './chat-html.ts';

/** How many turns a page shows, and how many of them a run gets. */
const turnsShown = 30;
/** How long a page is kept loading for one answer. */
const streamMs = 120_000;

export interface ChatRequest {
  readonly share: Share;
  /** Of the address of a chat; undefined: a new one. */
  readonly token: string | undefined;
  readonly form: URLSearchParams | undefined;
  readonly signal: AbortSignal;
}

/** Null: there is no such chat, or nothing to chat with. */
export async function serveChat(
  services: ShareServices,
  asked: ChatRequest,
): Promise<ShareReply | null> {
  const { share, form } = asked;
  const about = { purpose: 'chat', share: share.id } as const;
  const { token = signToken(services.shareKey, about, randomBytes(18).toString('base64url')) } =
    asked;
  const name = readToken(services.shareKey, about, token);
  if (name === undefined) return null;
  const identity = ownerOf(share);
  const published = await describePublished(services.engine, identity, share.workflow);
  if (published === null) return null;
  const chat = openChat(services.engine, identity, { published, id: `share:${share.id}:${name}` });
  const open = { services, asked, chat, address: `.${sharePath}/${share.id}/${token}` };
  const complaint = form === undefined ? undefined : await act(open, form);
  if (form !== undefined && complaint === undefined) {
    const location = `${open.address}#compose`;
    return { status: 303, frames: share.frames, html: '', location };
  }
  const text = form?.get('message') ?? '';
  return {
    status: complaint === undefined ? 200 : 409,
    frames: share.frames,
    html: pageParts(open, { complaint, text }),
    hasScript: true,
  };
}

interface OpenChat {
  readonly services: ShareServices;
  readonly asked: ChatRequest;
  readonly chat: Chat;
  readonly address: string;
}

/** Does what the form says; gives back why it cannot be done now. */
async function act(open: OpenChat, form: URLSearchParams): Promise<string | undefined> {
  const { services, chat } = open;
  const { runs } = services.engine;
  const turns = await chat.turns(turnsShown);
  const last = turns.at(-1);
  const run = last === undefined ? null : await runs.get(last.run);
  const isOver = run === null || hasEnded(run);
  if (form.get('stop') === '1') {
    if (!isOver) await runs.cancel(run.id, { reason: 'stopped by a visitor of the shared chat' });
    return undefined;
  }
  const isAgain = form.get('again') === '1';
  const text = (isAgain ? (last?.text ?? '') : (form.get('message') ?? '')).trim();
  if (text === '') return undefined;
  if (text.length > messageMax) return `A message has at most ${messageMax} characters.`;
  const key = (form.get('key') ?? '').slice(0, 100);
  // The same message again: its run is there.
  if (turns.some(({ id }) => id === key)) return undefined;
  if (!isOver && run !== null) return answer(open, { run, text, key });
  const turn = await chat.begin({ id: key, text, history: await historyOf(open, turns) });
  await services.records.summaries?.noteStart(turn.run, { type: 'chat', name: null });
  return undefined;
}

/** The message is the answer to what the run asks its visitor. */
async function answer(
  { services, asked }: OpenChat,
  { run, text, key }: { readonly run: RunJson; readonly text: string; readonly key: string },
): Promise<string | undefined> {
  const wait = run.waits.map(askedWait).find(isForVisitor);
  if (wait === undefined) {
    return run.waits.length > 0
      ? 'Somebody has to look at your last message first.'
      : 'The answer to your last message is not complete yet. Wait for it, or stop it.';
  }
  try {
    await services.engine.waits.answer(wait.id, spokenAnswer(wait, text) ?? text, {
      by: 'visitor',
      via: `shared chat ${asked.share.id.slice(0, 6)}`,
      key,
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof EngineError) || error.status >= 500) throw error;
    return error.message;
  }
}

/** What was said before, for a workflow that wants to know. */
async function historyOf(
  { services }: OpenChat,
  turns: readonly ChatTurn[],
): Promise<readonly ChatMessage[]> {
  const said: ChatMessage[] = [];
  for (const { run, text } of turns) {
    const { status, output } = await services.engine.runs.get(run);
    said.push({ role: 'user', content: text });
    if (status === 'completed') said.push({ role: 'assistant', content: outputText(output) });
  }
  return said;
}

/** The page up to the newest answer, that as it comes, and the form for the next message. */
async function* pageParts(
  open: OpenChat,
  given: { readonly complaint: string | undefined; readonly text: string },
): AsyncGenerator<string, void, undefined> {
  const { asked, chat, address } = open;
  const { share } = asked;
  const title = share.title ?? chat.published.title;
  const { head, tail } = chatFrame(share, { title, place: `.${sharePath}/${share.id}` });
  yield head;
  if (given.complaint !== undefined) yield complaintHtml(given.complaint);
  const turns = await chat.turns(turnsShown);
  for (const turn of turns) {
    const isLast = turn === turns.at(-1);
    yield visitorSaid(turn.text);
    yield* turnParts(open, turn, isLast);
  }
  yield `</div>\n${composer(address, given.complaint === undefined ? '' : given.text)}${tail}`;
}

async function* turnParts(
  { services, asked, chat, address }: OpenChat,
  { run }: ChatTurn,
  isLast: boolean,
): AsyncGenerator<string, void, undefined> {
  if (isLast) yield stopForm(address);
  const late = AbortSignal.timeout(streamMs);
  const signal = AbortSignal.any([asked.signal, late]);
  const ending = yield* answerHtml(services.engine, run, { about: chat.published.about, signal });
  if (ending === null)
    yield noteHtml('It is still being worked on. Open this page again to see it.');
  if (ending?.type !== 'finished') return;
  if (ending.status === 'completed' || ending.status === 'stopped') return;
  yield noteHtml(ending.status === 'cancelled' ? 'Stopped.' : 'This did not work.');
  if (isLast) yield againForm(address);
}

function ownerOf({ user }: Share): Identity {
  return {
    ...localIdentity,
    ...withoutUndefined({ user: user === '' ? undefined : user }),
    owner: user,
  };
}
