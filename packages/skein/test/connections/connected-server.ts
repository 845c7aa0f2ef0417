// A server with users, and a service that they have accounts at.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { onTestFinished } from 'vitest';
import { composeServer, type ComposeServerOptions } from '../../src/server/compose-server.ts';
import {
  clientId,
  clientSecret,
  startOauthService,
  visit,
  type OauthService,
} from './oauth-service.ts';

export type Loose = ReturnType<typeof JSON.parse>;

const secretKey = new Uint8Array(32).fill(7);
export const origin = 'http://skein.test';

/** Has `ann` and `bob`, and the operator `local`. */
export async function connectedServer(
  more: (service: OauthService) => Partial<ComposeServerOptions> = () => ({}),
) {
  const service = await startOauthService(`${origin}/connections/callback`);
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-connections-'));
  const file = path.join(folder, 'skein.db');
  const store = await openStore(`sqlite:${file}`);
  const keys = new Map<string, string>();
  for (const user of ['local', 'ann', 'bob']) {
    const isOperator = user === 'local';
    const scopes = isOperator
      ? (['admin'] as const)
      : (['read', 'write', 'run', 'answer'] as const);
    const owner = isOperator ? '' : user;
    const made = makeKey({ user: owner, name: user, scopes, expiresAt: null, now: 0 });
    await store.keys.create(made.record);
    keys.set(user, made.secret);
  }
  const logged: unknown[] = [];
  const server = await composeServer({
    store,
    durable: {},
    folder,
    environment: {},
    secretKey,
    origins: [origin],
    http: { allow: [service.host] },
    onProblem: (problem) => logged.push(String(problem)),
    ...more(service),
  });
  onTestFinished(async () => {
    await server.close();
    await store.close();
    service.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const call = async (user: string, method: string, where: string, body?: unknown) => {
    const response = await server.fetch(
      new Request(`${origin}/api/v1${where}`, {
        method,
        headers: {
          authorization: `Bearer ${keys.get(user)}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    const json: Loose = text === '' ? null : JSON.parse(text);
    return { status: response.status, json, text, headers: response.headers };
  };
  const settings = {
    issuer: service.url,
    clientId,
    clientSecret,
    scopes: ['api'],
    hosts: [service.host],
    probe: `${service.url}/api/me`,
  };
  const connect = async () => {
    const made = await call('local', 'PUT', '/connections/crm', settings);
    if (made.status !== 201) throw new Error(made.text);
  };
  /** Up to where the service sends the browser back to. */
  const begin = async (user: string, account: string) => {
    const begun = await call(user, 'POST', '/connections/crm/sign-in');
    const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const asked = new URL(begun.json.url);
    return { cookie, asked, back: await visit(asked.href, account, origin) };
  };
  const comeBack = async (back: string, cookie: string) => {
    const response = await server.fetch(new Request(back, { headers: { cookie } }));
    return { status: response.status, html: await response.text(), headers: response.headers };
  };
  const signIn = async (user: string, account: string) => {
    const { cookie, back } = await begin(user, account);
    return comeBack(back, cookie);
  };
  /** Runs it until it has ended or waits. */
  const run = async (user: string, definition: object, input: unknown = null): Promise<Loose> => {
    const saved = await call(user, 'POST', '/workflows', definition);
    if (saved.status >= 300) throw new Error(saved.text);
    const where = `/workflows/${saved.json.id}/run?wait=20`;
    const { json, status, text } = await call(user, 'POST', where, { input });
    if (status >= 300) throw new Error(text);
    return json.run;
  };
  const settled = async (user: string, id: string): Promise<Loose> =>
    (await call(user, 'GET', `/runs/${id}`)).json;
  const waits = async (user: string): Promise<Loose[]> =>
    (await call(user, 'GET', '/waits')).json.items;
  return {
    service,
    store,
    server,
    file,
    folder,
    logged,
    call,
    connect,
    begin,
    comeBack,
    signIn,
    run,
    settled,
    waits,
    settings,
    keyOf: (user: string) => keys.get(user) ?? '',
  };
}
