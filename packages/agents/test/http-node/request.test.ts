// Goal: a node sends what was written and reads what came; what may change something is announced before it is sent.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { jsonAnswer } from '../http-tools/request-world.ts';
import { nodeWorld, valueOf } from './node-world.ts';

describe('one request', () => {
  it('[A780] the value is the body: JSON parsed, text as text, nothing as null', async () => {
    const { run, base } = await nodeWorld(({ url }, response) => {
      if (url === '/json') return jsonAnswer({ n: 1 })(null as never, response);
      if (url === '/none') return void response.writeHead(204).end();
      if (url === '/html') return void response.end('<p>Hello</p>');
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('{"n":1}');
    });
    expect(await valueOf(run({ url: `${base}/json` }))).toEqual({ n: 1 });
    expect(await valueOf(run({ url: `${base}/text` }))).toBe('{"n":1}');
    expect(await valueOf(run({ url: `${base}/text`, response: 'json' }))).toEqual({ n: 1 });
    expect(await valueOf(run({ url: `${base}/json`, response: 'text' }))).toBe('{"n":1}');
    expect(await valueOf(run({ url: `${base}/none` }))).toBeNull();
    expect(await valueOf(run({ url: `${base}/json`, full: true }))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { n: 1 },
    });
    expect(await valueOf(run({ url: `${base}/json`, method: 'HEAD' }))).toBeNull();
    const html = await failureOf(() => run({ url: `${base}/html`, response: 'json' }).result);
    expect(html).toMatchObject({ code: 'HTTP_FAILED', retry: 'never' });
  });

  it.each<[string, JsonObject, object]>([
    ['json', { json: { a: [1, 'ü'] } }, { body: '{"a":[1,"ü"]}', type: 'application/json' }],
    ['json that is null', { json: null }, { body: 'null', type: 'application/json' }],
    [
      'form',
      { form: { a: 'x y', b: [1, 2], c: null } },
      { body: 'a=x+y&b=1&b=2', type: 'application/x-www-form-urlencoded' },
    ],
    ['text', { text: '<a/>', type: 'application/xml' }, { body: '<a/>', type: 'application/xml' }],
  ])('[A781] a body of %s', async (_, body, sent) => {
    const { run, base, seen } = await nodeWorld();
    await run({ url: base, body }).result;
    const [one] = seen;
    expect({ body: one?.body, type: one?.headers['content-type'] }).toEqual(sent);
    expect(one?.method).toBe('POST');
  });

  it('[A781] parts of a multipart body, and their names cannot begin other parts', async () => {
    const { run, base, seen } = await nodeWorld();
    const multipart = {
      'na"me\r\n': 'text',
      doc: { value: 'a,b\n', type: 'text/csv', filename: 'a.csv' },
    };
    await run({ url: base, method: 'PUT', body: { multipart } }).result;
    const { body = '', headers = {} } = seen[0] ?? {};
    const form = await new Response(body, {
      headers: { 'content-type': headers['content-type'] ?? '' },
    }).formData();
    const file = form.get('doc') as File;
    expect([...form.keys()]).toEqual(['na"me\r\n', 'doc']);
    expect([file.name, file.type, await file.text()]).toEqual(['a.csv', 'text/csv', 'a,b\n']);
  });

  it('[A781] query, headers and an idempotency key; templates cannot make a second header', async () => {
    const { run, base, seen } = await nodeWorld();
    const query = { q: 'a&b', tag: ['x', 'y'], none: null };
    await run({ url: `${base}/s?fixed=1#part`, query, headers: { 'X-One': '1' } }).result;
    await run({ url: base, method: 'DELETE' }).result;
    expect(seen[0]?.url).toBe('/s?fixed=1&q=a%26b&tag=x&tag=y');
    expect(seen[0]?.headers).toMatchObject({ 'x-one': '1' });
    expect(seen[0]?.headers['idempotency-key']).toBeUndefined();
    expect(seen[1]?.headers['idempotency-key']).toBe('run/node/1');
    for (const config of [
      { url: base, headers: { 'X-One': '1\r\nX-Two: 2' } },
      { url: base, headers: { 'X One': '1' } },
      { url: base, method: 'GET', body: { text: 'x' } },
      { url: base, body: { text: 'x', json: 1 } },
      { url: 'not an address' },
    ])
      expect(await failureOf(() => run(config).result)).toMatchObject({ code: 'BAD_CONFIG' });
    expect(seen).toHaveLength(2);
  });
});

describe('effects', () => {
  it('[A791] reading is recorded, writing is also announced before', async () => {
    const { run, base } = await nodeWorld();
    const keysOf = async (config: JsonObject) => {
      const { io, result } = run({ url: base, ...config });
      await result;
      return [...io.recorded.keys()];
    };
    expect(await keysOf({})).toEqual(['http#1']);
    expect(await keysOf({ method: 'POST', idempotent: true })).toEqual(['http#1']);
    for (const config of [{ method: 'POST' }, { method: 'DELETE' }, { body: { text: 'x' } }])
      expect(await keysOf(config)).toEqual(['http#1?1', 'http#1']);
  });
});
