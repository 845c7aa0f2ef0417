// Tokens of an identity provider that really runs: its keys are read over HTTP, change, and disappear.
import { oidcTokens, type OidcOptions } from '@skein/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { audience, startIssuer, type Issuer } from './issuer.ts';
import { asking, serve, type Serving } from './serving.ts';

let issuer: Issuer;

beforeEach(async () => {
  issuer = await startIssuer();
});
afterEach(() => issuer.close());

function serveWith(options: Partial<OidcOptions> = {}): Promise<Serving> {
  const oidc = { issuer: issuer.url, audience, scopes: ['admin'] as const, cooldownSeconds: 0 };
  const clock = { now: () => Date.now() };
  return serve({ readToken: oidcTokens({ ...oidc, ...options }, clock) });
}

async function who({ send }: Serving, token: string) {
  const { status, body } = await send('GET', '/api/v1/session', {
    headers: { authorization: `Bearer ${token}` },
  });
  return status === 200 ? body : [status, body.error.code];
}

const refused = [401, 'UNAUTHENTICATED'];

it('[V63] a token of the provider says who somebody is; all others are refused alike', async () => {
  const serving = await serveWith();
  expect(await who(serving, issuer.token())).toEqual({
    user: 'ann',
    scopes: ['admin'],
    groups: [],
    roles: [],
    via: 'token',
    key: null,
  });
  const past = Math.floor(Date.now() / 1000) - 60;
  const bad = {
    unsigned: issuer.unsigned(),
    'signed with the public key': issuer.symmetric(),
    'another audience': issuer.token({ aud: 'payroll' }),
    'no audience': issuer.token({ aud: undefined }),
    'another issuer': issuer.token({ iss: 'https://elsewhere.example' }),
    expired: issuer.token({ exp: past }),
    'without end': issuer.token({ exp: undefined }),
    'not yet': issuer.token({ nbf: Math.floor(Date.now() / 1000) + 60 }),
    'unknown key': issuer.token({}, { kid: 'unheard-of' }),
    'no user': issuer.token({ sub: undefined }),
    'no text': issuer.token({ sub: 7 }),
    'the own user of the server': issuer.token({ sub: 'local' }),
    'cut off': issuer.token().slice(0, -4),
    'other claims': issuer.token().replace(/\.[^.]+\./, `.${claims({ sub: 'bob' })}.`),
    'no token': 'a.b.c',
  };
  for (const [name, token] of Object.entries(bad)) {
    expect([name, await who(serving, token)]).toEqual([name, refused]);
  }
  const anybody = await serving.send('GET', '/api/v1/runs');
  expect(anybody.status).toBe(401);
});

function claims(given: object): string {
  const now = Math.floor(Date.now() / 1000);
  const all = { iss: issuer.url, aud: audience, exp: now + 300, ...given };
  return Buffer.from(JSON.stringify(all)).toString('base64url');
}

it('[V63] clocks may be a little apart', async () => {
  const serving = await serveWith({ clockSkewSeconds: 90 });
  const now = Math.floor(Date.now() / 1000);
  expect(await who(serving, issuer.token({ exp: now - 60 }))).toMatchObject({ user: 'ann' });
  expect(await who(serving, issuer.token({ exp: now - 120 }))).toEqual(refused);
});

it('[V64] keys that the provider changes are found by themselves, and made-up names do not tire it out', async () => {
  const serving = await serveWith();
  const old = issuer.token();
  expect(await who(serving, old)).toMatchObject({ user: 'ann' });
  issuer.rotate('second', 'ES256');
  expect(await who(serving, issuer.token())).toMatchObject({ user: 'ann' });
  expect(await who(serving, old)).toEqual(refused);
  const calm = await serveWith({ cooldownSeconds: 3600, jwksUri: `${issuer.url}/keys` });
  expect(await who(calm, issuer.token())).toMatchObject({ user: 'ann' });
  const before = issuer.asked();
  for (let n = 0; n < 20; n++) {
    expect(await who(calm, issuer.token({}, { kid: `made-up-${n}` }))).toEqual(refused);
  }
  expect(issuer.asked()).toBe(before);
});

it('[V64] a provider that does not answer is not a refusal, and keys of the server work meanwhile', async () => {
  const serving = await serveWith();
  issuer.breakDown(true);
  expect(await who(serving, issuer.token())).toEqual([503, 'IDENTITY_UNAVAILABLE']);
  issuer.breakDown(false);
  expect(await who(serving, issuer.token())).toMatchObject({ user: 'ann' });
  const key = await serving.send('POST', '/api/v1/keys', {
    body: { name: 'mine' },
    headers: { authorization: `Bearer ${issuer.token()}` },
  });
  issuer.breakDown(true);
  expect(await who(serving, key.body.key)).toMatchObject({ user: 'ann', via: 'key' });
});

it('[V65] user and scopes come from the claims that the configuration names', async () => {
  const serving = await serveWith({ userClaim: 'person.mail', scopeClaim: 'roles' });
  const person = { mail: 'bob@example.com' };
  const asked = async (roles: unknown) => {
    const found = await who(serving, issuer.token({ person, roles }));
    return Array.isArray(found) ? found : found.scopes;
  };
  expect(await asked('openid skein:write root')).toEqual(['write']);
  expect(await asked(['run', 'read', 7])).toEqual(['read', 'run']);
  expect(await asked(undefined)).toEqual([403, 'NOT_ALLOWED']);
  const usual = await serveWith({ scopes: ['read'] });
  const made = await usual.send('POST', '/api/v1/workflows', {
    body: asking,
    headers: { authorization: `Bearer ${issuer.token()}` },
  });
  expect([made.status, made.body.error.code]).toEqual([403, 'NOT_ALLOWED']);
});

it('[V65] an address that others could change on the way is refused at the start', () => {
  const clock = { now: () => Date.now() };
  for (const url of ['http://login.example.com', 'ftp://127.0.0.1', 'nonsense']) {
    expect(() => oidcTokens({ issuer: url, audience }, clock)).toThrow(/must be an https address/);
  }
});
