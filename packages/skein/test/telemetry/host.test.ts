// Goal: runs are part of the traces of the program that runs them, and its own spans part of theirs, in parallel and after restarts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { context, propagation } from '@opentelemetry/api';
import { createEngine } from 'skein';
import { expect, it, onTestFinished } from 'vitest';
import { collector } from './observed-run.ts';
import { idOf, registerProviders, traceOf, type HostProviders } from './host-providers.ts';

const environment = {};

const flow = {
  skein: 1,
  id: 'order',
  name: 'Order',
  nodes: [
    { id: 'check', type: 'function', config: { name: 'check' } },
    {
      id: 'child',
      type: 'subworkflow',
      config: {
        workflow: {
          id: 'inner',
          nodes: [{ id: 'buy', type: 'agent', config: { prompt: 'Buy.', tools: ['pay'] } }],
          edges: [],
        },
      },
    },
  ],
  edges: [{ from: 'check', to: 'child' }],
};

const script = {
  replies: [{ toolCalls: [{ id: 'call-1', name: 'pay', arguments: {} }] }, { text: 'Bought.' }],
};

function hostParts({ inSpan }: Pick<HostProviders, 'inSpan'>) {
  return {
    functions: { check: () => inSpan('host.query', async () => 'checked') },
    tools: { pay: () => inSpan('host.payment', async () => 'paid') },
  };
}

it('[OT10][OT11] spans of a host, of a run and of the code that it calls are one tree', async () => {
  const host = registerProviders();
  const engine = await createEngine({ environment, script, ...hostParts(host) });
  const run = await host.inSpan('host.request', async () => {
    const { id } = await engine.runs.start(flow);
    return engine.runs.finished(id);
  });
  expect(run.status).toBe('completed');
  await engine.close();
  const parentOf = (name: string) => host.span(name).parentSpanContext?.spanId;
  const tree = [
    ['invoke_workflow Order', 'host.request'],
    ['function check', 'invoke_workflow Order'],
    ['host.query', 'function check'],
    ['subworkflow child', 'invoke_workflow Order'],
    ['invoke_workflow order#child', 'subworkflow child'],
    ['invoke_agent buy', 'invoke_workflow order#child'],
    ['execute_tool pay', 'invoke_agent buy'],
    ['host.payment', 'execute_tool pay'],
  ] as const;
  for (const [name, parent] of tree) {
    expect([name, parentOf(name)]).toEqual([name, idOf(host.span(parent))]);
  }
  expect(new Set(host.spans().map(traceOf)).size).toBe(1);
  const { instrumentationScope, attributes, status } = host.span('invoke_workflow Order');
  expect(instrumentationScope).toMatchObject({
    name: 'skein',
    version: expect.stringMatching(/^\d/),
    schemaUrl: 'https://opentelemetry.io/schemas/1.41.0',
  });
  expect(attributes).toMatchObject({
    'gen_ai.operation.name': 'invoke_workflow',
    'gen_ai.workflow.name': 'Order',
    'skein.run.status': 'completed',
  });
  expect(status.code).toBe(0);
});

it('[OT11] runs in parallel do not mix, whoever wakes them, and baggage goes along', async () => {
  const host = registerProviders();
  const heard: unknown[] = [];
  const functions = {
    check: async (name: unknown) => {
      // Both are under way before either goes on, and each continues in a turn that the other began.
      await new Promise((resolve) => setImmediate(resolve));
      await host.inSpan(`host.work ${String(name)}`, async () => {});
      heard.push([name, propagation.getActiveBaggage()?.getEntry('shop')?.value]);
      return null;
    },
  };
  const engine = await createEngine({ environment, functions });
  const two = {
    skein: 1,
    id: 'two',
    nodes: [
      { id: 'start', type: 'start' },
      ...['a', 'b'].map((id) => ({
        id,
        type: 'function',
        config: { name: 'check', args: '${start.output}' },
      })),
    ],
    edges: [
      { from: 'start', to: 'a' },
      { from: 'a', to: 'b' },
    ],
  };
  const names = ['one', 'two', 'three'];
  await Promise.all(
    names.map((name) =>
      host.inSpan(`host.request ${name}`, async () => {
        const shop = propagation.createBaggage({ shop: { value: name } });
        const inShop = propagation.setBaggage(context.active(), shop);
        const { id } = await context.with(inShop, () => engine.runs.start(two, { input: name }));
        await engine.runs.finished(id);
      }),
    ),
  );
  await engine.close();
  for (const name of names) {
    const request = host.span(`host.request ${name}`);
    const inTrace = host.spans().filter((span) => traceOf(span) === traceOf(request));
    const works = inTrace.filter((span) => span.name.startsWith('host.work'));
    expect(works.map((span) => span.name)).toEqual([`host.work ${name}`, `host.work ${name}`]);
    const nodes = inTrace.filter((span) => span.name.startsWith('function '));
    expect(works.map((span) => span.parentSpanContext?.spanId)).toEqual(nodes.map(idOf));
    expect(inTrace).toHaveLength(7);
  }
  expect(heard).toHaveLength(6);
  for (const [name, shop] of heard as [string, string][]) expect(shop).toBe(name);
});

it('[OT12] a run that waits leaves its spans, and goes on in the same trace after a restart', async () => {
  const host = registerProviders();
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-host-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const options = {
    environment,
    store: `sqlite:${path.join(folder, 'runs.db')}`,
    functions: { check: () => host.inSpan('host.query', async () => 1) },
  };
  const asking = {
    skein: 1,
    id: 'asking',
    nodes: [
      { id: 'boss', type: 'approval', config: { prompt: 'Go on?' } },
      { id: 'after', type: 'function', config: { name: 'check' } },
    ],
    edges: [{ from: 'boss', out: 'approved', to: 'after' }],
  };
  const first = await createEngine(options);
  const called = await host.inSpan('host.request', () => first.runs.start(asking));
  const alone = await first.runs.start(asking);
  for (const { id } of [called, alone]) await first.runs.settled(id);
  await first.close();
  const left = host.spans().filter(({ name }) => name === 'invoke_workflow asking');
  expect(left.map(({ events }) => events.map(({ name }) => name))).toEqual([
    ['skein.left'],
    ['skein.left'],
  ]);
  const second = await createEngine(options);
  for (const { id } of [called, alone]) {
    await second.waits.answer({ run: id }, 'yes');
    await second.runs.finished(id);
  }
  await second.close();
  const request = host.span('host.request');
  for (const [{ id }, above] of [
    [called, request],
    [alone, left.find((span) => traceOf(span) !== traceOf(request))],
  ] as const) {
    const ofRun = host.spans().filter(({ attributes }) => attributes['skein.run.id'] === id);
    expect(new Set(ofRun.map(traceOf)).size).toBe(1);
    const ended = ofRun.find(({ attributes }) => attributes['skein.run.status'] === 'completed');
    expect(ended?.parentSpanContext?.spanId).toBe(above && idOf(above));
    const after = ofRun.find(({ name }) => name === 'function after');
    expect(after?.parentSpanContext?.spanId).toBe(ended && idOf(ended));
    const inner = host.spans().filter(({ name }) => name === 'host.query');
    expect(inner.map(({ parentSpanContext }) => parentSpanContext?.spanId)).toContain(
      after && idOf(after),
    );
  }
});

it('[OT12] a start that is refused or repeated leaves no span', async () => {
  const host = registerProviders();
  const engine = await createEngine({ environment });
  const one = { skein: 1, id: 'f', nodes: [{ id: 'a', type: 'transform', config: { value: 1 } }] };
  const { id } = await engine.runs.start(one, { idempotencyKey: 'k' });
  const again = await engine.runs.start(one, { idempotencyKey: 'k' });
  expect(again.id).toBe(id);
  await engine.runs.finished(id);
  await engine.close();
  expect(host.span('invoke_workflow f').attributes['skein.run.id']).toBe(id);
});

it('[OT13] providers of the host send instead of the address in the environment, not instead of the configured one', async () => {
  const host = registerProviders();
  const { url, spans } = await collector();
  const one = { skein: 1, id: 'f', nodes: [{ id: 'a', type: 'transform', config: { value: 1 } }] };
  const runWith = async (options: Parameters<typeof createEngine>[0]) => {
    const engine = await createEngine(options);
    await engine.runs.finished((await engine.runs.start(one)).id);
    await engine.close();
  };
  await runWith({ environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url } });
  expect([spans.length, host.spans().length]).toEqual([0, 2]);
  await runWith({ environment: { OTEL_SDK_DISABLED: 'true' } });
  expect([spans.length, host.spans().length]).toEqual([0, 2]);
  const telemetry = { endpoint: url, timeoutMs: 60_000 };
  await host.inSpan('host.request', () => runWith({ environment, config: { telemetry } }));
  expect(host.spans()).toHaveLength(3);
  const root = spans.find(({ name }) => name === 'invoke_workflow f');
  expect(root?.parentSpanId).toBe(idOf(host.span('host.request')));
});
