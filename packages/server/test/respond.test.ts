// Goal: callers over HTTP get what a run answers while it goes on: senders of webhooks, and whoever starts it over REST.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { serve, type Loose, type Serving } from './serving.ts';

function answering(id: string, respond: object, more: object = {}): object {
  return {
    skein: 1,
    id,
    triggers: [{ name: 'hook', type: 'webhook', config: { respond: true }, ...more }],
    nodes: [
      { id: 'start', type: 'start' },
      { id: 'tell', type: 'respond', config: respond },
      { id: 'ask', type: 'input', config: { prompt: 'And now?' } },
    ],
    edges: [
      { from: 'start', to: 'tell' },
      { from: 'tell', to: 'ask' },
    ],
  };
}

async function hookOf({ send }: Serving, workflow: string) {
  const { body: made } = await send('POST', `/api/v1/triggers/${workflow}:hook/secret`);
  return (body: string, id = 'm1'): Promise<Loose> => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(made.secret.slice('whsec_'.length), 'base64');
    const signature = createHmac('sha256', key)
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
    return send('POST', made.url, {
      text: body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
    });
  };
}

it('[V1755] a webhook with "respond" answers with status, headers and value of the respond node, while the run waits; a repeated delivery gets the same', async () => {
  const serving = await serve();
  const { send, engine } = serving;
  const headers = {
    'X-Order': '${trigger.order}',
    'Set-Cookie': 'a=b',
    'Access-Control-Allow-Origin': '*',
  };
  await send('POST', '/api/v1/workflows', {
    body: answering('shop', { value: { taken: '${trigger.order}' }, status: 201, headers }),
  });
  const hook = await hookOf(serving, 'shop');
  const got = await hook('{"order":"seven"}');
  expect([got.status, got.body]).toEqual([201, { taken: 'seven' }]);
  expect(got.headers.get('x-order')).toBe('seven');
  expect([got.headers.get('set-cookie'), got.headers.get('access-control-allow-origin')]).toEqual([
    null,
    null,
  ]);
  const run = got.headers.get('x-run-id');
  await engine.runs.settled(run);
  expect((await engine.runs.get(run)).status).toBe('waiting');
  const again = await hook('{"order":"seven"}');
  expect([again.status, again.headers.get('x-run-id')]).toEqual([201, run]);
});

it('[V1755] texts and empty answers are sent as they are; header values of two lines are left out', async () => {
  const serving = await serve();
  const { send } = serving;
  const headers = { 'X-Bad': 'a\r\nX-Evil: 1', Location: 'https://shop.example/1' };
  await send('POST', '/api/v1/workflows', { body: answering('a', { value: 'Thanks', headers }) });
  const text = await (await hookOf(serving, 'a'))('{}');
  expect([text.status, text.body, text.headers.get('content-type')]).toEqual([
    200,
    'Thanks',
    'text/plain; charset=utf-8',
  ]);
  expect([text.headers.get('x-evil'), text.headers.get('location')]).toEqual([
    null,
    'https://shop.example/1',
  ]);
  await send('POST', '/api/v1/workflows', { body: answering('b', { value: 'x', status: 204 }) });
  const none = await (await hookOf(serving, 'b'))('{}');
  expect([none.status, none.body]).toEqual([204, '']);
});

it('[V1755] a page that a run answers with has no origin and runs no scripts, whatever its headers say', async () => {
  const serving = await serve();
  const page = '<script>alert(1)</script>';
  const headers = {
    'Content-Type': 'text/html',
    'Content-Security-Policy': "script-src 'unsafe-inline'",
    'X-Frame-Options': 'ALLOWALL',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  const body = answering('page', { value: page, headers });
  await serving.send('POST', '/api/v1/workflows', { body });
  const got = await (await hookOf(serving, 'page'))('{}');
  expect([got.body, got.headers.get('content-type')]).toEqual([page, 'text/html']);
  expect(got.headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(got.headers.get('x-frame-options')).toBe('DENY');
  expect(got.headers.get('cross-origin-resource-policy')).toBe('same-origin');
});

it('[V1756] a run that has not answered in time is 202 with its id; one that failed before is 500 without the reason', async () => {
  const serving = await serve();
  const { send } = serving;
  const waiting = {
    ...answering('w', {}, { config: { respond: true, respondWithinMs: 50 } }),
    edges: [
      { from: 'start', to: 'ask' },
      { from: 'ask', to: 'tell' },
    ],
  };
  await send('POST', '/api/v1/workflows', { body: waiting });
  const late = await (await hookOf(serving, 'w'))('{}');
  expect([late.status, late.body.matched]).toEqual([202, true]);
  const failing = {
    ...answering('f', {}),
    nodes: [{ id: 'f', type: 'fail', config: { message: 'secret reason' } }],
    edges: [],
  };
  await send('POST', '/api/v1/workflows', { body: failing });
  const failed = await (await hookOf(serving, 'f'))('{}');
  expect([failed.status, failed.body.error]).toEqual([500, 'The run ended before it answered.']);
  expect(JSON.stringify(failed.body)).not.toContain('secret');
  const bad = await send('PUT', '/api/v1/triggers/f:hook', {
    body: { config: { respond: 'yes' } },
  });
  expect([bad.status, bad.body.error.details.complaints[0].pointer]).toEqual([
    400,
    '/config/respond',
  ]);
});

it('[V1757] a start over REST waits for the answer, and it can be fetched later', async () => {
  const { send, engine } = await serve();
  await send('POST', '/api/v1/workflows', { body: answering('shop', { value: '${trigger}' }) });
  const started = await send('POST', '/api/v1/workflows/shop/run?until=response', {
    body: { input: 5 },
  });
  expect([started.status, started.body.response]).toMatchObject([
    200,
    { from: 'response', value: 5, status: 200, headers: {} },
  ]);
  const run = started.body.run_id;
  await engine.runs.settled(run);
  const fetched = await send('GET', `/api/v1/runs/${run}/response`);
  expect([fetched.status, fetched.body.response.value]).toEqual([200, 5]);
  const shown = await send('GET', `/api/v1/runs/${run}`);
  expect(shown.body.response).toMatchObject({ node: 'tell', value: 5 });
  const quiet = {
    ...answering('quiet', {}),
    nodes: [{ id: 'ask', type: 'input', config: { prompt: '?' } }],
    edges: [],
  };
  await send('POST', '/api/v1/workflows', { body: quiet });
  const none = await send('POST', '/api/v1/workflows/quiet/run?until=response&wait=0.05');
  expect([none.status, none.body.response]).toEqual([202, undefined]);
  const pending = await send('GET', `/api/v1/runs/${none.body.run_id}/response`);
  expect([pending.status, pending.body.response]).toEqual([202, null]);
});
