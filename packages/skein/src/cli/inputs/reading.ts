import type { ParsedArguments } from '../arguments/parse-arguments.ts';

/** How a definition is to be read, as the options say. */
export interface Reading {
  readonly dialect?: string;
  readonly start?: string;
}

export function readingOf(given: ParsedArguments): Reading {
  const dialect = given.one('dialect');
  const start = given.one('start');
  return {
    ...(dialect === undefined ? {} : { dialect }),
    ...(start === undefined ? {} : { start }),
  };
}
