import process from 'node:process';
import { usageError } from './command-error.ts';
import type { ParsedArguments } from './parse-arguments.ts';

/** The address of the store: of `--store`, else of the environment, else `memory`. */
export function storeUrl(given: ParsedArguments): string {
  const fromEnvironment = process.env['SKEIN_STORE'] ?? '';
  return given.one('store') ?? (fromEnvironment === '' ? 'memory' : fromEnvironment);
}

/** The same for commands that are about what was kept. */
export function keptStoreUrl(given: ParsedArguments, command: string): string {
  const url = storeUrl(given);
  if (url !== 'memory') return url;
  throw usageError(
    `\`skein ${command}\` needs a store that outlives the command.`,
    'Add --store sqlite:PATH (or postgres://…, mysql://…, neo4j://…), or set SKEIN_STORE.',
  );
}
