// Goal: a request that is too large is refused as such, also when the refusal cannot be read.
import { createServer, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { ingress } from '../src/ingress.ts';

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
  await expect(door.call('run', 'start', large)).rejects.toMatchObject({ code: 'TOO_LARGE' });
  expect(requests).toEqual([0]);
  server.close();
});
