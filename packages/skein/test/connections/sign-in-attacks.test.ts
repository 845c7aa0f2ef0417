// Goal: nobody gets the account of somebody else, and nothing that comes back from a service is believed. Method: the same server, and
// browsers that come back with what they should not have.
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectedServer, origin } from './connected-server.ts';

it('[X2505] a browser that did not begin a sign-in cannot finish it', async () => {
  const world = await connectedServer();
  await world.connect();
  const { back, cookie } = await world.begin('ann', 'victim@crm');
  expect((await world.comeBack(back, '')).status).toBe(403);
  // It is used up by the attempt: whoever has the link cannot try again with a cookie.
  const again = await world.comeBack(back, cookie);
  expect([again.status, again.html]).toEqual([403, expect.stringContaining('came back before')]);
  const other = await world.begin('bob', 'bob@crm');
  const { back: theirs } = await world.begin('ann', 'victim@crm');
  expect((await world.comeBack(theirs, other.cookie)).status).toBe(403);
  expect((await world.service.seen()).tokens).toEqual([]);
  const [item] = (await world.call('ann', 'GET', '/connections')).json.items;
  expect(item.account.state).toBe('none');
});

it('[X2506] a changed state, a code of another sign-in, a repeated code and an error give nothing', async () => {
  const world = await connectedServer();
  await world.connect();
  const changed = async (key: string, value: string) => {
    const { back, cookie } = await world.begin('ann', 'ann@crm');
    const url = new URL(back);
    url.searchParams.set(key, value);
    return { cookie, url: url.href };
  };
  for (const [key, value] of [
    ['state', 'x'],
    ['state', ''],
    ['iss', 'https://evil.example'],
    ['code', 'stolen'],
    ['error', 'access_denied<script>'],
  ] as const) {
    const { url, cookie } = await changed(key, value);
    const page = await world.comeBack(url, cookie);
    expect([key, value, page.status >= 400]).toEqual([key, value, true]);
    expect(page.html).not.toContain('<script>');
  }
  // A code belongs to the proof key of its own sign-in.
  const mine = await world.begin('ann', 'ann@crm');
  const theirs = await world.begin('bob', 'bob@crm');
  const mixed = new URL(mine.back);
  mixed.searchParams.set('code', new URL(theirs.back).searchParams.get('code') ?? '');
  expect((await world.comeBack(mixed.href, mine.cookie)).status).toBe(502);
  expect((await world.service.seen()).tokens).toEqual([]);
  const { back, cookie } = await world.begin('ann', 'ann@crm');
  expect((await world.comeBack(back, cookie)).status).toBe(200);
  expect((await world.comeBack(back, cookie)).status).toBe(403);
});

it('[X2507] a sign-in is over after ten minutes, and goes back to this server alone', async () => {
  const world = await connectedServer();
  await world.connect();
  const begun = await world.call('ann', 'POST', '/connections/crm/sign-in');
  const { searchParams } = new URL(begun.json.url);
  expect(searchParams.get('redirect_uri')).toBe(`${origin}/connections/callback`);
  expect(searchParams.get('code_challenge_method')).toBe('S256');
  expect(begun.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/);
  const { back, cookie } = await world.begin('ann', 'ann@crm');
  vi.setSystemTime(Date.now() + 11 * 60 * 1000);
  onTestFinished(() => void vi.useRealTimers());
  const late = await world.comeBack(back, cookie);
  expect([late.status, (await world.service.seen()).tokens]).toEqual([403, []]);
});

it('[X2508] only the operator sets connections up; a change of the service or its client ends all sign-ins', async () => {
  const world = await connectedServer();
  await world.connect();
  const put = (user: string, more: object) =>
    world.call(user, 'PUT', '/connections/crm', { ...world.settings, ...more });
  expect((await put('ann', {})).status).toBe(403);
  expect((await world.call('ann', 'DELETE', '/connections/crm')).status).toBe(403);
  await world.signIn('ann', 'ann@crm');
  const state = async () => {
    const [item] = (await world.call('ann', 'GET', '/connections')).json.items;
    return item.account.state;
  };
  const { clientSecret: _, ...kept } = world.settings;
  expect((await world.call('local', 'PUT', '/connections/crm', kept)).json.hasSecret).toBe(true);
  expect(await state()).toBe('signed-in');
  await put('local', { clientId: 'another' });
  expect(await state()).toBe('none');
  for (const [body, said] of [
    [{ preset: 'nowhere', clientId: 'c' }, 'there is no preset'],
    [{ clientId: 'c', hosts: ['x.example'] }, 'it needs a'],
    [{ clientId: 'c', issuer: 'https://x.example' }, 'hosts'],
    [{ ...kept, tokenUrl: 'http://evil.example/token' }, 'not an https address'],
  ] as const)
    expect((await world.call('local', 'PUT', '/connections/bad', body)).text).toContain(said);
});

it('[X2509] a test says whether the account works, and a sign-out revokes the tokens', async () => {
  const world = await connectedServer();
  await world.connect();
  const test = async () => (await world.call('ann', 'POST', '/connections/crm/test')).json;
  expect(await test()).toMatchObject({ ok: false });
  await world.signIn('ann', 'ann@crm');
  expect(await test()).toEqual({ ok: true, message: 'The service takes the token.' });
  const [token = ''] = (await world.service.seen()).tokens;
  expect((await world.call('ann', 'DELETE', '/connections/crm/sign-in')).status).toBe(204);
  expect((await world.call('ann', 'DELETE', '/connections/crm/sign-in')).status).toBe(404);
  const used = await fetch(`${world.service.url}/api/me`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(used.status).toBe(401);
  expect(await test()).toMatchObject({ ok: false });
  await world.signIn('ann', 'ann@crm');
  expect((await world.call('local', 'DELETE', '/connections/crm')).status).toBe(204);
  await world.connect();
  expect(await test()).toMatchObject({ ok: false });
});
