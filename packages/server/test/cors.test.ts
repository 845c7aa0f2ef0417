// Goal: a page of another origin can use the server where the operator says so, and nowhere else. Method: the requests that a browser makes,
// to a real server.
import { expect, it } from 'vitest';
import { serveDoors } from './doors/door-flows.ts';

const page = 'https://app.example.org';
const asks = {
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};

const serveWithKey = async (cors: readonly string[]) => {
  const doors = await serveDoors({ cors });
  return { ...doors, headers: { origin: page, authorization: `Bearer ${doors.keys.ann}` } };
};

it('[V3260] a page that the operator names announces a request, sends it with a key, and reads the answer and errors', async () => {
  const { send, headers } = await serveWithKey([page]);
  for (const path of ['/api/v1/chat/trip', '/v1/chat/completions', '/mcp', '/api/v1/runs']) {
    const announced = await send('OPTIONS', path, { headers: { origin: page, ...asks } });
    expect([path, announced.status]).toEqual([path, 204]);
    expect(announced.headers.get('access-control-allow-origin')).toBe(page);
    expect(announced.headers.get('access-control-allow-methods')).toContain('POST');
    expect(announced.headers.get('access-control-allow-headers')).toBe(
      asks['access-control-request-headers'],
    );
    expect(announced.headers.get('access-control-allow-credentials')).toBeNull();
  }
  const listed = await send('GET', '/v1/models', { headers });
  expect([listed.status, listed.headers.get('access-control-allow-origin')]).toEqual([200, page]);
  expect(listed.headers.get('access-control-expose-headers')).toContain('x-request-id');
  expect(listed.headers.get('vary')).toContain('Origin');
  const refused = await send('GET', '/v1/models', { headers: { origin: page } });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, page]);
  const missing = await send('GET', '/api/v1/nowhere', { headers });
  expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, page]);
});

it('[V3260] every other page is refused, announces nothing, and is told nothing', async () => {
  const { send, headers } = await serveWithKey([page]);
  for (const origin of ['https://evil.example', `${page}.evil.example`, 'null']) {
    const announced = await send('OPTIONS', '/v1/models', { headers: { origin, ...asks } });
    const sent = await send('GET', '/v1/models', { headers: { ...headers, origin } });
    expect([origin, announced.status, sent.status]).toEqual([origin, 404, 403]);
    for (const { headers: told } of [announced, sent])
      expect(told.get('access-control-allow-origin')).toBeNull();
  }
  const closed = await serveWithKey([]);
  expect((await closed.send('GET', '/v1/models', { headers })).status).toBe(403);
});

it('[V3260] the cookie of the studio, which browsers send along within one site, gives such a page no rights', async () => {
  const { send, keys } = await serveWithKey([page]);
  const signed = await send('POST', '/api/v1/session', { body: { key: keys.ann } });
  const cookie = (signed.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  const runs = (headers: Readonly<Record<string, string>>) =>
    send('GET', '/api/v1/runs', { headers: { cookie, ...headers } });
  const [own, foreign] = [await runs({}), await runs({ origin: page })];
  const started = await send('POST', '/api/v1/workflows/trip/run', {
    headers: { cookie, origin: page },
    body: {},
  });
  expect([own.status, foreign.status, started.status]).toEqual([200, 401, 401]);
});
