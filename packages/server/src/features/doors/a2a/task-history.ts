// What a client has said to a task
// The message that began it is a turn of its chat. Those that answered it are noted beside the run, in their order, as they were said:
// the answers in the journal are what the workflow made of them.
import { isObject, type Json, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import { whose, type Identity } from '../../../identity/identity.ts';
import { textIn } from '../../../values/text-in.ts';
import type { A2aMessage } from './read-message.ts';

export interface SaidMessage {
  readonly id: string;
  readonly parts: readonly JsonObject[];
}

type Said = Pick<A2aMessage, 'id' | 'text' | 'data'>;

/** Of the newest ones; what somebody sends more of is forgotten, and has been answered. */
const messagesMax = 100;
const textMax = 20_000;
const countKey = 'said';

export async function noteSaid(
  engine: Pick<Engine, 'memory'>,
  identity: Identity,
  { run, message }: { readonly run: string; readonly message: Said },
): Promise<void> {
  const place = placeOf(identity, run);
  if ((await said(engine, identity, run)).some(({ id }) => id === message.id)) return;
  const { value } = await engine.memory.add(countKey, 1, place);
  const count = Number(value);
  const { id, text, data } = message;
  const kept = { id, text: text.slice(0, textMax) };
  const isShort = data !== undefined && JSON.stringify(data).length <= textMax;
  await engine.memory.set(keyOf(count), isShort ? { ...kept, data } : kept, place);
  if (count > messagesMax) await engine.memory.delete(keyOf(count - messagesMax), place);
}

/** The oldest first. */
export async function said(
  { memory }: Pick<Engine, 'memory'>,
  identity: Identity,
  run: string,
): Promise<readonly SaidMessage[]> {
  const place = placeOf(identity, run);
  const entry = await memory.get(countKey, place);
  const count = typeof entry?.value === 'number' ? entry.value : 0;
  const first = Math.max(1, count - messagesMax + 1);
  const numbers = Array.from({ length: count - first + 1 }, (_, i) => first + i);
  const kept = await Promise.all(numbers.map((each) => memory.get(keyOf(each), place)));
  const found = new Map<string, SaidMessage>();
  for (const each of kept) {
    const message = readSaid(each?.value);
    if (message !== null) found.set(message.id, message);
  }
  return [...found.values()];
}

/** A message without text is its data; one with both is both. */
export function partsSaid({ text, data }: Omit<Said, 'id'>): readonly JsonObject[] {
  if (data === undefined) return [{ text }];
  return text === '' ? [{ data }] : [{ text }, { data }];
}

function readSaid(value: Json | undefined): SaidMessage | null {
  if (value === undefined || !isObject(value)) return null;
  const id = textIn(value['id']);
  return { id, parts: partsSaid({ text: textIn(value['text']), data: value['data'] }) };
}

const keyOf = (count: number) => `said/${count}`;

function placeOf(identity: Identity, run: string) {
  return { ...whose(identity), scope: `messages to ${run}` };
}
