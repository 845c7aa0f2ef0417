// Pages for the examples that make requests, from a real server on this machine. `<site>` in the input of a run stands for its
// address. It ends with the process.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const orders = Array.from({ length: 25 }, (_, index) => ({
  id: index + 1,
  city: ['Gent', 'Brugge', 'Aalst'][index % 3],
  total: (index % 7) * 5 + 10,
}));
const pageSize = 10;

const server = createServer(answer);
await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
server.unref();
const { port } = server.address() as AddressInfo;
const host = `127.0.0.1:${port}`;

export const site = {
  address: `http://${host}`,
  /** What allows an engine to reach it. */
  options: { http: { allow: [host] } },
  /** The same as a file, for the command line; written when it is first needed. */
  configFile: () => (file ??= writeConfig()),
};

let file: string | undefined;

function writeConfig(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-site-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const written = path.join(folder, 'skein.config.json');
  writeFileSync(written, JSON.stringify(site.options));
  return written;
}

/** `/orders`: pages of a list, each with a link to the next. `/invoice`: a file. `/archive` takes a form with a file. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', site.address);
  if (pathname === '/invoice') {
    response.setHeader('content-type', 'text/csv');
    response.setHeader('content-disposition', 'attachment; filename="invoice-7.csv"');
    response.end('item,usd\ntea,12\nsugar,3\n');
    return;
  }
  if (pathname === '/archive' && request.method === 'POST') {
    void archive(request, response);
    return;
  }
  if (pathname !== '/orders') {
    response.writeHead(404).end();
    return;
  }
  const page = Number(searchParams.get('page') ?? 1);
  const from = (page - 1) * pageSize;
  if (from + pageSize < orders.length)
    response.setHeader('link', `<${site.address}/orders?page=${page + 1}>; rel="next"`);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ orders: orders.slice(from, from + pageSize) }));
}

async function archive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(Buffer.concat(parts)), { headers }).formData();
  const document = form.get('document') as File;
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      folder: form.get('folder'),
      name: document.name,
      lines: (await document.text()).trim().split('\n').length,
    }),
  );
}
