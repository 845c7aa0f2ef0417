// Goal: all pages are requested, each once, and none elsewhere.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { jsonAnswer, type Answer } from '../http-tools/request-world.ts';
import { nodeWorld, valueOf } from './node-world.ts';

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
    const { run, base, seen } = await nodeWorld(answer);
    expect(await valueOf(run({ url: `${base}/`, pagination }))).toEqual(rows);
    expect(seen.map(({ url }) => url)).toEqual(urls);
  });

  it('[A787] a cursor in the body of a search', async () => {
    const { run, base, seen } = await nodeWorld(({ body }, response) => {
      const { from = 0 } = JSON.parse(body) as { from?: number | string };
      const next = Number(from) < 20 ? Number(from) + 10 : null;
      jsonAnswer({ rows: part(Number(from)), next })(null as never, response);
    });
    const pagination = { cursor: { path: 'next', param: 'from', in: 'body' }, items: 'rows' };
    const config = { url: base, body: { json: { q: 1 } }, pagination };
    expect(await valueOf(run(config))).toEqual(rows);
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
    const { run, base, seen } = await nodeWorld((one, response) =>
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
    expect(await valueOf(run({ url: `${base}/`, pagination }, { recorded }))).toEqual(rows);
    expect(seen.map(({ url }) => url)).toEqual(['/', '/?at=10', '/?at=10', '/?at=20']);
  });

  it('[A1100] stops when the pages together are too large, however many it may request', async () => {
    const text = 'x'.repeat(4_900_000);
    const { run, base, seen } = await nodeWorld((_, response) =>
      jsonAnswer([text])(null as never, response),
    );
    const pagination = { page: { param: 'p' }, pagesMax: 100 };
    const { io, result } = run({ url: `${base}/`, pagination, full: true });
    expect((await result).value).toMatchObject({ pages: 11, isComplete: false });
    expect(seen).toHaveLength(11);
    expect(io.recorded.get('limit#1')).toMatchObject({ warning: { code: 'PAGES_LIMITED' } });
  });

  it('[A789] stops at its limits with a warning, and says so in the full value', async () => {
    const [, pagination, answer] = kinds[0]!;
    const { run, base } = await nodeWorld(answer);
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
    const { run, base, host, seen } = await nodeWorld(({ url }, response) => {
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
    const { run, base, host, seen } = await nodeWorld(({ url }, response) => {
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
