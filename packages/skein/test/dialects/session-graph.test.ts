// Goal: runs of session-graph do what their documents say, and look like the state of a session at every moment. Method: the
// whole engine, with functions of the test's own.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json, JsonObject } from '@skein/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine, type CreateEngineOptions, type Engine } from '../../src/index.ts';

const S = '@{SESSION_ID}';
const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

interface Session {
  readonly id: string;
  readonly workflow: {
    readonly [step: string]: { status: string; error: string; last_executed?: number };
  };
  readonly last_evaluated: number;
  readonly data: {
    readonly outputs: { readonly [step: string]: readonly Json[] };
    readonly messages: Json;
  };
}

interface Running {
  readonly engine: Engine;
  readonly id: string;
  readonly view: () => Promise<Session>;
  readonly settled: () => Promise<string>;
  readonly statuses: () => Promise<Record<string, string>>;
  readonly answer: (step: string, answer: Json) => Promise<unknown>;
}

/** What functions were called with, in order. */
let calls: string[] = [];

const functions: CreateEngineOptions['functions'] = {
  give: (args) => (args as JsonObject)['value'] as Json,
  nothing: () => undefined,
  note: (args, _io, { node }) => {
    calls.push(node);
    return args as Json;
  },
  fail: (args) => {
    const { message } = args as { message?: string };
    throw new Error(message ?? 'broken');
  },
};

async function start(
  definition: JsonObject,
  { input, from, ...options }: CreateEngineOptions & { input?: Json; from?: string } = {},
): Promise<Running> {
  calls = [];
  const engine = await createEngine({
    functions: { ...functions, ...options.functions },
    ...without(options),
  });
  engines.push(engine);
  const given = {
    ...(input === undefined ? {} : { input }),
    ...(from === undefined ? {} : { start: from }),
  };
  const { id } = await engine.runs.start(definition, given);
  const view = async () => (await engine.runs.view(id, 'session-graph')) as unknown as Session;
  return {
    engine,
    id,
    view,
    settled: async () => (await engine.runs.settled(id)).status,
    statuses: async () => {
      const { workflow } = await view();
      return Object.fromEntries(
        Object.entries(workflow).map(([step, { status }]) => [step, status]),
      );
    },
    answer: (step, answer) => engine.waits.answer({ run: id, node: step }, answer),
  };
}

function without(given: CreateEngineOptions): CreateEngineOptions {
  const { functions: _, ...options } = given;
  return options;
}

const step = (id: string, name: string, input: JsonObject = {}): JsonObject => ({
  id,
  function: name,
  input,
});
const path = (way: string, more: JsonObject = {}): JsonObject => {
  const [from = '', to = ''] = way.split(' ');
  return { from, to, ...more };
};
const graph = (
  steps: readonly JsonObject[],
  paths: readonly JsonObject[] = [],
  more: JsonObject = {},
): JsonObject => ({
  steps,
  paths,
  ...more,
});

describe('the state of a session', () => {
  it('[SG15] begins with the start step active, and nothing else', async () => {
    let release = () => {};
    const held = new Promise<void>((done) => (release = done));
    const run = await start(graph([step('root', 'hold')]), { functions: { hold: () => held } });
    expect(await run.view()).toEqual({
      id: run.id,
      workflow: { root: { status: 'active', error: '' } },
      last_evaluated: 0,
      data: { outputs: {}, messages: [] },
    });
    release();
    await run.engine.runs.finished(run.id);
    const after = await run.view();
    expect(after.workflow).toEqual({
      root: { status: 'complete', error: '', last_executed: expect.any(Number) },
    });
    const now = Date.now() / 1000;
    expect(after.last_evaluated).toBeGreaterThan(now - 60);
    expect(Number.isInteger(after.last_evaluated)).toBe(true);
  });

  it('[SG3][SG15] begins with another step when one is named', async () => {
    const run = await start(graph([step('root', 'note'), step('b', 'note')]), { from: 'b' });
    expect(await run.settled()).toBe('completed');
    expect(await run.statuses()).toEqual({ b: 'complete' });
  });

  it('[SG5] a step without a function completes with no output', async () => {
    const run = await start(
      graph([{ id: 'root', input: { x: `${S}.input` } }, step('b', 'nothing')], [path('root b')]),
      { input: 'hi' },
    );
    expect(await run.settled()).toBe('completed');
    expect(await run.statuses()).toEqual({ root: 'complete', b: 'complete' });
    expect((await run.view()).data.outputs).toEqual({});
  });

  it('[SG15] shows cancelled steps no more', async () => {
    const run = await start(graph([step('root', 'hold')]), {
      functions: { hold: () => new Promise(() => {}) },
    });
    await run.engine.runs.cancel(run.id);
    expect((await run.view()).workflow).toEqual({});
  });

  it('[SG6] keeps the newest five outputs of each step', async () => {
    const definition = graph(
      [step('root', 'count')],
      [path('root root', { conditions: { left: `${S}.root`, op: 'lt', right: 7 } })],
    );
    let count = 0;
    const run = await start(definition, { functions: { count: () => ++count } });
    expect(await run.settled()).toBe('completed');
    expect((await run.view()).data.outputs).toEqual({ root: [3, 4, 5, 6, 7] });
  });
});

describe('missing data', () => {
  it('[SG16] makes a step pending, at any depth, until it has arrived', async () => {
    const needs = step('needs', 'note', { deep: [{ x: `${S}.late.y` }] });
    const late = step('late', 'give', { value: { y: 5 } });
    const definition = graph(
      [{ id: 'root' }, needs, { id: 'between' }, late],
      [path('root needs'), path('root between'), path('between late')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('completed');
    expect((await run.view()).data.outputs['needs']).toEqual([{ deep: [{ x: 5 }] }]);
  });

  it('[SG16] stalls the run only after a pass in which no step could run', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('needs', 'note', { x: `${S}.root.never` }),
        step('a', 'note'),
        step('b', 'note'),
      ],
      [path('root needs'), path('root a'), path('a b')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('stalled');
    expect(await run.statuses()).toEqual({
      root: 'complete',
      needs: 'pending',
      a: 'complete',
      b: 'complete',
    });
    expect((await run.engine.runs.get(run.id)).error).toMatchObject({
      code: 'STALLED',
      node: 'needs',
    });
  });

  it('[SG16] a step of a pass sees what earlier steps of the pass have stored', async () => {
    const definition = graph(
      [{ id: 'root' }, step('a', 'give', { value: 1 }), step('b', 'note', { x: `${S}.a` })],
      [path('root a', { priority: 1 }), path('root b', { priority: 2 })],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('completed');
    expect((await run.view()).data.outputs['b']).toEqual([{ x: 1 }]);
  });
});

describe('failures', () => {
  it('[SG17] stop their own branch, with their message', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('bad', 'fail', { message: 'no luck' }),
        step('after', 'note'),
        step('good', 'note'),
        step('end', 'note'),
      ],
      [path('root bad'), path('bad after'), path('root good'), path('good end'), path('end bad')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('failed');
    const { workflow } = await run.view();
    expect(workflow['bad']).toEqual({ status: 'error', error: 'no luck' });
    expect(await run.statuses()).toEqual({
      root: 'complete',
      bad: 'error',
      good: 'complete',
      end: 'complete',
    });
  });

  it('[SG17] a function that is not found is one', async () => {
    const run = await start(graph([step('root', 'no.such')]));
    expect(await run.settled()).toBe('failed');
    expect((await run.view()).workflow['root']).toEqual({
      status: 'error',
      error: 'Function not found: no.such',
    });
  });

  it('[SG17] beside a failure a step that lacks data stays pending', async () => {
    const definition = graph([step('root', 'fail'), step('b', 'note', { x: `${S}.root` })], []);
    const both = {
      ...definition,
      steps: [{ id: 'root' }, step('bad', 'fail'), step('b', 'note', { x: `${S}.bad` })],
    };
    const run = await start({ ...both, paths: [path('root bad'), path('root b')] });
    expect(await run.settled()).toBe('failed');
    expect(await run.statuses()).toEqual({ root: 'complete', bad: 'error', b: 'pending' });
  });

  it('[SG18] a person may retry a step in error while the run goes on', async () => {
    let times = 0;
    const flaky = () => {
      if (++times < 2) throw new Error('first time');
      return { fine: true };
    };
    const definition = graph(
      [
        { id: 'root' },
        step('bad', 'flaky'),
        step('ask', 'utils.request.request', { prompt: 'Go on?' }),
        step('after', 'note', { x: `${S}.bad.fine` }),
      ],
      [path('root bad'), path('root ask'), path('bad after')],
    );
    const run = await start(definition, { functions: { flaky } });
    expect(await run.settled()).toBe('waiting');
    expect(await run.statuses()).toEqual({ root: 'complete', bad: 'error', ask: 'awaiting_input' });
    await run.engine.runs.retry(run.id, 'bad');
    await run.answer('ask', 'yes');
    expect(await run.settled()).toBe('completed');
    expect(await run.statuses()).toEqual({
      root: 'complete',
      bad: 'complete',
      ask: 'complete',
      after: 'complete',
    });
    expect((await run.view()).data.outputs['after']).toEqual([{ x: true }]);
  });
});

describe('paths', () => {
  it.each<[string, Json, boolean]>([
    ['null', null, false],
    ['false', false, false],
    ['0', 0, false],
    ['""', '', false],
    ['"false"', 'false', true],
    ['"0"', '0', true],
    ['an empty list', [], true],
    ['an empty object', {}, true],
    ['1', 1, true],
  ])('[SG12] %s as a condition', async (_, value, isTrue) => {
    const definition = graph(
      [step('root', 'give', { value: { x: value } }), { id: 'yes' }, { id: 'no' }],
      [
        path('root yes', { conditions: `${S}.root.x` }),
        path('root no', { conditions: { false: `${S}.root.x` } }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(await run.statuses()).toEqual({ root: 'complete', [isTrue ? 'yes' : 'no']: 'complete' });
  });

  it('[SG12] a missing value is false', async () => {
    const definition = graph(
      [{ id: 'root' }, { id: 'yes' }, { id: 'no' }],
      [
        path('root yes', { conditions: `${S}.yes.x` }),
        path('root no', { conditions: { false: `${S}.yes.x` } }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(await run.statuses()).toEqual({ root: 'complete', no: 'complete' });
  });

  it.each([
    ['AND', false],
    ['and', false],
    ['OR', true],
    ['oR', true],
    [undefined, false],
  ])('[SG12] operator %s over true and false', async (operator, isFollowed) => {
    const definition = graph(
      [step('root', 'give', { value: { t: 1, f: 0 } }), { id: 'b' }],
      [
        path('root b', {
          conditions: [`${S}.root.t`, `${S}.root.f`],
          ...(operator === undefined ? {} : { operator }),
        }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(Object.keys(await run.statuses())).toEqual(isFollowed ? ['root', 'b'] : ['root']);
  });

  it('[SG14] all that hold are followed, by priority, steps one by one', async () => {
    const ids = ['a', 'b', 'c', 'd'];
    const definition = graph(
      [{ id: 'root' }, ...ids.map((id) => step(id, 'note'))],
      [
        path('root a'),
        path('root b', { priority: 9 }),
        path('root c', { priority: 2 }),
        path('root d'),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(calls).toEqual(['c', 'b', 'a', 'd']);
  });

  it('[SG19] two paths to a step that is active run it once, a complete one runs again', async () => {
    const definition = graph(
      [{ id: 'root' }, { id: 'a' }, { id: 'b' }, step('join', 'note'), { id: 'late' }],
      [
        path('root a'),
        path('root b'),
        path('a join'),
        path('b join'),
        path('join late', { conditions: { false: `${S}.late2` } }),
      ],
    );
    const run = await start(definition);
    await run.settled();
    expect(calls).toEqual(['join']);
    const again = graph(
      [{ id: 'root' }, step('join', 'note'), { id: 'a' }],
      [path('root join'), path('root a'), path('a join')],
    );
    const second = await start(again);
    await second.settled();
    expect(calls).toEqual(['join', 'join']);
    expect((await second.view()).data.outputs['join']).toHaveLength(2);
  });

  it('[SG4] a loop without an end is stopped at maxIterations, which the failure names', async () => {
    const definition = graph([step('root', 'note')], [path('root root')], {
      policy: { maxIterations: 3 },
    });
    const run = await start(definition);
    expect(await run.settled()).toBe('failed');
    expect(calls).toHaveLength(3);
    expect((await run.engine.runs.get(run.id)).error).toMatchObject({
      code: 'LIMIT_REACHED',
      message: /maxIterations/,
      details: { limit: 'maxIterations' },
    });
    const usual = await start(graph([step('root', 'note')], [path('root root')]));
    await usual.settled();
    expect(calls).toHaveLength(100);
  });

  it('[SG4] iterations count from the last answer', async () => {
    const definition = graph(
      [step('root', 'utils.request.request', { prompt: '?' }), step('b', 'note')],
      [path('root b'), path('b root')],
      { policy: { maxIterations: 3 } },
    );
    const run = await start(definition);
    for (let round = 0; round < 8; round++) {
      expect(await run.settled()).toBe('waiting');
      await run.answer('root', round);
    }
    expect(await run.settled()).toBe('waiting');
    expect((await run.view()).data.outputs['root']).toHaveLength(5);
  });
});

describe('questions', () => {
  const ask = (name: string, input: JsonObject) =>
    graph(
      [step('root', name, input), step('b', 'note', { said: `${S}.root.response` })],
      [path('root b')],
    );

  it.each([
    ['utils.request.request', 'request', {}],
    ['utils.request.confirm', 'confirm', {}],
    ['utils.request.select', 'select', { options: ['x', 'y'] }],
  ])(
    '[SG22] %s stores nothing and waits; the answer becomes one output',
    async (name, kind, more) => {
      const run = await start(ask(name, { prompt: 'Well?', other: [1], ...more }));
      expect(await run.settled()).toBe('waiting');
      const waiting = await run.view();
      expect(waiting.workflow).toEqual({ root: { status: 'awaiting_input', error: '' } });
      expect(waiting.data).toEqual({
        outputs: {},
        messages: [{ role: 'assistant', content: 'Well?' }],
      });
      const { waits } = await run.engine.runs.get(run.id);
      expect(waits).toMatchObject([{ node: 'root', kind, prompt: 'Well?' }]);
      await run.answer('root', 'x');
      expect(await run.settled()).toBe('completed');
      const { data } = await run.view();
      expect(data.outputs).toEqual({
        root: [{ prompt: 'Well?', other: [1], ...more, response: 'x' }],
        b: [{ said: 'x' }],
      });
      expect(data.messages).toEqual([
        { role: 'assistant', content: 'Well?' },
        { role: 'user', content: 'x' },
      ]);
    },
  );

  it.each<[string, Json, Json]>([
    ['a text', 'yes', 'yes'],
    ['an object with only a response', { response: { deep: 1 } }, { deep: 1 }],
    ['another object', { response: 1, more: 2 }, { response: 1, more: 2 }],
    ['null', null, null],
    ['a list', [1], [1]],
  ])('[SG22] %s as an answer', async (_, answer, response) => {
    const run = await start(ask('utils.request.request', { prompt: 'Well?', response: 'old' }));
    await run.settled();
    const [wait] = (await run.engine.runs.get(run.id)).waits;
    await run.answer('root', answer);
    // The same answer again is one answer.
    await run.engine.waits.answer(wait?.id ?? '', answer);
    await run.settled();
    expect((await run.view()).data.outputs['root']).toEqual([{ prompt: 'Well?', response }]);
  });

  it('[SG22] while one is open, the pass ends and nothing follows', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('ask', 'utils.request.request', { prompt: '?' }),
        step('a', 'note'),
        step('after', 'note'),
      ],
      [path('root ask'), path('root a'), path('a after')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('waiting');
    expect(calls).toEqual(['a']);
    await run.answer('ask', 1);
    await run.settled();
    expect(calls).toEqual(['a', 'after']);
  });
});

describe('messages and models', () => {
  it('[SG23] a text as input is the first user message, a reply adds its message', async () => {
    const definition = graph([
      step('root', 'utils.reply.reply', { message: `You said ${S}.input`, more: 1 }),
    ]);
    const run = await start(definition, { input: 'hello' });
    expect(await run.settled()).toBe('completed');
    const { data } = await run.view();
    expect(data.messages).toEqual([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'You said hello' },
    ]);
    expect(data.outputs).toEqual({ root: [{ message: 'You said hello', more: 1 }] });
    const object = await start(graph([{ id: 'root' }]), { input: { text: 'hello' } });
    await object.settled();
    expect((await object.view()).data.messages).toEqual([]);
  });

  it('[SG24] generate gives its response, or the fields of its schema, and may see the conversation', async () => {
    const schema = { type: 'object', properties: { mood: { type: 'string' } }, required: ['mood'] };
    const definition = graph(
      [
        step('root', 'utils.generate.generate', {
          model: 'm-1',
          system: 'Be brief.',
          user: `Say ${S}.input`,
        }),
        step('mood', 'utils.generate.generate', {
          user: 'How is it?',
          schema,
          include_history: true,
        }),
        step('blind', 'utils.generate.generate', { user: 'How is it?' }),
      ],
      [path('root mood'), path('mood blind')],
    );
    const script = {
      replies: [
        { when: { node: 'root', model: 'm-1', contains: 'Say hello' }, text: 'Hello.' },
        { when: { node: 'mood', history: 'hello' }, text: '{"mood":"good"}' },
        { when: { node: 'blind', history: 'hello' }, text: 'sees too much' },
      ],
      otherwise: 'nothing',
    };
    const run = await start(definition, { input: 'hello', script });
    expect(await run.settled()).toBe('completed');
    const { data } = await run.view();
    expect(data.outputs).toEqual({
      root: [{ response: 'Hello.' }],
      mood: [{ mood: 'good' }],
      blind: [{ response: 'nothing' }],
    });
    expect(data.messages).toEqual([{ role: 'user', content: 'hello' }]);
  });

  it('[SG24] an answer that does not fit the schema is a failure of the step', async () => {
    const schema = { type: 'object', required: ['mood'] };
    const definition = graph([step('root', 'utils.generate.generate', { user: 'x', schema })]);
    const run = await start(definition, { script: { otherwise: '{}' } });
    expect(await run.settled()).toBe('failed');
    expect((await run.view()).workflow['root']?.error).toMatch(/schema/);
  });

  it('[SG25] api calls go through the guard, which a host may open', async () => {
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, headers } = request;
        const seen = {
          method,
          body,
          key: headers['x-key'],
          idempotent: headers['idempotency-key'] !== undefined,
        };
        response.writeHead(method === 'PUT' ? 503 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(seen));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const call = (id: string, method: string, more: JsonObject = {}) =>
      step(id, 'utils.api.api', {
        method,
        url: `http://127.0.0.1:${port}/x`,
        headers: { 'X-Key': 'k' },
        ...more,
      });
    const definition = graph(
      [
        call('root', 'get'),
        call('post', 'POST', { json_data: { a: `${S}.root.status` } }),
        call('put', 'PUT'),
      ],
      [path('root post'), path('post put')],
    );
    try {
      const closed = await start(definition);
      expect(await closed.settled()).toBe('failed');
      expect((await closed.view()).workflow['root']?.error).toMatch(/refused/);
      const open = await start(definition, { http: { allow: [`127.0.0.1:${port}`] } });
      expect(await open.settled()).toBe('completed');
      const { data } = await open.view();
      expect(data.outputs).toMatchObject({
        root: [
          { status: 200, ok: true, data: { method: 'GET', body: '', key: 'k', idempotent: false } },
        ],
        post: [{ status: 200, data: { method: 'POST', body: '{"a":200}', idempotent: true } }],
        put: [{ status: 503, ok: false }],
      });
    } finally {
      server.close();
    }
  });
});

describe('hostile values', () => {
  it('[SG10] placeholders of every kind in outputs and answers stay what they are', async () => {
    const hostile =
      '@{SESSION_ID}.root ${root.output} $& $1 {{PREVIOUS_OUTPUT}} <<trigger_output>> |d }';
    const definition = graph(
      [
        step('root', 'utils.request.request', { prompt: `${S}.input` }),
        step('a', 'note', {
          text: `<${S}.root.response>`,
          value: `${S}.root.response`,
          other: `${S}.zz|${S}.root.response`,
        }),
        step('b', 'utils.generate.generate', { user: `${S}.a.text`, system: `${S}.a.value` }),
        step('c', 'utils.reply.reply', { message: `${S}.b.response` }),
      ],
      [
        path('root a'),
        path('a b', {
          conditions: { left: `${S}.a.value`, op: 'eq', right: `${S}.root.response` },
        }),
        path('b c'),
      ],
    );
    const run = await start(definition, { input: hostile });
    await run.settled();
    await run.answer('root', hostile);
    expect(await run.settled()).toBe('completed');
    const { data } = await run.view();
    expect(data.outputs).toEqual({
      root: [{ prompt: hostile, response: hostile }],
      a: [{ text: `<${hostile}>`, value: hostile, other: hostile }],
      b: [{ response: `<${hostile}>` }],
      c: [{ message: `<${hostile}>` }],
    });
  });

  it('[SG11] steps called __proto__ and constructor run like others', async () => {
    const definition = graph(
      [
        { id: 'root' },
        step('__proto__', 'give', { value: { constructor: 1 } }),
        step('constructor', 'note', { x: `${S}.__proto__.constructor` }),
      ],
      [path('root __proto__'), path('__proto__ constructor')],
    );
    const run = await start(definition);
    expect(await run.settled()).toBe('completed');
    const { data } = await run.view();
    expect(JSON.stringify(data.outputs)).toBe(
      '{"__proto__":[{"constructor":1}],"constructor":[{"x":1}]}',
    );
  });

  it('[SG9] the id of the run itself may stand for the session', async () => {
    const run = await start(
      graph(
        [
          step('root', 'give', { value: { x: 1 } }),
          step('b', 'note', { own: '@{run-of-the-test}.root.x', other: '@{abc}.root.x|none' }),
        ],
        [path('root b')],
      ),
      { ids: idsFrom('run-of-the-test') },
    );
    expect(await run.settled()).toBe('completed');
    expect((await run.view()).data.outputs['b']).toEqual([{ own: 1, other: 'none' }]);
  });
});

/** Ids of a test, with one of its own for the run. */
function idsFrom(run: string): NonNullable<CreateEngineOptions['ids']> {
  let count = 0;
  return {
    nextRun: () => run,
    next() {
      count += 1;
      return `00000000-0000-7000-8000-${(count * 0x100000).toString(16).padStart(12, '0')}`;
    },
  };
}
