// Goal: calls of providers and MCP servers say what the conventions have names for, and metrics have the buckets of the conventions.
import { channel } from 'node:diagnostics_channel';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { startFakeProvider, type FakeProvider } from '@skein/testkit';
import { createEngine } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { collector, named } from './observed-run.ts';
import { registerProviders } from './host-providers.ts';

const mcpServer = fileURLToPath(
  new URL('../../../agents/test/mcp/hostile-server.mjs', import.meta.url),
);

async function provider(): Promise<FakeProvider> {
  const started = await startFakeProvider();
  onTestFinished(() => started.close());
  return started;
}

/** An agent that calls a tool of an MCP server, and answers. */
async function runAgent(fake: FakeProvider, more: object = {}): Promise<void> {
  fake.reply(
    { toolCalls: [{ id: 'call-1', name: 'told-work', arguments: {} }] },
    { text: 'Done.', usage: { input: 20, output: 7, cached: 15, reasoning: 4 } },
  );
  const engine = await createEngine({
    environment: {},
    config: {
      providers: { local: { type: 'openai-compatible', baseURL: `${fake.url}/v1` } },
      mcpServers: { told: { command: process.execPath, args: [mcpServer, 'meta'] } },
      ...more,
    },
  });
  const agent = {
    id: 'a',
    type: 'agent',
    config: { prompt: 'Go.', model: 'local/m', tools: ['told-work'] },
  };
  const { id } = await engine.runs.start({ skein: 1, id: 'f', nodes: [agent] });
  expect((await engine.runs.finished(id)).status).toBe('completed');
  await engine.close();
}

it('[OT14] a call of a provider says who answered, from where, how soon, and what was cached', async () => {
  const host = registerProviders();
  const fake = await provider();
  await runAgent(fake);
  const chat = host.spans().findLast(({ name }) => name === 'chat m');
  expect(chat?.attributes).toMatchObject({
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'local',
    'gen_ai.request.model': 'm',
    'gen_ai.request.stream': true,
    'gen_ai.response.id': 'answer_2',
    'gen_ai.response.model': 'm',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.response.time_to_first_chunk': expect.any(Number),
    'gen_ai.usage.input_tokens': 20,
    'gen_ai.usage.output_tokens': 7,
    'gen_ai.usage.cache_read.input_tokens': 15,
    'gen_ai.usage.reasoning.output_tokens': 4,
    'server.address': '127.0.0.1',
    'server.port': Number(new URL(fake.url).port),
  });
  const seconds = Number(chat?.attributes['gen_ai.response.time_to_first_chunk']);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThan(60);
});

it('[OT14] a call of an MCP server is the span of the tool call, with what it says of the server', async () => {
  const host = registerProviders();
  await runAgent(await provider());
  expect(host.span('execute_tool told-work').attributes).toMatchObject({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'told-work',
    'mcp.method.name': 'tools/call',
    'mcp.protocol.version': expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    'network.transport': 'pipe',
  });
});

it('[OT15] metrics have the names, units and bucket boundaries of the conventions', async () => {
  const host = registerProviders();
  await runAgent(await provider());
  const measured = await host.metrics();
  const of = (name: string) => {
    const found = measured.find(({ descriptor }) => descriptor.name === name);
    const point = found?.dataPoints.at(-1);
    // They are histograms.
    const value = point?.value as { readonly buckets: { readonly boundaries: number[] } };
    return {
      unit: found?.descriptor.unit,
      boundaries: value.buckets.boundaries,
      attributes: point?.attributes,
    };
  };
  const seconds = [
    0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
  ];
  const model = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'local',
    'gen_ai.request.model': 'm',
    'gen_ai.response.model': 'm',
    'server.address': '127.0.0.1',
  };
  expect(of('gen_ai.client.token.usage')).toMatchObject({
    unit: '{token}',
    boundaries: [
      1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576, 4194304, 16777216, 67108864,
    ],
    attributes: { ...model, 'gen_ai.token.type': 'output' },
  });
  expect(of('gen_ai.client.operation.duration')).toMatchObject({ unit: 's', boundaries: seconds });
  expect(of('gen_ai.client.operation.time_to_first_chunk')).toMatchObject({
    unit: 's',
    boundaries: seconds,
    attributes: model,
  });
  expect(of('mcp.client.operation.duration')).toMatchObject({
    unit: 's',
    boundaries: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300],
    attributes: { 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'told-work' },
  });
  expect(await host.scopes()).toMatchObject([
    { name: 'skein', schemaUrl: 'https://opentelemetry.io/schemas/1.41.0' },
  ]);
});

it('[OT14][OT15] an exporter of our own sends the same, with version and schema', async () => {
  const { url, spans, scopes, points } = await collector();
  await runAgent(await provider(), { telemetry: { endpoint: url, timeoutMs: 60_000 } });
  expect(named(spans, 'chat m').attributes).toMatchObject({
    'gen_ai.response.id': 'answer_1',
    'gen_ai.request.stream': true,
  });
  expect(named(spans, 'execute_tool told-work').attributes).toMatchObject({
    'mcp.method.name': 'tools/call',
  });
  const metrics = new Set(points.map(({ metric }) => metric));
  expect(metrics).toContain('gen_ai.client.operation.time_to_first_chunk');
  expect(metrics).toContain('mcp.client.operation.duration');
  for (const scope of scopes) {
    expect(scope).toEqual({
      name: 'skein',
      version: expect.stringMatching(/^\d/),
      schemaUrl: 'https://opentelemetry.io/schemas/1.41.0',
    });
  }
  expect(scopes.length).toBeGreaterThan(1);
});

it('[OT16] a provider gets one `traceparent`: ours, or that of the host that adds one itself', async () => {
  const host = registerProviders();
  const fake = await provider();
  await runAgent(fake);
  const chats = host.spans().filter(({ name }) => name === 'chat m');
  expect(fake.requests.map(({ headers }) => headers['traceparent'])).toEqual(
    chats.map((span) => `00-${span.spanContext().traceId}-${span.spanContext().spanId}-01`),
  );
  const requests = channel('undici:request:create');
  const instrumentation = () => {};
  requests.subscribe(instrumentation);
  onTestFinished(() => {
    requests.unsubscribe(instrumentation);
  });
  const instrumented = await provider();
  await runAgent(instrumented);
  expect(instrumented.requests.map(({ headers }) => headers['traceparent'])).toEqual([
    undefined,
    undefined,
  ]);
});
