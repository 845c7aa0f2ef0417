// A server to download files from and to upload them to.
import { randomFillSync } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export const large = randomFillSync(Buffer.alloc(20_000_000));
export const small = Buffer.from('%PDF \u0000 ÿ');

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** Gives `/large`, `/small` and, without end, `/endless`; keeps what it is sent. */
export async function openSite() {
  const received: { readonly headers: IncomingMessage['headers']; readonly body: Buffer }[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'GET') {
      void readAll(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.end('thanks');
      });
    } else if (request.url === '/endless') {
      // More than any file may have: the reader has to go.
      const more = () => {
        while (!response.destroyed && response.write(large.subarray(0, 1_000_000)));
        response.once('drain', more);
      };
      more();
    } else {
      const disposition = 'attachment; filename="../../etc/report 1.pdf"';
      response.setHeader('content-disposition', disposition);
      response.setHeader('content-type', 'application/pdf');
      response.end(request.url === '/large' ? large : small);
    }
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    base: `http://${host}`,
    options: { http: { allow: [host] }, environment: {} },
  };
}
