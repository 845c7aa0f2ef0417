// A server that is mounted in another program has no assistant.
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../src/index.ts';

it('[M2800] a server without an assistant says so, and what to use instead', async () => {
  const engine = await createEngine();
  onTestFinished(() => engine.close());
  const handler = engine.handler({ user: () => ({ id: 'ada' }), studio: false });
  await engine.workflows.save(
    { skein: 1, id: 'greet', nodes: [{ id: 'say', type: 'transform', config: { value: 'Hi' } }] },
    { user: 'ada' },
  );
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const place = `http://skein.test/api/v1${path}`;
    const response = await handler(new Request(place, { method, headers, ...sent }));
    return (await response.json()) as { isAvailable?: boolean; error?: object };
  };
  expect(await call('GET', '/assistant')).toMatchObject({ isAvailable: false });
  const asked = await call('POST', '/workflows/greet/assistant/messages', { text: 'In French' });
  expect(asked.error).toMatchObject({
    code: 'NO_ASSISTANT',
    hint: expect.stringContaining('skein mcp --build'),
  });
});
