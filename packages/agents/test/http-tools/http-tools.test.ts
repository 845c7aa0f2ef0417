import { writeFileSync } from 'node:fs';
import type { LookupFunction } from 'node:net';
import { expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { toolCall } from '../mcp/mcp-world.ts';
import { keptFiles } from '../kept-files.ts';
import { jsonAnswer, requestServer, toolsOf } from './request-world.ts';

it('[A178] arguments fill path, query and body, each in its own form', async () => {
  const { seen, base, host } = await requestServer(jsonAnswer({ found: [1, 2] }));
  const tools = toolsOf(
    {
      http: {
        tools: {
          get: { url: `${base}/a/{id}?lang={lang}`, description: 'Gets.' },
          post: { url: `${base}/a/{id}`, method: 'POST' },
        },
      },
    },
    { allow: [host] },
  );
  const get = await tools.find('get');
  expect(get).toMatchObject({ description: 'Gets.', effect: 'idempotent' });
  const args = { id: 'x/../y?z#', lang: 'a&b=c', more: ['1', 2], none: null };
  expect(await get?.run(args, toolCall())).toEqual({ found: [1, 2] });
  const post = await tools.find('post');
  expect(post).toMatchObject({ effect: 'guarded' });
  await post?.run({ id: 7, text: '${SECRET} {id}' }, toolCall());
  expect(seen.map(({ method, url, body }) => `${method} ${url} ${body}`)).toEqual([
    'GET /a/x%2F..%2Fy%3Fz%23?lang=a%26b%3Dc&more=1&more=2 ',
    'POST /a/7 {"text":"${SECRET} {id}"}',
  ]);
  expect(seen[1]?.headers).toMatchObject({
    'idempotency-key': 'key',
    'content-type': 'application/json',
  });
});

it.each(['..', '.', '', null])('[A178] a segment cannot be %j', async (id) => {
  const { seen, base, host } = await requestServer();
  const tools = toolsOf({ http: { tools: { get: { url: `${base}/a/{id}` } } } }, { allow: [host] });
  const get = await tools.find('get');
  await expect(async () => get?.run({ id }, toolCall())).rejects.toThrow(/"id"/);
  expect(seen).toEqual([]);
});

it.each(['http://{host}/x', 'http://127.0.0.1{rest}', 'https://api.test:{port}/', 'no address'])(
  '[A178] arguments cannot choose the host: %s',
  async (url) => {
    expect(await failureOf(() => toolsOf({ http: { tools: { get: { url } } } }))).toMatchObject({
      code: 'BAD_CONFIG',
    });
  },
);

it('[A178] what is not a success is an error with what was said', async () => {
  const { base, host } = await requestServer(jsonAnswer({ why: 'no such pet' }, 404));
  const tools = toolsOf({ http: { tools: { get: { url: `${base}/` } } } }, { allow: [host] });
  const get = await tools.find('get');
  await expect(async () => get?.run({}, toolCall())).rejects.toThrow(
    'It answered with status 404: {"why":"no such pet"}',
  );
});

it('[A178] answers over the limits are cut and marked, binary and packed ones not taken', async () => {
  const { base, host } = await requestServer(({ url }, response) => {
    if (url === '/text') response.end('z'.repeat(300_000));
    else if (url === '/endless') response.end('z'.repeat(3_000_000));
    else if (url === '/zip') response.writeHead(200, { 'content-encoding': 'gzip' }).end('bomb');
    else response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.alloc(5000));
  });
  const tool = (place: string) => ({ url: `${base}/${place}` });
  const tools = toolsOf(
    {
      http: {
        bytesMax: 1_000_000,
        tools: {
          text: tool('text'),
          endless: tool('endless'),
          zip: tool('zip'),
          binary: tool('binary'),
        },
      },
    },
    { allow: [host] },
  );
  const run = async (name: string) => (await tools.find(name))?.run({}, toolCall());
  expect(await run('text')).toMatch(/z\n\[cut: the first 100000 of 300000 characters\]$/);
  expect(await run('endless')).toMatch(/\[cut: /);
  expect(await run('binary')).toEqual({ type: 'image/png', bytes: 5000, omitted: true });
  expect(await failureOf(() => run('zip'))).toMatchObject({ code: 'HTTP_FAILED' });
});

const to =
  (address: string): LookupFunction =>
  (_, options, done) => {
    const family = address.includes(':') ? 6 : 4;
    if (options.all === true) done(null, [{ address, family }]);
    else done(null, address, family);
  };

it.each([
  ['this machine', (port: number) => `http://127.0.0.1:${port}/`],
  ['a private network', () => 'http://10.0.0.1/'],
  ['a link-local address', () => 'http://169.254.169.254/latest/meta-data'],
  ['a decimal number', (port: number) => `http://2130706433:${port}/`],
  ['IPv6', (port: number) => `http://[::1]:${port}/`],
  ['mapped IPv6', (port: number) => `http://[::ffff:127.0.0.1]:${port}/`],
  ['a name of this machine', (port: number) => `http://inside.test:${port}/`],
  ['a file', () => 'file:///etc/passwd'],
])(
  '[A179][A441] no tool reaches %s: nothing is sent, and no inner address is named',
  async (_, url) => {
    const { seen, port } = await requestServer();
    const lookup = to('127.0.0.1');
    const document = JSON.stringify({
      openapi: '3.1.0',
      paths: { '/x': { get: { operationId: 'x' } } },
    });
    const target = url(port);
    const both = toolsOf(
      {
        http: { tools: { get: { url: target } } },
        openapi: { api: { document: 'api.json', baseURL: target } },
      },
      { lookup },
    );
    writeFileSync(`${both.folder}/api.json`, document);
    for (const name of ['get', 'api-x']) {
      const tool = await both.find(name);
      const failure = await failureOf(() => tool?.run({}, toolCall()));
      expect(failure).toMatchObject({ code: 'HTTP_REFUSED', retry: 'never' });
      expect(JSON.stringify(failure)).not.toMatch(/127\.0|10\.0|169\.254|2130706433|::/);
    }
    expect(seen).toEqual([]);
  },
);

it('[A179] a redirect inside and a name that changes are refused, and no secret follows elsewhere', async () => {
  const inside = await requestServer();
  const outside = await requestServer((_, response) =>
    response.writeHead(302, { location: `${inside.base}/secret` }).end(),
  );
  const headers = { 'X-Key': '${KEY}' };
  const config = { http: { tools: { get: { url: `${outside.base}/`, headers } } } };
  const environment = { KEY: 'canary-key-1' };
  const strict = toolsOf(config, { allow: [outside.host], environment });
  const tool = await strict.find('get');
  expect(await failureOf(() => tool?.run({}, toolCall()))).toMatchObject({ code: 'HTTP_REFUSED' });
  expect(inside.seen).toEqual([]);
  const loose = toolsOf(config, { allow: [outside.host, inside.host], environment });
  expect(await (await loose.find('get'))?.run({}, toolCall())).toBe('ok');
  expect(outside.seen[0]?.headers['x-key']).toBe('canary-key-1');
  expect(inside.seen[0]?.headers).not.toHaveProperty('x-key');
});

it('[A881] a file that an argument names is a part of a form, and a response that is no text becomes a file', async () => {
  const { seen, base, host } = await requestServer((_, response) =>
    response
      .writeHead(200, { 'content-type': 'image/png', 'content-disposition': 'filename="a.png"' })
      .end(Buffer.from([1, 0, 2])),
  );
  const post = { url: `${base}/up/{id}`, method: 'POST' };
  const tools = toolsOf({ http: { tools: { post } } }, { allow: [host] });
  const files = keptFiles();
  const file = await files.write({ name: 'in.txt', type: 'text/plain' }, Buffer.from('hello'));
  const tool = await tools.find('post');
  const given = { id: 7, note: 'n', picture: file };
  const value = await tool?.run(given, { ...toolCall(), files });
  const [sent] = seen;
  expect(sent?.headers['content-type']).toContain('multipart/form-data; boundary=');
  expect(sent?.body).toMatch(/name="note"\r\n\r\nn\r\n/);
  expect(sent?.body).toMatch(/filename="in.txt"\r\nContent-Type: text\/plain\r\n\r\nhello\r\n/);
  expect(value).toMatchObject({ $file: { name: 'a.png', type: 'image/png', size: 3 } });
  expect([...(await files.read(value as never))]).toEqual([1, 0, 2]);
  // Outside of a run there are no files.
  await expect(async () => tool?.run(given, toolCall())).rejects.toThrow(/part of a run/);
  expect(await tool?.run({ id: 7 }, toolCall())).toMatchObject({ omitted: true });
});
