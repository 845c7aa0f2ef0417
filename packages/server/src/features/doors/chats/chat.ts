// Chats
// What other programs call a chat, a conversation or a context: one run after the other, each begun by a message. A chat is only a name
// in the memory of its user; nobody else can reach it, because nobody reads it under another name.
// H1. A message is a run once, however often it is sent: the key of its start is made of chat and message.
// H2. The memory says which runs a chat has, and workflows of the user write there too. So a run counts only if it belongs to the user and
//     to the workflow.
import { createHash } from 'node:crypto';
import { isObject, type Json } from '@skein/api';
import type { Engine } from '@skein/engine';
import { EngineError } from '@skein/ports';
import { whose, type Identity } from '../../../identity/identity.ts';
import { orNull } from '../../../values/or-null.ts';
import type { Published } from '../published/published.ts';
import type { ChatFiles } from './chat-files.ts';
import { chatInput, type ChatMessage } from './chat-input.ts';

export interface ChatTurn {
  /** Of the message that began it. */
  readonly id: string;
  readonly run: string;
  /** What the user said. */
  readonly text: string;
  /** Names of the files that came along. */
  readonly files: readonly string[];
}

export interface Chat {
  readonly id: string;
  readonly published: Published;
  /** The last turns, the oldest first. */
  turns(max: number): Promise<readonly ChatTurn[]>;
  /** The run that the chat is about now. */
  last(): Promise<ChatTurn | null>;
  /** Starts a run with what was said. */
  begin(message: NewMessage): Promise<ChatTurn>;
  /** Begins a chat with turns of another one, which stay there too; not if it has begun. */
  adopt(turns: readonly ChatTurn[]): Promise<void>;
  /** Where a part of a run ends that somebody has continued, by the row at which it begins. */
  ends(run: string, begin: number): Promise<number | undefined>;
  noteEnd(run: string, begin: number, end: number): Promise<void>;
}

export interface NewMessage {
  readonly id: string;
  readonly text: string;
  /** What was said before, as the client has it. */
  readonly history?: readonly ChatMessage[];
  /** In place of the text: what a program sends as data. */
  readonly data?: Json;
  readonly files?: ChatFiles | undefined;
}

const scopeMax = 200;
/** A scope of the memory has room for 10,000 keys; the oldest turns of a chat are forgotten, and their runs stay. */
const turnsMax = 9000;
const countKey = 'turns';
const chatKey = 'chat';
/** What is kept of a message beside its run. */
const textMax = 20_000;
const idMax = 200;

export function openChat(
  engine: Pick<Engine, 'runs' | 'memory'>,
  identity: Identity,
  { published, id }: { readonly published: Published; readonly id: string },
): Chat {
  checkId(id, 'chat');
  const place = { ...whose(identity), scope: scopeOf(published.workflow, id) };
  const { memory, runs } = engine;
  const turns = async (max: number) => {
    const entry = await memory.get(countKey, place);
    const count = typeof entry?.value === 'number' ? entry.value : 0;
    const numbers = Array.from({ length: Math.min(max, count) }, (_, i) => count - i).reverse();
    const kept = await Promise.all(numbers.map((each) => memory.get(turnKey(each), place)));
    const found = new Map<string, ChatTurn>();
    for (const each of kept) {
      const turn = readTurn(each?.value);
      if (turn !== null && (await isOwnTurn(runs, identity, published, turn.run)))
        found.set(turn.run, turn);
    }
    return [...found.values()];
  };
  const begin = async (message: NewMessage): Promise<ChatTurn> => {
    checkId(message.id, 'message');
    const { id: run } = await runs.start(published.workflow, {
      ...whose(identity),
      input: chatInput(published, { chat: id, ...message }),
      idempotencyKey: `chat/${published.workflow}/${id}/${message.id}`,
    });
    const files = message.files?.names ?? [];
    const turn = { id: message.id, run, text: message.text.slice(0, textMax), files };
    if ((await turns(3)).some((each) => each.run === run)) return turn;
    await memory.set(chatKey, id, { ...place, scope: runScope(run) });
    const { value } = await memory.add(countKey, 1, place);
    await memory.set(turnKey(Number(value)), turn, place);
    if (Number(value) > turnsMax) await memory.delete(turnKey(Number(value) - turnsMax), place);
    return turn;
  };
  const adopt = async (taken: readonly ChatTurn[]): Promise<void> => {
    if ((await memory.get(countKey, place)) !== null) return;
    for (const [index, turn] of taken.entries())
      await memory.set(turnKey(index + 1), { ...turn, files: [...turn.files] }, place);
    await memory.set(countKey, taken.length, place);
  };
  return {
    id,
    published,
    turns,
    begin,
    adopt,
    last: async () => (await turns(1))[0] ?? null,
    async ends(run, from) {
      const entry = await memory.get(`part/${from}`, { ...place, scope: runScope(run) });
      return typeof entry?.value === 'number' ? entry.value : undefined;
    },
    async noteEnd(run, from, end) {
      await memory.set(`part/${from}`, end, { ...place, scope: runScope(run) });
    },
  };
}

/** The chat that a run of the caller belongs to, if it has begun in one. */
export async function chatOfRun(
  engine: Pick<Engine, 'memory'>,
  { owner }: Pick<Identity, 'owner'>,
  run: string,
): Promise<string | undefined> {
  return chatOfOwner(engine, owner, run);
}

/** The same, for whoever has no caller. */
export async function chatOfOwner(
  { memory }: Pick<Engine, 'memory'>,
  owner: string,
  run: string,
): Promise<string | undefined> {
  const place = { scope: runScope(run) };
  const entry = await memory.get(chatKey, owner === '' ? place : { ...place, user: owner });
  return typeof entry?.value === 'string' ? entry.value : undefined;
}

function runScope(run: string): string {
  return `chat of ${run}`;
}

function scopeOf(workflow: string, chat: string): string {
  const scope = `chat:${workflow}:${chat}`;
  if (scope.length <= scopeMax) return scope;
  return `chat:${createHash('sha256').update(scope).digest('base64url')}`;
}

function turnKey(turn: number): string {
  return `turn/${String(turn).padStart(9, '0')}`;
}

function readTurn(value: Json | undefined): ChatTurn | null {
  if (value === undefined || !isObject(value)) return null;
  const { id, run, text, files } = value;
  if (typeof id !== 'string' || typeof run !== 'string' || typeof text !== 'string') return null;
  const names = Array.isArray(files) ? files.filter((each) => typeof each === 'string') : [];
  return { id, run, text, files: names };
}

/** H2. */
async function isOwnTurn(
  runs: Engine['runs'],
  { owner }: Identity,
  { workflow }: Published,
  run: string,
): Promise<boolean> {
  const record = await orNull(() => runs.record(run));
  return record !== null && (record.user ?? '') === owner && record.workflow.id === workflow;
}

function checkId(id: string, what: string): void {
  if (id !== '' && id.length <= idMax) return;
  const complaint = `It is not a text of 1 to ${idMax} characters.`;
  throw new EngineError('BAD_VALUE', { what: `id of the ${what}`, complaint });
}
