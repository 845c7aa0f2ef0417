// Serving a shared chat
// C1. A chat has an address of its own, which is signed: whoever has it reads and continues this chat, and no other.
// C2. Runs are those of the owner of the page.
import { randomBytes } from 'node:crypto';
import { withoutUndefined } from '@skein/ports';
import { localIdentity, type Identity } from '../../../identity/identity.ts';
import { openChat, type Chat, type ChatTurn } from '../../doors/chats/chat.ts';
import { takesPictures, type SentFile } from '../../doors/chats/chat-files.ts';
import { describePublished } from '../../doors/published/published.ts';
import type { ShareReply, ShareServices } from '../share-reply.ts';
import { readToken, signToken } from '../signed-token.ts';
import { sharePath, type Share } from '../stored-shares.ts';
import { actOnChat, turnsShown } from './act-on-chat.ts';
import { answerHtml } from './chat-answer.ts';
import {
  againForm,
  chatFrame,
  complaintHtml,
  composer,
  editForm,
  noteHtml,
  stopForm,
  visitorSaid,
} from './chat-html.ts';

/** How long a page is kept loading for one answer. */
const streamMs = 120_000;

export interface ChatRequest {
  readonly share: Share;
  /** Of the address of a chat; undefined: a new one. */
  readonly token: string | undefined;
  readonly form: URLSearchParams | undefined;
  readonly files: readonly SentFile[];
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
  const open = (chat: string) =>
    openChat(services.engine, identity, { published, id: `share:${share.id}:${chat}` });
  const addressOf = (chat: string) =>
    `.${sharePath}/${share.id}/${signToken(services.shareKey, about, chat)}`;
  const chat = open(name);
  const page = { services, asked, chat, address: addressOf(name) };
  const { files } = asked;
  const acted =
    form === undefined
      ? undefined
      : await actOnChat({ services, chat, name, open, share: share.id, form, files });
  if (acted !== undefined && 'name' in acted) {
    const location = `${addressOf(acted.name)}#compose`;
    return { status: 303, frames: share.frames, html: '', location };
  }
  const complaint = acted?.complaint;
  const text = form?.get('message') ?? '';
  return {
    status: complaint === undefined ? 200 : 409,
    frames: share.frames,
    html: pageParts(page, { complaint, text }),
    hasScript: true,
  };
}

interface OpenChat {
  readonly services: ShareServices;
  readonly asked: ChatRequest;
  readonly chat: Chat;
  readonly address: string;
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
    yield visitorSaid(turn.text, turn.files);
    if (!chat.published.isAgent) yield editForm(address, turn);
    yield* turnParts(open, turn, isLast);
  }
  const text = given.complaint === undefined ? '' : given.text;
  yield `</div>\n${composer(address, { text, hasPictures: takesPictures(chat.published) })}${tail}`;
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
