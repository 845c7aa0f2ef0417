// Which way an agent chose
// Pure: from what a model said to the edge that is followed.
import { isObject, ownValue, type Json } from '@skein/kernel';
import { withoutFence } from '../../loop/parse-output.ts';

/** The value that always ends the run. */
export const END = 'END';

/** What the agent said: the key `next` of a text that is a JSON object. */
export function nextInText(text: string): string | undefined {
  const plain = withoutFence(text).trim();
  if (!plain.startsWith('{')) return undefined;
  let parsed: Json;
  try {
    // JSON.parse gives JSON.
    parsed = JSON.parse(plain) as Json;
  } catch {
    return undefined;
  }
  const next = isObject(parsed) ? ownValue(parsed, 'next') : undefined;
  return typeof next === 'string' ? next : undefined;
}

/** The intended choice: the same text, else the only one that differs only in case. */
export function matchRoute(wanted: string, routes: readonly string[]): string | undefined {
  const choices = routes.includes(END) ? routes : [...routes, END];
  if (choices.includes(wanted)) return wanted;
  const like = choices.filter((choice) => choice.toLowerCase() === wanted.toLowerCase());
  return like.length === 1 ? like[0] : undefined;
}

/** The message to an agent that made another choice. */
export function wrongChoice(wanted: string, routes: readonly string[]): string {
  const choices = routes.includes(END) ? routes : [...routes, END];
  return `${JSON.stringify(wanted)} is none of your choices. Choose one of: ${choices.join(', ')}.`;
}
