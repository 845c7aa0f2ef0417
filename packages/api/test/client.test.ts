import { ClientError, createClient, readEvents, UnreachableError } from '@skein/api';
import process from 'node:process';
import { expect, it } from 'vitest';

function answering(response: () => Response) {
  const sent: { url: string; init: RequestInit }[] = [];
  const fetching = (async (url: string, init: RequestInit) => {
    sent.push({ url, init });
    return response();
  }) as unknown as typeof fetch;
  return { sent, client: createClient({ server: 'http://s', key: 'k', fetch: fetching }) };
}

it('[R4] a call is sent as its route says', async () => {
  const { sent, client } = answering(() => Response.json({ run_id: 'r' }, { status: 202 }));
  const answer = await client.send('runWorkflow', {
    params: { id: 'a/b ä' },
    query: { wait: 5 },
    headers: { 'idempotency-key': 'once' },
    body: { input: null },
  });
  expect(answer).toMatchObject({ status: 202, body: { run_id: 'r' } });
  const [{ url, init } = { url: '', init: {} }] = sent;
  expect(url).toBe('http://s/api/v1/workflows/a%2Fb%20%C3%A4/run?wait=5');
  const headers = new Headers(init.headers);
  expect([init.method, init.body]).toEqual(['POST', '{"input":null}']);
  expect(headers.get('authorization')).toBe('Bearer k');
  expect(headers.get('idempotency-key')).toBe('once');
});

it('[R4] a refusal, an answer of another program and no answer are told apart', async () => {
  const refusal = {
    error: { code: 'RUN_NOT_FOUND', message: 'No.', hint: 'Look.', details: { run: 'r' } },
  };
  const refused = answering(() => Response.json(refusal, { status: 404 })).client;
  const error = await refused.call('getRun', { params: { id: 'r' } }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ClientError);
  expect(error).toMatchObject({ status: 404, ...refusal.error });
  const strange = answering(() => new Response('<h1>Gateway</h1>', { status: 502 })).client;
  await expect(strange.call('listRuns', {})).rejects.toMatchObject({
    status: 502,
    code: 'SERVER_UNREACHABLE',
  });
  const dead = answering(() => {
    throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') });
  }).client;
  const none = await dead.call('listRuns', {}).catch((thrown) => thrown);
  expect(none).toBeInstanceOf(UnreachableError);
  expect(none.message).toContain('ECONNREFUSED');
});

it('[R5] events are read over chunks that are cut anywhere', async () => {
  const text =
    ': hi\n\nid: 1\nevent: a\ndata: {"x":"ä€😀"}\n\nevent: transient\ndata: one\ndata: two\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 2, 3, 7, 1000]) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += size)
          controller.enqueue(bytes.slice(at, at + size));
        controller.close();
      },
    });
    const events = [];
    for await (const event of readEvents(body)) events.push(event);
    expect(events).toEqual([
      { id: '1', event: 'a', data: '{"x":"ä€😀"}' },
      { event: 'transient', data: 'one\ntwo' },
    ]);
  }
});

it('[R6] nothing is compiled from texts', async () => {
  // The tests run with code generation switched off: what would need it fails here.
  expect(process.execArgv).toContain('--disallow-code-generation-from-strings');
  const { checkRequest, routes } = await import('@skein/api');
  const parts = { params: { id: 'x' }, query: { wait: '3' }, headers: new Headers(), body: {} };
  expect(checkRequest<'runWorkflow'>(routes.runWorkflow, parts)).toMatchObject({
    ok: true,
    request: { query: { wait: 3 } },
  });
});
