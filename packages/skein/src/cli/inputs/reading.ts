import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { withoutUndefined } from '../../without-undefined.ts';

/** How a definition is to be read, as the options say. */
export interface Reading {
  readonly dialect?: string;
  readonly start?: string;
}

export function readingOf(given: ParsedArguments): Reading {
  return withoutUndefined({ dialect: given.one('dialect'), start: given.one('start') });
}
