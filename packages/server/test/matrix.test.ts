// Every route of the table against every kind of caller. The samples have one entry for each route by their type, so a route that
// is missing here does not compile.
import { randomUUID } from 'node:crypto';
import { basePath, routes, scopes, type Route, type RouteName } from '@skein/api';
import { makeKey, oidcTokens } from '@skein/server';
import { expect, it, onTestFinished } from 'vitest';
import { audience, startIssuer } from './issuer.ts';
import { asking, hello, serve, type Sent, type Serving } from './serving.ts';

/** Ids of things: those of Ann, or ones that nobody has. */
interface Things {
  readonly workflow: string;
  readonly version: string;
  readonly run: string;
  readonly otherRun: string;
  readonly wait: string;
  readonly output: string;
  readonly key: string;
  readonly view: string;
  readonly agent: string;
  readonly pipeline: string;
  readonly step: string;
  readonly trigger: string;
}

interface Sample {
  readonly params?: { readonly [name: string]: string };
  readonly query?: string;
  readonly body?: unknown;
}

const samples: { readonly [Name in RouteName]: (things: Things) => Sample } = {
  listWorkflows: () => ({}),
  createWorkflow: () => ({ body: { ...hello, id: `w-${randomUUID()}` } }),
  importWorkflow: () => ({ body: { ...hello, id: `w-${randomUUID()}` } }),
  validateWorkflow: () => ({ body: hello }),
  convertWorkflow: () => ({ query: '?to=native', body: hello }),
  createFromTemplate: () => ({ body: { template: 'unheard-of' } }),
  getWorkflow: ({ workflow }) => ({ params: { id: workflow } }),
  putWorkflow: ({ workflow }) => ({ params: { id: workflow }, body: hello }),
  patchWorkflow: ({ workflow }) => ({ params: { id: workflow }, body: { name: 'taken over' } }),
  deleteWorkflow: ({ workflow }) => ({ params: { id: workflow } }),
  listVersions: ({ workflow }) => ({ params: { id: workflow } }),
  restoreVersion: ({ workflow, version }) => ({ params: { id: workflow, version } }),
  exportWorkflow: ({ workflow }) => ({ params: { id: workflow } }),
  runWorkflow: ({ workflow }) => ({ params: { id: workflow }, body: {} }),
  runNode: ({ workflow }) => ({ params: { id: workflow, node: 'done' }, body: {} }),
  listInstances: ({ workflow }) => ({ params: { id: workflow } }),
  listRuns: ({ workflow, run }) => ({ query: `?workflow=${workflow}&parent=${run}` }),
  cancelRuns: ({ run }) => ({ body: { filter: { ids: [run] } } }),
  getRun: ({ run }) => ({ params: { id: run } }),
  getInstance: ({ run }) => ({ params: { id: run } }),
  runEvents: ({ run }) => ({ params: { id: run } }),
  runJournal: ({ run }) => ({ params: { id: run } }),
  explainNode: ({ run }) => ({ params: { id: run }, query: '?node=review' }),
  cancelRun: ({ run }) => ({ params: { id: run } }),
  retryNode: ({ run }) => ({ params: { id: run }, body: { node: 'review' } }),
  forkRun: ({ run }) => ({ params: { id: run }, body: {} }),
  replayRun: ({ run }) => ({ params: { id: run }, body: {} }),
  exportRun: ({ run }) => ({ params: { id: run } }),
  importRuns: ({ run }) => ({
    body: { format: 'skein-runs-1', root: run, runs: [], definitions: [] },
  }),
  getCassette: ({ run }) => ({ params: { id: run } }),
  diffRuns: ({ run, otherRun }) => ({ params: { a: run, b: otherRun } }),
  listWaits: ({ run }) => ({ query: `?run=${run}` }),
  getWait: ({ wait }) => ({ params: { id: wait } }),
  answerWait: ({ wait }) => ({ params: { id: wait }, body: 'yes' }),
  resumeRun: ({ run, wait }) => ({ params: { id: run }, body: { wait, input: 'yes' } }),
  getOutput: ({ output }) => ({ params: { id: output } }),
  listNodeTypes: () => ({}),
  listStepTypes: () => ({}),
  listTriggerTypes: () => ({}),
  listModels: () => ({}),
  listTools: () => ({}),
  listTemplates: () => ({}),
  openApi: () => ({}),
  health: () => ({}),
  readiness: () => ({}),
  metrics: () => ({}),
  mcpEvents: () => ({}),
  mcpEnd: () => ({}),
  mcp: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'ping' } }),
  addStep: ({ pipeline }) => ({
    params: { id: pipeline },
    body: { type: 'custom_llm', name: 'Another' },
  }),
  orderSteps: ({ pipeline, step }) => ({
    params: { id: pipeline },
    body: { ordered_step_uuids: [step] },
  }),
  putStep: ({ pipeline, step }) => ({
    params: { id: pipeline, step },
    body: { name: 'taken over' },
  }),
  deleteStep: ({ pipeline, step }) => ({ params: { id: pipeline, step } }),
  listSteps: () => ({}),
  createStep: () => ({ body: { type: 'custom_llm', name: 'Alone' } }),
  getStep: ({ step }) => ({ params: { id: step } }),
  changeStep: ({ step }) => ({ params: { id: step }, body: { name: 'taken over' } }),
  removeStep: ({ step }) => ({ params: { id: step } }),
  setTrigger: ({ pipeline }) => ({
    params: { id: pipeline },
    body: { trigger_type_id: 'manual' },
  }),
  removeTrigger: ({ pipeline }) => ({ params: { id: pipeline } }),
  listTriggers: ({ workflow }) => ({ query: `?workflow=${workflow}` }),
  getTrigger: ({ trigger }) => ({ params: { id: trigger } }),
  putTrigger: ({ trigger }) => ({ params: { id: trigger }, body: { config: {} } }),
  deleteTrigger: ({ trigger }) => ({ params: { id: trigger } }),
  triggerHistory: ({ trigger }) => ({ params: { id: trigger } }),
  makeSecret: ({ trigger }) => ({ params: { id: trigger } }),
  receiveHook: ({ trigger }) => ({ params: { id: trigger }, body: { a: 1 } }),
  sendEvent: ({ run }) => ({ body: { name: 'ping', run } }),
  listKeys: () => ({}),
  createKey: () => ({ body: { name: 'another' } }),
  revokeKey: ({ key }) => ({ params: { id: key } }),
  whoAmI: () => ({}),
  signIn: () => ({ body: { key: 'skein_forged' } }),
  signOut: () => ({}),
  listAudit: ({ workflow }) => ({ query: `?subject=${workflow}` }),
  listSecrets: () => ({}),
  getSecret: () => ({ params: { name: 'TOKEN' } }),
  putSecret: () => ({ params: { name: 'TOKEN' }, body: { value: 'x' } }),
  deleteSecret: () => ({ params: { name: 'TOKEN' } }),
  listMcpServers: () => ({}),
  confirmMcpServer: () => ({ params: { name: 'files' }, body: {} }),
  listViews: () => ({}),
  createView: () => ({ body: { name: 'v', filter: {} } }),
  deleteView: ({ view }) => ({ params: { id: view } }),
  listAgents: () => ({}),
  createAgent: () => ({ body: { id: `a-${randomUUID()}` } }),
  getAgent: ({ agent }) => ({ params: { id: agent } }),
  putAgent: ({ agent }) => ({ params: { id: agent }, body: { name: 'taken over' } }),
  deleteAgent: ({ agent }) => ({ params: { id: agent } }),
};

const names = Object.keys(routes) as RouteName[];

async function ask(
  { send }: Serving,
  {
    name,
    things,
    key,
  }: { readonly name: RouteName; readonly things: Things; readonly key?: string },
): Promise<Sent> {
  const { params = {}, query = '', body } = samples[name](things);
  const route: Route = routes[name];
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) =>
    encodeURIComponent(params[part] ?? ''),
  );
  return send(route.method.toUpperCase(), `${basePath}${path}${query}`, {
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
  return {
    pipeline: pipeline.id,
    step: stepped.steps[0].uuid,
    trigger: hooked.body.trigger.uuid,
    workflow: flow.id,
    version: flow.version,
    run: run.run_id,
    otherRun: other.run_id,
    wait: run.run.waits[0].id,
    output: ended.run.outputs.greet[0].id,
    key: key.id,
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
      expect([name, key, status, body.error?.code]).toEqual([name, key, 401, 'UNAUTHENTICATED']);
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
      expect([name, status, body.error?.code]).toEqual([name, 403, 'NOT_ALLOWED']);
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
    const { body, params = {} } = samples[name](things);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) continue;
    const route: Route = routes[name];
    const path = route.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => params[part] ?? '');
    const sent = await serving.send(route.method.toUpperCase(), `${basePath}${path}`, {
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
