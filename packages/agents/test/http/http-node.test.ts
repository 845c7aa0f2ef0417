// Goal: a node that makes requests sends what was written, reads what came, and never sends or repeats what it must not. Method: a
// real server on this machine; attempts after a crash are calls of the same node with what was recorded.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createVault, guardedFetch, nativeNodeTypes, type GuardOptions } from '@skein/agents';
import type { Json, JsonObject } from '@skein/kernel';
import type { Secret } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { failureOf, fakeNodeIo, nodeCall } from '../fake-node-io.ts';
import { jsonAnswer, requestServer, type Answer } from '../http-tools/request-world.ts';

interface World {
  readonly secrets?: Readonly<Record<string, Secret>>;
  readonly recorded?: ReadonlyMap<string, Json | undefined>;
  readonly guard?: GuardOptions;
}

async function world(answer?: Answer, guard: GuardOptions = {}) {
  const server = await requestServer(answer);
  const run = (config: JsonObject, { secrets = {}, recorded = new Map() }: World = {}) => {
    const vaultOf = () => createVault({ find: (name) => secrets[name] });
    const fetch = guardedFetch({ allow: [server.host], ...guard });
    const type = nativeNodeTypes({ functions: new Map(), http: { fetch, vaultOf } }).get('http')!;
    const io = fakeNodeIo({ recorded, now: Date.UTC(2026, 0, 1) });
    const call = nodeCall({ nodeType: 'http', config });
    return { io, result: Promise.resolve(type.run!(call, io)) };
  };
  return { ...server, run };
}

const value = async ({ result }: { result: Promise<{ readonly value?: Json }> }) =>
  (await result).value;

describe('one request', () => {
  it('[A780] the value is the body: JSON parsed, text as text, nothing as null', async () => {
    const { run, base } = await world(({ url }, response) => {
      if (url === '/json') return jsonAnswer({ n: 1 })(null as never, response);
      if (url === '/none') return void response.writeHead(204).end();
      if (url === '/html') return void response.end('<p>Hello</p>');
      return void response.writeHead(200, { 'content-type': 'text/plain' }).end('{"n":1}');
    });
    expect(await value(run({ url: `${base}/json` }))).toEqual({ n: 1 });
    expect(await value(run({ url: `${base}/text` }))).toBe('{"n":1}');
    expect(await value(run({ url: `${base}/text`, response: 'json' }))).toEqual({ n: 1 });
    expect(await value(run({ url: `${base}/json`, response: 'text' }))).toBe('{"n":1}');
    expect(await value(run({ url: `${base}/none` }))).toBeNull();
    expect(await value(run({ url: `${base}/json`, full: true }))).toMatchObject({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { n: 1 },
    });
    expect(await value(run({ url: `${base}/json`, method: 'HEAD' }))).toBeNull();
    const html = await failureOf(() => run({ url: `${base}/html`, response: 'json' }).result);
    expect(html).toMatchObject({ code: 'HTTP_FAILED', retry: 'never' });
  });

  it.each<[string, JsonObject, object]>([
    ['json', { json: { a: [1, 'ü'] } }, { body: '{"a":[1,"ü"]}', type: 'application/json' }],
    [
      'form',
      { form: { a: 'x y', b: [1, 2], c: null } },
      { body: 'a=x+y&b=1&b=2', type: 'application/x-www-form-urlencoded' },
    ],
    ['text', { text: '<a/>', type: 'application/xml' }, { body: '<a/>', type: 'application/xml' }],
  ])('[A781] a body of %s', async (_, body, sent) => {
    const { run, base, seen } = await world();
    await run({ url: base, body }).result;
    const [one] = seen;
    expect({ body: one?.body, type: one?.headers['content-type'] }).toEqual(sent);
    expect(one?.method).toBe('POST');
  });

  it('[A781] parts of a multipart body, and their names cannot begin other parts', async () => {
    const { run, base, seen } = await world();
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
    const { run, base, seen } = await world();
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

describe('files', () => {
  it.each([
    ['attachment; filename="a b.txt"', '/x', 'a b.txt'],
    [`attachment; filename*=UTF-8''%c3%bc.txt; filename=u.txt`, '/x', 'ü.txt'],
    ['attachment; filename="../../secret"', '/x', 'secret'],
    ['attachment; filename="C:\\\\temp\\\\a.txt"', '/x', 'a.txt'],
    ['', '/files/report%201.pdf?v=2', 'report 1.pdf'],
    ['', '/', 'download'],
    ['attachment; filename=".."', '/x', 'download'],
  ])('[A792] a file is called what the server says: %s', async (disposition, url, name) => {
    const { run, base } = await world((_, response) => {
      if (disposition !== '') response.setHeader('content-disposition', disposition);
      response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([0, 255, 1]));
    });
    const { io, result } = run({ url: `${base}${url}`, response: 'file' });
    const file = (await result).value ?? null;
    expect(file).toMatchObject({ $file: { name, type: 'image/png', size: 3 } });
    expect([...(await io.files.read(file))]).toEqual([0, 255, 1]);
  });

  it('[A792] one that breaks off is none, and one that is no file is not sent', async () => {
    const { run, base, seen } = await world((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(() => response.destroy(), 20);
    });
    const broken = await failureOf(() => run({ url: base, response: 'file' }).result);
    expect(broken).toMatchObject({ code: 'HTTP_FAILED', retry: 'later' });
    const none = await failureOf(() => run({ url: base, body: { file: 'text' } }).result);
    expect(none).toMatchObject({ code: 'BAD_CONFIG' });
    expect(seen).toHaveLength(1);
  });
});

describe('failures', () => {
  it.each<[string, number, Record<string, string>, JsonObject, unknown]>([
    ['not found', 404, {}, {}, 'never'],
    ['too many requests', 429, { 'retry-after': '7' }, {}, { afterMs: 7000 }],
    ['a date', 503, { 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' }, {}, { afterMs: 30_000 }],
    ['a day is too long', 429, { 'retry-after': '86400' }, {}, { afterMs: 3_600_000 }],
    ['a broken server', 500, {}, {}, 'later'],
    ['a write that a busy server refused', 503, {}, { method: 'POST' }, 'later'],
    ['a write that broke the server', 500, {}, { method: 'POST' }, 'never'],
    ['one that may be repeated', 500, {}, { method: 'POST', idempotent: true }, 'later'],
  ])('[A782] %s: status %i', async (_, status, headers, config, retry) => {
    const { run, base } = await world((_seen, response) =>
      response.writeHead(status, headers).end('Sorry.'),
    );
    const failure = await failureOf(() => run({ url: base, ...config }).result);
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', retry, data: { status, body: 'Sorry.' } });
    const allowed = run({ url: base, ...config, allowStatus: [status], full: true });
    expect(await value(allowed)).toMatchObject({ status, body: 'Sorry.' });
  });

  it('[A782] a connection that breaks is tried again if that does no harm', async () => {
    const { run, base } = await world((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      response.destroy();
    });
    for (const [config, retry] of [
      [{}, 'later'],
      [{ method: 'POST' }, 'never'],
    ] as const) {
      const failure = await failureOf(() => run({ url: base, ...config }).result);
      expect(failure).toMatchObject({ code: 'HTTP_FAILED', retry });
    }
  });

  it('[A783] the guard holds: other networks, redirects there, slow and large answers', async () => {
    const { run, base } = await world(
      ({ url }, response) => {
        if (url === '/away')
          return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end();
        if (url === '/large') return void response.end('x'.repeat(2000));
        if (url === '/here') return void response.writeHead(302, { location: '/text' }).end();
        if (url === '/slow') return undefined;
        return void response.end('there');
      },
      { bytesMax: 1000 },
    );
    const failed = (config: JsonObject) => failureOf(() => run(config).result);
    const refused = { code: 'HTTP_REFUSED', retry: 'never' };
    for (const url of [
      'http://10.0.0.1/',
      'http://169.254.169.254/',
      `${base}/away`,
      `${base}/large`,
    ])
      expect(await failed({ url })).toMatchObject(refused);
    expect(await value(run({ url: `${base}/here` }))).toBe('there');
    const slow = await failed({ url: `${base}/slow`, timeoutMs: 50 });
    expect(slow).toMatchObject({ code: 'HTTP_FAILED', message: expect.stringContaining('50 ms') });
  });

  it('[A784] a compressed answer is read, and a decompression bomb is refused', async () => {
    const text = JSON.stringify({ words: 'many '.repeat(50) });
    const { run, base } = await world(
      ({ url }, response) => {
        const [encoding, body] =
          url === '/br'
            ? ['br', brotliCompressSync(text)]
            : ['gzip', gzipSync(url === '/bomb' ? Buffer.alloc(50_000_000) : text)];
        response.writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': encoding,
        });
        response.end(url === '/cut' ? body.subarray(0, 20) : body);
      },
      { bytesMax: 100_000 },
    );
    for (const path of ['gzip', 'br'])
      expect(await value(run({ url: `${base}/${path}` }))).toEqual(JSON.parse(text));
    const bomb = await failureOf(() => run({ url: `${base}/bomb` }).result);
    expect(bomb).toMatchObject({
      code: 'HTTP_REFUSED',
      message: expect.stringContaining('larger'),
    });
    const cut = await failureOf(() => run({ url: `${base}/cut` }).result);
    expect(cut).toMatchObject({ code: 'HTTP_FAILED', retry: 'later' });
  });
});

describe('secrets', () => {
  const canary = 'c4n4ry-of-the-mine';
  const bound = (host: string) => ({ KEY: { value: canary, hosts: [host] } });

  it.each<[string, JsonObject, (seen: { url: string; headers: object }) => unknown, unknown]>([
    ['bearer', { bearer: 'KEY' }, ({ headers }) => headers, { authorization: `Bearer ${canary}` }],
    [
      'basic',
      { basic: { user: 'ann', password: 'KEY' } },
      ({ headers }) => headers,
      { authorization: `Basic ${Buffer.from(`ann:${canary}`).toString('base64')}` },
    ],
    [
      'header',
      { header: { name: 'X-Key', secret: 'KEY' } },
      ({ headers }) => headers,
      { 'x-key': canary },
    ],
    [
      'query',
      { query: { name: 'key', secret: 'KEY' } },
      ({ url }) => ({ url }),
      { url: `/?a=1&key=${canary}` },
    ],
  ])('[A785] %s: is sent, and is in nothing that is recorded', async (_, auth, part, sent) => {
    // An echo is the worst that a server can do.
    const { run, base, host, seen } = await world(({ url, headers }, response) => {
      const status = url.startsWith('/fail') ? 400 : 200;
      const echo = JSON.stringify({ url, headers });
      response
        .writeHead(status, { 'content-type': 'application/json', 'x-echo': canary })
        .end(echo);
    });
    const secrets = bound(host);
    const config = { auth, query: { a: 1 }, full: true };
    const { io, result } = run({ ...config, url: `${base}/`, method: 'POST' }, { secrets });
    const given = (await result).value;
    expect(part(seen[0]!)).toMatchObject(sent as object);
    const failure = await failureOf(
      () => run({ ...config, url: `${base}/fail` }, { secrets }).result,
    );
    const shown = JSON.stringify([[...io.recorded], given, failure]);
    expect(failure).toMatchObject({ code: 'HTTP_STATUS' });
    expect(shown).toContain('[secret KEY]');
    const encoded = [canary, `ann:${canary}`].map((text) => Buffer.from(text).toString('base64'));
    for (const form of [canary, ...encoded]) expect(shown).not.toContain(form);
  });

  it('[A786] goes only where it is bound to; one that is bound to nothing goes nowhere', async () => {
    const { run, base, host, seen } = await world();
    const auth = { bearer: 'KEY' };
    for (const [secrets, said] of [
      [{}, 'There is no secret "KEY"'],
      [bound('api.example.com'), `not meant for ${host}`],
      [{ KEY: { value: canary } }, 'bound to no hosts'],
    ] as const) {
      const failure = await failureOf(() => run({ url: base, auth }, { secrets }).result);
      expect(failure).toMatchObject({
        code: 'SECRET_REFUSED',
        retry: 'never',
        message: expect.stringContaining(said),
      });
    }
    expect(seen).toEqual([]);
  });

  it('[A786] a redirect to another server gets neither the secret nor any header', async () => {
    const other = await world();
    const { run, base, host } = await world(
      (_, response) => response.writeHead(307, { location: `${other.base}/there` }).end(),
      { allow: ['127.0.0.1'] },
    );
    for (const auth of [{ bearer: 'KEY' }, { header: { name: 'X-Mine', secret: 'KEY' } }]) {
      const headers = { 'X-Other': canary };
      await run({ url: base, auth, headers }, { secrets: bound(host) }).result;
    }
    expect(other.seen.map(({ url }) => url)).toEqual(['/there', '/there']);
    expect(JSON.stringify(other.seen)).not.toContain(canary);
  });
});

describe('pages', () => {
  const rows = Array.from({ length: 25 }, (_, i) => i);
  const part = (start: number, size = 10) => rows.slice(start, start + size);
  const numberIn = (url: string, name: string, or: number) =>
    Number(new URL(url, 'http://x').searchParams.get(name) ?? or);

  const kinds: readonly (readonly [string, JsonObject, Answer, readonly string[]])[] = [
    [
      'links',
      { next: 'link' },
      ({ url }, response) => {
        const at = numberIn(url, 'at', 0);
        const link = `<http://${response.req.headers.host}/?at=${at + 10}>; rel="next", </>; rel="first"`;
        if (at < 20) response.setHeader('link', link);
        jsonAnswer(part(at))(null as never, response);
      },
      ['/', '/?at=10', '/?at=20'],
    ],
    [
      'addresses in the body',
      { next: { path: 'paging.next' }, items: 'rows' },
      ({ url }, response) => {
        const at = numberIn(url, 'at', 0);
        const paging = { next: at < 20 ? `/?at=${at + 10}` : null };
        jsonAnswer({ rows: part(at), paging })(null as never, response);
      },
      ['/', '/?at=10', '/?at=20'],
    ],
    [
      'numbers',
      { page: { param: 'p' } },
      ({ url }, response) =>
        jsonAnswer(part((numberIn(url, 'p', 1) - 1) * 10))(null as never, response),
      ['/?p=1', '/?p=2', '/?p=3', '/?p=4'],
    ],
    [
      'offsets',
      { page: { param: 'skip', start: 0, step: 10, size: 10 } },
      ({ url }, response) => jsonAnswer(part(numberIn(url, 'skip', 0)))(null as never, response),
      ['/?skip=0', '/?skip=10', '/?skip=20'],
    ],
    [
      'the last item',
      { cursor: { path: 'rows.-1', param: 'after' }, items: 'rows' },
      ({ url }, response) =>
        jsonAnswer({ rows: part(numberIn(url, 'after', -1) + 1) })(null as never, response),
      ['/', '/?after=9', '/?after=19', '/?after=24'],
    ],
    [
      'cursors',
      { cursor: { path: 'meta.next', param: 'after' }, items: 'rows' },
      ({ url }, response) => {
        const at = numberIn(url, 'after', 0);
        const meta = at < 20 ? { next: at + 10 } : {};
        jsonAnswer({ rows: part(at), meta })(null as never, response);
      },
      ['/', '/?after=10', '/?after=20'],
    ],
  ];

  it.each(kinds)('[A787] by %s, all items in order', async (_, pagination, answer, urls) => {
    const { run, base, seen } = await world(answer);
    expect(await value(run({ url: `${base}/`, pagination }))).toEqual(rows);
    expect(seen.map(({ url }) => url)).toEqual(urls);
  });

  it('[A787] a cursor in the body of a search', async () => {
    const { run, base, seen } = await world(({ body }, response) => {
      const { from = 0 } = JSON.parse(body) as { from?: number | string };
      const next = Number(from) < 20 ? Number(from) + 10 : null;
      jsonAnswer({ rows: part(Number(from)), next })(null as never, response);
    });
    const pagination = { cursor: { path: 'next', param: 'from', in: 'body' }, items: 'rows' };
    const config = { url: base, body: { json: { q: 1 } }, pagination };
    expect(await value(run(config))).toEqual(rows);
    expect(seen.map(({ body }) => body)).toEqual([
      '{"q":1}',
      '{"q":1,"from":"10"}',
      '{"q":1,"from":"20"}',
    ]);
    const keys = seen.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(3);
  });

  it('[A788] a crash between pages repeats none that is recorded', async () => {
    const [, pagination, answer] = kinds[0]!;
    let isUp = true;
    const { run, base, seen } = await world((one, response) =>
      isUp || one.url === '/' ? answer(one, response) : response.destroy(),
    );
    isUp = false;
    const first = run({ url: `${base}/`, pagination });
    expect(await failureOf(() => first.result)).toMatchObject({
      code: 'HTTP_FAILED',
      retry: 'later',
    });
    isUp = true;
    const { recorded } = first.io;
    expect(await value(run({ url: `${base}/`, pagination }, { recorded }))).toEqual(rows);
    expect(seen.map(({ url }) => url)).toEqual(['/', '/?at=10', '/?at=10', '/?at=20']);
  });

  it('[A789] stops at its limits with a warning, and says so in the full value', async () => {
    const [, pagination, answer] = kinds[0]!;
    const { run, base } = await world(answer);
    for (const [limits, items, pages] of [
      [{ pagesMax: 2 }, 20, 2],
      [{ itemsMax: 15 }, 15, 2],
    ] as const) {
      const config = { url: `${base}/`, pagination: { ...pagination, ...limits }, full: true };
      const { io, result } = run(config);
      expect((await result).value).toEqual({
        items: rows.slice(0, items),
        pages,
        isComplete: false,
      });
      expect(io.recorded.get('limit#1')).toMatchObject({ warning: { code: 'PAGES_LIMITED' } });
    }
  });

  it('[A790] no page is on another server, and none leads back', async () => {
    const { run, base, host, seen } = await world(({ url }, response) => {
      const next = url === '/away' ? 'https://evil.example.com/' : '/';
      jsonAnswer({ rows: [1], next })(null as never, response);
    });
    const secrets = { KEY: { value: 'c4n4ry-of-the-mine', hosts: [host] } };
    const pagination = { next: { path: 'next' }, items: 'rows' };
    const config = { pagination, auth: { bearer: 'KEY' } };
    const away = await failureOf(() => run({ ...config, url: `${base}/away` }, { secrets }).result);
    expect(away).toMatchObject({ code: 'HTTP_REFUSED' });
    const round = await failureOf(() => run({ ...config, url: `${base}/` }, { secrets }).result);
    expect(round).toMatchObject({ code: 'HTTP_FAILED', retry: 'never' });
    const empty = { ...config, url: `${base}/`, pagination: { ...pagination, items: 'none' } };
    expect(await failureOf(() => run(empty, { secrets }).result)).toMatchObject({
      code: 'BAD_CONFIG',
    });
    expect(seen.map(({ url }) => url)).toEqual(['/away', '/', '/']);
  });

  it('[A790] a link that repeats the secret of the query is followed with it, and recorded without', async () => {
    const canary = 'c4n4ry-of-the-mine';
    const { run, base, host, seen } = await world(({ url }, response) => {
      if (!url.includes('at=')) response.setHeader('link', `<${url}&at=1>; rel=next`);
      jsonAnswer([url.length])(null as never, response);
    });
    const secrets = { KEY: { value: canary, hosts: [host] } };
    const auth = { query: { name: 'key', secret: 'KEY' } };
    const { io, result } = run(
      { url: `${base}/?a=1`, auth, pagination: { next: 'link' } },
      { secrets },
    );
    expect((await result).value).toHaveLength(2);
    expect(seen.map(({ url }) => url)).toEqual([`/?a=1&key=${canary}`, `/?a=1&at=1&key=${canary}`]);
    expect(JSON.stringify([...io.recorded])).not.toContain(canary);
  });
});

describe('effects', () => {
  it('[A791] reading is recorded, writing is also announced before', async () => {
    const { run, base } = await world();
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
