import { versionId, workflowId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, saved } from './fixtures.ts';
import { trigger } from './records.ts';

export function revisions(store: () => Store): void {
  it('[S27] a save for an older revision is refused, and nothing is overwritten', async () => {
    const { definitions: port } = store();
    const save = (version: string, expected?: number) =>
      port.save(saved('a', version), expected === undefined ? {} : { expected });
    expect(await codeOf(() => save('0', 1))).toBe('VERSION_CONFLICT');
    expect(await save('1', 0)).toBe(1);
    expect(await codeOf(() => save('2', 0))).toBe('VERSION_CONFLICT');
    expect(await save('2', 1)).toBe(2);
    expect(await codeOf(() => save('3', 1))).toBe('VERSION_CONFLICT');
    expect(await port.get(workflowId('a'), versionId('3'))).toBeUndefined();
    expect(await port.newest(workflowId('a'))).toEqual({
      ...saved('a', '2'),
      revision: 2,
      isActive: true,
    });
    expect(await save('2')).toBe(3);
    expect(await port.save(saved('a', '2', { savedAt: 9 }), { keepsRevision: true })).toBe(3);
    expect(await port.newest(workflowId('a'))).toMatchObject({ revision: 3, savedAt: 9 });
    await port.delete(workflowId('a'));
    expect(await port.newest(workflowId('a'))).toBeUndefined();
    expect(await codeOf(() => save('4', 3))).toBe('VERSION_CONFLICT');
    expect(await save('4', 0)).toBe(4);
  });

  it('[S27] of twenty saves for one revision one is taken', async () => {
    const { definitions: port } = store();
    const race = (expected: number) =>
      Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          codeOf(() => port.save(saved('a', `${expected} by ${i}`), { expected })),
        ),
      );
    for (const expected of [0, 1]) {
      const codes = await race(expected);
      expect(codes.filter((code) => code === 'none')).toHaveLength(1);
      expect(codes.filter((code) => code === 'VERSION_CONFLICT')).toHaveLength(19);
    }
    expect(await port.versions(workflowId('a'))).toHaveLength(2);
  });

  it('[S27] a workflow is renamed, and switched on and off, without a new version', async () => {
    const { definitions: port } = store();
    await port.save(saved('a', '1', { user: 'ann', name: 'Apples' }));
    await port.save(saved('a', '1', { user: 'bob', name: 'Apples' }));
    expect(await port.change(workflowId('a'), { user: 'ann', name: 'Pears', at: 5 })).toBe(2);
    expect(await port.change(workflowId('a'), { user: 'ann', isActive: false, at: 6 })).toBe(2);
    expect(await port.change(workflowId('nobody'), { name: 'x', at: 6 })).toBeUndefined();
    const stale = { user: 'ann', name: 'Plums', at: 7, expected: 1 };
    expect(await codeOf(() => port.change(workflowId('a'), stale))).toBe('VERSION_CONFLICT');
    const owners = async (filter: object) =>
      (await port.list(filter)).items.map(({ user }) => user);
    expect(await owners({ q: 'pear' })).toEqual(['ann']);
    expect(await owners({ q: 'apple' })).toEqual(['bob']);
    expect(await owners({ isActive: false })).toEqual(['ann']);
    expect(await owners({ isActive: true })).toEqual(['bob']);
    const [mine] = (await port.list({ user: 'ann' })).items;
    expect(mine).toMatchObject({ name: 'Pears', revision: 2, isActive: false });
    await port.save(saved('a', '2', { user: 'ann' }));
    expect(await port.newest(workflowId('a'), 'ann')).toMatchObject({
      revision: 3,
      isActive: false,
    });
  });

  it('[S27] the tables of a dialect follow a renaming and a switch', async () => {
    const { definitions: port, tables } = store();
    const pipeline = { uuid: 'p', name: 'P', is_active: false, steps: [] } as never;
    await port.save(saved('p', '1', { dialect: 'pipeline', definition: pipeline }));
    expect(await port.newest(workflowId('p'))).toMatchObject({ isActive: false });
    await port.change(workflowId('p'), { name: 'Q', isActive: true, at: 5 });
    expect(await tables.find('workflows', { uuid: 'p' })).toMatchObject([
      { name: 'Q', is_active: true, updated_at: '1970-01-01T00:00:00.005Z' },
    ]);
    await port.save(saved('g', '1', { dialect: 'agent-graph', definition: { id: 'g' } as never }));
    await port.change(workflowId('g'), { name: 'Graph', isActive: false, at: 5 });
    expect(await tables.find('agent_workflows', {})).toMatchObject([{ id: 'g', name: 'Graph' }]);
  });

  it('[S27] the triggers of a workflow are saved and deleted with it', async () => {
    const { definitions: port, triggers } = store();
    const found = async () => (await triggers.list({ user: 'ann' })).items.map(({ id }) => id);
    const record = saved('w', '1', { user: 'ann' });
    await triggers.put(trigger('elsewhere', { workflow: workflowId('v') }));
    await port.save(record, { triggers: [trigger('t1'), trigger('t2')] });
    expect(await found()).toEqual(['elsewhere', 't1', 't2']);
    await port.save(record);
    expect(await found()).toEqual(['elsewhere', 't1', 't2']);
    await port.save(record, { triggers: [trigger('t2', { nextFireAt: 7 }), trigger('t3')] });
    expect(await found()).toEqual(['elsewhere', 't2', 't3']);
    expect(await triggers.get('t2', 'ann')).toMatchObject({ nextFireAt: 7 });
    const stale = () => port.save(record, { expected: 1, triggers: [] });
    expect(await codeOf(stale)).toBe('VERSION_CONFLICT');
    expect(await found()).toEqual(['elsewhere', 't2', 't3']);
    await port.delete(workflowId('w'), 'ann');
    expect(await found()).toEqual(['elsewhere']);
  });
}
