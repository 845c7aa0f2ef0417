// How a thread is listed: its title is what it began with, and stays; what was said last changes with every turn.
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { saidText } from './said-content.ts';
import { toKept, type KeptTurn, type ListedThread, type ThreadPlace } from './thread-place.ts';

/** Characters of what was said. */
const saidMax = 120;

export function listedThread(
  { agent, thread }: ThreadPlace,
  {
    turn,
    messages,
    before,
  }: {
    readonly turn: number;
    readonly messages: KeptTurn['messages'];
    /** As it was listed until now. */
    readonly before: Json | undefined;
  },
): JsonObject {
  const said = saidIn(messages);
  const title = turn <= 1 ? said : (titleOf(before) ?? said);
  return toKept({ agent, thread, turns: turn, said, title });
}

export function saidIn(messages: KeptTurn['messages']): string {
  return saidText(messages[0]?.content ?? '').slice(0, saidMax);
}

/** What is no thread, because people and workflows write there too, is null. Before there were titles, the first turn had what was said. */
export function readListed(value: Json): ListedThread | null {
  const { agent, thread, turns, said } = isObject(value) ? value : {};
  if (typeof agent !== 'string' || typeof thread !== 'string') return null;
  if (!Number.isSafeInteger(turns) || typeof said !== 'string') return null;
  return { agent, thread, turns: Number(turns), said, title: titleOf(value) ?? said };
}

function titleOf(listed: Json | undefined): string | undefined {
  const { title, said } = isObject(listed) ? listed : {};
  if (typeof title === 'string') return title;
  return typeof said === 'string' ? said : undefined;
}
