// Goal: a request that is too large is refused as such, also when the refusal cannot be read; one that nobody answers is retried.
import { runId } from '@skein/kernel';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { ingress } from '../src/clients/ingress.ts';

it('[RS24] a request that is too large and cut off while it is sent is refused', async () => {
  const requests: number[] = [];
  const server = createServer((socket) => {
    requests.push(requests.length);
    socket.on('error', () => {});
    socket.once('data', () => socket.resetAndDestroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const door = ingress(`http://127.0.0.1:${port}`, 'Flow');
  const large = 'x'.repeat(33 * 2 ** 20);
  await expect(door.call(runId('run'), 'start', large)).rejects.toMatchObject({
    code: 'TOO_LARGE',
  });
  expect(requests).toEqual([0]);
  server.close();
});

it('[RS35] an answer that does not come is asked for again, of the next node', async () => {
  // It takes the request, and is gone before it answers; nobody closes the connection.
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  const other = createHttpServer((_, response) => response.end('{"result":7}'));
  const urls: string[] = [];
  for (const server of [silent, other]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    urls.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  }
  expect(await ingress(urls.join(), 'Flow', 200).call(runId('run'), 'record', {})).toEqual({
    result: 7,
  });
  for (const socket of sockets) socket.destroy();
  other.closeAllConnections();
  for (const server of [silent, other]) server.close();
});
