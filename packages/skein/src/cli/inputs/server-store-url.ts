import { mkdirSync } from 'node:fs';
import { configOf } from './load-config.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';

const usualFolder = '.skein';

/** Where a server keeps everything: what is named, else a file in a folder of its own. */
export function serverStoreUrl(given: ParsedArguments): string {
  const named = given.one('store') ?? configOf(given).config.store;
  if (named !== undefined) return named;
  mkdirSync(usualFolder, { recursive: true });
  return `sqlite:${usualFolder}/skein.db`;
}
