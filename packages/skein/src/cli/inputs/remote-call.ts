import process from 'node:process';
import type { Client } from '@skein/api';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { serverOf } from './store-url.ts';

export type RemoteCall = Client['call'];

/** Asks the server that `--server` names, with the key of the environment; null without one. */
export function remoteCall(given: ParsedArguments): RemoteCall | null {
  const server = serverOf(given);
  if (server === undefined) return null;
  return async (name, call) => {
    // Loaded with the first call: without a server, no command pays for the contract of the API and its schemas.
    const { remoteClient } = await import('../../remote/remote-client.ts');
    return remoteClient({ server, key: process.env['SKEIN_KEY'] }).call(name, call);
  };
}
