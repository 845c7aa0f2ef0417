// Goal: sessions of older clients end when nobody needs them, and nobody can end those of others.
import { mcpHttp, type McpHttpOptions } from '@skein/server';
import { createEngine } from 'skein';
import { afterEach, expect, it } from 'vitest';

// Processes start, and machines may be busy.
const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function serve(options: Partial<McpHttpOptions>) {
  const engine = await createEngine({ environment: {} });
  const mcp = mcpHttp({ engine, version: '0', onProblem: () => {}, ...options });
  open.push(
    () => engine.close(),
    () => mcp.close(),
  );
  const send = (user: string, body: object, headers: Record<string, string> = {}) =>
    mcp.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      }),
      { user },
    );
  return {
    begin: async (user: string): Promise<string> => {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'raw', version: '1' },
      };
      const response = await send(user, { id: 1, method: 'initialize', params });
      await response.text();
      return response.headers.get('mcp-session-id') ?? '';
    },
    status: async (user: string, session: string): Promise<number> => {
      const response = await send(user, { id: 2, method: 'ping' }, { 'mcp-session-id': session });
      await response.text();
      return response.status;
    },
  };
}

it('[M13] a user with too many sessions closes the oldest of their own', async () => {
  const { begin, status } = await serve({ sessionsMax: 20 });
  const bob = await begin('bob');
  const ann = [await begin('ann'), await begin('ann'), await begin('ann')];
  expect(new Set(ann).size).toBe(3);
  const seen: number[] = [];
  for (const session of ann) seen.push(await status('ann', session));
  expect(seen).toEqual([404, 200, 200]);
  expect(await status('bob', bob)).toBe(200);
});

it('[M13] a session that nobody uses is closed', async () => {
  const { begin, status } = await serve({ sessionIdleMs: 20 });
  const session = await begin('ann');
  // Every look is a use, so it is looked at more rarely than that.
  await expect.poll(() => status('ann', session), { interval: 200 }).toBe(404);
});
