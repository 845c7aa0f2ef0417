// A real server on a real port, over a real SQLite file. Every answer is checked against the schema of its route.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { basePath, createClient, routes, type Client, type Json, type Route } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { Store } from '@skein/ports';
import { createServer, type Catalogue, type ServerOptions, type SkeinServer } from '@skein/server';
import { openStore } from '@skein/stores';
import { createEngine, recordCassette, type CreateEngineOptions } from 'skein';
import { afterEach, expect } from 'vitest';

export interface Serving {
  readonly url: string;
  readonly client: Client;
  readonly engine: Engine;
  readonly store: Store;
  readonly server: SkeinServer;
  readonly folder: string;
  /** Sends a request as it is, and gives back status, headers and the body as JSON or text. */
  readonly send: (method: string, path: string, given?: SendOptions) => Promise<Sent>;
  readonly close: () => Promise<void>;
}

export interface SendOptions {
  readonly body?: unknown;
  /** Instead of a body as JSON. */
  readonly text?: string;
  readonly headers?: { readonly [name: string]: string };
}

/** What came as JSON, and is looked into as a test pleases. */
export type Loose = ReturnType<typeof JSON.parse>;

export interface Sent {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Loose;
}

const catalogue: Catalogue = {
  nodeTypes: () => [],
  functions: () => [],
  models: () => [],
  tools: () => [],
  templates: () => [],
};

const open = new Set<() => Promise<void>>();

afterEach(async () => {
  for (const close of open) await close();
});

export interface ServeOptions extends Partial<ServerOptions> {
  readonly engineOptions?: CreateEngineOptions;
  /** An older one, to come back to its file. */
  readonly folder?: string;
}

export async function serve(options: ServeOptions = {}): Promise<Serving> {
  const { engineOptions, folder = mkdtempSync(path.join(tmpdir(), 'skein-server-')) } = options;
  const store = await openStore(`sqlite:${path.join(folder, 'skein.db')}`);
  const engine = await createEngine({ store, durable: {}, isolatesUsers: true, ...engineOptions });
  const server = createServer({
    catalogue,
    recordCassette: (run) => recordCassette(engine, run),
    ...options,
    engine,
    store,
  });
  const { url } = await server.listen({ port: 0 });
  const close = async () => {
    open.delete(close);
    await server.close();
    await engine.close();
    await store.close();
    if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
  };
  open.add(close);
  const client = createClient({ server: url });
  const send = (method: string, where: string, given?: SendOptions) =>
    sendTo(`${url}${where}`, method, given);
  return { url, client, engine, store, server, folder, send, close };
}

async function sendTo(url: string, method: string, given: SendOptions = {}): Promise<Sent> {
  const { body, text, headers = {} } = given;
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(url, {
    method,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const answer = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const read: unknown = isJson && answer !== '' ? JSON.parse(answer) : answer;
  checkAnswer(method, new URL(url).pathname, response.status, read);
  return { status: response.status, headers: response.headers, body: read };
}

/** The form that the table promises, for whatever is not an error. */
function checkAnswer(method: string, pathname: string, status: number, body: unknown): void {
  const route = Object.values<Route>(routes).find(
    (each) =>
      each.method.toUpperCase() === method &&
      new RegExp(`^${basePath}${each.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname),
  );
  if (route === undefined || status >= 400) return;
  if (route.isAnsweredByRuns === true && status !== route.statuses[0]) return;
  expect(route.statuses).toContain(status);
  if (route.answer === null || status === 204 || status === 304) return;
  const checked = route.answer.safeParse(body);
  expect(checked.success ? [] : checked.error.issues, `${method} ${pathname}`).toEqual([]);
}

export const hello: { readonly [key: string]: Json } = {
  skein: 1,
  id: 'hello',
  name: 'Hello',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'greet', type: 'transform', config: { value: 'Hello, ${trigger.name|world}!' } },
  ],
  edges: [{ from: 'start', to: 'greet' }],
};

export const asking: { readonly [key: string]: Json } = {
  skein: 1,
  id: 'asking',
  name: 'Asking',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'review', type: 'approval', config: { prompt: 'Fine?' } },
    { id: 'done', type: 'transform', config: { value: 'done' } },
  ],
  edges: [
    { from: 'start', to: 'review' },
    { from: 'review', out: 'approved', to: 'done' },
  ],
};
