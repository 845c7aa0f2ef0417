import { buildWorkflow, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const call = () => Promise.reject(new Error('not called'));
const model = (name = 'default') => ({ provider: 'test', name, call });
const inner = buildWorkflow({ id: 'inner', nodes: [task('work')] });
const outer = buildWorkflow({
  id: 'outer',
  nodes: [task('ask'), { id: 'sub', type: 'subworkflow', config: { workflow: inline(inner) } }],
  edges: ['ask -> sub'],
});

describeEngine('offline runs', (make) => {
  const begin = async () => {
    const asked: string[] = [];
    const made = await make({
      models: { model },
      task: (_, io) => {
        asked.push(io.model('large').name, io.model('own', model('of code')).name);
        return { value: 1 };
      },
    });
    return { ...made, asked };
  };

  it('[E2900] is answered by the offline model, in children and forks too', async () => {
    const { engine, start, asked } = await begin();
    const id = await start(outer, { offline: true });
    expect((await engine.runs.finished(id)).status).toBe('completed');
    expect(new Set(asked)).toEqual(new Set(['scripted']));
    asked.length = 0;
    const fork = await engine.runs.fork(id, { from: { node: 'sub' } });
    expect((await engine.runs.finished(fork.id)).status).toBe('completed');
    expect(new Set(asked)).toEqual(new Set(['scripted']));
    asked.length = 0;
    const live = await start(outer, {});
    await engine.runs.finished(live);
    expect(new Set(asked)).toEqual(new Set(['large', 'own']));
  });

  it('[E2900] a key that stands for a run offline is refused for one that is not', async () => {
    const { start } = await begin();
    const first = await start(outer, { offline: true, idempotencyKey: 'k' });
    expect(await start(outer, { offline: true, idempotencyKey: 'k' })).toBe(first);
    await expect(start(outer, { idempotencyKey: 'k' })).rejects.toMatchObject({
      code: 'START_REPEATED',
    });
  });
});
