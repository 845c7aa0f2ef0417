// Goal: how long a server that is stopped waits for its clients, by a clock that the test moves.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Hono } from 'hono';
import { afterEach, expect, it, vi } from 'vitest';
import { listen } from '../src/http/listen.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('[V45] who sends half a request is dropped after eight seconds, and not before', async () => {
  const app = new Hono();
  const arrived = Promise.withResolvers<void>();
  app.post('/', async ({ req, text }) => {
    arrived.resolve();
    return text(await req.text().catch(() => 'dropped'));
  });
  const server = await listen(app, { port: 0 });
  const client = connect(server.port, server.host);
  client.on('error', () => {});
  client.write('POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 9\r\n\r\n{');
  await arrived.promise;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = server.close();
  vi.advanceTimersByTime(7999);
  // Something else gets its turn; the client is still there.
  await fetch(server.url).catch(() => {});
  expect(client.closed).toBe(false);
  vi.advanceTimersByTime(1);
  await once(client, 'close');
  await closed;
});

it('[V45] who was connected ahead and says nothing is dropped after a second, also where its side stays open', async () => {
  const server = await listen(new Hono(), { port: 0 });
  const client = connect({ port: server.port, host: server.host, allowHalfOpen: true });
  client.on('error', () => {});
  await once(client, 'connect');
  // Connections are taken in their order: once this one is answered, the silent one is there too.
  await fetch(server.url);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = server.close();
  vi.advanceTimersByTime(1000);
  await closed;
  client.destroy();
});
