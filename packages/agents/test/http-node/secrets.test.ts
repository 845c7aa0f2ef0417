// Goal: a secret goes where it is bound to, and is in nothing that anybody reads.
import type { JsonObject } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { nodeWorld } from './node-world.ts';

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
    const { run, base, host, seen } = await nodeWorld(({ url, headers }, response) => {
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

  it.each<[string, JsonObject, string, string]>([
    ['JSON', { json: { user: 'ann' } }, 'password', `{"user":"ann","password":"${canary}"}`],
    ['JSON, deep', { json: { a: { b: 1 } } }, 'a.key', `{"a":{"b":1,"key":"${canary}"}}`],
    ['a form', { form: { user: 'ann' } }, 'client_secret', `user=ann&client_secret=${canary}`],
  ])(
    '[A880] %s: a field is filled in, and is in nothing that is recorded',
    async (_, body, path, sent) => {
      const { run, base, host, seen } = await nodeWorld((request, response) => {
        response.end(JSON.stringify(request));
      });
      const config = { url: base, body, auth: { body: { path, secret: 'KEY' } } };
      const { io, result } = run(config, { secrets: bound(host) });
      const { value } = await result;
      expect(seen[0]).toMatchObject({ body: sent });
      expect(JSON.stringify([[...io.recorded], value])).not.toContain(canary);
      const text = { ...config, body: { text: 'x' } };
      expect(await failureOf(() => run(text, { secrets: bound(host) }).result)).toMatchObject({
        code: 'BAD_CONFIG',
      });
    },
  );

  it('[A2651] a part of the address: is filled in, and is in nothing that is recorded', async () => {
    const { run, base, host, seen } = await nodeWorld((request, response) => {
      response.end(JSON.stringify(request));
    });
    const secrets = { KEY: { value: `7:${canary}`, hosts: [host] } };
    const auth = { path: { placeholder: 'token', secret: 'KEY' } };
    const { io, result } = run({ url: `${base}/bot{token}/getMe`, auth }, { secrets });
    const { value } = await result;
    expect(seen[0]).toMatchObject({ url: `/bot7:${canary}/getMe` });
    expect(JSON.stringify([[...io.recorded], value])).not.toContain(canary);
    const failure = await failureOf(() => run({ url: base, auth }, { secrets }).result);
    expect(failure).toMatchObject({
      code: 'BAD_CONFIG',
      message: expect.stringContaining('{token}'),
    });
  });

  it('[A786] goes only where it is bound to; one that is bound to nothing goes nowhere', async () => {
    const { run, base, host, seen } = await nodeWorld();
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
    const other = await nodeWorld();
    const { run, base, host } = await nodeWorld(
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

  it('[A781] a header that none can be is refused before the secret is taken', async () => {
    const { run, base, host, seen } = await nodeWorld();
    const auth = { header: { name: 'X Key', secret: 'KEY' } };
    const failure = await failureOf(
      () => run({ url: base, auth }, { secrets: bound(host) }).result,
    );
    expect(failure).toMatchObject({ code: 'BAD_CONFIG', retry: 'never' });
    expect(seen).toEqual([]);
  });

  it('[A783][A785] a secret that no header can have fails once, without being told', async () => {
    const { run, base, host, seen } = await nodeWorld();
    const secrets = { KEY: { value: `${canary}\r\nX-Two: 2`, hosts: [host] } };
    const failure = await failureOf(
      () => run({ url: base, auth: { bearer: 'KEY' } }, { secrets }).result,
    );
    expect(failure).toMatchObject({ code: 'HTTP_REFUSED', retry: 'never' });
    expect(JSON.stringify(failure)).not.toContain(canary);
    expect(seen).toEqual([]);
  });
});
