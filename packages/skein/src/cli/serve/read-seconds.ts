import { usageError } from '../errors/command-error.ts';

/** A number of seconds, in milliseconds; `name` is what stands before it where it was written. */
export function readSeconds(name: string, text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text) * 1000;
  throw usageError(`${name}${text} is not a duration.`, 'Give a number of seconds.');
}
