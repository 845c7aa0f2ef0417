import { request } from 'node:http';
import { connect } from 'node:net';
import { routes, basePath, type Route } from '@skein/api';
import { expect, it } from 'vitest';
import { codeIn } from './code-in.ts';
import { hello, serve, type Serving } from './serving.ts';

const writing = Object.entries<Route>(routes).filter(([, { body }]) => body !== undefined);
const placeOf = ({ path }: Route) => basePath + path.replaceAll(/\{\w+\}/g, 'hello');

it('[V30] nesting of 10,000 levels is refused by every route that takes a body, before anything is kept', async () => {
  const { send, store } = await serve();
  await send('POST', '/api/v1/workflows', { body: hello });
  const deep = `${'['.repeat(10_000)}${']'.repeat(10_000)}`;
  for (const [name, route] of writing) {
    for (const text of [
      deep,
      `{"input":${deep}}`,
      `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    ]) {
      const sent = await send(route.method.toUpperCase(), placeOf(route), {
        text,
        headers: { 'content-type': 'application/json' },
      });
      expect([name, sent.status, codeIn(sent.body)]).toEqual([name, 400, 'TOO_DEEP']);
    }
  }
  expect((await store.runs.list({})).items).toEqual([]);
  expect((await store.definitions.list({})).items).toHaveLength(1);
});

it('[V31] bodies of other types, broken ones and oversized ones are refused by every route', async () => {
  const { send } = await serve({ limits: { bodyBytesMax: 2000 } });
  for (const [name, route] of writing) {
    const post = (text: string, type?: string) =>
      send(route.method.toUpperCase(), placeOf(route), {
        text,
        headers: { 'content-type': type ?? 'application/json' },
      });
    const form = await post('a=1', 'application/x-www-form-urlencoded');
    // A2A has a name of its own for it.
    const reason = name === 'postA2a' ? 'CONTENT_TYPE_NOT_SUPPORTED' : 'MEDIA_TYPE';
    expect([name, form.status, codeIn(form.body)]).toEqual([name, 415, reason]);
    const plain = await post('{}', 'text/plain');
    expect([name, plain.status]).toEqual([name, 415]);
    const multi = await post('x', `multipart/form-data; boundary=${'b'.repeat(1500)}`);
    expect([name, multi.status]).toEqual([name, 415]);
    const broken = await post('{"a":');
    expect([name, broken.status, codeIn(broken.body)]).toEqual([name, 400, 'BAD_JSON']);
    const large = await post(JSON.stringify('x'.repeat(3000)));
    expect([name, large.status, codeIn(large.body)]).toEqual([name, 413, 'TOO_LARGE']);
  }
});

it('[V31] a body without a length is counted while it comes', async () => {
  const { url } = await serve({ limits: { bodyBytesMax: 100_000 } });
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const sending = request(`${url}/api/v1/workflows/validate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
    });
    sending.on('response', ({ statusCode }) => resolve(statusCode));
    sending.on('error', reject);
    for (let n = 0; n < 50; n++) sending.write(`"${'x'.repeat(10_000)}`);
    sending.end();
  });
  expect(status).toBe(413);
});

it('[V32] keys of prototypes are plain data', async () => {
  const { send, engine } = await serve();
  const nodes = ['__proto__', 'constructor', 'toString'].map((id) => ({
    id,
    type: 'transform',
    config: { value: id },
  }));
  const text = `{"skein":1,"id":"constructor","nodes":${JSON.stringify(nodes)},"edges":[]}`;
  const headers = { 'content-type': 'application/json' };
  expect((await send('POST', '/api/v1/workflows', { text, headers })).status).toBe(201);
  const run = await send('POST', '/api/v1/workflows/constructor/run?wait=20', {
    text: '{"input":{"__proto__":{"polluted":true},"constructor":{"prototype":1}}}',
    headers,
  });
  expect(JSON.stringify(run.body.run.input)).toBe(
    '{"__proto__":{"polluted":true},"constructor":{"prototype":1}}',
  );
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  const patched = await send('PATCH', '/api/v1/workflows/constructor', {
    text: '{"definition":{"__proto__":{"polluted":true}}}',
    headers,
  });
  expect(patched.status).toBeLessThan(500);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  for (const id of ['__proto__', 'constructor', 'toString']) {
    expect((await send('GET', `/api/v1/runs/${id}`)).status).toBe(404);
    const why = await send('GET', `/api/v1/runs/${run.body.run_id}/explain?node=${id}`);
    expect(why.status).toBe(200);
  }
  expect(Object.keys((await engine.runs.get(run.body.run_id)).nodes)).toHaveLength(3);
});

it('[V33] odd parameters, queries and headers are refused with their place', async () => {
  const { send } = await serve();
  const refused = async (path: string, headers: { readonly [name: string]: string } = {}) => {
    const { status, body } = await send('GET', `/api/v1${path}`, { headers });
    return [status, body.error.code, body.error.details.complaints?.[0].pointer];
  };
  expect(await refused('/runs?limit=0')).toEqual([400, 'REQUEST_INVALID', '/limit']);
  expect(await refused('/runs?limit=many')).toEqual([400, 'REQUEST_INVALID', '/limit']);
  expect(await refused('/runs?status=odd')).toEqual([400, 'REQUEST_INVALID', '/status']);
  for (const cursor of ['%00', 'x', '-1', '99999999999999999999', '%F0%9F%92%A9']) {
    expect((await send('GET', `/api/v1/runs?cursor=${cursor}`)).status).toBeLessThan(500);
    expect((await send('GET', `/api/v1/workflows?cursor=${cursor}`)).status).toBeLessThan(500);
  }
  expect((await refused('/waits?cursor=x')).slice(0, 2)).toEqual([400, 'REQUEST_INVALID']);
  expect((await refused(`/runs/${'x'.repeat(600)}`)).slice(0, 2)).toEqual([400, 'REQUEST_INVALID']);
  expect((await refused('/runs/%zz')).slice(0, 1)).toEqual([404]);
  expect((await refused('/runs/%00')).slice(0, 1)).toEqual([404]);
  expect((await refused('/runs/..%2f..%2fetc')).slice(0, 1)).toEqual([404]);
  const unknown = await send('POST', '/api/v1/workflows/x/run', { body: { status: 'completed' } });
  expect([unknown.status, unknown.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
});

it('[V34] definitions of 200 broken shapes are answered with 4xx, and none is kept', async () => {
  const { send, store } = await serve();
  let shapes = 0;
  for (const body of brokenShapes()) {
    for (const where of ['/api/v1/workflows', '/api/v1/workflows/import']) {
      const { status } = await send('POST', where, { body });
      expect([status >= 400 && status < 500, JSON.stringify(body)]).toEqual([
        true,
        JSON.stringify(body),
      ]);
      shapes += 1;
    }
    const checked = await send('POST', '/api/v1/workflows/validate', { body });
    expect(checked.body.valid).toBe(false);
  }
  expect(shapes).toBeGreaterThan(200);
  expect((await store.definitions.list({})).items).toEqual([]);
});

function* brokenShapes(): Generator<unknown> {
  const odd = [null, true, 7, -1, 1e300, '', 'x', [], [[]], [null], {}, { a: 1 }, [{ id: 1 }]];
  for (const value of odd) {
    yield { skein: 1, nodes: value, edges: value };
    yield { skein: value, nodes: [{ id: 'a', type: 'nope' }] };
    yield { nodes: [{ id: 'a', nodeType: value }], edges: [] };
    yield { steps: [{ id: value, function: value }], paths: value };
    yield { nodes: [{ id: value, type: 'agent', data: value }], connections: [] };
    yield { entrypointNodeId: value, nodes: [{ id: 'n', nodeType: 'AGENT' }], edges: value };
    yield { uuid: 'u', name: 'n', steps: [{ type: value }], trigger: value };
    yield { skein: 1, nodes: [{ id: 'a', type: 'transform' }], edges: [{ from: value, to: 'b' }] };
  }
}

it('[V35] a client that sends its headers slowly holds nobody up', async () => {
  const { url, send } = await serve();
  const { port } = new URL(url);
  const slow = Array.from({ length: 50 }, () => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.on('error', () => {});
    socket.write('POST /api/v1/workflows HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ');
    return socket;
  });
  expect((await send('GET', '/api/v1/runs')).status).toBe(200);
  for (const socket of slow) socket.destroy();
  const huge = await send('GET', '/api/v1/runs', { headers: { 'x-huge': 'x'.repeat(70_000) } });
  expect(huge.status).toBe(431);
});

it('[V36] pages of other sites and foreign host names are refused; headers forbid what pages do not need', async () => {
  const serving: Serving = await serve({ origins: ['https://skein.example.org'] });
  const { send, url } = serving;
  for (const [name, route] of Object.entries<Route>(routes)) {
    const origin = await send(route.method.toUpperCase(), placeOf(route), {
      headers: { origin: 'http://evil.example' },
    });
    expect([name, origin.status, codeIn(origin.body)]).toEqual([name, 403, 'ORIGIN_REFUSED']);
  }
  expect((await send('GET', '/api/v1/runs', { headers: { origin: 'null' } })).status).toBe(403);
  expect((await send('GET', '/api/v1/runs', { headers: { origin: url } })).status).toBe(200);
  const known = { origin: 'https://skein.example.org' };
  expect((await send('GET', '/api/v1/runs', { headers: known })).status).toBe(200);
  const rebound = await new Promise<number | undefined>((resolve) => {
    const headers = { host: 'evil.example' };
    request(`${url}/api/v1/runs`, { headers }, ({ statusCode }) => resolve(statusCode)).end();
  });
  expect(rebound).toBe(403);
  for (const path of ['/', '/docs', '/api/v1/runs', '/api/v1/nope', '/style.css']) {
    const { headers } = await send('GET', path);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; script-src 'self'; style-src 'self'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('access-control-allow-origin')).toBeNull();
  }
});
