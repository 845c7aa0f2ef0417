import { inject } from 'vitest';
import type { ServerAnswer } from './server-answer.ts';
import type { ServerKind } from './shared-servers.ts';

/** The address of a server that tests require. */
export async function neededServer(kind: ServerKind): Promise<string> {
  const found = await testServer(kind);
  if ('missing' in found) throw new Error(found.missing);
  return found.url;
}

/** A real server for tests: the one of the environment variable, else a private one. Returns the reason when there is none. */
export async function testServer(kind: ServerKind): Promise<ServerAnswer> {
  const response = await fetch(`${inject('skeinServers')}/${kind}`);
  return (await response.json()) as ServerAnswer;
}
