// What REST says about workflows of the program's code, and how it keeps others from changing them.
import { createEngine, workflow, type Engine } from 'skein';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

const order = workflow('order', { input: z.object({ item: z.string() }) }, async (io, { item }) => {
  const { approved } = await io.approval('boss', { prompt: `Buy ${item}?` });
  return { item, approved };
});

let engine: Engine;
let ask: (path: string, init?: { method?: string; body?: object; user?: string }) => Promise<Reply>;

interface Reply {
  readonly status: number;
  readonly body: any; // oxlint-disable-line typescript/no-explicit-any -- looked at by each test
}

beforeAll(async () => {
  engine = await createEngine({ workflows: [order] });
  const handler = engine.handler({
    user: (request) => {
      const id = request.headers.get('x-user') ?? '';
      return id === 'boss' ? { id, isOperator: true } : id;
    },
  });
  ask = async (path, { method = 'GET', body, user = 'boss' } = {}) => {
    const headers = { 'x-user': user, 'content-type': 'application/json' };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const url = `http://app.example/api/v1${path}`;
    const answered = await handler(new Request(url, { method, headers, ...init }));
    const text = await answered.text();
    return { status: answered.status, body: text === '' ? null : JSON.parse(text) };
  };
});
afterAll(() => engine.close({ drain: 0 }));

describe('a workflow of the code, over REST', () => {
  it('[SD1202] starts without a warning, and its run says what it asks for by name', async () => {
    const { status, body } = await ask('/workflows/order/run?wait=5', {
      method: 'POST',
      body: { input: { item: 'tea' } },
    });
    expect([status, body.warnings ?? []]).toEqual([200, []]);
    expect(body.run.waits).toMatchObject([{ name: 'boss', kind: 'approval' }]);
    await engine.get(order, body.run.id).answer('boss', true);
  });

  it('[SD1205] is changed by no request', async () => {
    const { body: found } = await ask('/workflows/order');
    expect(found.diagnostics).toEqual([]);
    const changed = { ...found.definition, name: 'Mine' };
    const { version } = found;
    const refused = [
      await ask('/workflows/order', { method: 'PUT', body: changed }),
      await ask('/workflows/order', { method: 'PATCH', body: { name: 'Mine' } }),
      await ask('/workflows/order', { method: 'PATCH', body: { definition: { nodes: [] } } }),
    ];
    for (const { status, body } of refused)
      expect([status, body.error.code]).toEqual([409, 'WORKFLOW_IN_CODE']);
    const same = [
      await ask('/workflows/order', { method: 'PUT', body: found.definition }),
      await ask('/workflows/order', { method: 'PATCH', body: { isActive: false } }),
      await ask('/workflows/order', { method: 'PATCH', body: { isActive: true } }),
      await ask(`/workflows/order/versions/${version}/restore`, { method: 'POST' }),
    ];
    expect(same.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const { body: copy } = await ask('/workflows/order/copy', { method: 'POST', body: {} });
    const renamed = await ask(`/workflows/${copy.id}`, { method: 'PATCH', body: { name: 'Mine' } });
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Mine']);
  });

  it.each(['', 'local'])('[SD1206] "%s" is told to sign in to the program', async (user) => {
    const { status, body } = await ask('/workflows', { user });
    expect(status).toBe(401);
    expect(body.error.message).toContain('the application knows no user');
    expect(JSON.stringify(body)).not.toContain('Bearer');
  });

  it('[SD402] users do not see what belongs to nobody, and may start it', async () => {
    expect((await ask('/workflows', { user: 'ada' })).body.items).toEqual([]);
    const start = { method: 'POST', body: { input: { item: 'tea' } }, user: 'ada' };
    expect((await ask('/workflows/order/run', start)).status).toBe(202);
  });
});
