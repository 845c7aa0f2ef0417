// Goal: files of items are downloaded, told about, kept and sent on as in n8n. Method: a real engine, and a real server for both ends.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importSource } from '@skein/dialects';
import { isObject, type Json, type JsonObject } from '@skein/kernel';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../src/index.ts';

interface Got {
  readonly path: string;
  readonly type: string;
  readonly body: string;
}

/** Gives a report to whoever asks for one, and keeps what it is sent. */
async function serve(): Promise<{ readonly host: string; readonly got: readonly Got[] }> {
  const got: Got[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'application/pdf');
        response.setHeader('content-disposition', 'attachment; filename="report.pdf"');
        response.end('bytes of the report');
        return;
      }
      const type = request.headers['content-type'] ?? '';
      got.push({ path: request.url ?? '', type, body: Buffer.concat(parts).toString() });
      response.setHeader('content-type', 'application/json');
      response.end('{"id":"new"}');
    });
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  // Listening on a port, so it has one.
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, got };
}

async function run(host: string, nodes: readonly JsonObject[], input: Json) {
  const named = [{ name: 'Start', type: 'n8n-nodes-base.executeWorkflowTrigger' }, ...nodes];
  const imported = importSource({
    name: 'Files',
    nodes: named.map((node, index) => ({
      id: `${index}`,
      typeVersion: 1,
      position: [index * 100, 0],
      parameters: {},
      ...node,
    })),
    connections: Object.fromEntries(
      named
        .slice(1)
        .map(({ name }, index) => [
          named[index]?.['name'],
          { main: [[{ node: name, type: 'main', index: 0 }]] },
        ]),
    ),
    settings: { executionOrder: 'v1' },
  });
  if (imported === null) throw new Error('not recognised');
  const text = JSON.stringify(imported.definition);
  // JSON.parse returns JSON.
  const definition = JSON.parse(
    text.replaceAll('https://www.googleapis.com', `http://${host}`),
  ) as Json;
  if (!isObject(definition)) throw new Error('no definition');
  const engine = await createEngine({
    http: { allow: [host] },
    connections: {
      access: () => Promise.resolve({ state: 'ready', token: 'a-token', hosts: [host] }),
    },
  });
  onTestFinished(() => engine.close());
  const { id } = await engine.workflows.save(definition);
  const started = await engine.runs.start(id, { input });
  const done = await engine.runs.finished(started.id);
  return { ...done, kinds: imported.losses.map(({ kind }) => kind) };
}

const code = (name: string, jsCode: string): JsonObject => ({
  name,
  type: 'n8n-nodes-base.code',
  typeVersion: 2,
  parameters: { jsCode },
});

it('[X2851] a file is downloaded, told about by expressions and code, and sent on', async () => {
  const { host, got } = await serve();
  const http = (name: string, parameters: JsonObject): JsonObject => ({
    name,
    type: 'n8n-nodes-base.httpRequest',
    typeVersion: 4.2,
    parameters,
  });
  const { status, error, output, kinds } = await run(
    host,
    [
      http('Get', {
        url: `http://${host}/report`,
        options: { response: { response: { responseFormat: 'file' } } },
      }),
      code(
        'Name',
        'return $input.all().map((item) => ({ json: { name: item.binary.data.fileName }, binary: item.binary }));',
      ),
      http('Send', {
        url: `=http://${host}/{{ $binary.data.fileName }}`,
        method: 'POST',
        sendBody: true,
        contentType: 'binaryData',
        inputDataFieldName: 'data',
      }),
      http('Form', {
        url: `=http://${host}/form?type={{ $('Name').item.binary.data.mimeType }}`,
        method: 'POST',
        sendBody: true,
        contentType: 'multipart-form-data',
        bodyParameters: {
          parameters: [
            { name: 'title', value: "={{ $('Name').item.json.name }}" },
            { parameterType: 'formBinaryData', name: 'document', inputDataFieldName: 'data' },
          ],
        },
      }),
    ],
    [{}],
  );
  expect([error, status, kinds]).toEqual([null, 'completed', []]);
  expect(output).toEqual([{ id: 'new' }]);
  expect(got).toMatchObject([
    { path: '/report.pdf', type: 'application/pdf', body: 'bytes of the report' },
    { path: '/form?type=application/pdf' },
  ]);
});

it('[X2851] Google Drive: items keep what they were beside the file, and files are uploaded with their name', async () => {
  const { host, got } = await serve();
  const drive = (name: string, parameters: JsonObject): JsonObject => ({
    name,
    type: 'n8n-nodes-base.googleDrive',
    typeVersion: 3,
    parameters,
  });
  const id = (value: string) => ({ __rl: true, mode: 'id', value });
  const { status, error, output, kinds } = await run(
    host,
    [
      drive('Get', {
        operation: 'download',
        // Only code can compute it.
        fileId: id('={{ (() => { const found = $json.id; return found; })() }}'),
        options: {},
      }),
      code('Look', 'return $input.all();'),
      drive('Put', { name: '={{ $json.as }}', folderId: id('f1'), options: {} }),
    ],
    [
      { id: 'a', as: 'one.pdf' },
      { id: 'b', as: '' },
    ],
  );
  expect([error, status, kinds]).toEqual([null, 'completed', ['credential', 'credential']]);
  expect(output).toEqual([{ id: 'new' }, { id: 'new' }]);
  expect(got.map(({ body }) => body)).toEqual([
    expect.stringContaining('{"name":"one.pdf","parents":["f1"]}'),
    expect.stringContaining('bytes of the report'),
  ]);
});
