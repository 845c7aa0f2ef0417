// A server on this machine that keeps what it was sent, and the tools of a configuration around it.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configuredTools, type GuardOptions, type ToolsConfig } from '@skein/agents';
import { onTestFinished } from 'vitest';

export interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export type Answer = (seen: Seen, response: ServerResponse) => void;

export async function requestServer(answer: Answer = (_, response) => response.end('ok')) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body };
      seen.push(one);
      answer(one, response);
    });
  });
  // As at the ledger: no connection ends under a call.
  server.keepAliveTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, port, host: `127.0.0.1:${port}`, base: `http://127.0.0.1:${port}` };
}

export function toolsOf(
  config: ToolsConfig,
  {
    environment = {},
    ...http
  }: GuardOptions & { readonly environment?: Record<string, string> } = {},
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-tools-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const problems: string[] = [];
  const onProblem = (message: string) => void problems.push(message);
  const tools = configuredTools(config, { folder, environment, http, onProblem });
  onTestFinished(() => tools.close());
  return Object.assign(tools, { folder, problems });
}

export const jsonAnswer =
  (value: unknown, status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
