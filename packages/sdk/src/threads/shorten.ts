// How much of a conversation is kept for the model
// S1. It begins with a message of the user: providers refuse a result whose call is missing.
// S2. Whatever the agent wants, it fits into one value of the memory.
import { isObject, sizeOfJson, type Json } from '@skein/kernel';
import type { ModelMessage } from '@skein/ports';
import type { History } from '../agents/agent-source.ts';

const historyDefault: History = { last: 100 };

/** Characters as JSON; a value of the memory may have twice as many. */
const sizeMax = 500_000;
/** What a token is estimated as, in characters. */
const tokenLength = 4;

/** The newest messages that the history has room for; the newest turn is whole, unless it alone is too large for the memory. */
export function shorten(
  messages: readonly ModelMessage[],
  history: History = historyDefault,
): readonly ModelMessage[] {
  const starts = messages.flatMap(({ role }, i) => (role === 'user' ? [i] : []));
  const newest = starts.at(-1) ?? messages.length;
  const isFit = fitterOf(history);
  const from = starts.find((start) => isFit(messages.slice(start))) ?? newest;
  return withinSize(messages.slice(from));
}

function fitterOf(history: History): (messages: readonly ModelMessage[]) => boolean {
  const charactersMax = 'tokens' in history ? history.tokens * tokenLength : sizeMax;
  // Those that are summarised are counted when the next turn begins.
  const countMax = 'last' in history ? history.last : Infinity;
  return (messages) =>
    messages.length <= countMax && sizeOf(messages) <= Math.min(charactersMax, sizeMax);
}

function sizeOf(messages: readonly ModelMessage[]): number {
  // Messages are JSON.
  return sizeOfJson(messages as unknown as Json);
}

const leftOut = '[This was too long to be remembered.]';

function isPicture(part: Json): boolean {
  return isObject(part) && part['type'] === 'image';
}

/** The largest contents are left out until the rest fits into the memory; calls and results stay paired. */
export function withinSize(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  let kept = messages;
  while (sizeOf(kept) > sizeMax) {
    const sizes = kept.map((message) => sizeOf([message]));
    const largest = sizes.indexOf(Math.max(...sizes));
    const message = kept[largest];
    if (message === undefined || message.content === leftOut) return [];
    const { original: _, ...rest } = message;
    const { content } = rest;
    // What was said beside a picture is worth more than the picture.
    const words = Array.isArray(content) ? content.filter((part) => !isPicture(part)) : [];
    const isLess = Array.isArray(content) && words.length < content.length && words.length > 0;
    // A new list: the size of one is only counted once.
    kept = kept.with(largest, {
      ...rest,
      content: isLess ? [...words, { type: 'text', text: leftOut }] : leftOut,
    });
  }
  return kept;
}
