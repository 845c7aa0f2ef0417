// Results have a bound
// The result of an external tool goes into the journal and into prompts. Above the limit it is truncated and marked.
import type { Json } from '@skein/kernel';

export const resultCharsMax = 100_000;

/** The value, or the beginning of its text with a note about its size. */
export function cutResult(value: Json, max: number = resultCharsMax): Json {
  if (typeof value === 'string') return cutText(value, max);
  const text = JSON.stringify(value);
  if (text.length <= max) return value;
  return { cut: true, characters: text.length, beginning: firstOf(text, max) };
}

function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${firstOf(text, max)}\n[cut: the first ${max} of ${text.length} characters]`;
}

/** Without half of a character at the end. */
function firstOf(text: string, max: number): string {
  return text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '');
}
