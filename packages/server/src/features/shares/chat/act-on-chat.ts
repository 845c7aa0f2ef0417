// What a visitor does in a shared chat
// D1. A message is sent once, however often the request comes: it carries a key of its own. One that comes while a run asks its visitor is
//     the answer; visitors approve nothing, and answer nothing that names people.
// D2. A message that is sent in place of an earlier one begins a chat of its own, with what was said before it; the chat that it was
//     taken from stays as it was, at its own address. An answer that is on its way there is stopped: nobody waits for it any more.
import { createHash } from 'node:crypto';
import { EngineError, hasEnded } from '@skein/ports';
import type { RunJson } from '@skein/engine';
import type { Chat, ChatTurn } from '../../doors/chats/chat.ts';
import { filesIn, readChatFiles, type SentFile } from '../../doors/chats/chat-files.ts';
import type { ChatMessage } from '../../doors/chats/chat-input.ts';
import { spokenAnswer } from '../../doors/chats/spoken-answer.ts';
import { askedWait, outputText } from '../../doors/facts/run-facts.ts';
import type { ShareServices } from '../share-reply.ts';
import { isForVisitor } from './chat-answer.ts';
import { messageMax } from './chat-html.ts';

/** How many turns a page shows, and how many of them a run gets. */
export const turnsShown = 30;

export interface ChatAct {
  readonly services: ShareServices;
  readonly chat: Chat;
  /** The secret part of its address. */
  readonly name: string;
  readonly open: (name: string) => Chat;
  readonly share: string;
  readonly form: URLSearchParams;
  readonly files: readonly SentFile[];
}

/** Why it cannot be done now; or the name of the chat in which it goes on. */
export type Acted = { readonly complaint: string } | { readonly name: string };

export async function actOnChat(act: ChatAct): Promise<Acted> {
  const { services, chat, form, name } = act;
  const { runs } = services.engine;
  const turns = await chat.turns(turnsShown);
  const last = turns.at(-1);
  const run = last === undefined ? null : await runs.get(last.run);
  const open = run === null || hasEnded(run) ? null : run;
  if (form.get('stop') === '1') {
    await stop(act, open);
    return { name };
  }
  const isAgain = form.get('again') === '1';
  const text = (isAgain ? (last?.text ?? '') : (form.get('message') ?? '')).trim();
  if (text === '') return { name };
  if (text.length > messageMax)
    return { complaint: `A message has at most ${messageMax} characters.` };
  const key = (form.get('key') ?? '').slice(0, 100);
  // The same message again: its run is there.
  if (turns.some(({ id }) => id === key)) return { name };
  const edited = turns.findIndex(({ id }) => id === form.get('edit'));
  if (edited >= 0 && !chat.published.isAgent) return sendInstead(act, { edited, turns, text, key });
  if (open !== null)
    return act.files.length > 0
      ? { complaint: 'Files can be sent once the answer to your last message is there.' }
      : answer(act, { run: open, text, key });
  const given = readChatFiles(act.files, chat.published);
  if ('complaint' in given) return given;
  const files =
    isAgain && last !== undefined && run !== null ? filesIn(run.input, last) : given.files;
  await begin(act, { chat, turns: isAgain ? turns.slice(0, -1) : turns, id: key, text, files });
  return { name };
}

async function stop({ services }: ChatAct, run: RunJson | null): Promise<void> {
  const reason = 'stopped by a visitor of the shared chat';
  if (run !== null) await services.engine.runs.cancel(run.id, { reason });
}

interface Begun {
  readonly chat: Chat;
  readonly turns: readonly ChatTurn[];
  readonly id: string;
  readonly text: string;
  readonly files: ReturnType<typeof filesIn>;
}

async function begin(act: ChatAct, { chat, turns, ...message }: Begun): Promise<void> {
  const history = await historyOf(act, turns);
  const turn = await chat.begin({ ...message, history });
  await act.services.records.summaries?.noteStart(turn.run, { type: 'chat', name: null });
}

/** D2. The files of the message come along, unless others are sent. */
async function sendInstead(
  act: ChatAct,
  given: {
    readonly edited: number;
    readonly turns: readonly ChatTurn[];
    readonly text: string;
    readonly key: string;
  },
): Promise<Acted> {
  const { edited, turns, text, key } = given;
  const { runs } = act.services.engine;
  const before = turns.slice(0, edited);
  const replaced = turns[edited];
  const last = turns.at(-1);
  if (replaced === undefined || last === undefined) return { name: act.name };
  const sent = readChatFiles(act.files, act.chat.published);
  if ('complaint' in sent) return sent;
  const { input } = await runs.get(replaced.run);
  const files = act.files.length > 0 ? sent.files : filesIn(input, replaced);
  const newest = await runs.get(last.run);
  await stop(act, hasEnded(newest) ? null : newest);
  // Made of what was sent: the same form sent twice leads to the same chat.
  const name = createHash('sha256')
    .update(JSON.stringify([act.name, replaced.id, key]))
    .digest('base64url')
    .slice(0, 24);
  const chat = act.open(name);
  await chat.adopt(before);
  await begin(act, { chat, turns: before, id: key, text, files });
  return { name };
}

/** The message is the answer to what the run asks its visitor. */
async function answer(
  { services, share, name }: ChatAct,
  { run, text, key }: { readonly run: RunJson; readonly text: string; readonly key: string },
): Promise<Acted> {
  const wait = run.waits.map(askedWait).find(isForVisitor);
  if (wait === undefined) {
    const complaint =
      run.waits.length > 0
        ? 'Somebody has to look at your last message first.'
        : 'The answer to your last message is not complete yet. Wait for it, or stop it.';
    return { complaint };
  }
  try {
    await services.engine.waits.answer(wait.id, spokenAnswer(wait, text) ?? text, {
      by: 'visitor',
      via: `shared chat ${share.slice(0, 6)}`,
      key,
    });
    return { name };
  } catch (error) {
    if (!(error instanceof EngineError) || error.status >= 500) throw error;
    return { complaint: error.message };
  }
}

/** What was said before, for a workflow that wants to know. */
async function historyOf(
  { services }: ChatAct,
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
