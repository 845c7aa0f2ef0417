// JSON as people type it
// A plain text may go without quotes; a text that would be read as something else is shown with them.
import type { Json } from '@skein/kernel';

export interface LenientJson {
  readonly isJson: boolean;
  /** Undefined for nothing. */
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

/** Texts that would be read as something else. */
function isWord(text: string): boolean {
  return ['true', 'false', 'null'].includes(text.trim()) || !Number.isNaN(Number(text));
}
