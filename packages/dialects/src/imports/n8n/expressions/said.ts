// A part of an expression in the native language, with what it is
// n8n wraps values: an item has its data under `json`, times are objects. Natively an item is its data and a time is a text, so what a
// part stands for decides how the next step is written.
import { isPlainKey } from '@skein/kernel';

export type SaidKind =
  /** A JSON value. */
  | 'json'
  /** An item of n8n, or a list of them. */
  | 'item'
  | 'items'
  /** The files of an item by name, and one of them. */
  | 'files'
  | 'file'
  /** A time; natively its ISO text. */
  | 'time'
  /** A number of milliseconds between two times. */
  | 'duration';

export interface Said {
  readonly text: string;
  readonly kind: SaidKind;
  /** How strongly its outermost operator binds; 20 for what needs no brackets. */
  readonly power: number;
  /** It always has a value. */
  readonly isCertain: boolean;
}

export const WHOLE = 20;

export function json(text: string, power: number = WHOLE): Said {
  return { text, kind: 'json', power, isCertain: false };
}

export function certain(text: string, power: number = WHOLE): Said {
  return { text, kind: 'json', power, isCertain: true };
}

export function time(text: string): Said {
  return { text, kind: 'time', power: WHOLE, isCertain: false };
}

/** In brackets where the operator around it binds more strongly. */
export function within({ text, power }: Said, least: number): string {
  return power < least ? `(${text})` : text;
}

/** `of.key`, or `of["some key"]`. */
export function keyOf(of: Said, key: string): string {
  const base = within(of, WHOLE);
  return isPlainKey(key) ? `${base}.${key}` : `${base}[${JSON.stringify(key)}]`;
}
