import type { Json } from '../json.ts';
import type { ValueForm } from './template.ts';
import { toMarkdown } from './to-markdown.ts';
import { toSummary } from './to-summary.ts';
import { utf8Length } from './utf8-length.ts';

/** Texts over this many bytes are inserted as their summary, where the form asks for it. */
const SUMMARY_OVER_BYTES = 8192;

/** A value as it is inserted into text: strings as they are, everything else as JSON, unless a form says otherwise. */
export function textOf(value: Json, form?: ValueForm): string {
  switch (form) {
    case undefined:
      return typeof value === 'string' ? value : JSON.stringify(value);
    case 'json':
      return JSON.stringify(value);
    case 'markdown':
      return proseOf(value);
    case 'summary': {
      const text = proseOf(value);
      return isLarge(text) ? toSummary(value) : text;
    }
  }
}

/** As markdown, while it is small; else a summary, and the id under which the whole value can be requested. */
export function briefOf(value: Json, id: string | undefined): string {
  const text = proseOf(value);
  if (!isLarge(text)) return text;
  return id === undefined ? toSummary(value) : `${toSummary(value)}\n(output id: ${id})`;
}

/** In prose, nothing is written as nothing: a fence around null would only puzzle the reader of a prompt. */
function proseOf(value: Json): string {
  return value === null ? '' : toMarkdown(value);
}

function isLarge(text: string): boolean {
  // A code unit is one to three bytes, so most texts need no counting.
  if (text.length * 3 <= SUMMARY_OVER_BYTES) return false;
  return text.length > SUMMARY_OVER_BYTES || utf8Length(text) > SUMMARY_OVER_BYTES;
}
