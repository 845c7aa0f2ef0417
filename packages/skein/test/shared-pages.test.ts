// Goal: people without a key start a workflow on a page that its owner has shared, and do nothing else. Method: a composed server, asked as
// a browser without scripts would, by its pages and forms.
import { randomBytes } from 'node:crypto';
import { makeKey } from '@skein/server';
import { openStore } from '@skein/stores';
import { expect, it, onTestFinished } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';

type Loose = ReturnType<typeof JSON.parse>;

const greeting = {
  skein: 1,
  id: 'greet',
  name: 'Greeting',
  nodes: [
    {
      id: 'start',
      type: 'start',
      config: {
        schema: {
          type: 'object',
          properties: { name: { type: 'string', title: 'Your name' } },
          required: ['name'],
        },
      },
    },
    { id: 'say', type: 'transform', config: { value: 'Hello ${trigger.name} <b>' } },
  ],
  edges: [{ from: 'start', to: 'say' }],
};

async function world() {
  const store = await openStore('memory');
  const keys = new Map<string, string>();
  for (const user of ['ann', 'eve']) {
    const made = makeKey({ user, name: user, scopes: ['admin'], expiresAt: null, now: 0 });
    await store.keys.create(made.record);
    keys.set(user, made.secret);
  }
  const server = await composeServer({
    store,
    durable: {},
    environment: {},
    secretKey: randomBytes(32),
    origins: ['http://skein.test'],
  });
  onTestFinished(async () => {
    await server.close();
    await store.close();
  });
  const as = async (user: string, method: string, where: string, body?: unknown) => {
    const response = await server.fetch(
      new Request(`http://skein.test/api/v1${where}`, {
        method,
        headers: { authorization: `Bearer ${keys.get(user)}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as Loose };
  };
  const visit = (place: string, form?: Record<string, string>, cookie = '') =>
    server.fetch(
      new Request(new URL(place, 'http://skein.test'), {
        headers: cookie === '' ? {} : { cookie },
        ...(form && { method: 'POST', body: new URLSearchParams(form) }),
      }),
    );
  const signIn = async (user: string) => {
    const response = await server.fetch(
      new Request('http://skein.test/api/v1/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ key: keys.get(user) }),
      }),
    );
    return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  };
  await as('ann', 'PUT', '/workflows/greet', greeting);
  return { as, visit, signIn };
}

const keyIn = (html: string) => /name="key" value="([^"]+)"/.exec(html)?.[1] ?? '';

it('[V1903] a shared form starts the published version once for each time it is sent, and shows the result as text', async () => {
  const { as, visit } = await world();
  expect((await as('ann', 'GET', '/workflows/greet/shares')).body.items).toEqual([]);
  const made = await as('ann', 'POST', '/workflows/greet/shares', { title: 'Say <hello>' });
  expect(made.status).toBe(201);
  const { url } = made.body;
  const page = await visit(url);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Say &lt;hello&gt;');
  expect(html).toContain('Your name');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(page.headers.get('x-frame-options')).toBe('DENY');

  const form = { key: keyIn(html), 'field.name': 'Ada' };
  const sent = await visit(url, form);
  expect(sent.status).toBe(303);
  const again = await visit(url, form);
  expect(again.headers.get('location')).toBe(sent.headers.get('location'));
  const result = await visit(sent.headers.get('location') ?? '');
  expect(await result.text()).toContain('Hello Ada &lt;b&gt;');
  const runs = (await as('ann', 'GET', '/runs?workflow=greet')).body.items;
  expect(runs).toHaveLength(1);

  // A draft is not what is shared.
  const draft = { id: 'say', type: 'transform', config: { value: 'Draft' } };
  const changed = { ...greeting, nodes: [greeting.nodes[0], draft] };
  await as('ann', 'POST', '/workflows/greet/drafts', changed);
  const next = await visit(url, { key: 'other', 'field.name': 'Bob' });
  const shown = await visit(next.headers.get('location') ?? '');
  expect(await shown.text()).toContain('Hello Bob');
  const missing = await visit(url, { key: 'third' });
  expect(missing.status).toBe(422);
  expect(await missing.text()).toContain('role="alert"');
});

it('[V3902] a page for users shows and starts nothing for others, who are led to the sign-in; its runs say who sent it', async () => {
  const { as, visit, signIn } = await world();
  for (const kind of ['form', 'chat']) {
    const secret = { kind, audience: 'users', title: 'Between us', intro: 'Not for strangers' };
    const { url, audience } = (await as('ann', 'POST', '/workflows/greet/shares', secret)).body;
    expect(audience).toBe('users');
    for (const form of [undefined, { key: 'k', 'field.name': 'Ada', text: 'Hi' }]) {
      const refused = await visit(url, form);
      expect(refused.status).toBe(401);
      const html = await refused.text();
      expect(html).not.toContain('Between us');
      expect(html).not.toContain('strangers');
      expect(html).toContain(`/sign-in?to=${encodeURIComponent(new URL(url).pathname)}`);
      expect((await visit(url, form, 'skein_session=forged')).status).toBe(401);
    }
    // Any user of the server, not only its owner.
    const shown = await visit(url, undefined, await signIn('eve'));
    expect(await shown.text()).toContain('Between us');
  }
  expect((await as('ann', 'GET', '/runs')).body.items).toEqual([]);
  const { items } = (await as('ann', 'GET', '/workflows/greet/shares')).body;
  const { url } = items.find((share: Loose) => share.kind === 'form');
  const eve = await signIn('eve');
  const sent = await visit(url, { key: 'one', 'field.name': 'Eve' }, eve);
  const result = sent.headers.get('location') ?? '';
  expect((await visit(result)).status).toBe(401);
  expect(await (await visit(result, undefined, eve)).text()).toContain('Hello Eve');
  const [run] = (await as('ann', 'GET', '/runs?details=true')).body.items;
  expect(run.details.startedBy).toEqual({ type: 'form', name: 'eve' });
});

it('[V3120] the form of a workflow that does not say what it takes asks for an input, and starts without one', async () => {
  const { as, visit } = await world();
  await as('ann', 'PUT', '/workflows/any', {
    skein: 1,
    id: 'any',
    name: 'Anything',
    nodes: [{ id: 'say', type: 'transform', config: { value: 'Got ${trigger|nothing}' } }],
    edges: [],
  });
  const { url } = (await as('ann', 'POST', '/workflows/any/shares', {})).body;
  const page = await (await visit(url)).text();
  expect(page).toContain('Input');
  expect(page).not.toContain('Answer');
  expect(page).not.toContain('required');
  const said = async (answer: string) => {
    const sent = await visit(url, { key: answer || 'none', answer });
    expect(sent.status).toBe(303);
    return (await visit(sent.headers.get('location') ?? '')).text();
  };
  expect(await said('a parcel')).toContain('Got a parcel');
  await said('');
});

it('[V1904] an address that nobody shared, has expired or was taken back is not there, and results cannot be guessed', async () => {
  const { as, visit } = await world();
  const frames = ['https://www.example.com'];
  const { body: share } = await as('ann', 'POST', '/workflows/greet/shares', {
    frames,
    theme: 'dark',
  });
  const page = await visit(share.url);
  expect(page.headers.get('content-security-policy')).toContain(
    'frame-ancestors https://www.example.com',
  );
  expect(page.headers.get('x-frame-options')).toBeNull();
  expect(await page.text()).toContain('<html lang="en" class="dark">');
  const bad = await as('ann', 'POST', '/workflows/greet/shares', { frames: ["* 'unsafe-inline'"] });
  expect(bad.status).toBe(400);
  expect((await visit('/share/guessed')).status).toBe(404);
  const sent = await visit(share.url, { key: 'k', 'field.name': 'Ada' });
  const location = sent.headers.get('location') ?? '';
  expect((await visit(`${location.slice(0, -2)}xx`)).status).toBe(404);
  // Others neither list nor end it.
  expect((await as('eve', 'GET', '/workflows/greet/shares')).status).toBe(404);
  const place = `/workflows/greet/shares/${share.id}`;
  await as('eve', 'PUT', '/workflows/greet', greeting);
  expect((await as('eve', 'GET', '/workflows/greet/shares')).body.items).toEqual([]);
  expect((await as('eve', 'DELETE', place)).status).toBe(404);
  expect((await as('ann', 'DELETE', place)).status).toBe(204);
  for (const gone of [share.url, location]) expect((await visit(gone)).status).toBe(404);
  const past = { expiresAt: '2020-01-01T00:00:00.000Z' };
  const { body: old } = await as('ann', 'POST', '/workflows/greet/shares', past);
  expect((await visit(old.url)).status).toBe(404);
});

it('[V1905] how often a shared page is used is limited', async () => {
  const { as, visit } = await world();
  const { body: share } = await as('ann', 'POST', '/workflows/greet/shares', {});
  const answers: number[] = [];
  for (let i = 0; i < 60; i++)
    answers.push((await visit(share.url, { key: `${i}`, 'field.name': 'Ada' })).status);
  expect(answers.filter((status) => status === 429).length).toBeGreaterThan(10);
  const runs = (await as('ann', 'GET', '/runs?workflow=greet&limit=100')).body.items;
  expect(runs.length).toBe(answers.filter((status) => status === 303).length);
});
