// A host of the MCP endpoint on node:http, as a process of its own: `node mcp-host-main.ts STORE`, in a folder with flows and a
// configuration. The bearer is the user: ann and bob have workflows of their own, without a bearer, those of nobody are served.
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import process from 'node:process';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import {
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
} from '@modelcontextprotocol/server';
import { mcpHttp } from '@skein/server';
import { createEngine, type CreateEngineOptions } from 'skein';

const [store = 'memory'] = process.argv.slice(2);
const folder = process.cwd();
// stdout says the address, and nothing else.
globalThis.console.log = (text: unknown) => process.stderr.write(`${String(text)}\n`);
const module = (await import(pathToFileURL(path.join(folder, 'functions.mjs')).href)) as Pick<
  CreateEngineOptions,
  'functions'
>;
const note = (error: unknown) =>
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
const engine = await createEngine({ store, ...module, onProblem: note });
for (const name of readdirSync(folder).filter((file) => /^flow-\d+\.json$/.test(file))) {
  const flow = JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as object;
  await engine.workflows.save(flow);
  await engine.workflows.save(flow, { user: 'ann' });
}
await engine.workflows.save(
  {
    skein: 1,
    id: 'only-bob',
    policy: { modelAnswers: 'all' },
    nodes: [
      { id: 'ask', type: 'approval', config: { prompt: 'Bob?' } },
      { id: 'say', type: 'transform', config: { value: 'for bob' } },
    ],
    edges: [{ from: 'ask', out: 'approved', to: 'say' }],
  },
  { user: 'bob' },
);
const mcp = mcpHttp({ engine, version: '0.1.0', onProblem: note, outputMax: 1_000 });

async function serve(request: Request): Promise<Response> {
  const refused =
    hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
    originValidationResponse(request, localhostAllowedOrigins());
  if (refused !== undefined) return refused;
  const user = /^Bearer (.+)$/.exec(request.headers.get('authorization') ?? '')?.[1];
  return mcp.fetch(request, user === undefined ? {} : { user });
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    note(error);
    response.destroy();
  });
});

async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on('close', () => gone.abort());
  const hasBody = incoming.method !== 'GET' && incoming.method !== 'HEAD';
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  const request = new Request(new URL(incoming.url ?? '/', `http://${incoming.headers.host}`), {
    method: incoming.method ?? 'GET',
    headers,
    signal: gone.signal,
    ...(hasBody ? { body: Readable.toWeb(incoming) as ReadableStream, duplex: 'half' } : {}),
  });
  const response = await serve(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`http://127.0.0.1:${port}/mcp\n`);
});
process.on('SIGTERM', () => {
  const end = async () => {
    await mcp.close();
    server.closeAllConnections();
    server.close();
    await engine.close();
    process.exit(0);
  };
  end().catch(note);
});
