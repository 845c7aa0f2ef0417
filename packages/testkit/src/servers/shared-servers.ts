// Shared servers
// One test run starts each database server and the browser, and builds and packs the package, at most once, when the first test asks for it, and stops all at its
// end. They belong to the main process of the test run; test files request them over a local port.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { appendServerCosts } from '../server-costs.ts';
import { builtHostsVariable } from './host-file.ts';
import type { ServerAnswer } from './server-answer.ts';
import type { TestServer } from './server-process.ts';
import { testServersVariable } from './skein-program.ts';

/** `replayed`: a Restate that suspends every handler at every step, so that all of them are replayed. */
export type ServerKind =
  | 'postgres'
  | 'mysql'
  | 'neo4j'
  | 'restate'
  | 'replayed'
  | 'browser'
  | 'imap'
  | 'package'
  | 'program';

declare module 'vitest' {
  interface ProvidedContext {
    readonly skeinServers: string;
  }
}

// Their drivers take a second to load, which most test runs can save.
const starters: Readonly<Record<ServerKind, () => Promise<TestServer>>> = {
  postgres: async () => (await import('./postgres-server.ts')).startPostgres(),
  mysql: async () => (await import('./mariadb-server.ts')).startMariadb(),
  neo4j: async () => (await import('./neo4j-server.ts')).startNeo4j(),
  restate: async () => (await import('./restate-server.ts')).startRestate(),
  replayed: async () => {
    const suspending = { RESTATE_WORKER__INVOKER__INACTIVITY_TIMEOUT: '0s' };
    return (await import('./restate-server.ts')).startRestate(suspending);
  },
  imap: async () => (await import('./dovecot-server.ts')).startDovecot(),
  program: async () => (await import('./built-program.ts')).buildProgram(),
  package: async () => (await import('./packed-package.ts')).packPackage(),
  browser: async () => (await import('./chromium-server.ts')).startChromium(),
};

/** Below node_modules, where what is built finds the packages that it uses. */
const cache = path.join(import.meta.dirname, '../../../../node_modules/.cache');
const started = new Map<ServerKind, Promise<TestServer>>();
let stopAnswering: () => void = () => {};

/** Called by Vitest before all tests. */
export async function setup(project: TestProject): Promise<void> {
  const answering = createServer((request, response) => {
    if (request.url === '/clipboard') return lendClipboard(response);
    // Only our own tests send requests, and only for these.
    const kind = (request.url ?? '').slice(1) as ServerKind;
    void answer(kind).then((found) => response.end(JSON.stringify(found)));
  });
  // As at the ledger: it ends no connection during a request.
  answering.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => answering.listen(0, '127.0.0.1', resolve));
  answering.unref();
  const address = answering.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  stopAnswering = () => answering.close();
  const url = `http://127.0.0.1:${port}`;
  project.provide('skeinServers', url);
  // Workers inherit these.
  process.env[testServersVariable] = url;
  process.env[builtHostsVariable] = path.join(cache, `skein-hosts-${randomUUID()}`);
}

/** Called by Vitest after all tests. */
export async function teardown(): Promise<void> {
  appendServerCosts();
  stopAnswering();
  rmSync(process.env[builtHostsVariable] ?? '', { recursive: true, force: true });
  const all = await Promise.allSettled(started.values());
  await Promise.all(
    all.map(async (each) => (each.status === 'fulfilled' ? each.value.stop() : undefined)),
  );
}

let clipboardIsFree: Promise<unknown> = Promise.resolve();

/** The browser has one for all its pages: whoever asks is answered when it is theirs, until they end their request. */
function lendClipboard(response: ServerResponse): void {
  const returned = new Promise((resolve) => response.on('close', resolve));
  void clipboardIsFree.then(() => response.flushHeaders());
  clipboardIsFree = clipboardIsFree.then(() => returned);
}

async function answer(kind: ServerKind): Promise<ServerAnswer> {
  const given = process.env[`SKEIN_TEST_${kind.toUpperCase()}`];
  if (given !== undefined && given !== '') return { url: given };
  try {
    const server = started.get(kind) ?? starters[kind]();
    started.set(kind, server);
    return { url: (await server).url };
  } catch (error) {
    return {
      missing: `no ${kind} here: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}
