// A server with an assistant, and users with keys of their own.
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { onTestFinished } from 'vitest';
import { createAssistant } from '../../src/cli/building/assistant/create-assistant.ts';
import type { ConfiguredOptions } from '../../src/cli/inputs/load-config.ts';
import { composeServer, type ComposeServerOptions } from '../../src/server/compose-server.ts';

/** What came as JSON, and is looked into as a test pleases. */
export type Loose = ReturnType<typeof JSON.parse>;

export interface Asked {
  readonly status: number;
  readonly body: Loose;
  readonly text: string;
}

export interface ServedAssistant {
  readonly key: (user: string, scope?: 'admin' | 'run' | 'answer' | 'write') => Promise<string>;
  readonly ask: (
    key: string,
    method: string,
    path: string,
    given?: { readonly body?: unknown; readonly isStream?: boolean },
  ) => Promise<Asked>;
}

export async function serveAssistant(
  options: Partial<ComposeServerOptions> = {},
  configured: ConfiguredOptions = {},
): Promise<ServedAssistant> {
  const store = await openStore('memory');
  const problems: unknown[] = [];
  const server = await composeServer({
    store,
    environment: {},
    ...configured,
    ...options,
    assistant: createAssistant(configured, (problem) => problems.push(problem)),
  });
  const { url } = await server.listen({ port: 0 });
  onTestFinished(() => server.close());
  return {
    async key(user, scope = 'admin') {
      const given = { user, name: user, scopes: [scope], expiresAt: null, now: Date.now() };
      const { record, secret } = makeKey(given);
      await store.keys.create(record);
      return secret;
    },
    async ask(key, method, path, { body, isStream = false } = {}) {
      const response = await fetch(`${url}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(isStream ? { accept: 'text/event-stream' } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return { status: response.status, body: isJson ? JSON.parse(text) : null, text };
    },
  };
}
