import { expect, it } from 'vitest';
import { serve, type Loose, type Sent, type Serving } from './serving.ts';

async function newPipeline({ send }: Serving): Promise<string> {
  return (await send('POST', '/api/v1/workflows', { body: { name: 'Mails' } })).body.id;
}

const names = ({ body }: Sent) => body.steps.map((step: Loose) => step.name);

it('[V70] steps are added, changed, brought into order and taken out; each change gives the whole workflow', async () => {
  const serving = await serve();
  const { send } = serving;
  const id = await newPipeline(serving);
  const place = `/api/v1/workflows/${id}`;
  const add = (body: object) => send('POST', `${place}/steps`, { body });
  const first = await add({ type: 'custom_llm', name: 'Sum up' });
  expect(first.status).toBe(201);
  expect(first.body.steps[0]).toMatchObject({ type: 'custom_llm', model: '', system_prompt: '' });
  await add({ step_type: 'stop_checker', name: 'Spam?' });
  const third = await add({ type: 'custom_agent', name: 'Before', position: 1, max_turns: 3 });
  expect(names(third)).toEqual(['Sum up', 'Before', 'Spam?']);
  const taken = await add({ type: 'custom_llm', name: 'Before' });
  expect([taken.status, taken.body.error.code]).toEqual([409, 'NAME_TAKEN']);
  const ids: string[] = third.body.steps.map((step: Loose) => step.uuid);
  const order = (ordered: readonly (string | undefined)[]) =>
    send('PUT', `${place}/steps/order`, { body: { ordered_step_uuids: ordered } });
  const turned = await order(ids.toReversed());
  expect(names(turned)).toEqual(['Spam?', 'Before', 'Sum up']);
  for (const odd of [ids.slice(1), [...ids, 'x'], [ids[0], ids[0], ids[1]]]) {
    expect((await order(odd)).status).toBe(400);
  }
  const changed = await send('PUT', `${place}/steps/${ids[0]}`, {
    body: { system_prompt: 'Sum up: <<trigger_output>>', model: 'scripted' },
  });
  expect(changed.body.steps[2]).toMatchObject({ name: 'Sum up', model: 'scripted' });
  for (const step of ids.slice(1)) {
    expect((await send('DELETE', `${place}/steps/${step}`)).status).toBe(200);
  }
  const run = await send('POST', `${place}/run?wait=20`, { body: { triggering_data: 'A mail' } });
  expect(run.body.run.output).toBe('Sum up: A mail');
  const instance = await send('GET', `/api/v1/instances/${run.body.run_id}`);
  expect(instance.body).toMatchObject({
    uuid: run.body.run_id,
    workflow_definition_uuid: id,
    status: 'completed',
    trigger_output: { raw_data: 'A mail' },
    step_instances: [{ status: 'completed', output: { raw_data: 'Sum up: A mail' } }],
  });
  const versions = await send('GET', `${place}/versions`);
  expect(versions.body.items.length).toBeGreaterThan(5);
  expect((await send('DELETE', `${place}/steps/nope`)).status).toBe(404);
});

it('[V70] a change that leaves something incomplete is kept, and stops only a start', async () => {
  const serving = await serve();
  const { send } = serving;
  const id = await newPipeline(serving);
  const added = await send('POST', `/api/v1/workflows/${id}/steps`, {
    body: { type: 'custom_llm', name: 'One', system_prompt: 'See <<step_output.nope>>' },
  });
  expect(added.body.diagnostics.map((each: Loose) => each.code)).toContain('STEP_UNKNOWN');
  const start = await send('POST', `/api/v1/workflows/${id}/run`, { body: {} });
  expect([start.status, start.body.error.code]).toEqual([422, 'WORKFLOW_INVALID']);
  const native = await send('POST', '/api/v1/workflows', {
    body: { name: 'N', dialect: 'native' },
  });
  const odd = await send('POST', `/api/v1/workflows/${native.body.id}/steps`, {
    body: { type: 'custom_llm', name: 'x' },
  });
  expect(odd.status).toBe(400);
});

it('[V70] lists give the models of the original, of workflows and of their instances', async () => {
  const serving = await serve();
  const { send, engine } = serving;
  const id = await newPipeline(serving);
  const step = { type: 'custom_llm', name: 'One', model: 'm', system_prompt: '<<trigger_output>>' };
  const flow = await send('POST', `/api/v1/workflows/${id}/steps`, { body: step });
  const [{ uuid }] = flow.body.steps;
  const listed = await send('GET', '/api/v1/workflows?dialect=pipeline');
  expect(listed.body.items).toMatchObject([
    { uuid: id, user_id: 'local', is_active: true, trigger_uuid: null, steps: [uuid] },
  ]);
  expect(listed.body.items[0].created_at).toBe(flow.body.created_at);
  const run = await send('POST', `/api/v1/workflows/${id}/run`, { body: { input: 'a' } });
  await engine.runs.finished(run.body.run_id);
  const instances = await send('GET', `/api/v1/workflows/${id}/instances`);
  expect(instances.body.items).toMatchObject([
    {
      uuid: run.body.run_id,
      workflow_definition_uuid: id,
      status: 'completed',
      trigger_output: { raw_data: 'a' },
      step_instances: [{ llm_definition_uuid: uuid, status: 'completed' }],
    },
  ]);
});

it('[V71] steps are also there on their own: those of pipelines, which change with them, and others', async () => {
  const serving = await serve();
  const { send } = serving;
  const id = await newPipeline(serving);
  const flow = await send('POST', `/api/v1/workflows/${id}/steps`, {
    body: { type: 'custom_llm', name: 'Inside' },
  });
  const [{ uuid }] = flow.body.steps;
  // Until the summary is there.
  expect((await send('GET', `/api/v1/steps/${uuid}`)).body).toMatchObject({
    generated_summary: null,
  });
  const alone = await send('POST', '/api/v1/steps', {
    body: { type: 'stop_checker', name: 'Alone' },
  });
  expect(alone.body).toMatchObject({ name: 'Alone', stop_conditions: [], user_id: 'local' });
  const listed = await send('GET', '/api/v1/steps');
  expect(new Set(listed.body.items.map((step: Loose) => step.name))).toEqual(
    new Set(['Inside', 'Alone']),
  );
  const changed = await send('PUT', `/api/v1/steps/${uuid}`, { body: { name: 'Renamed' } });
  expect(changed.body.name).toBe('Renamed');
  expect(names(await send('GET', `/api/v1/workflows/${id}`))).toEqual(['Renamed']);
  const other = await send('PUT', `/api/v1/steps/${alone.body.uuid}`, {
    body: { description: 'd' },
  });
  expect(other.body).toMatchObject({ name: 'Alone', description: 'd' });
  expect((await send('DELETE', `/api/v1/steps/${uuid}`)).status).toBe(204);
  expect(names(await send('GET', `/api/v1/workflows/${id}`))).toEqual([]);
  expect((await send('DELETE', `/api/v1/steps/${alone.body.uuid}`)).status).toBe(204);
  expect((await send('GET', `/api/v1/steps/${alone.body.uuid}`)).status).toBe(404);
});
