import { runId, versionId, workflowId } from '@skein/kernel';
import type { Store } from '@skein/ports';
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

  it('[S43] rows of an agent graph that others have changed are built into its definition', async () => {
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
