// Goal: what is counted, who sends it, and that no run sees the collector.
import { describe, expect, it } from 'vitest';
import { startCollector } from '../otlp-collector.ts';
import { callSkein } from '../call-skein.ts';
import { folderWith, skein } from '../spawn-skein.ts';
import {
  open,
  collector,
  timeoutMs,
  example,
  named,
  runOf,
  flow,
  flakyFunctions,
} from './observed-run.ts';

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
  /** Nothing has to arrive: an engine that is closed waits no longer than this for a collector that does not answer. */
  const shortMs = 300;
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
        config: { telemetry: { endpoint: url, timeoutMs: shortMs } },
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
      config: { telemetry: { endpoint: url, timeoutMs: shortMs } },
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
    expect(named(spans, 'invoke_workflow hello')).toMatchObject({ isError: false });
    expect(points.length).toBeGreaterThan(0);
    expect(headers[0]).toMatchObject({ 'x-team': 'a b', 'x-key': '1' });
    expect(resource()).toMatchObject({
      'service.name': 'shop',
      'deployment.environment.name': 'test',
    });
    const before = spans.length;
    const config = { telemetry: { endpoint: url, serviceName: 'mine', sampleRatio: 0 } };
    const sampled = { SKEIN_TELEMETRY: JSON.stringify(config.telemetry) };
    expect((await callSkein(['run', 'hello.json'], { cwd, env: sampled })).code).toBe(0);
    expect(spans).toHaveLength(before);
    const bad = { SKEIN_TELEMETRY: JSON.stringify({ endpoint: 'ftp://x' }) };
    const refused = await callSkein(['run', 'hello.json'], { cwd, env: bad });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('CONFIG_INVALID');
    const missing = { endpoint: url, headers: { authorization: '${NO_SUCH_KEY}' } };
    const unset = await callSkein(['run', 'hello.json'], {
      cwd,
      env: { SKEIN_TELEMETRY: JSON.stringify(missing) },
    });
    expect(unset.stderr).toContain('NO_SUCH_KEY');
    expect(unset.code).toBe(2);
  });
});
