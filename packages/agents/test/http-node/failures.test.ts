// Goal: what fails says so, is repeated only where that does no harm, and the guard of requests holds.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { nodeWorld, valueOf } from './node-world.ts';

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
    const { run, base } = await nodeWorld((_seen, response) =>
      response.writeHead(status, headers).end('Sorry.'),
    );
    const failure = await failureOf(() => run({ url: base, ...config }).result);
    expect(failure).toMatchObject({ code: 'HTTP_STATUS', retry, data: { status, body: 'Sorry.' } });
    const allowed = run({ url: base, ...config, allowStatus: [status], full: true });
    expect(await valueOf(allowed)).toMatchObject({ status, body: 'Sorry.' });
  });

  it('[A782] a connection that breaks is tried again if that does no harm', async () => {
    const { run, base } = await nodeWorld((_, response) => {
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
    const { run, base } = await nodeWorld(
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
    expect(await valueOf(run({ url: `${base}/here` }))).toBe('there');
    const slow = await failed({ url: `${base}/slow`, timeoutMs: 50 });
    expect(slow).toMatchObject({ code: 'HTTP_FAILED', message: expect.stringContaining('50 ms') });
  });

  it('[A784] a compressed answer is read, and a decompression bomb is refused', async () => {
    const text = JSON.stringify({ words: 'many '.repeat(50) });
    const { run, base } = await nodeWorld(
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
      expect(await valueOf(run({ url: `${base}/${path}` }))).toEqual(JSON.parse(text));
    const bomb = await failureOf(() => run({ url: `${base}/bomb` }).result);
    expect(bomb).toMatchObject({
      code: 'HTTP_REFUSED',
      message: expect.stringContaining('larger'),
    });
    const cut = await failureOf(() => run({ url: `${base}/cut` }).result);
    expect(cut).toMatchObject({ code: 'HTTP_FAILED', retry: 'later' });
  });
});
