// Goal: messages and models of session-graph, and values that look like its own words.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runId, type JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { type CreateEngineOptions } from '../../../src/index.ts';
import { graph, path, S, start, step } from './session-run.ts';

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
    nextRun: () => runId(run),
    next() {
      count += 1;
      return `00000000-0000-7000-8000-${(count * 0x100000).toString(16).padStart(12, '0')}`;
    },
  };
}
