import { buildWorkflow, describeEngine } from '@skein/testkit';
import { expect, it } from 'vitest';

const value = (text: string) =>
  buildWorkflow({ id: 'w', nodes: [{ id: 'a', type: 'transform', config: { value: text } }] });

const outer = buildWorkflow({
  id: 'outer',
  nodes: [{ id: 'inner', type: 'subworkflow', config: { workflow: 'w' } }],
});

const notFound = { code: 'WORKFLOW_NOT_FOUND' };

describeEngine('workflows of users', (make) => {
  it('[E70] what belongs to nobody is everybody’s, unless users are isolated', async () => {
    const open = await make();
    await open.engine.workflows.save(value('nobodys'));
    const shared = await open.engine.runs.start('w', { user: 'ann' });
    expect((await open.engine.runs.finished(shared.id)).output).toBe('nobodys');
    await open.engine.workflows.save(value('her own'), { user: 'ann' });
    const own = await open.engine.runs.start('w', { user: 'ann' });
    expect((await open.engine.runs.finished(own.id)).output).toBe('her own');

    const closed = await make({ isolatesUsers: true });
    await closed.engine.workflows.save(value('nobodys'));
    await expect(closed.engine.runs.start('w', { user: 'ann' })).rejects.toMatchObject(notFound);
  });

  it('[E70] a sub-workflow is looked for among those of the user, by every user anew', async () => {
    const { engine } = await make({ isolatesUsers: true });
    await engine.workflows.save(value('bobs'), { user: 'bob' });
    for (const user of ['ann', 'bob']) await engine.workflows.save(outer, { user });
    const anns = await engine.runs.start('outer', { user: 'ann' });
    expect(await engine.runs.finished(anns.id)).toMatchObject({ status: 'failed' });
    const bobs = await engine.runs.start('outer', { user: 'bob' });
    expect(await engine.runs.finished(bobs.id)).toMatchObject({ output: 'bobs' });
  });

  it('[E70] what a run sends reaches runs of the same user only, where users are isolated', async () => {
    const listening = buildWorkflow({
      id: 'listening',
      nodes: [{ id: 'hear', type: 'event', config: { name: 'ping' } }],
    });
    const sending = buildWorkflow({
      id: 'sending',
      nodes: [{ id: 'say', type: 'emit', config: { name: 'ping', data: 'hi' } }],
    });
    const { engine, settle } = await make({ isolatesUsers: true });
    const runs = new Map<string, string>();
    for (const user of ['ann', 'bob']) {
      for (const workflow of [listening, sending]) await engine.workflows.save(workflow, { user });
      runs.set(user, (await engine.runs.start('listening', { user })).id);
    }
    await engine.runs.start('sending', { user: 'ann' });
    await settle();
    const statusOf = async (user: string) => (await engine.runs.get(runs.get(user) ?? '')).status;
    expect([await statusOf('ann'), await statusOf('bob')]).toEqual(['completed', 'waiting']);
    expect(await engine.events.send('ping', 1, { user: 'cid' })).toMatchObject({ delivered: 0 });
    expect(await engine.events.send('ping', 1, { user: 'bob' })).toMatchObject({ delivered: 1 });
  });

  it('[E71] what was deleted cannot be started any more', async () => {
    const { engine } = await make();
    await engine.workflows.save(value('1'), { user: 'ann' });
    const run = await engine.runs.start('w', { user: 'ann' });
    await engine.runs.finished(run.id);
    await engine.workflows.delete('w', 'ann');
    await expect(engine.runs.start('w', { user: 'ann' })).rejects.toMatchObject(notFound);
    await expect(engine.workflows.delete('w', 'ann')).rejects.toMatchObject(notFound);
    expect(await engine.runs.get(run.id)).toMatchObject({ output: '1' });
    expect((await engine.workflows.list()).items).toEqual([]);
  });

  it('[E72] a draft is kept with its errors, and cannot be started', async () => {
    const { engine } = await make();
    const empty = { skein: 1, name: 'Soon', nodes: [], edges: [] };
    const saved = await engine.workflows.save(empty, { id: 'soon', isDraft: true });
    expect(saved.diagnostics.map(({ code }) => code)).toContain('EMPTY_WORKFLOW');
    expect(await engine.workflows.get('soon')).toMatchObject({ name: 'Soon', definition: empty });
    const starting = engine.runs.start('soon');
    await expect(starting).rejects.toMatchObject({ code: 'WORKFLOW_INVALID' });
  });

  it('[E73] a definition is said in the words of another dialect, or refused', async () => {
    const { engine } = await make();
    const convert = (from: unknown, to: string) => engine.workflows.convert(from, to);
    const canvas = {
      nodes: [{ id: 's', type: 'start', x: 0, y: 0, data: {} }],
      connections: [],
    };
    expect(convert(canvas, 'native')).toMatchObject({
      from: 'canvas',
      to: 'native',
      definition: { skein: 1 },
      losses: [],
    });
    expect(() => convert(canvas, 'cobol')).toThrow(
      expect.objectContaining({ code: 'DIALECT_UNKNOWN' }),
    );
    expect(() => convert({ skein: 1, nodes: [] }, 'canvas')).toThrow(
      expect.objectContaining({ code: 'WORKFLOW_INVALID' }),
    );
    expect(() => convert(outer, 'pipeline')).toThrow(
      expect.objectContaining({ code: 'NOT_CONVERTIBLE' }),
    );
  });
});
