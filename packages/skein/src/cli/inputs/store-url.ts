import { isServerUrl } from '../../remote/is-server-url.ts';
import { usageError } from '../errors/command-error.ts';
import { configOf } from './load-config.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';

/** The address of the store: of `--server`, of `--store`, else of the environment, else of the configuration, else `memory`. */
export function storeUrl(given: ParsedArguments): string {
  return serverOf(given) ?? given.one('store') ?? configOf(given).config.store ?? 'memory';
}

/** The same for commands that are about what was kept. */
export function keptStoreUrl(given: ParsedArguments, command: string): string {
  const url = storeUrl(given);
  if (url !== 'memory') return url;
  throw usageError(
    `\`skein ${command}\` needs a persistent store.`,
    'Add --store sqlite:PATH (or postgres://…, mysql://…, neo4j://…), set SKEIN_STORE, or write "store" into skein.config.json.',
  );
}

/** The address of `--server`. */
export function serverOf(given: ParsedArguments): string | undefined {
  const server = given.one('server');
  if (server === undefined || isServerUrl(server)) return server;
  throw usageError(
    `--server ${server} is not an address.`,
    'It must start with http:// or https://.',
  );
}
