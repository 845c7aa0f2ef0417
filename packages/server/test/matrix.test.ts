// Every route of the table against every kind of caller. The paths come from the table: its marks say whose records they name.
import { routes, scopes, type RouteName } from '@skein/api';
import { makeKey, oidcTokens } from '@skein/server';
import { expect, it, onTestFinished } from 'vitest';
import { audience, startIssuer } from './issuer.ts';
import { requestOf, type Things } from './route-requests.ts';
import { codeIn } from './code-in.ts';
import { asking, hello, serve, type Sent, type Serving } from './serving.ts';

const names = Object.keys(routes) as RouteName[];

async function ask(
  { send }: Serving,
  {
    name,
    things,
    key,
  }: { readonly name: RouteName; readonly things: Things; readonly key?: string },
): Promise<Sent> {
  const { method, path, body } = requestOf(name, things);
  return send(method, path, {
    ...(body === undefined ? {} : { body }),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      accept: 'application/json, text/event-stream',
    },
  });
}

async function keyFor(
  { store }: Serving,
  given: {
    readonly user: string;
    readonly scope?: (typeof scopes)[number];
    readonly expiresAt?: number;
  },
): Promise<{ readonly id: string; readonly secret: string }> {
  const { user, scope = 'admin', expiresAt = null } = given;
  const made = makeKey({
    user,
    name: `${user} ${scope}`,
    scopes: [scope],
    expiresAt,
    now: Date.now(),
  });
  await store.keys.create(made.record);
  return { id: made.record.id, secret: made.secret };
}

async function thingsOf(
  serving: Serving,
  key: { readonly id: string; readonly secret: string },
): Promise<Things> {
  const headers = { authorization: `Bearer ${key.secret}` };
  const post = async (path: string, body: unknown) =>
    (await serving.send('POST', `/api/v1${path}`, { body, headers })).body;
  const flow = await post('/workflows', asking);
  const run = await post('/workflows/asking/run?wait=20', {});
  const other = await post('/workflows/asking/run?wait=20', {});
  const greeted = { ...hello, id: 'greeting' };
  await post('/workflows', greeted);
  const ended = await post('/workflows/greeting/run?wait=20', {});
  const pipeline = await post('/workflows', { name: 'Mails' });
  const stepped = await post(`/workflows/${pipeline.id}/steps`, {
    type: 'custom_llm',
    name: 'One',
  });
  const hooked = await serving.send('PUT', `/api/v1/workflows/${pipeline.id}/trigger`, {
    body: { trigger_type_id: 'webhook' },
    headers,
  });
  const settings = { secrets: { value: 'x' }, 'mcp-servers': { url: 'https://mcp.example.org' } };
  for (const [kind, body] of Object.entries(settings))
    await serving.send('PUT', `/api/v1/my/${kind}/SETTING`, { body, headers });
  const message = `message of ${run.run_id}`;
  const { seq } = (await serving.store.runs.get(run.run_id)) ?? { seq: 0 };
  const told = {
    kind: 'run.finished',
    recipient: 'webhook:x',
    wait: null,
    linkUntil: null,
  } as const;
  const at = { data: {}, createdAt: 1, dueAt: 1 };
  const outbox = [{ id: message, user: 'ann', run: run.run_id, ...told, ...at }];
  await serving.store.runs.append(run.run_id, seq, [], { outbox });
  const file = { run: run.run_id, id: 'file', name: 'a.txt', type: 'text/plain' };
  await serving.store.files?.put(file, 0, Buffer.from('text'));
  await serving.store.files?.finish({ ...file, size: 4, sha256: '' });
  return {
    message,
    file: file.id,
    setting: 'SETTING',
    thread: 'thread',
    pipeline: pipeline.id,
    step: stepped.steps[0].uuid,
    trigger: hooked.body.trigger.uuid,
    server: 'TOKEN',
    node: 'done',
    workflow: flow.id,
    version: flow.version,
    run: run.run_id,
    otherRun: other.run_id,
    wait: run.run.waits[0].id,
    output: ended.run.outputs.greet[0].id,
    key: key.id,
    dataset: (await post('/datasets/cases/cases', { id: 'cases', input: 1 })).id,
    evaluation: 'none',
    view: (await post('/views', { name: 'mine', filter: {} })).id,
    agent: (await post('/agents', { id: 'writer', name: 'Writer' })).id,
  };
}

/** A server that takes tokens of an identity provider, too. */
async function serveWithTokens() {
  const issuer = await startIssuer();
  onTestFinished(issuer.close);
  const clock = { now: () => Date.now() };
  const readToken = oidcTokens({ issuer: issuer.url, audience, scopes: ['admin'] }, clock);
  return { serving: await serve({ readToken }), issuer };
}

it('[V50][V63] every route refuses who sends no key, a forged, an expired and a revoked one, and tokens alike', async () => {
  const { serving, issuer } = await serveWithTokens();
  const ann = await keyFor(serving, { user: 'ann' });
  const things = await thingsOf(serving, ann);
  const expired = await keyFor(serving, { user: 'ann', expiresAt: Date.now() - 1 });
  const revoked = await keyFor(serving, { user: 'ann' });
  expect((await ask(serving, { name: 'whoAmI', things, key: revoked.secret })).status).toBe(200);
  await serving.store.keys.revoke(revoked.id, 'ann', Date.now());
  expect((await ask(serving, { name: 'whoAmI', things, key: issuer.token() })).status).toBe(200);
  const keys = [undefined, 'skein_forged', `${ann.secret}x`, expired.secret, revoked.secret, ''];
  const tokens = [
    issuer.unsigned(),
    issuer.symmetric(),
    issuer.token({ aud: 'x' }),
    issuer.token({ exp: 1 }),
  ];
  const callers = [...keys, ...tokens];
  const closed = names.filter((name) => routes[name].scope !== null);
  expect(closed.length).toBeGreaterThan(50);
  for (const name of closed) {
    for (const key of callers) {
      const { status, body, headers } = await ask(serving, {
        name,
        things,
        ...(key === undefined ? {} : { key }),
      });
      expect([name, key, status, codeIn(body)]).toEqual([name, key, 401, 'UNAUTHENTICATED']);
      expect(headers.get('www-authenticate')).toContain('Bearer');
    }
  }
});

it('[V51] every route refuses a key whose scope is too small, before it looks at the request', async () => {
  const serving = await serve();
  const things = await thingsOf(serving, await keyFor(serving, { user: 'ann' }));
  for (const [place, scope] of scopes.entries()) {
    const lesser = scopes[place - 1];
    if (lesser === undefined) continue;
    const { secret } = await keyFor(serving, { user: 'ann', scope: lesser });
    for (const name of names.filter((each) => routes[each].scope === scope)) {
      const { status, body } = await ask(serving, { name, things, key: secret });
      expect([name, status, codeIn(body)]).toEqual([name, 403, 'NOT_ALLOWED']);
    }
  }
  const { secret } = await keyFor(serving, { user: 'ann', scope: 'read' });
  const odd = await serving.send('POST', '/api/v1/workflows/../workflows', {
    body: hello,
    headers: { authorization: `Bearer ${secret}` },
  });
  expect([403, 404]).toContain(odd.status);
});

it('[V52] what belongs to another user looks exactly like what is not there, on every route', async () => {
  const { serving, issuer } = await serveWithTokens();
  const ann = await keyFor(serving, { user: 'ann' });
  const things = await thingsOf(serving, ann);
  const nothing: Things = Object.fromEntries(
    Object.keys(things).map((name) => [name, `none-${name}`]),
  ) as unknown as Things;
  for (const name of names.filter((each) => routes[each].scope !== null)) {
    // Somebody new each time: what one request makes must not be found by the next.
    const [bob, cid] = [
      await keyFor(serving, { user: `bob-${name}` }),
      await keyFor(serving, { user: `cid-${name}` }),
    ];
    const foreign = await ask(serving, { name, things, key: bob.secret });
    const byToken = await ask(serving, {
      name,
      things,
      key: issuer.token({ sub: `bob-t-${name}` }),
    });
    const absent = await ask(serving, { name, things: nothing, key: cid.secret });
    expect([name, foreign.status]).toEqual([name, absent.status]);
    expect([name, plain(foreign, things)]).toEqual([name, plain(absent, nothing)]);
    expect([name, byToken.status]).toEqual([name, absent.status]);
  }
  // Nothing of Ann's has changed, and she still finds all of it.
  const headers = { authorization: `Bearer ${ann.secret}` };
  const flow = await serving.send('GET', `/api/v1/workflows/${things.workflow}`, { headers });
  expect(flow.body).toMatchObject({ name: 'Asking', version: things.version });
  const run = await serving.send('GET', `/api/v1/runs/${things.run}`, { headers });
  expect(run.body).toMatchObject({ status: 'waiting', waits: [{ id: things.wait }] });
  const agent = await serving.send('GET', '/api/v1/agents/writer', { headers });
  expect(agent.body.name).toBe('Writer');
  const flowed = await serving.send('GET', `/api/v1/workflows/${things.pipeline}`, { headers });
  expect(flowed.body).toMatchObject({
    steps: [{ uuid: things.step, name: 'One' }],
    trigger: { uuid: things.trigger, trigger_type_id: 'webhook' },
  });
  const who = await serving.send('GET', '/api/v1/session', { headers });
  expect(who.body).toMatchObject({ user: 'ann', via: 'key' });
});

/** What the answer says, without the ids that were asked for and what differs from moment to moment. */
function plain({ body }: Sent, things: Things): string {
  // Figures are about the server as a whole.
  if (typeof body === 'string' && body.startsWith('# HELP')) return '';
  let text = typeof body === 'string' ? body : JSON.stringify(body);
  // Presets of connections are the same for everybody, and contain words that are names of things.
  if (text.includes('"console":')) return '';
  for (const [name, id] of Object.entries(things)) text = text.split(String(id)).join(`{${name}}`);
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '{uuid}')
    .replaceAll(/sha256:[0-9a-f]{64}/g, '{version}')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '{time}')
    .replaceAll(/skein_[\w-]+/g, '{key}')
    .replaceAll(/(?:bob|cid)-\w+/g, '{user}')
    .replaceAll(/hello-\d+/g, 'hello-n');
}

it('[V53] bodies that claim another owner, id, status or time are refused or ignored', async () => {
  const serving = await serve();
  const ann = await keyFor(serving, { user: 'ann' });
  const bob = await keyFor(serving, { user: 'bob' });
  const things = await thingsOf(serving, ann);
  const headers = { authorization: `Bearer ${bob.secret}` };
  const claims = { user: 'ann', user_id: 'ann', owner: 'ann', status: 'completed', createdAt: 1 };
  for (const name of names.filter(
    (each) => 'body' in routes[each] && routes[each].scope !== null,
  )) {
    const { method, path, body } = requestOf(name, things);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) continue;
    const sent = await serving.send(method, path, {
      body: { ...body, ...claims },
      headers,
    });
    expect([name, sent.status < 500]).toEqual([name, true]);
    const { definition: _, diagnostics: __, ...said } = Object(sent.body);
    expect([name, JSON.stringify(said).includes('"ann"')]).toEqual([name, false]);
  }
  {
    const user = 'ann';
    const mine = await serving.store.definitions.list({ user });
    expect(mine.items.map(({ id }) => id)).toEqual([things.workflow, 'greeting', things.pipeline]);
    expect((await serving.store.keys.list({ user })).items).toHaveLength(1);
    expect((await serving.store.runs.list({ user })).items).toHaveLength(3);
  }
});
