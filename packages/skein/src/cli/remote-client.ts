import process from 'node:process';
import { createClient, type Client } from '@skein/api';
import { remoteError } from '../remote/remote-error.ts';
import type { ParsedArguments } from './parse-arguments.ts';
import { serverOf } from './store-url.ts';

export type RemoteCall = Client['call'];

/** Asks the server that `--server` names, with the key of the environment; null without one. */
export function remoteCall(given: ParsedArguments): RemoteCall | null {
  const server = serverOf(given);
  if (server === undefined) return null;
  const key = process.env['SKEIN_KEY'];
  const client = createClient({
    server: server.replace(/\/+$/, ''),
    ...(key === undefined || key === '' ? {} : { key }),
  });
  return async (name, call) => {
    try {
      return await client.call(name, call);
    } catch (error) {
      throw remoteError(error);
    }
  };
}
