// The official client, with the key of a user of a real server.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { makeKey, type Identity } from '@skein/server';
import { afterEach } from 'vitest';
import type { Serving } from '../serving.ts';
import type { Elicit, Era } from './mcp-clients.ts';

const open: Client[] = [];

afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

export async function connect(
  url: string,
  { era, key, elicit }: { readonly era: Era; readonly key: string; readonly elicit?: Elicit },
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    {
      versionNegotiation: { mode: era === 'newer' ? { pin: '2026-07-28' } : 'legacy' },
      capabilities: elicit === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  if (elicit !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => elicit(params));
  }
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }),
  );
  open.push(client);
  return client;
}

export async function addKey(
  { store }: Serving,
  user: string,
  scopes: Identity['scopes'] = ['run', 'answer'],
): Promise<string> {
  const made = makeKey({ user, name: user, scopes, expiresAt: null, now: 0 });
  await store.keys.create(made.record);
  return made.secret;
}
