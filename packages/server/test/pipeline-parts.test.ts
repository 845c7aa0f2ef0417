// Steps and triggers belong to one pipeline, and records can be sent back as they came.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { hello, serve, type Loose, type Sent, type Serving } from './serving.ts';

const one = 'a0000000-0000-4000-8000-000000000001';
const two = 'a0000000-0000-4000-8000-000000000002';
const first = 'a0000000-0000-4000-8000-000000000011';
const second = 'a0000000-0000-4000-8000-000000000012';
const hook = 'a0000000-0000-4000-8000-000000000021';

const mails = {
  uuid: one,
  name: 'Mails',
  is_active: true,
  trigger: { uuid: hook, trigger_type_id: 'webhook' },
  steps: [
    {
      uuid: first,
      name: 'Sum up',
      type: 'custom_llm',
      model: 'scripted',
      system_prompt: '<<trigger_output>>',
    },
    {
      uuid: second,
      name: 'Enough?',
      type: 'stop_checker',
      stop_conditions: [
        {
          step_definition_uuid: first,
          extraction_json_path: '$',
          operator: 'equals',
          target_value: 'no',
        },
      ],
    },
  ],
};

async function deliver({ send }: Serving, trigger: string, secret: string): Promise<Sent> {
  const id = 'msg_1';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}."hi"`).digest('base64');
  return send('POST', `/api/v1/hooks/${trigger}`, {
    text: '"hi"',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  });
}

const codes = ({ body }: Sent) => body.diagnostics.map((each: Loose) => each.code);

it('[V101] a copy that carries the ids of another workflow is refused, and the other one keeps working', async () => {
  const serving = await serve();
  const { send } = serving;
  expect((await send('PUT', `/api/v1/workflows/${one}`, { body: mails })).status).toBe(201);
  const { body: made } = await send('POST', `/api/v1/triggers/${hook}/secret`);
  for (const copy of [
    { ...mails, uuid: two },
    { ...mails, uuid: two, trigger: null },
    { ...mails, uuid: two, steps: [{ ...mails.steps[0], uuid: 'fresh' }] },
  ]) {
    const refused = await send('PUT', `/api/v1/workflows/${two}?draft=true`, { body: copy });
    expect([refused.status, refused.body.error.code]).toEqual([409, 'ID_TAKEN']);
    expect(refused.body.error.message).toContain(one);
  }
  expect((await send('GET', `/api/v1/workflows/${two}`)).status).toBe(404);
  expect((await deliver(serving, hook, made.secret)).body.matched).toBe(true);
  expect((await send('GET', `/api/v1/steps/${first}`)).body.name).toBe('Sum up');
});

it('[V101] a copy has new ids, its references follow, and it starts nothing by itself', async () => {
  const { send } = await serve();
  await send('PUT', `/api/v1/workflows/${one}`, { body: mails });
  const studio = { layout: { x: 1 } };
  await send('PATCH', `/api/v1/workflows/${one}`, { body: { studio } });
  const copied = await send('POST', `/api/v1/workflows/${one}/copy`, { body: {} });
  expect([copied.status, copied.body.name, copied.body.is_active]).toEqual([
    201,
    'Mails (copy)',
    false,
  ]);
  const [sum, check] = copied.body.steps;
  const ids = [copied.body.id, copied.body.trigger.uuid, sum.uuid, check.uuid];
  expect(ids.some((id) => [one, hook, first, second].includes(id))).toBe(false);
  expect(check.stop_conditions[0].step_definition_uuid).toBe(sum.uuid);
  expect(copied.body.studio).toEqual(studio);
  expect((await send('DELETE', `/api/v1/workflows/${copied.body.id}`)).status).toBe(204);
  expect((await send('GET', `/api/v1/triggers/${hook}`)).status).toBe(200);
  await send('POST', '/api/v1/workflows', { body: hello });
  const native = await send('POST', '/api/v1/workflows/hello/copy', { body: { name: 'Hi' } });
  expect([native.status, native.body.id, native.body.name]).toEqual([201, 'hello-2', 'Hi']);
  expect((await send('POST', '/api/v1/workflows/nope/copy', { body: {} })).status).toBe(404);
});

it('[V102] a workflow that GET returned is sent back as often as one likes', async () => {
  const { send } = await serve();
  const place = `/api/v1/workflows/${one}`;
  await send('PUT', place, { body: { ...mails, created_at: '1999-01-01T00:00:00.000Z' } });
  const got = await send('GET', place);
  expect(got.body.created_at).not.toContain('1999');
  for (let n = 0; n < 3; n++) {
    const again = await send('PUT', place, { body: (await send('GET', place)).body });
    expect(again.status).toBe(200);
    const { savedAt: _, updated_at: __, ...rest } = again.body;
    const { savedAt: ___, updated_at: ____, ...before } = got.body;
    expect(rest).toEqual(before);
  }
  // Fields of the original API, or the definition.
  const renamed = { ...got.body.steps[0], name: 'Short', user_id: 'eve', created_at: 'never' };
  const fields = { ...got.body, name: 'Post', steps: [renamed, got.body.steps[1]] };
  const changed = await send('PUT', place, { body: fields });
  expect([changed.body.name, changed.body.steps[0].name]).toEqual(['Post', 'Short']);
  expect(changed.body.steps[0].user_id).toBe('local');
  expect(JSON.stringify(changed.body.definition)).not.toMatch(/eve|never|1999|inputSchema/);
  const { body: now } = await send('GET', place);
  const deeper = { ...now, definition: { ...now.definition, description: 'All of them' } };
  expect((await send('PUT', place, { body: deeper })).body.description).toBe('All of them');
  const both = { ...deeper, definition: { ...deeper.definition, description: 'x' }, name: 'y' };
  const refused = await send('PUT', place, { body: both });
  expect([refused.status, refused.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
  await send('POST', '/api/v1/workflows', { body: hello });
  const { body: native } = await send('GET', '/api/v1/workflows/hello');
  const put = await send('PUT', '/api/v1/workflows/hello', { body: native });
  expect([put.status, put.body.version]).toEqual([200, native.version]);
});

it('[V102][V105] so are a step and a trigger, which come back with diagnostics', async () => {
  const { send } = await serve();
  await send('PUT', `/api/v1/workflows/${one}`, { body: mails });
  const { version } = (await send('GET', `/api/v1/workflows/${one}`)).body;
  for (const path of [`/api/v1/steps/${first}`, `/api/v1/triggers/${hook}`]) {
    const { body } = await send('GET', path);
    const again = await send('PUT', path, { body: { ...body, user_id: 'eve', uuid: 'other' } });
    expect([again.status, again.body.uuid, again.body.user_id]).toEqual([200, body.uuid, 'local']);
    expect(again.body.diagnostics).toEqual([]);
  }
  const { body: trigger } = await send('GET', `/api/v1/triggers/${hook}`);
  await send('POST', `/api/v1/triggers/${hook}/secret`);
  const set = await send('PUT', `/api/v1/workflows/${one}/trigger`, { body: trigger });
  expect([set.status, set.body.trigger.uuid]).toEqual([200, hook]);
  expect((await send('GET', `/api/v1/triggers/${hook}`)).body.has_secret).toBe(true);
  expect((await send('GET', `/api/v1/workflows/${one}`)).body.version).toBe(version);
  const lost = { system_prompt: '<<step_output.nope>>' };
  expect(codes(await send('PUT', `/api/v1/steps/${first}`, { body: lost }))).toContain(
    'STEP_UNKNOWN',
  );
  const { body: alone } = await send('POST', '/api/v1/steps', {
    body: { type: 'custom_llm', name: 'Alone' },
  });
  expect(codes(await send('PUT', `/api/v1/steps/${alone.uuid}`, { body: lost }))).toContain(
    'STEP_UNKNOWN',
  );
  const other = await send('PUT', `/api/v1/steps/${alone.uuid}`, {
    body: { ...alone, type: 'stop_checker' },
  });
  expect(other.status).toBe(400);
  const incomplete = { trigger_type_id: 'schedule', config: {} };
  const kept = await send('PUT', `/api/v1/triggers/${hook}`, { body: incomplete });
  expect(codes(kept)).toContain('TRIGGER_INCOMPLETE');
});

it('[V103] times of creation stay, also that of a trigger', async () => {
  const { send } = await serve();
  const place = `/api/v1/workflows/${one}`;
  const tick = () => new Promise((resolve) => setTimeout(resolve, 5));
  const { body: born } = await send('PUT', place, { body: mails });
  await tick();
  const { body: renamed } = await send('PATCH', place, { body: { name: 'Post' } });
  expect(renamed.created_at).toBe(born.created_at);
  expect(renamed.updated_at > born.created_at).toBe(true);
  const { created_at, updated_at } = born.trigger;
  expect(Date.parse(created_at)).toBeGreaterThan(0);
  expect(renamed.trigger).toMatchObject({ created_at, updated_at });
  await tick();
  const described = { initial_data_description: 'A text' };
  const { body: changed } = await send('PUT', `/api/v1/triggers/${hook}`, { body: described });
  expect(changed.created_at).toBe(created_at);
  expect(changed.updated_at > updated_at).toBe(true);
  const { body: last } = await send('GET', place);
  expect(last.trigger).toMatchObject({ created_at, updated_at: changed.updated_at });
  expect(last.created_at).toBe(born.created_at);
});

it('[V104] a filter that cannot be used is refused, in a draft and in every dialect', async () => {
  const { send } = await serve();
  await send('PUT', `/api/v1/workflows/${one}`, { body: mails });
  await send('POST', '/api/v1/workflows', { body: hello });
  const filters = [{ domian_whitelist: ['x.org'] }, { left: '${trigger.a}', op: 'like', right: 1 }];
  for (const filter_rules of filters) {
    const trigger = { trigger_type_id: 'webhook', filter_rules };
    const refused = [
      await send('PUT', `/api/v1/workflows/${one}?draft=true`, { body: { ...mails, trigger } }),
      await send('PATCH', `/api/v1/workflows/${one}`, { body: { definition: { trigger } } }),
      await send('PUT', `/api/v1/workflows/${one}/trigger`, { body: trigger }),
      await send('PUT', '/api/v1/workflows/hello/trigger', { body: trigger }),
      await send('PUT', `/api/v1/triggers/${hook}`, { body: { filter_rules } }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error?.code])).toEqual(
      refused.map(() => [422, 'WORKFLOW_INVALID']),
    );
  }
});

it('[V104] a delivery that lacks what the filter looks at has failed', async () => {
  const { send } = await serve();
  await send('PUT', `/api/v1/workflows/${one}`, { body: mails });
  const trigger = { trigger_type_id: 'new_email', filter_rules: { domain_whitelist: ['x.org'] } };
  const { body: set } = await send('PUT', `/api/v1/workflows/${one}/trigger`, { body: trigger });
  const mail = (data: unknown) =>
    send('POST', '/api/v1/events', { body: { name: 'new_email', data } });
  for (const data of ['text', { subject: 'a' }, { from: 'ann@x.org', body: 7 }]) {
    const [fired] = (await mail(data)).body.started;
    expect(fired).toMatchObject({ matched: false, run_id: null, reason: expect.anything() });
  }
  await mail({ from: 'bob@y.org' });
  await mail({ from: 'ann@x.org', subject: 'a' });
  const { body } = await send('GET', `/api/v1/triggers/${set.trigger.uuid}/history`);
  expect(body.items.map((each: Loose) => each.outcome)).toEqual([
    'started',
    'filtered',
    'failed',
    'failed',
    'failed',
  ]);
  expect(body.items[2].data.reason).toContain('"body"');
});

it('[V106] a new trigger has the defaults of its type; without its settings runs start by hand', async () => {
  const { send } = await serve();
  await send('PUT', `/api/v1/workflows/${one}`, { body: mails });
  for (const type of ['manual', 'webhook', 'schedule', 'event', 'new_email']) {
    const trigger = { trigger_type_id: type };
    const set = await send('PUT', `/api/v1/workflows/${one}/trigger`, { body: trigger });
    expect(set.body.diagnostics).toEqual([]);
    expect(set.body.trigger.initial_data_description).not.toBe('');
  }
  const start = () =>
    send('POST', `/api/v1/workflows/${one}/run?wait=20`, { body: { input: 'a' } });
  for (const trigger of [
    { trigger_type_id: 'schedule', config: {} },
    { trigger_type_id: 'event', config: {} },
    { trigger_type_id: 'schedule', config: { cron: '* * * * *', timezone: 'Mars/Base' } },
  ]) {
    await send('PUT', `/api/v1/workflows/${one}?draft=true`, { body: { ...mails, trigger } });
    expect((await start()).body.run?.status).toBe('completed');
  }
});

it('[V107] a trigger that an engine has saved fires: a schedule, an event, a webhook', async () => {
  let now = Date.UTC(2026, 0, 5, 12);
  const serving = await serve({ clock: { now: () => now } });
  const { send, engine, server } = serving;
  const save = (n: number, trigger: object) =>
    engine.workflows.save({
      uuid: `w${n}`,
      trigger: { uuid: `t${n}`, ...trigger },
      steps: [{ ...mails.steps[0], uuid: `s${n}` }],
    });
  const cron = { trigger_type_id: 'schedule', config: { cron: '0 13 * * *' } };
  await save(1, cron);
  await save(2, { trigger_type_id: 'event', config: { event: 'parcel' } });
  await save(3, { trigger_type_id: 'webhook' });
  await server.fireDue();
  expect((await send('GET', '/api/v1/triggers/t1')).body.next_fire_at).toBe(
    '2026-01-05T13:00:00.000Z',
  );
  // A repeated save changes nothing.
  await save(1, cron);
  now += 3_600_000;
  await server.fireDue();
  const outcomes = async (trigger: string) =>
    (await send('GET', `/api/v1/triggers/${trigger}/history`)).body.items.map(
      (each: Loose) => each.outcome,
    );
  expect(await outcomes('t1')).toEqual(['started']);
  await send('POST', '/api/v1/events', { body: { name: 'parcel', data: 1 } });
  expect(await outcomes('t2')).toEqual(['started']);
  const { body: made } = await send('POST', '/api/v1/triggers/t3/secret');
  now = Date.now();
  expect((await deliver(serving, 't3', made.secret)).body.matched).toBe(true);
  await save(3, { trigger_type_id: 'webhook' });
  expect((await deliver(serving, 't3', made.secret)).status).toBe(202);
  // Switched off and on without a server, too.
  await engine.workflows.change('w1', { isActive: false });
  expect((await send('GET', '/api/v1/triggers/t1')).body).toMatchObject({
    is_active: false,
    next_fire_at: null,
  });
  await engine.workflows.change('w1', { isActive: true });
  await server.fireDue();
  expect((await send('GET', '/api/v1/triggers/t1')).body.next_fire_at).not.toBeNull();
});

it('[V108] only texts make an empty workflow, and an existing step is added by its id', async () => {
  const { send } = await serve();
  for (const body of [{ name: 7 }, { name: null }, { name: 'a', description: [] }]) {
    const refused = await send('POST', '/api/v1/workflows', { body });
    expect([refused.status, refused.body.error.code]).toEqual([400, 'REQUEST_INVALID']);
  }
  await send('PUT', `/api/v1/workflows/${one}`, { body: mails });
  const { body: alone } = await send('POST', '/api/v1/steps', {
    body: { type: 'custom_llm', name: 'Alone', system_prompt: 'Write.', model: 'm' },
  });
  const { body: empty } = await send('POST', '/api/v1/workflows', { body: { name: 'Empty' } });
  const add = (body: object) => send('POST', `/api/v1/workflows/${empty.id}/steps`, { body });
  await add({ type: 'custom_llm', name: 'Last' });
  const added = await add({ uuid: alone.uuid, position: 0 });
  expect([added.status, added.body.steps[0]]).toMatchObject([
    201,
    { uuid: alone.uuid, name: 'Alone', system_prompt: 'Write.' },
  ]);
  const taken = await add({ uuid: first });
  expect([taken.status, taken.body.error.code]).toEqual([409, 'ID_TAKEN']);
  expect((await add({ uuid: 'nope' })).status).toBe(404);
  expect((await add({ uuid: alone.uuid, name: 'New' })).status).toBe(400);
  expect((await add({ type: 'custom_llm' })).status).toBe(400);
});
