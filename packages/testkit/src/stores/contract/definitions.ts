import { runId, versionId, workflowId } from '@skein/kernel';
import { unplannedTick, type Store, type TriggerRecord } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, recorded, saved, type Begun } from './fixtures.ts';

const step = (uuid: string, name: string) => ({
  uuid,
  name,
  type: 'custom_llm',
  model: 'm',
  system_prompt: 'p',
});
const pipeline = (steps: readonly object[], trigger: object | null) =>
  ({ uuid: 'w1', name: 'W', description: 'd', is_active: true, trigger, steps }) as never;

const firing = (id: string, workflow: string): TriggerRecord => ({
  id,
  user: 'ann',
  workflow: workflowId(workflow),
  type: 'webhook',
  config: {},
  isActive: true,
  nextFireAt: null,
  secret: null,
  createdAt: 1,
  updatedAt: 1,
});

export function definitions(store: () => Store): void {
  it('[S6] keeps every version; the one that was saved last is the newest', async () => {
    const { definitions: port } = store();
    for (const version of ['1', '2', '1']) await port.save(saved('a', version));
    await port.save(saved('b', '1'));
    expect(await port.get(workflowId('a'))).toEqual(saved('a', '1'));
    expect(await port.get(workflowId('a'), versionId('2'))).toEqual(saved('a', '2'));
    expect(await port.get(workflowId('a'), versionId('3'))).toBeUndefined();
    expect(await port.get(workflowId('nobody'))).toBeUndefined();
    expect((await port.versions(workflowId('a'))).map(({ version }) => version)).toEqual([
      '2',
      '1',
    ]);
    expect((await port.list({})).items.map(({ id }) => id)).toEqual(['a', 'b']);
    const page = await port.list({ limit: 1 });
    const { items } = await port.list({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(items.map(({ id }) => id)).toEqual(['b']);
  });

  it('[S3810] lists the one that was saved last first, in pages that miss and repeat nothing', async () => {
    const { definitions: port } = store();
    const at = (id: string, savedAt: number, version = '1') =>
      port.save(saved(id, version, { savedAt }));
    for (const [id, savedAt] of [
      ['a', 5],
      ['b', 9],
      ['c', 5],
      ['d', 1],
    ] as const)
      await at(id, savedAt);
    // An old version that is saved again, and a hidden one, which counts for nothing.
    await at('d', 7, '2');
    await at('d', 8);
    await port.save(saved('c', '9', { savedAt: 99 }), { isHidden: true });
    const pages = async (limit: number) => {
      const found: string[] = [];
      let page = await port.list({ order: 'saved', limit });
      found.push(...page.items.map(({ id }) => id));
      while (page.nextCursor !== null) {
        page = await port.list({ order: 'saved', limit, cursor: page.nextCursor });
        found.push(...page.items.map(({ id }) => id));
      }
      return found;
    };
    for (const limit of [1, 2, 3, 4, 100]) expect(await pages(limit)).toEqual(['b', 'd', 'c', 'a']);
    const { items } = await port.list({ order: 'saved', q: 'A' });
    expect(items.map(({ id }) => id)).toEqual(['a']);
  });

  it('[S6] ids are unique per user; name and layout are no part of a version', async () => {
    const { definitions: port } = store();
    await port.save(saved('a', '1', { user: 'ann', name: 'Apples' }));
    await port.save(saved('a', '1', { user: 'bob', definition: { b: 1, a: 2 } }));
    await port.save(saved('a', '1', { user: 'ann', name: 'Pears', studio: { x: 1 }, savedAt: 2 }));
    expect(await port.get(workflowId('a'))).toBeUndefined();
    const newest = saved('a', '1', { user: 'ann', name: 'Pears', studio: { x: 1 }, savedAt: 2 });
    expect(await port.get(workflowId('a'), undefined, 'ann')).toEqual(newest);
    const bobs = await port.get(workflowId('a'), versionId('1'), 'bob');
    expect(JSON.stringify(bobs?.definition)).toBe('{"b":1,"a":2}');
    const names = async (filter: object) => (await port.list(filter)).items.map(({ user }) => user);
    expect(await names({})).toEqual(['ann', 'bob']);
    expect(await names({ user: 'bob' })).toEqual(['bob']);
    expect(await names({ q: 'PEAR' })).toEqual(['ann']);
    expect(await names({ dialect: 'pipeline' })).toEqual([]);
  });

  it('[S6] a deleted workflow is in no list; runs still find the version that they have', async () => {
    const { definitions: port } = store();
    await port.save(saved('a', '1'));
    expect(await port.delete(workflowId('a'))).toBe(true);
    expect(await port.delete(workflowId('a'))).toBe(false);
    expect(await port.get(workflowId('a'))).toBeUndefined();
    expect((await port.list({})).items).toEqual([]);
    expect(await port.get(workflowId('a'), versionId('1'))).toEqual(saved('a', '1'));
    await port.save(saved('a', '2'));
    expect(await port.get(workflowId('a'))).toEqual(saved('a', '2'));
  });

  it('[S33] a hidden version is found by its name, and is in no list and the newest of nothing', async () => {
    const { definitions: port } = store();
    await port.save(saved('a#inner', '1'), { isHidden: true });
    expect(await port.get(workflowId('a#inner'), versionId('1'))).toEqual(saved('a#inner', '1'));
    expect(await port.get(workflowId('a#inner'))).toBeUndefined();
    expect(await port.newest(workflowId('a#inner'))).toBeUndefined();
    expect((await port.list({})).items).toEqual([]);
    await port.save(saved('b', '1'));
    await port.save(saved('b', '2'), { isHidden: true });
    await port.save(saved('b', '1'), { isHidden: true });
    expect(await port.newest(workflowId('b'))).toMatchObject({
      version: '1',
      revision: 1,
      isActive: true,
    });
    expect(await port.get(workflowId('b'), versionId('2'))).toEqual(saved('b', '2'));
    expect(await port.delete(workflowId('a#inner'))).toBe(false);
  });
}

export function dialectTables(store: () => Store, begin: Begun): void {
  it('[S16] a pipeline is also in its own tables: steps and trigger come and go with it', async () => {
    const { definitions: port, tables } = store();
    const trigger = { uuid: 't', filter_rules: { a: 1 } };
    const first = pipeline([step('s1', 'one'), step('s2', 'two')], trigger);
    const record = saved('w1', '1', { dialect: 'pipeline', user: 'ann', definition: first });
    await port.save(record);
    const [row] = await tables.find('workflows', { uuid: 'w1' });
    expect(row).toEqual({
      uuid: 'w1',
      user_id: 'ann',
      name: 'W',
      description: 'd',
      is_active: true,
      trigger_uuid: 't',
      steps: ['s1', 's2'],
      created_at: '1970-01-01T00:00:00.001Z',
      updated_at: '1970-01-01T00:00:00.001Z',
    });
    expect(await tables.find('triggers', { workflow_uuid: 'w1' })).toMatchObject([
      { uuid: 't', user_id: 'ann', details: { filter_rules: { a: 1 } } },
    ]);
    const second = pipeline([step('s2', 'zwei')], null);
    await port.save({ ...record, version: versionId('2'), definition: second, savedAt: 5 });
    expect(await tables.find('workflow_steps', { user_id: 'ann' })).toMatchObject([
      { uuid: 's2', name: 'zwei', details: { model: 'm' }, created_at: '1970-01-01T00:00:00.001Z' },
    ]);
    expect(await tables.find('triggers', {})).toEqual([]);
    await port.save({ ...record, version: versionId('3'), savedAt: 7 }, { tables: 'recreate' });
    expect(await tables.find('workflows', {})).toMatchObject([
      { created_at: '1970-01-01T00:00:00.007Z' },
    ]);
    expect(await tables.find('workflow_steps', {})).toHaveLength(2);
    await port.delete(workflowId('w1'), 'ann');
    for (const table of ['workflows', 'workflow_steps', 'triggers']) {
      expect(await tables.find(table, {})).toEqual([]);
    }
  });

  it('[S43] a step or trigger belongs to one pipeline: another one that carries its id is refused, and nothing changes', async () => {
    const { definitions: port, tables, triggers, steps } = store();
    const trigger = { uuid: 't', trigger_type_id: 'webhook' };
    const first = pipeline([step('s1', 'one')], trigger);
    const ann = { dialect: 'pipeline', user: 'ann' };
    await port.save(saved('w1', '1', { ...ann, definition: first, name: 'W' }), {
      triggers: [firing('t', 'w1')],
    });
    const rows = async () => [
      await tables.find('workflow_steps', {}),
      await tables.find('triggers', {}),
      await triggers.get('t', 'ann'),
    ];
    const before = await rows();
    const copies = [
      pipeline([step('s2', 'two'), step('s1', 'copy')], null),
      pipeline([step('s2', 'two')], trigger),
    ];
    for (const definition of copies) {
      const copy = saved('w2', '1', { ...ann, definition });
      await expect(async () => port.save(copy)).rejects.toMatchObject({
        code: 'ID_TAKEN',
        status: 409,
        message: expect.stringContaining('"w1"'),
      });
    }
    const native = saved('n', '1', { user: 'ann' });
    const taken = async () => port.save(native, { triggers: [firing('t', 'n')] });
    await expect(taken).rejects.toMatchObject({ code: 'ID_TAKEN' });
    expect(await port.get(workflowId('w2'), undefined, 'ann')).toBeUndefined();
    expect(await rows()).toEqual(before);
    // Ids are unique per user, and a step that belongs to no workflow is free.
    await port.save(saved('w2', '1', { dialect: 'pipeline', user: 'bob', definition: first }));
    const now = { createdAt: 3, updatedAt: 3 };
    const alone = { id: 's9', user: 'ann', name: 'nine', type: 'custom_llm', details: {}, ...now };
    await steps.create(alone);
    const adopting = pipeline([step('s9', 'nine'), step('s1', 'one')], trigger);
    await port.save(saved('w1', '2', { ...ann, definition: adopting }));
    expect((await tables.find('workflow_steps', { uuid: 's9' }))[0]).toMatchObject({
      details: { model: 'm' },
      created_at: '1970-01-01T00:00:00.003Z',
    });
  });

  it('[S1750] a version that writes no triggers keeps those that were set apart; a save may switch off', async () => {
    const { definitions: port, triggers } = store();
    const named = (version: string) => saved('n', version, { user: 'ann' });
    const apart = firing('apart', 'n');
    const written = { ...firing('written', 'n'), config: { isWritten: true } };
    await port.save(named('v1'), { triggers: [apart, written], isActive: false });
    expect((await port.newest(workflowId('n'), 'ann'))?.isActive).toBe(false);
    expect((await triggers.get('apart', 'ann'))?.isActive).toBe(false);
    const ids = async () =>
      (await triggers.list({ user: 'ann', workflow: 'n' })).items.map(({ id }) => id);
    await port.save(named('v1'), { triggers: [], keepsTriggers: 'apart' });
    await port.save(named('v2'), { triggers: [], keepsTriggers: 'apart' });
    expect(await ids()).toEqual(['apart']);
    await port.save(named('v3'), { triggers: [] });
    expect(await ids()).toEqual([]);
  });

  it('[S44] a save that plans no tick keeps the planned one and the secret; a switch of the workflow switches its triggers', async () => {
    const { definitions: port, triggers } = store();
    const record = saved('w1', '1', { user: 'ann' });
    const cron = { ...firing('t', 'w1'), type: 'schedule', nextFireAt: unplannedTick };
    const found = () => triggers.get('t', 'ann');
    const save = (given: Partial<TriggerRecord>) =>
      port.save(record, { triggers: [{ ...cron, ...given }] });
    await save({});
    expect(await triggers.due(5, 10)).toMatchObject([{ id: 't', nextFireAt: unplannedTick }]);
    await triggers.put({ ...cron, nextFireAt: 70, secret: 'kept' });
    await save({ updatedAt: 9 });
    expect(await found()).toMatchObject({ nextFireAt: 70, secret: 'kept', updatedAt: 1 });
    await save({ config: { cron: '* * * * *' }, updatedAt: 9 });
    const changed = { nextFireAt: unplannedTick, secret: 'kept', createdAt: 1, updatedAt: 9 };
    expect(await found()).toMatchObject(changed);
    await triggers.put({ ...cron, nextFireAt: 70 });
    const change = (isActive: boolean) =>
      port.change(workflowId('w1'), { user: 'ann', isActive, at: 3 });
    await change(false);
    expect([(await found())?.isActive, await triggers.due(100, 10)]).toEqual([false, []]);
    await save({});
    expect(await found()).toMatchObject({ isActive: false });
    await change(true);
    expect(await found()).toMatchObject({ isActive: true, nextFireAt: unplannedTick });
  });

  it('[S43] of two pipelines that are saved with one new step at the same time, one gets it', async () => {
    const { definitions: port, tables } = store();
    const copies = ['w1', 'w2', 'w3'].map((id) =>
      saved(id, '1', { dialect: 'pipeline', definition: pipeline([step('s1', id)], null) }),
    );
    const settled = await Promise.allSettled(copies.map(async (copy) => port.save(copy)));
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [row] = await tables.find('workflow_steps', { uuid: 's1' });
    const owners = await tables.find('workflows', {});
    expect(owners.map(({ uuid }) => uuid)).toEqual([row?.['name']]);
  });

  it('[S16] a graph of agents is also in its own tables', async () => {
    const { definitions: port, tables } = store();
    const node = (id: string) => ({
      id,
      workflowId: 'g',
      nodeType: 'AGENT',
      nodeName: id,
      agentId: 'x',
    });
    const definition = {
      id: 'g',
      name: 'G',
      isConversational: true,
      entrypointNodeId: 'n1',
      nodes: [node('n1'), node('n2')],
      edges: [
        {
          id: 'e1',
          sourceNodeId: 'n1',
          targetNodeId: null,
          conditionType: 'CONDITIONAL',
          conditionValue: 'END',
        },
      ],
      agents: [{ id: 'x', name: 'X', systemPrompt: "it's", model: 'm', tools: [{ name: 't' }] }],
    } as never;
    const record = saved('g', '1', { dialect: 'agent-graph', definition });
    await port.save(record);
    expect(await tables.find('agent_workflows', { id: 'g' })).toMatchObject([
      { name: 'G', isConversational: true, entrypointNodeId: 'n1' },
    ]);
    expect(await tables.find('workflow_nodes', { workflowId: 'g' })).toHaveLength(2);
    expect(await tables.find('workflow_edges', {})).toMatchObject([
      { targetNodeId: null, conditionValue: 'END' },
    ]);
    expect(await tables.find('agents', {})).toMatchObject([
      { systemPrompt: "it's", tools: [{ name: 't' }] },
    ]);
    await port.save({
      ...record,
      version: versionId('2'),
      definition: { id: 'g', nodes: [node('n2')] } as never,
    });
    expect(await tables.find('workflow_nodes', {})).toMatchObject([{ id: 'n2' }]);
    expect(await tables.find('workflow_edges', {})).toEqual([]);
    expect(await tables.find('agents', {})).toHaveLength(1);
  });

  it('[S45] rows of an agent graph that others have changed are built into its definition', async () => {
    const { definitions: port, tables, agents } = store();
    const hostile = 'a\0b\uD800 "\\u0000\\" 🐈';
    const edges = [
      {
        sourceNodeId: 'n1',
        targetNodeId: null,
        conditionType: 'CONDITIONAL',
        conditionValue: 'END',
      },
      { sourceNodeId: 'n1', conditionType: 'ALWAYS', note: 'kept' },
    ];
    const definition = {
      id: 'g',
      description: null,
      entrypointNodeId: 'n1',
      nodes: [{ id: 'n1', nodeType: 'AGENT', nodeName: hostile, agentId: hostile }],
      edges,
      agents: [
        { id: 'x', systemPrompt: hostile, tools: [{ name: 't', parameters: { b: 1, a: 2 } }] },
      ],
      policy: { maxSteps: 3 },
    };
    const record = saved('g', '1', { dialect: 'agent-graph', definition, user: 'ann' });
    await port.save(record);
    const build = async () =>
      tables.workflows?.build({ id: record.id, user: 'ann' }, await port.newest(record.id, 'ann'));
    expect(await build()).toBeUndefined();
    await port.change(record.id, { user: 'ann', name: 'Renamed', at: 2 });
    expect(await build()).toBeUndefined();
    await agents.put({
      id: 'x',
      user: 'ann',
      name: 'X',
      systemPrompt: 'New.',
      model: null,
      tools: [],
    });
    expect(await build()).toEqual({
      dialect: 'agent-graph',
      definition: {
        ...definition,
        agents: [{ id: 'x', name: 'X', systemPrompt: 'New.', tools: [] }],
      },
    });
    await port.delete(record.id, 'ann');
    expect(await build()).toBeUndefined();
  });

  it('[S17] projections of a run are written with the append that caused them', async () => {
    const { runs, tables } = store();
    const table = 'workflow_step_instances';
    await begin('r', { user: 'ann' });
    const set = { status: 'running', workflow_instance_uuid: 'r', details: { a: [1, null] } };
    await runs.append(runId('r'), 1, [recorded(2)], { projections: [{ table, key: 's', set }] });
    const done = { status: 'completed', output_id: 'o1', output: { raw_data: "it's" } };
    await runs.append(runId('r'), 2, [recorded(3)], {
      projections: [{ table, key: 's', set: done }],
    });
    expect(await tables.find(table, { output_id: 'o1' })).toMatchObject([
      { uuid: 's', user_id: 'ann', ...set, ...done, started_at: null },
    ]);
    const refused = (projection: object) =>
      codeOf(() =>
        runs.append(runId('r'), 3, [recorded(4)], { projections: [projection as never] }),
      );
    expect(await refused({ table: 'runs', key: 's', set: {} })).toBe('TABLE_UNKNOWN');
    expect(await refused({ table, key: 's', set: { 'status = 1; --': 1 } })).toBe('TABLE_UNKNOWN');
    expect(await codeOf(() => tables.find(table, { 'x" or 1=1': 1 }))).toBe('TABLE_UNKNOWN');
    expect(await runs.journal(runId('r'))).toHaveLength(3);
    await runs.append(runId('r'), 3, [recorded(4)], {
      projections: [{ table, key: 's', delete: true }],
    });
    expect(await tables.find(table, {})).toEqual([]);
  });
}
