// Goal: a store that fails costs time, never a result. Method: the n-th append fails, before or after it wrote, for every n.
import { EngineError } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { faultyStore, type AppendFault } from '@skein/simulation';
import { buildWorkflow, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const workflow = buildWorkflow({
  nodes: [task('a'), { id: 'ask', type: 'input' }, task('b'), task('c')],
  edges: ['a -> ask', 'ask -> b', 'b -> c'],
});

describeEngine('store faults', (make) => {
  it.each(['before', 'after'] as const)(
    '[E33] an append that fails %s it wrote is made again; nothing is lost or doubled',
    async (fault: AppendFault) => {
      for (let failing = 1; failing <= 6; failing++) {
        const store = faultyStore(memoryStore());
        let appends = 0;
        store.onAppend = () => (++appends === failing ? fault : 'none');
        const calls: string[] = [];
        const { engine, clock, settle } = await make({
          store,
          task: async ({ node }, io) => {
            await io.step('once', () => calls.push(node));
            return { value: node };
          },
        });
        const starting = engine.runs.start(workflow);
        await clock.advance(1000);
        const { id } = await starting;
        const answering = engine.waits.answer({ run: id }, 1);
        await clock.advance(1000);
        await answering;
        await settle();
        expect((await engine.runs.finished(id)).output).toBe('c');
        expect(calls).toEqual(['a', 'b', 'c']);
      }
    },
  );

  it('[E33] a run whose journal someone else has written to is given up', async () => {
    const store = faultyStore(memoryStore());
    const { engine, start, settle } = await make({ store });
    const id = await start(buildWorkflow({ nodes: [{ id: 'ask', type: 'input' }] }));
    await settle();
    const finished = engine.runs.finished(id);
    store.onAppend = () => {
      throw new EngineError('STORE_CONFLICT', { run: id, expected: 1, found: 2 });
    };
    const answering = engine.waits.answer({ run: id }, 1);
    await expect(answering).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
    await expect(finished).rejects.toMatchObject({ code: 'STORE_CONFLICT' });
  });

  it('[E33] a child that was lost is found again, and its parent continues', async () => {
    const store = faultyStore(memoryStore());
    const { engine, clock, start, settle } = await make({ store });
    const inner = buildWorkflow({
      id: 'inner',
      nodes: [{ id: 'late', type: 'delay', config: { ms: 1000 } }, task('a')],
      edges: ['late -> a'],
    });
    const config = { workflow: inline(inner), input: 'in' };
    const id = await start(
      buildWorkflow({ id: 'outer', nodes: [{ id: 'sub', type: 'subworkflow', config }] }),
    );
    await settle();
    store.onAppend = (run) => (run === id ? 'none' : 'before');
    await clock.advance(30_000);
    expect((await engine.runs.get(id)).status).not.toBe('completed');
    store.onAppend = () => 'none';
    await clock.advance(30_000);
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 'in' });
  });

  it('[E33] a child whose start could not be written for too long is started again', async () => {
    const store = faultyStore(memoryStore());
    const { engine, clock, start, settle } = await make({ store });
    const inner = buildWorkflow({ id: 'inner', nodes: [task('a')], edges: [] });
    const config = { workflow: inline(inner), input: 'in' };
    const nodes = [
      { id: 'late', type: 'delay', config: { ms: 1000 } },
      { id: 'sub', type: 'subworkflow', config },
    ];
    const id = await start(buildWorkflow({ id: 'outer', nodes, edges: ['late -> sub'] }));
    await settle();
    store.onAppend = (run) => (run === id ? 'none' : 'before');
    await clock.advance(60_000);
    expect((await store.runs.list({ parent: id })).items).toEqual([]);
    store.onAppend = () => 'none';
    await clock.advance(30_000);
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 'in' });
    expect((await store.runs.list({ parent: id })).items).toHaveLength(1);
  });

  it('[E33] a store that stays unavailable for too long loses the run to this process, not the run', async () => {
    const store = faultyStore(memoryStore());
    const first = await make({ store });
    const id = await first.start(buildWorkflow({ nodes: [{ id: 'ask', type: 'input' }] }));
    await first.settle();
    store.onAppend = () => 'before';
    const answering = first.engine.waits.answer({ run: id }, 1);
    const [outcome] = await Promise.all([
      Promise.allSettled([answering]),
      first.clock.advance(600_000),
    ]);
    expect(outcome).toMatchObject([{ reason: { code: 'RUN_LOST' } }]);
    store.onAppend = () => 'none';
    // Whoever asks next finds the run again in the store.
    await first.engine.waits.answer({ run: id }, 2);
    expect((await first.engine.runs.finished(id)).output).toBe(2);
  });
});
