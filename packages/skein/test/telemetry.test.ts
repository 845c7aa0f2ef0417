// Goal: a collector that speaks OTLP sees what ran, as the conventions say it, whatever happened to the processes; and no run sees the collector.
import { readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, type CreateEngineOptions } from 'skein';
import { afterEach, describe, expect, it } from 'vitest';
import { startCollector, type CollectedSpan, type Collector } from './otlp-collector.ts';
import { folderWith, skein } from './spawn-skein.ts';

const open: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function collector(...given: Parameters<typeof startCollector>): Promise<Collector> {
  const started = await startCollector(...given);
  open.push(started.close);
  return started;
}

/** For what must arrive: machines may be busy. */
const timeoutMs = 60_000;

/** The environment of a process that has no variables of its own about it. */
const environment = {};

function example(name: string): object {
  const file = new URL(`../../../examples/native/${name}`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as object;
}

function named(spans: readonly CollectedSpan[], name: string): CollectedSpan {
  const found = spans.filter((span) => span.name === name);
  expect(spans.map((span) => span.name)).toContain(name);
  return found[0] as CollectedSpan;
}

/** Runs it to its end, and gives the collector what is left. */
async function runOf(
  workflow: object,
  { input, ...options }: CreateEngineOptions & { readonly input?: string },
) {
  const engine = await createEngine({ environment, ...options });
  const { id } = await engine.runs.start(workflow, input === undefined ? {} : { input });
  const run = await engine.runs.finished(id);
  await engine.close();
  return run;
}

const flow = {
  skein: 1,
  id: 'flow',
  name: 'Flow',
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'try',
      type: 'function',
      config: { name: 'test.flaky' },
      retry: { attempts: 2, delayMs: 1 },
    },
    {
      id: 'child',
      type: 'subworkflow',
      config: {
        workflow: {
          id: 'inner',
          nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Say something.' } }],
          edges: [],
        },
      },
    },
    { id: 'break', type: 'function', config: { name: 'test.fail' } },
  ],
  edges: [
    { from: 'start', to: 'try' },
    { from: 'try', to: 'child' },
    { from: 'child', to: 'break' },
  ],
};

function flakyFunctions(secret = 'secret') {
  let calls = 0;
  return {
    'test.flaky': () => {
      calls += 1;
      if (calls === 1) throw new Error(`no luck with ${secret}`);
      return 'fine';
    },
    'test.fail': () => {
      throw Object.assign(new Error(`key ${secret} is wrong`), {
        code: 'NO_PAPER',
        retry: 'never',
      });
    },
  };
}

describe('spans', () => {
  it('[OT2][OT4] runs, activations, children and retries are one trace', async () => {
    const { url, spans, resource } = await collector();
    const telemetry = { endpoint: url, serviceName: 'shop', timeoutMs };
    const run = await runOf(flow, { config: { telemetry }, functions: flakyFunctions() });
    expect(run.status).toBe('failed');
    expect(resource()).toMatchObject({ 'service.name': 'shop' });
    const root = named(spans, 'run flow');
    expect(root).toMatchObject({
      traceId: run.id.replaceAll('-', ''),
      isError: true,
      attributes: {
        'skein.run.id': run.id,
        'skein.run.status': 'failed',
        'skein.workflow.id': 'flow',
        'skein.workflow.name': 'Flow',
        'error.type': 'NO_PAPER',
      },
    });
    expect(root).not.toHaveProperty('parentSpanId');
    const tried = named(spans, 'function try');
    expect(tried).toMatchObject({
      parentSpanId: root.spanId,
      attributes: {
        'skein.node.type': 'function',
        'skein.attempt': 2,
        'skein.outcome': 'completed',
      },
      events: [{ name: 'skein.retry' }],
    });
    const child = named(spans, 'subworkflow child');
    const inner = spans.find(({ attributes }) => attributes['skein.run.root'] === run.id);
    expect(inner).toMatchObject({ traceId: root.traceId, parentSpanId: child.spanId });
    expect(named(spans, 'llm say').parentSpanId).toBe(inner?.spanId);
    expect(named(spans, 'function break')).toMatchObject({
      isError: true,
      attributes: { 'error.type': 'NO_PAPER', 'skein.outcome': 'failed' },
    });
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    for (const { startMs, endMs } of spans) expect(endMs).toBeGreaterThanOrEqual(startMs);
  });

  it('[OT3] models, tools, agents and subagents follow the conventions', async () => {
    const { url, spans, text } = await collector();
    const script = example('19-research-team.script.json');
    const run = await runOf(example('19-research-team.json'), {
      config: { telemetry: { endpoint: url, timeoutMs } },
      script,
      input: 'the river Lys',
    });
    expect(run.status).toBe('completed');
    const editor = named(spans, 'invoke_agent Editor');
    const researcher = named(spans, 'invoke_agent Researcher');
    const archivist = named(spans, 'invoke_agent Archivist');
    expect(editor.parentSpanId).toBe(named(spans, 'run research-team').spanId);
    expect(researcher.parentSpanId).toBe(editor.spanId);
    expect(archivist.parentSpanId).toBe(researcher.spanId);
    expect(editor.attributes).toMatchObject({
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'Editor',
    });
    const search = named(spans, 'execute_tool archive-search');
    expect(search).toMatchObject({
      parentSpanId: archivist.spanId,
      attributes: {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'archive-search',
        'gen_ai.tool.type': 'function',
        'gen_ai.tool.call.id': expect.any(String),
      },
    });
    const chats = spans.filter(({ attributes }) => attributes['gen_ai.operation.name'] === 'chat');
    expect(chats.length).toBeGreaterThan(4);
    const parents = new Set(chats.map(({ parentSpanId }) => parentSpanId));
    for (const { spanId } of [editor, researcher, archivist]) expect(parents).toContain(spanId);
    expect(chats[0]).toMatchObject({
      kind: 3,
      attributes: {
        'gen_ai.provider.name': 'scripted',
        'gen_ai.request.model': expect.any(String),
        'gen_ai.usage.input_tokens': expect.any(Number),
        'gen_ai.usage.output_tokens': expect.any(Number),
        'gen_ai.response.finish_reasons': ['tool_calls'],
        'skein.run.id': run.id,
      },
    });
    expect(chats[0]?.name).toBe(`chat ${String(chats[0]?.attributes['gen_ai.request.model'])}`);
    expect(text()).not.toContain('river Lys');
  });

  it('[OT7] what was said goes along only when content is on', async () => {
    const { url, spans } = await collector();
    await runOf(example('19-research-team.json'), {
      config: { telemetry: { endpoint: url, content: true, timeoutMs } },
      script: example('19-research-team.script.json'),
      input: 'the river Lys',
    });
    const chat = spans.find(
      ({ attributes }) =>
        attributes['gen_ai.operation.name'] === 'chat' && attributes['skein.node.id'] === 'editor',
    );
    const input = JSON.parse(String(chat?.attributes['gen_ai.input.messages'])) as unknown;
    expect(input).toEqual([
      { role: 'user', parts: [{ type: 'text', content: 'Write about: the river Lys' }] },
    ]);
    expect(chat?.attributes['gen_ai.system_instructions']).toContain('You write one sentence.');
    expect(chat?.attributes['gen_ai.output.messages']).toContain('"tool_call"');
    const search = named(spans, 'execute_tool archive-search');
    expect(search.attributes['gen_ai.tool.call.arguments']).toContain('Lys');
    expect(search.attributes).toHaveProperty(['gen_ai.tool.call.result']);
  });

  it('[OT7] no message of an error, no key and no header is sent', async () => {
    const { url, text, headers } = await collector();
    const canary = 'CANARY-5b0a6a54';
    await runOf(flow, {
      config: {
        telemetry: {
          endpoint: url,
          timeoutMs,
          headers: { authorization: 'Bearer ${COLLECTOR_KEY}' },
        },
      },
      environment: { COLLECTOR_KEY: canary },
      functions: flakyFunctions(canary),
    });
    expect(headers[0]?.authorization).toBe(`Bearer ${canary}`);
    expect(text()).toContain('NO_PAPER');
    expect(text()).not.toContain('CANARY');
  });

  it('[OT4][OT5] a run that another engine goes on with keeps its trace, parents and times', async () => {
    const { url, spans } = await collector();
    const folder = mkdtempSync(path.join(tmpdir(), 'skein-telemetry-'));
    open.push(() => rmSync(folder, { recursive: true, force: true }));
    const options = {
      environment,
      store: `sqlite:${path.join(folder, 'runs.db')}`,
      config: { telemetry: { endpoint: url, timeoutMs } },
    };
    const first = await createEngine(options);
    const { id } = await first.runs.start({
      skein: 1,
      id: 'asking',
      nodes: [
        { id: 'before', type: 'transform', config: { value: 1 } },
        { id: 'boss', type: 'approval', config: { prompt: 'Go on?' } },
        { id: 'after', type: 'transform', config: { value: 2 } },
      ],
      edges: [
        { from: 'before', to: 'boss' },
        { from: 'boss', out: 'approved', to: 'after' },
      ],
    });
    const { createdAt, waits } = await first.runs.settled(id);
    await first.close();
    expect(spans.map(({ name }) => name)).toEqual(['transform before']);
    const second = await createEngine(options);
    await second.waits.answer({ run: id }, 'yes');
    await second.runs.finished(id);
    await second.close();
    const root = named(spans, 'run asking');
    expect(root.startMs).toBe(Date.parse(createdAt));
    for (const name of ['transform before', 'approval boss', 'transform after']) {
      expect(named(spans, name)).toMatchObject({
        traceId: root.traceId,
        parentSpanId: root.spanId,
      });
    }
    const boss = named(spans, 'approval boss');
    expect(boss.startMs).toBe(Date.parse(waits[0]?.createdAt ?? ''));
    expect(boss.events.map(({ name }) => name)).toEqual(['skein.wait.opened', 'skein.wait.closed']);
    expect(boss.events[1]?.attributes).toMatchObject({ 'skein.wait.outcome': 'answered' });
    expect(boss.events[0]?.attributes).toMatchObject({
      'skein.wait.kind': 'approval',
      'skein.wait.id': waits[0]?.id,
    });
  });
});

describe('metrics', () => {
  it('[OT6] count tokens, time, runs, activations and the load', async () => {
    const { url, points } = await collector();
    await runOf(example('19-research-team.json'), {
      config: { telemetry: { endpoint: url, timeoutMs } },
      script: example('19-research-team.script.json'),
      input: 'x',
    });
    const of = (metric: string) => points.filter((point) => point.metric === metric);
    const types = of('gen_ai.client.token.usage').map(
      (point) => point.attributes['gen_ai.token.type'],
    );
    expect(new Set(types)).toEqual(new Set(['input', 'output']));
    const operations = of('gen_ai.client.operation.duration').map(
      ({ attributes }) => attributes['gen_ai.operation.name'],
    );
    expect(new Set(operations)).toEqual(new Set(['chat', 'execute_tool']));
    const statuses = of('skein.runs').map(({ attributes }) => attributes['skein.run.status']);
    expect(statuses).toEqual(['started', 'completed']);
    expect(of('skein.run.duration')).toMatchObject([
      { attributes: { 'skein.run.status': 'completed' } },
    ]);
    expect(of('skein.activations')).toContainEqual({
      metric: 'skein.activations',
      attributes: { 'skein.node.type': 'agent', 'skein.outcome': 'completed' },
      value: 1,
    });
    for (const name of ['runs', 'executing', 'queued']) {
      expect(of(`skein.engine.${name}`)).toMatchObject([{ value: 0 }]);
    }
  });
});

describe('a collector that fails', () => {
  const refusals = [
    ['refuses', (response) => response.writeHead(500).end('no')],
    ['answers nonsense', (response) => response.writeHead(200).end('<html>')],
    ['hangs', () => {}],
    ['breaks off', (response) => response.destroy()],
  ] as const satisfies readonly (readonly [string, Parameters<typeof startCollector>[0]])[];
  for (const [name, answer] of refusals) {
    it(`[OT8] and ${name} changes no run`, async () => {
      const { url } = await collector(answer);
      const problems: unknown[] = [];
      const run = await runOf(flow, {
        config: { telemetry: { endpoint: url } },
        functions: flakyFunctions(),
        onProblem: (error) => problems.push(error),
      });
      expect(run).toMatchObject({ status: 'failed', error: { code: 'NO_PAPER' } });
      expect(problems).toEqual([]);
    });
  }

  it('[OT8] and is not there changes no run', async () => {
    const { url, close } = await startCollector();
    await close();
    const run = await runOf(flow, {
      config: { telemetry: { endpoint: url } },
      functions: flakyFunctions(),
    });
    expect(run.status).toBe('failed');
  });
});

describe('the command line', () => {
  const hello = {
    skein: 1,
    id: 'hello',
    nodes: [{ id: 'say', type: 'llm', config: { prompt: 'Hello' } }],
    edges: [],
  };
  const watching = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({ resolve(specifier, context, next) {
      const found = next(specifier, context);
      if (/@opentelemetry/.test(found.url)) process.stderr.write('LOADED ' + found.url + '\\n');
      return found;
    } });
  `)}`;
  const nodeOptions = ['--import', watching];

  it('[OT1] loads nothing and sends nothing unless an address is named', async () => {
    const { folder: cwd, remove } = folderWith({ 'hello.json': hello });
    open.push(remove);
    const { url, text } = await collector();
    const off = { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: 'true' };
    for (const env of [{}, off, { OTEL_SERVICE_NAME: 'shop' }]) {
      const ended = await skein(['run', 'hello.json'], { cwd, env, nodeOptions });
      expect(ended).toMatchObject({ code: 0, stdout: 'Hello\n' });
      expect(ended.stderr).not.toContain('LOADED');
    }
    expect(text()).toBe('');
  });

  it('[OT1] sends by the usual variables, and by the configuration', async () => {
    const { folder: cwd, remove } = folderWith({ 'hello.json': hello });
    open.push(remove);
    const { url, spans, points, headers, resource } = await collector();
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-team=a%20b,x-key=1',
      OTEL_SERVICE_NAME: 'shop',
      OTEL_EXPORTER_OTLP_TIMEOUT: String(timeoutMs),
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    };
    const ended = await skein(['run', 'hello.json'], { cwd, env, nodeOptions });
    expect(ended).toMatchObject({ code: 0, stdout: 'Hello\n' });
    expect(ended.stderr).toContain('LOADED');
    expect(named(spans, 'run hello')).toMatchObject({ isError: false });
    expect(points.length).toBeGreaterThan(0);
    expect(headers[0]).toMatchObject({ 'x-team': 'a b', 'x-key': '1' });
    expect(resource()).toMatchObject({
      'service.name': 'shop',
      'deployment.environment.name': 'test',
    });
    const before = spans.length;
    const config = { telemetry: { endpoint: url, serviceName: 'mine', sampleRatio: 0 } };
    const sampled = { SKEIN_TELEMETRY: JSON.stringify(config.telemetry) };
    expect((await skein(['run', 'hello.json'], { cwd, env: sampled })).code).toBe(0);
    expect(spans).toHaveLength(before);
    const bad = { SKEIN_TELEMETRY: JSON.stringify({ endpoint: 'ftp://x' }) };
    const refused = await skein(['run', 'hello.json'], { cwd, env: bad });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('CONFIG_INVALID');
    const missing = { endpoint: url, headers: { authorization: '${NO_SUCH_KEY}' } };
    const unset = await skein(['run', 'hello.json'], {
      cwd,
      env: { SKEIN_TELEMETRY: JSON.stringify(missing) },
    });
    expect(unset.stderr).toContain('NO_SUCH_KEY');
    expect(unset.code).toBe(2);
  });
});
