// Goal: one trace from whoever asked for a run, through it and its children, to whom it calls; over HTTP, processes and restarts.
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startFakeProvider } from '@skein/testkit';
import { createEngine } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { startCollector } from './otlp-collector.ts';
import { folderWith, skein } from './spawn-skein.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const askerId = '00f067aa0ba902b7';
const trace = `00-${traceId}-${askerId}-01`;

async function collector() {
  const started = await startCollector();
  onTestFinished(started.close);
  return started;
}

const telemetryTo = (endpoint: string) => ({ endpoint, timeoutMs: 60_000 });

it('[OT9] a run belongs to the trace of who asked for it, with its children, also after a restart', async () => {
  const { url, spans } = await collector();
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = `sqlite:${path.join(folder, 'runs.db')}`;
  const options = { environment: {}, store, config: { telemetry: telemetryTo(url) } };
  const inner = { nodes: [{ id: 'say', type: 'transform', config: { value: 1 } }], edges: [] };
  const first = await createEngine(options);
  const { id } = await first.runs.start(
    {
      skein: 1,
      id: 'outer',
      nodes: [
        { id: 'boss', type: 'approval', config: { prompt: 'Go on?' } },
        { id: 'child', type: 'subworkflow', config: { workflow: inner } },
      ],
      edges: [{ from: 'boss', out: 'approved', to: 'child' }],
    },
    { trace },
  );
  await first.runs.settled(id);
  await first.close();
  const second = await createEngine(options);
  await second.waits.answer({ run: id }, 'yes');
  await second.runs.finished(id);
  await second.close();
  expect(new Set(spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
  const top = spans.find(({ name }) => name === 'invoke_workflow outer');
  expect(top?.parentSpanId).toBe(askerId);
  const below = spans.find(({ attributes }) => attributes['skein.run.root'] === id);
  const child = spans.find(({ name }) => name === 'subworkflow child');
  expect([child?.parentSpanId, below?.parentSpanId]).toEqual([top?.spanId, child?.spanId]);
});

it('[OT9] what the asker does not record is not recorded, and what is no trace is ignored', async () => {
  const { url, spans } = await collector();
  const config = { telemetry: telemetryTo(url) };
  const engine = await createEngine({ environment: {}, config });
  const flow = { skein: 1, id: 'f', nodes: [{ id: 'a', type: 'transform', config: { value: 1 } }] };
  const left = await engine.runs.start(flow, { trace: trace.replace(/01$/, '00') });
  const own = await engine.runs.start(flow, { trace: 'nonsense' });
  for (const { id } of [left, own]) await engine.runs.finished(id);
  await engine.close();
  const traces = new Set(spans.map((span) => span.traceId));
  expect(traces).toEqual(new Set([own.id.replaceAll('-', '')]));
});

it('[OT9] a function gets the span of its activation, and nothing where nobody traces', async () => {
  const { url, spans } = await collector();
  const seen: unknown[] = [];
  const flow = {
    skein: 1,
    id: 'f',
    nodes: [{ id: 'a', type: 'function', config: { name: 'own' } }],
  };
  for (const config of [{ telemetry: telemetryTo(url) }, {}]) {
    const functions = {
      own: (_: unknown, io: { trace?: string | undefined }) => void seen.push(io.trace),
    };
    const engine = await createEngine({ environment: {}, config, functions });
    await engine.runs.finished((await engine.runs.start(flow, { trace })).id);
    await engine.close();
  }
  const span = spans.find(({ name }) => name === 'function a');
  expect(seen).toEqual([`00-${traceId}-${span?.spanId}-01`, undefined]);
});

it('[OT9] providers, requests of tools and MCP servers get the span that calls them', async () => {
  const { url, spans } = await collector();
  const provider = await startFakeProvider();
  onTestFinished(() => provider.close());
  const heard: (string | undefined)[] = [];
  const web = createServer((request, response) => {
    heard.push(request.headers['traceparent'] as string | undefined);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((listening) => web.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void web.close());
  const { port } = web.address() as AddressInfo;
  const told = fileURLToPath(new URL('../../agents/test/mcp/hostile-server.mjs', import.meta.url));
  const calls = ['look', 'told-work'].map((name) => ({ id: name, name, arguments: {} }));
  provider.reply({ toolCalls: calls }, { text: 'Done.' });
  const agent = {
    id: 'a',
    type: 'agent',
    config: { prompt: 'Go.', model: 'local/m', tools: ['look', 'told-work'] },
  };
  const { folder, remove } = folderWith({
    'flow.json': { skein: 1, id: 'f', nodes: [agent] },
    'skein.config.json': {
      providers: { local: { type: 'openai-compatible', baseURL: `${provider.url}/v1` } },
      telemetry: telemetryTo(url),
      http: {
        allow: [`127.0.0.1:${port}`],
        tools: { look: { description: 'Looks.', url: `http://127.0.0.1:${port}/` } },
      },
      mcpServers: { told: { command: process.execPath, args: [told, 'meta'] } },
    },
  });
  onTestFinished(remove);
  const ended = await skein(['run', 'flow.json', '--json'], {
    cwd: folder,
    env: { TRACEPARENT: trace },
  });
  expect(ended.code).toBe(0);
  const spanOf = (name: string) => {
    const found = spans.find((span) => span.name === name);
    return `00-${traceId}-${found?.spanId}-01`;
  };
  const chats = spans.filter(({ name }) => name === 'chat m').map(({ spanId }) => spanId);
  expect(chats).toHaveLength(2);
  const sent = provider.requests.map(({ headers }) => headers['traceparent']);
  expect(sent).toEqual(chats.map((spanId) => `00-${traceId}-${spanId}-01`));
  expect(heard).toEqual([spanOf('execute_tool look')]);
  const body = JSON.stringify(provider.requests[1]?.body);
  expect(body).toContain(spanOf('execute_tool told-work'));
});
