import type { Json } from '@skein/kernel';

const shownMax = 32;

/** The value of the last run, shortened, after the name of a variable. */
export function previewText(value: Json | undefined): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return ` = ${text.length > shownMax ? `${text.slice(0, shownMax)}…` : text}`;
}
