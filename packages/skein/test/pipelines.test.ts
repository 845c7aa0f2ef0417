// Pipelines as a library, in the words of their original API: on a real SQLite file, with the offline model.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createEngine, createPipelines, type Pipelines } from '../src/index.ts';

let folder = '';
let open: Pipelines;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-pipelines-'));
  const environment = { ...process.env, SKEIN_SECRET_KEY: '07'.repeat(32) };
  open = await createPipelines({ store: `sqlite:${path.join(folder, 'skein.db')}`, environment });
});
afterEach(async () => {
  await open.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Two steps of which the second reads the first, and a checker that stops at "no". */
async function mails(user: string) {
  const { workflows, llmSteps, checkers } = open;
  const { uuid } = await workflows.create('Mails', 'Sorts mails', user);
  await workflows.addNewStep(uuid, 'custom_llm', 'Sum up', user);
  await workflows.addNewStep(uuid, 'custom_llm', 'Label', user);
  const flow = await workflows.addNewStep(uuid, 'stop_checker', 'Enough?', user, 1);
  const [sum = '', check = '', label = ''] = flow.steps;
  const prompts = { [sum]: '<<trigger_output>>', [label]: `Label: <<step_output.${sum}>>` };
  for (const [step, system_prompt] of Object.entries(prompts)) {
    const found = await llmSteps.get(step, user);
    if (found !== null) await llmSteps.save({ ...found, system_prompt }, user);
  }
  const checker = await checkers.get(check, user);
  const condition = {
    step_definition_uuid: sum,
    extraction_json_path: '$',
    operator: 'equals',
    target_value: 'no',
  } as const;
  if (checker !== null) await checkers.save({ ...checker, stop_conditions: [condition] }, user);
  return { uuid, sum, check, label };
}

async function settled(instance: string, user: string) {
  for (;;) {
    const found = await open.workflows.getInstance(instance, user);
    if (found?.status !== 'running') return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

it('[X110] a workflow is made step by step; every change returns all of it, with what is wrong', async () => {
  const { workflows } = open;
  const empty = await workflows.create('Mails', 'Sorts mails', 'ann');
  expect(empty).toMatchObject({
    name: 'Mails',
    description: 'Sorts mails',
    user_id: 'ann',
    is_active: true,
    trigger_uuid: null,
    steps: [],
  });
  const { uuid } = empty;
  await expect(workflows.createInstance(uuid, 'x', 'ann')).rejects.toMatchObject({ status: 422 });
  const one = await workflows.addNewStep(uuid, 'custom_agent', 'Find', 'ann');
  const two = await workflows.addNewStep(uuid, 'custom_llm', 'Write', 'ann', 0);
  expect(two.steps).toHaveLength(2);
  expect(two.steps[1]).toBe(one.steps[0]);
  const ordered = await workflows.reorderSteps(uuid, [...two.steps].reverse(), 'ann');
  expect(ordered.steps).toEqual([...two.steps].reverse());
  const wrong = workflows.reorderSteps(uuid, [two.steps[0] ?? ''], 'ann');
  await expect(wrong).rejects.toMatchObject({ status: 400 });
  const again = workflows.addNewStep(uuid, 'custom_llm', 'Write', 'ann');
  await expect(again).rejects.toMatchObject({ code: 'NAME_TAKEN', status: 409 });
  const hooked = await workflows.setTrigger(uuid, 'schedule', 'ann');
  expect(hooked.trigger_uuid).not.toBeNull();
  const details = await workflows.getWithDetails(uuid, 'ann');
  expect(details).toMatchObject({
    trigger: { uuid: hooked.trigger_uuid, trigger_type_id: 'schedule', workflow_uuid: uuid },
    steps: [
      { type: 'custom_agent', name: 'Find', tools: {}, user_id: 'ann' },
      { type: 'custom_llm', name: 'Write', user_id: 'ann' },
    ],
  });
  expect((await workflows.removeTrigger(uuid, 'ann')).trigger_uuid).toBeNull();
  const left = await workflows.deleteStep(uuid, ordered.steps[0] ?? '', 'ann');
  expect(left.steps).toEqual([ordered.steps[1]]);
  expect((await workflows.listAll('ann')).map((each) => each.uuid)).toEqual([uuid]);
  await workflows.delete(uuid, 'ann');
  expect(await workflows.get(uuid, 'ann')).toBeNull();
  expect(await open.llmSteps.get(ordered.steps[1] ?? '', 'ann')).toBeNull();
});

it('[X111] an instance runs, and its outputs are found by their ids', async () => {
  const { workflows } = open;
  const { uuid, sum, label } = await mails('ann');
  expect((await workflows.get(uuid, 'ann'))?.diagnostics).toEqual([]);
  const started = await workflows.createInstance(uuid, 'A long mail.', 'ann');
  const done = await settled(started.uuid, 'ann');
  expect(done).toMatchObject({
    status: 'completed',
    user_id: 'ann',
    workflow_definition_uuid: uuid,
    trigger_output: { raw_data: 'A long mail.' },
    step_instances: [
      { status: 'completed', llm_definition_uuid: sum, user_id: 'ann' },
      { status: 'completed' },
      { status: 'completed', llm_definition_uuid: label, messages: [{ role: 'system' }, {}, {}] },
    ],
  });
  for (const output of [done?.trigger_output, done?.step_instances[2]?.output]) {
    expect(await workflows.getOutputData(output?.uuid ?? '', 'ann')).toEqual(output);
  }
  const stopped = await settled((await workflows.createInstance(uuid, 'no', 'ann')).uuid, 'ann');
  expect([stopped?.status, stopped?.step_instances.length]).toEqual(['stopped', 2]);
  expect((await workflows.listInstances(uuid, 'ann')).map((each) => each.status)).toEqual([
    'stopped',
    'completed',
  ]);
  await expect(workflows.cancelInstance('nope', 'ann')).rejects.toMatchObject({ status: 404 });
});

it('[X112] steps and triggers are managed on their own too', async () => {
  const { llmSteps, agentSteps, checkers, triggers, workflows } = open;
  const llm = await llmSteps.create('Alone', 'scripted', 'Write.\nMuch.', 'ann');
  const agent = await agentSteps.create('Finder', 'scripted', 'Find.', 'ann');
  const checker = await checkers.create('Never', [], 'ann');
  expect([llm.type, agent.tools, checker.stop_conditions]).toEqual(['custom_llm', {}, []]);
  expect(await agentSteps.get(llm.uuid, 'ann')).toBeNull();
  const tools = { 'fs-read': { enabled: true } };
  expect((await agentSteps.save({ ...agent, tools }, 'ann')).tools).toEqual(tools);
  await llmSteps.delete(llm.uuid, 'ann');
  expect(await llmSteps.get(llm.uuid, 'ann')).toBeNull();
  const { uuid } = await mails('ann');
  const trigger = await triggers.create(uuid, 'webhook', 'ann');
  expect(await triggers.getForWorkflow(uuid, 'ann')).toEqual(trigger);
  const rules = { domain_whitelist: ['example.com'] };
  expect((await triggers.save({ ...trigger, filter_rules: rules }, 'ann')).filter_rules).toEqual(
    rules,
  );
  expect((await triggers.listTriggers('ann')).map((each) => each.uuid)).toEqual([trigger.uuid]);
  await triggers.delete(trigger.uuid, 'ann');
  expect(await triggers.get(trigger.uuid, 'ann')).toBeNull();
  expect((await workflows.get(uuid, 'ann'))?.trigger_uuid).toBeNull();
  expect((await triggers.getAvailableTypes()).map(({ type }) => type)).toContain('new_email');
  expect((await workflows.listAvailableStepTypes()).map(({ type }) => type)).toEqual([
    'custom_llm',
    'custom_agent',
    'stop_checker',
  ]);
  expect(await workflows.listAvailableTriggerTypes()).toEqual(await triggers.getAvailableTypes());
  expect(await workflows.discoverMcpTools()).toEqual([]);
});

it('[X113] nobody sees or changes anything of another user', async () => {
  const { workflows, llmSteps, checkers, triggers } = open;
  const { uuid, sum, check } = await mails('ann');
  const trigger = await triggers.create(uuid, 'webhook', 'ann');
  const { uuid: run } = await workflows.createInstance(uuid, 'x', 'ann');
  const output = (await settled(run, 'ann'))?.trigger_output?.uuid ?? '';
  expect([
    await workflows.get(uuid, 'bob'),
    await workflows.getWithDetails(uuid, 'bob'),
    await workflows.getInstance(run, 'bob'),
    await workflows.getOutputData(output, 'bob'),
    await llmSteps.get(sum, 'bob'),
    await checkers.get(check, 'bob'),
    await triggers.get(trigger.uuid, 'bob'),
    await triggers.getForWorkflow(uuid, 'bob'),
  ]).toEqual(Array.from({ length: 8 }, () => null));
  const step = await llmSteps.get(sum, 'ann');
  const changes = [
    () => workflows.delete(uuid, 'bob'),
    () => workflows.addNewStep(uuid, 'custom_llm', 'Mine', 'bob'),
    () => workflows.deleteStep(uuid, sum, 'bob'),
    () => workflows.setTrigger(uuid, 'manual', 'bob'),
    () => workflows.createInstance(uuid, 'x', 'bob'),
    () => workflows.cancelInstance(run, 'bob'),
    () => llmSteps.delete(sum, 'bob'),
    () => (step === null ? Promise.resolve() : llmSteps.save(step, 'bob')),
    () => triggers.delete(trigger.uuid, 'bob'),
    () => triggers.save(trigger, 'bob'),
  ];
  for (const change of changes) await expect(change()).rejects.toMatchObject({ status: 404 });
  expect([await workflows.listAll('bob'), await triggers.listTriggers('bob')]).toEqual([[], []]);
  expect(await workflows.listInstances(uuid, 'bob')).toEqual([]);
  expect((await workflows.get(uuid, 'ann'))?.steps).toHaveLength(3);
});

it('[X114] a model of a provider is asked for summaries in the background; one that fails harms nothing', async () => {
  const asked: string[] = [];
  let isDown = false;
  const problems: unknown[] = [];
  const models = {
    model: () => ({
      provider: 'own',
      name: 'm',
      call: async ({ messages }: { readonly messages: readonly { content: unknown }[] }) => {
        asked.push(String(messages[0]?.content));
        if (isDown) throw new Error('no answer');
        const usage = { input: 1, output: 1, usd: 0 };
        return { text: `Does it ${asked.length}.\nMore.`, toolCalls: [], usage };
      },
    }),
  };
  const store = `sqlite:${path.join(folder, 'other.db')}`;
  const given = { store, models, onProblem: (error: unknown) => problems.push(error) };
  const pipelines = await createPipelines(given);
  const { workflows, llmSteps } = pipelines;
  const { uuid } = await workflows.create('W', '', 'ann');
  const { steps } = await workflows.addNewStep(uuid, 'custom_llm', 'One', 'ann');
  const [id = ''] = steps;
  const save = async (system_prompt: string) => {
    const found = await llmSteps.get(id, 'ann');
    if (found !== null) await llmSteps.save({ ...found, system_prompt }, 'ann');
  };
  const summary = async (isThere: (text: unknown) => boolean) => {
    for (;;) {
      const found = (await llmSteps.get(id, 'ann'))?.generated_summary;
      if (isThere(found)) return found;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  // Quick saves are one call.
  for (const prompt of ['a', 'ab', 'abc']) await save(prompt);
  expect(await summary((text) => typeof text === 'string')).toBe('Does it 1.');
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('abc');
  isDown = true;
  await save('another');
  expect((await llmSteps.get(id, 'ann'))?.generated_summary ?? null).toBeNull();
  while (problems.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  expect((await llmSteps.get(id, 'ann'))?.system_prompt).toBe('another');
  await pipelines.close();
  // Nothing is lost: whoever works on the store next makes it.
  isDown = false;
  const next = await createPipelines(given);
  const later = async () => (await next.llmSteps.get(id, 'ann'))?.generated_summary;
  while (typeof (await later()) !== 'string') await new Promise((done) => setTimeout(done, 20));
  expect(await later()).toBe('Does it 3.');
  await next.close();
});

it('[X152] webhooks and events that the host receives start runs, once each', async () => {
  const { triggers, workflows } = open;
  const { uuid } = await mails('ann');
  const hook = await triggers.create(uuid, 'webhook', 'ann');
  const secret = await triggers.makeSecret(hook.uuid, 'ann');
  const signed = (id: string, body: string) => {
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const mac = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { id, timestamp, signature: `v1,${mac}`, body };
  };
  const first = await triggers.receiveWebhook(hook.uuid, signed('m1', '{"from":"x"}'));
  const again = await triggers.receiveWebhook(hook.uuid, signed('m1', '{"from":"x"}'));
  expect(first.matched).toBe(true);
  expect(again.run_id).toBe(first.run_id);
  expect((await settled(first.run_id ?? '', 'ann'))?.trigger_output?.raw_data).toEqual({
    from: 'x',
  });
  const forged = { ...signed('m2', '1'), body: '2' };
  const refused = triggers.receiveWebhook(hook.uuid, forged);
  await expect(refused).rejects.toMatchObject({ code: 'SIGNATURE_INVALID' });
  await expect(triggers.makeSecret(hook.uuid, 'bob')).rejects.toMatchObject({ status: 404 });
  const event = await triggers.create(uuid, 'event', 'ann');
  const { event: name } = event.config as { readonly event: string };
  const sent = await triggers.sendEvent(name, 'A mail', 'ann', 'e1');
  expect(sent.started).toMatchObject([{ trigger: event.uuid, matched: true }]);
  expect((await triggers.sendEvent(name, 'A mail', 'bob')).started).toEqual([]);
  expect((await triggers.getHistory(event.uuid, 'ann')).map(({ outcome }) => outcome)).toEqual([
    'started',
  ]);
  await settled(sent.started[0]?.run_id ?? '', 'ann');
  expect(await workflows.listInstances(uuid, 'ann')).toHaveLength(2);
});

it('[X152] schedules fire while pipelines are open, also those that an engine saved', async () => {
  const store = `sqlite:${path.join(folder, 'other.db')}`;
  const engine = await createEngine({ store });
  const step = { uuid: 's', name: 'S', type: 'custom_llm', model: 'm', system_prompt: 'x' };
  await engine.workflows.save({
    uuid: 'w',
    name: 'W',
    trigger: { uuid: 't', trigger_type_id: 'schedule', config: { cron: '* * * * * *' } },
    steps: [step],
  });
  await engine.close();
  const pipelines = await createPipelines({ store });
  const outcomes = async () => pipelines.triggers.getHistory('t', 'local');
  while ((await outcomes()).length === 0) await new Promise((done) => setTimeout(done, 50));
  expect((await outcomes())[0]?.outcome).toBe('started');
  await pipelines.close();
});

it('[X153] a workflow is copied with new ids, and a step on its own becomes part of one', async () => {
  const { workflows, llmSteps, triggers } = open;
  const { uuid, sum, label } = await mails('ann');
  await triggers.create(uuid, 'webhook', 'ann');
  const copy = await workflows.copy(uuid, 'ann');
  expect([copy.name, copy.is_active, copy.steps.length]).toEqual(['Mails (copy)', false, 3]);
  expect(copy.steps.some((step) => [sum, label].includes(step))).toBe(false);
  expect(copy.diagnostics).toEqual([]);
  const alone = await llmSteps.create('Alone', 'scripted', '<<trigger_output>>', 'ann');
  const longer = await workflows.addExistingStep(uuid, alone.uuid, 'ann', 0);
  expect(longer.steps[0]).toBe(alone.uuid);
  const taken = workflows.addExistingStep(copy.uuid, alone.uuid, 'ann');
  await expect(taken).rejects.toMatchObject({ code: 'ID_TAKEN', status: 409 });
});

it('[X155] an engine fires the triggers of the store that it opened: schedules and events', async () => {
  const engine = await createEngine({ store: `sqlite:${path.join(folder, 'other.db')}` });
  const save = (n: number, trigger: object) =>
    engine.workflows.save({
      uuid: `w${n}`,
      name: 'W',
      trigger: { uuid: `t${n}`, ...trigger },
      steps: [{ uuid: `s${n}`, name: 'S', type: 'custom_llm', model: 'm', system_prompt: 'x' }],
    });
  const runsOf = async (workflow: string) => (await engine.runs.list({ workflow })).items;
  await save(1, { trigger_type_id: 'event', config: { event: 'parcel' } });
  await engine.events.send('parcel', 7, { id: 'e1' });
  await engine.events.send('parcel', 7, { id: 'e1' });
  await engine.events.send('letter', 7);
  expect(await runsOf('w1')).toHaveLength(1);
  await save(2, { trigger_type_id: 'schedule', config: { cron: '* * * * * *' } });
  while ((await runsOf('w2')).length === 0) await new Promise((done) => setTimeout(done, 50));
  await engine.close();
});
