import { once } from 'node:events';
import { createServer, request, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { sendText } from '../../src/http/send-text.ts';

async function serving(answer: (outgoing: ServerResponse) => void): Promise<number> {
  const server = createServer((_, outgoing) => answer(outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port.
  return (server.address() as AddressInfo).port;
}

function send(outgoing: ServerResponse, text: string): void {
  outgoing.writeHead(200, { 'content-length': String(Buffer.byteLength(text)) });
  sendText(outgoing, text);
}

it('[V520] a long answer arrives whole, piece by piece, with others in between', async () => {
  // Two halves of a character are at every place where a piece could end.
  const text = `x${'\u{1f600}'.repeat(2_000_000)}`;
  const written: number[] = [];
  const port = await serving((outgoing) => {
    const write = outgoing.write.bind(outgoing) as (piece: string) => boolean;
    outgoing.write = ((piece: string) => {
      written.push(piece.length);
      return write(piece);
    }) as ServerResponse['write'];
    send(outgoing, text);
  });
  const answer = await fetch(`http://127.0.0.1:${port}`);
  expect(await answer.text()).toBe(text);
  expect(Math.max(...written)).toBeLessThanOrEqual(65_536);
  expect(written.length).toBeGreaterThan(50);
});

it('[V520] a short answer is sent at once', async () => {
  const port = await serving((outgoing) => send(outgoing, '{"a":1}'));
  expect(await (await fetch(`http://127.0.0.1:${port}`)).json()).toEqual({ a: 1 });
});

it('[V520] who leaves before the end is sent nothing more, and the connection of others goes on', async () => {
  const text = 'x'.repeat(20_000_000);
  const given: ServerResponse[] = [];
  const port = await serving((outgoing) => {
    given.push(outgoing);
    send(outgoing, given.length === 1 ? text : 'small');
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n');
  await once(socket, 'data');
  socket.destroy();
  await vi.waitFor(() => expect(given[0]?.destroyed).toBe(true));
  const asked = request({ port, host: '127.0.0.1' }).end();
  const [answer] = await once(asked, 'response');
  expect(Buffer.concat(await answer.toArray()).toString()).toBe('small');
});
