// What strangers may send, and how much of it at a time.
import { createHmac } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { openBytes } from '../src/http/open-bytes.ts';
import { hello, serve, type Serving } from './serving.ts';

const json = { 'content-type': 'application/json' };

it('[V525] what may be sent without a key, to hooks, to MCP and with a key is configured', async () => {
  const { send } = await serve({
    limits: {
      openBodyBytesMax: 2000,
      hookBodyBytesMax: 3000,
      mcpBodyBytesMax: 4000,
      bodyBytesMax: 5000,
    },
  });
  const statusOf = async (place: string, bytes: number) =>
    (await send('POST', place, { text: JSON.stringify('x'.repeat(bytes - 2)), headers: json }))
      .status;
  for (const [place, most] of [
    ['/api/v1/session', 2000],
    ['/api/v1/hooks/h', 3000],
    ['/api/v1/mcp', 4000],
    ['/api/v1/workflows/validate', 5000],
  ] as const) {
    expect([place, await statusOf(place, most)]).not.toContain(413);
    expect([place, await statusOf(place, most + 1)]).toContain(413);
  }
});

it('[V525] connections and the time for headers are configured', async () => {
  const { url } = await serve({ limits: { connectionsMax: 2, headersMs: 200 } });
  const { hostname, port } = new URL(url);
  const sockets: Socket[] = [];
  for (let i = 0; i < 3; i++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    // Who does not read does not hear of the end.
    socket.resume();
    sockets.push(socket);
  }
  // The third is closed at once; the others when their headers do not come.
  for (const socket of sockets) socket.write('POST / HTTP/1.1\r\nhost: x\r\n');
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve))));
});

it('[V526] bodies without a key share one bound; the first bytes of each are free', () => {
  const all = openBytes(10_000);
  const [first, second, third] = [all.begin(), all.begin(), all.begin()];
  first.grow(4096 + 6000);
  second.grow(4096 + 4000);
  third.grow(4096);
  expect(() => third.grow(4097)).toThrow(expect.objectContaining({ code: 'SERVER_BUSY' }));
  first.end();
  third.grow(4096 + 6000);
});

it('[V526] while slow senders use up the room, others are told to come back, and can still sign in', async () => {
  const bugs: unknown[] = [];
  const onBug = (error: unknown) => bugs.push(error);
  const serving = await serve({ limits: { openBytesMax: 65_536 }, onBug });
  const { hostname, port } = new URL(serving.url);
  const slow = connect(Number(port), hostname);
  slow.on('error', () => {});
  const head = `POST /api/v1/hooks/h HTTP/1.1\r\nhost: ${hostname}:${port}\r\ncontent-type: application/json\r\n`;
  slow.write(`${head}content-length: 900000\r\n\r\n"${'x'.repeat(69_000)}`);
  const large = async () =>
    serving.send('POST', '/api/v1/hooks/h', { text: `"${'x'.repeat(60_000)}"`, headers: json });
  await expect.poll(async () => (await large()).status).toBe(503);
  const refused = await large();
  expect([refused.body.error.code, refused.headers.get('retry-after')]).toEqual([
    'SERVER_BUSY',
    '1',
  ]);
  const signIn = await serving.send('POST', '/api/v1/session', {
    text: '{"key":"k"}',
    headers: json,
  });
  expect(signIn.body.error.code).toBe('UNAUTHENTICATED');
  // An upload that is given up is no bug of the server.
  slow.destroy();
  await expect.poll(async () => (await large()).status).toBe(401);
  expect(bugs).toEqual([]);
});

async function signedHook({ send }: Serving) {
  await send('POST', '/api/v1/workflows', { body: hello });
  await send('PUT', '/api/v1/workflows/hello/trigger', { body: { trigger_type_id: 'webhook' } });
  const trigger = (await send('GET', '/api/v1/triggers')).body.items[0].uuid;
  const { secret } = (await send('POST', `/api/v1/triggers/${trigger}/secret`)).body;
  return (id: string, text: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const hmac = createHmac('sha256', key).update(`${id}.${timestamp}.${text}`);
    return send('POST', `/api/v1/hooks/${trigger}`, {
      text,
      headers: {
        ...json,
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${hmac.digest('base64')}`,
      },
    });
  };
}

it('[V527] a signed webhook may have a megabyte; a large one is read after its signature was verified', async () => {
  const serving = await serve();
  const hook = await signedHook(serving);
  const started = await hook('m1', JSON.stringify({ name: 'x'.repeat(900_000) }));
  expect([started.status, started.body.matched]).toEqual([202, true]);
  expect((await hook('m2', JSON.stringify('x'.repeat(1_048_576)))).status).toBe(413);
  // It is not JSON: only who signed it is told so.
  const broken = `{${'x'.repeat(100_000)}`;
  expect((await hook('m3', broken)).body.error.code).toBe('BAD_JSON');
  const foreign = await serving.send('POST', '/api/v1/hooks/h', { text: broken, headers: json });
  expect(foreign.body.error.code).toBe('SIGNATURE_INVALID');
});
