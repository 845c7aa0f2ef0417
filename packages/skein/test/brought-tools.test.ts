// Goal: tools that a definition brings along run, and can do no more than its nodes and its operator allow. Method: a real server on this
// machine, agents with scripted models, and the whole engine.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEngine, type CreateEngineOptions } from '../src/index.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let server: Server;
let base = '';
const seen: { method: string; url: string; body: string; key: string | undefined }[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, body, key: headers.authorization });
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ weather: 'fine', url }));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

const place = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

function weather(more: object = {}): object {
  return {
    description: 'The weather of a city.',
    parameters: place,
    http: {
      url: `${base}/weather/\${args.city}`,
      query: { unit: '${= args.unit ?? "C" }' },
      ...more,
    },
  };
}

function asking(tools: object, names: readonly string[]): object {
  return {
    skein: 1,
    id: 'asking',
    tools,
    nodes: [{ id: 'desk', type: 'agent', config: { prompt: 'How is it?', tools: names } }],
  };
}

function calling(tool: string, args: object, tools: object): object {
  return {
    skein: 1,
    id: `calls-${tool}`,
    tools,
    nodes: [{ id: 'call', type: 'tool', config: { tool, args } }],
  };
}

async function withEngine<T>(
  options: CreateEngineOptions,
  act: (engine: Awaited<ReturnType<typeof createEngine>>) => Promise<T>,
): Promise<T> {
  const engine = await createEngine({
    http: { allow: [base.slice('http://'.length)] },
    environment: {},
    ...options,
  });
  try {
    return await act(engine);
  } finally {
    await engine.close();
  }
}

const runOf = (definition: object, options: CreateEngineOptions = {}) =>
  withEngine(options, async ({ runs }) => {
    const { id } = await runs.start(definition);
    return runs.finished(id);
  });

const resultOf = (run: { readonly output: unknown }) =>
  (run.output as { results: { result: unknown }[] }).results[0]?.result;

describe('tools that a definition brings along', () => {
  it('[X1750] a request is called by an agent, with the arguments of its model and through the guard', async () => {
    const script = {
      replies: [
        { when: { contains: 'fine' }, text: 'It is fine.' },
        { toolCalls: [{ name: 'weather', arguments: { city: 'Gent' } }] },
      ],
    };
    seen.length = 0;
    const run = await runOf(asking({ weather: weather() }, ['weather']), { script });
    expect([run.status, run.output]).toEqual(['completed', 'It is fine.']);
    expect(seen).toMatchObject([{ method: 'GET', url: '/weather/Gent?unit=C' }]);
    // The same address is refused where the operator has not allowed it.
    const called = calling('weather', { city: 'Gent' }, { weather: weather() });
    const refused = await runOf(called, { http: {} });
    expect(refused.error?.message).toContain('not one of the open internet');
    expect(seen).toHaveLength(1);
  });

  it('[X1751] a secret is sent to a written host only; arguments cannot choose who gets it', async () => {
    const auth = { bearer: 'WEATHER_KEY' };
    const environment = { WEATHER_KEY: 'k-123' };
    const config = { secrets: { hosts: { WEATHER_KEY: ['127.0.0.1'] } } };
    const open = { http: { url: '${args.city}', auth }, parameters: place };
    const chosen = await runOf(calling('open', { city: base }, { open }), { environment, config });
    expect(chosen.error?.message).toContain('must not choose the host');
    seen.length = 0;
    const named = calling('weather', { city: 'Gent' }, { weather: weather({ auth }) });
    expect((await runOf(named, { environment, config })).status).toBe('completed');
    expect(seen).toMatchObject([{ key: 'Bearer k-123' }]);
  });

  it('[X1752] code computes over its arguments and calls tools of the host; one that needs an approval is approved first', async () => {
    const calls: unknown[] = [];
    const options: CreateEngineOptions = {
      tools: {
        note: {
          description: '',
          parameters: { type: 'object' },
          run: (args: unknown) => (calls.push(args), 'noted'),
        },
        pay: {
          description: '',
          parameters: { type: 'object' },
          approve: true,
          run: (args: unknown) => (calls.push(args), 'paid'),
        },
      },
    };
    const double = {
      code: {
        code: 'return { twice: args.n * 2, note: await tools.note({ n: args.n }) };',
        tools: ['note'],
      },
    };
    const run = await runOf(calling('double', { n: 4 }, { double }), options);
    expect(resultOf(run)).toEqual({ twice: 8, note: 'noted' });
    const buy = { code: { code: 'return await tools.pay(args);', tools: ['pay'] } };
    await withEngine(options, async ({ runs, waits }) => {
      const { id } = await runs.start(calling('buy', { usd: 5 }, { buy }));
      const waiting = await runs.settled(id);
      expect([waiting.status, calls]).toEqual(['waiting', [{ n: 4 }]]);
      await waits.answer({ run: id }, 'approve');
      expect(resultOf(await runs.finished(id))).toBe('paid');
    });
    expect(calls).toEqual([{ n: 4 }, { usd: 5 }]);
  });

  it('[X1752] every call that code makes has a key of its own', async () => {
    const keys: string[] = [];
    const charge = {
      description: '',
      parameters: { type: 'object' },
      // Longer than a thread is kept for calls: the code is executed again from its beginning.
      run: async (_: unknown, { idempotencyKey }: { readonly idempotencyKey: string }) => {
        keys.push(idempotencyKey);
        await new Promise((done) => setTimeout(done, 200));
        return null;
      },
    };
    const code = `await tools.charge({ n: 1 }); await tools.charge({ n: 2 });
      await Promise.all([tools.charge({ n: 3 }), tools.charge({ n: 4 })]); return 'done';`;
    const all = { code: { code, tools: ['charge'] } };
    const run = await runOf(calling('all', {}, { all }), { tools: { charge } });
    expect(resultOf(run)).toBe('done');
    expect([keys.length, new Set(keys).size]).toEqual([4, 4]);
  });

  it('[X1753] a workflow is run with the arguments, and its answer is the result', async () => {
    await withEngine({}, async ({ runs, workflows }) => {
      const greet = {
        skein: 1,
        id: 'greet',
        nodes: [
          { id: 'tell', type: 'respond', config: { value: 'Hello ${trigger.name}' } },
          { id: 'later', type: 'input', config: { prompt: '?' } },
        ],
        edges: [{ from: 'tell', to: 'later' }],
      };
      await workflows.save(greet);
      const tools = { hello: { workflow: 'greet', input: { name: '${args.who}' } } };
      const { id } = await runs.start(calling('hello', { who: 'Ann' }, tools));
      expect(resultOf(await runs.finished(id))).toBe('Hello Ann');
    });
  });

  it('[X1754] the operator switches kinds of them off; a call then says so', async () => {
    const tools = { weather: weather(), double: { code: { code: 'return 1;' } } };
    const config = { limits: { tools: { http: false, code: false } } };
    for (const tool of ['weather', 'double']) {
      const run = await runOf(calling(tool, { city: 'x' }, tools), { config });
      expect(run.error?.message).toContain('is not allowed here');
    }
  });

  it('[X1755] what is wrong with one is told when the definition is checked', async () => {
    await withEngine({}, async ({ workflows }) => {
      const tools = {
        none: { description: 'x' },
        both: { workflow: 'w', code: { code: 'return 1;' } },
        reads: { http: { url: 'https://a.example/${= arg.x }' } },
        odd: { http: { method: 'GET' } },
      };
      const found = workflows.validate(asking(tools, ['none']));
      expect(found.map(({ code, pointer }) => [code, pointer])).toEqual([
        ['BAD_VALUE', '/tools/none'],
        ['BAD_VALUE', '/tools/both'],
        ['BAD_EXPRESSION', '/tools/reads/http/url'],
        ['MISSING_KEY', '/tools/odd/http'],
      ]);
    });
  });
});
