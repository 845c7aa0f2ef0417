// JSON as people type it
// Plain text may go without quotes; text that would be parsed as something else is shown with quotes.
import type { Json } from '@skein/kernel';

export interface LenientJson {
  readonly isJson: boolean;
  /** Undefined if empty. */
  readonly value?: Json;
}

export function readLenient(text: string): LenientJson {
  if (text.trim() === '') return { isJson: true };
  try {
    return { isJson: true, value: JSON.parse(text) as Json };
  } catch {
    const looksLikeJson = /^\s*[[{"]/.test(text);
    return looksLikeJson ? { isJson: false } : { isJson: true, value: text };
  }
}

export function writeLenient(value: Json | undefined, indent = 0): string {
  if (value === undefined) return '';
  return typeof value === 'string' && !/^\s*[[{"\d]/.test(value) && !isWord(value)
    ? value
    : JSON.stringify(value, undefined, indent);
}

/** Text that would be parsed as something else. */
function isWord(text: string): boolean {
  return ['true', 'false', 'null'].includes(text.trim()) || !Number.isNaN(Number(text));
}
