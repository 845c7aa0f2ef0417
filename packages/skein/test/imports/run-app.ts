// One imported node of an app in a real engine, with a real server in the place of the app's.
import { createServer, type Server } from 'node:http';
import { importSource } from '@skein/dialects';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { afterEach } from 'vitest';
import { createEngine } from '../../src/index.ts';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: Json | string;
  readonly authorization: string | undefined;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that answers what `answer` says, and its address. */
async function serve(answer: (asked: Asked) => Json, asked: Asked[]): Promise<string> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const isJson = request.headers['content-type']?.includes('json') === true;
      const one: Asked = {
        method: request.method ?? '',
        path: decodeURIComponent(request.url ?? ''),
        // JSON.parse returns JSON.
        body: isJson ? (JSON.parse(text) as Json) : text,
        authorization: request.headers.authorization,
      };
      asked.push(one);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(one)));
    });
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

/** Runs one node of an app behind a trigger; requests go to the server instead of the app's host. */
export async function runApp(
  node: { readonly type: string; readonly version: number; readonly parameters: JsonObject },
  input: Json,
  answer: (asked: Asked) => Json,
) {
  const asked: Asked[] = [];
  const host = await serve(answer, asked);
  const imported = importSource({
    name: 'Test',
    nodes: [
      {
        id: '1',
        name: 'Start',
        type: 'n8n-nodes-base.executeWorkflowTrigger',
        typeVersion: 1.1,
        position: [0, 0],
        parameters: {},
      },
      {
        id: '2',
        name: 'App',
        type: `n8n-nodes-base.${node.type}`,
        typeVersion: node.version,
        position: [200, 0],
        parameters: node.parameters,
        credentials: { any: { id: 'c', name: 'App key' } },
      },
    ],
    connections: { Start: { main: [[{ node: 'App', type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  });
  if (imported === null) throw new Error('not recognised');
  const definition = elsewhere(imported.definition, host);
  const engine = await createEngine({
    http: { allow: [host] },
    environment: { APP_KEY: 'a-key:of-the-app' },
    config: { secrets: { hosts: { APP_KEY: [host] } } },
    connections: {
      access: (connection) =>
        Promise.resolve(
          connection === 'google'
            ? { state: 'ready', token: 'a-token-of-ann', hosts: [host] }
            : { state: 'unknown', known: ['google'] },
        ),
    },
  });
  try {
    if (!isObject(definition)) throw new Error('no definition');
    const { id } = await engine.workflows.save(definition);
    const run = await engine.runs.start(id, { input });
    const { status, output, error } = await engine.runs.finished(run.id);
    return { status, output, error: error?.message, asked };
  } finally {
    await engine.close();
  }
}

/** The same with another host in every address. */
function elsewhere(value: Json, host: string): Json {
  if (typeof value === 'string')
    return value.replaceAll(
      /https:\/\/(?:[a-z]+\.)*(?:googleapis|telegram|slack|notion|airtable)\.(?:com|org)/g,
      `http://${host}`,
    );
  if (Array.isArray(value)) return value.map((each: Json) => elsewhere(each, host));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, held]) => [key, elsewhere(held, host)]),
  );
}
