import type { Reference } from './template.ts';

const written = /^(?:true|false|null|-?(?:0|[1-9]\d{0,15})(?:\.\d{1,16})?)$/;

/** What a default is that is written as JSON writes a number, true, false or null; undefined for a text. */
export function readTyped(text: string): Reference['typed'] {
  // What it matches is JSON of these types.
  return written.test(text) ? { value: JSON.parse(text) as number | boolean | null } : undefined;
}
