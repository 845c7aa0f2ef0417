import type { JsonObject, Workflow } from '@skein/kernel';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

/** A map of a workflow over itself: eight times as many runs on every level. */
function bomb(policy: JsonObject = {}): Workflow {
  const config = { items: [1, 2, 3, 4, 5, 6, 7, 8], workflow: 'bomb', concurrency: 8 };
  return buildWorkflow({ id: 'bomb', policy, nodes: [{ id: 'again', type: 'map', config }] });
}

describeEngine('the size of a tree', (make) => {
  it('[E400] a map of a workflow over itself ends at the ceiling of open runs, and leaves nothing open', async () => {
    const { engine } = await make({ limits: { ceilings: { treeOpen: 200 } } });
    await engine.workflows.save(bomb());
    const { id } = await engine.runs.start('bomb');
    const done = await engine.runs.finished(id);
    expect(done.status).toBe('failed');
    expect(done.error).toMatchObject({
      code: 'LIMIT_REACHED',
      details: { limit: 'tree.open', max: 200 },
    });
    const left = await engine.runs.list({ isUnfinished: true, limit: 1000 });
    expect(left.items).toEqual([]);
  });

  it('[E400] a workflow can ask for less than the ceiling, and not for more', async () => {
    const { engine } = await make({ limits: { ceilings: { treeRuns: 100, treeOpen: 1000 } } });
    await engine.workflows.save(bomb({ tree: { runs: 20 } }));
    const { id } = await engine.runs.start('bomb');
    const done = await engine.runs.finished(id);
    expect(done.error?.details).toEqual({ limit: 'tree.runs', max: 20 });
  });

  it('[E400] runs that have ended count too, also after a restart', async () => {
    const { engine, start, restart } = await make({
      tasks: { work: () => ({ value: 1 }) },
      limits: { ceilings: { treeRuns: 30 } },
    });
    const item = buildWorkflow({ id: 'item', nodes: [task('work')] });
    await engine.workflows.save(item);
    const map = (id: string) => ({
      id,
      type: 'map',
      config: { items: [...Array(20).keys()], workflow: 'item' },
    });
    const flow = buildWorkflow({
      id: 'twice',
      nodes: [map('first'), { id: 'ask', type: 'input', config: { prompt: '?' } }, map('second')],
      edges: ['first -> ask', 'ask -> second'],
    });
    const id = await start(flow);
    await engine.runs.settled(id);
    const { engine: again } = await restart();
    const [wait] = (await again.waits.list({ run: id })).items;
    await again.waits.answer(wait?.id ?? '', 'go on');
    const done = await again.runs.finished(id);
    expect(done.error?.details).toEqual({ limit: 'tree.runs', max: 30 });
  });

  it('[E401] the journals of a tree have a limit of bytes', async () => {
    const { run } = await make({
      tasks: { work: () => ({ value: 'x'.repeat(900_000) }) },
      limits: { ceilings: { treeBytes: 3_000_000 } },
    });
    const flow = buildWorkflow({
      id: 'long',
      nodes: [task('work')],
      edges: [{ from: 'work', to: 'work', loop: true }],
    });
    const done = await run(flow);
    expect(done.error?.details).toEqual({ limit: 'tree.bytes', max: 3_000_000 });
  });
});

describeEngine('a restart with many runs', (make) => {
  it('[E402] the engine is of use before the last of its runs continues', async () => {
    let calls = 0;
    const { engine, start, restart, settle } = await make({
      task: () => {
        calls += 1;
        return new Promise(() => {});
      },
      limits: { executions: 1000 },
    });
    const flow = buildWorkflow({ id: 'hanging', nodes: [task('work')] });
    await engine.workflows.save(flow);
    for (let i = 0; i < 350; i++) await start(flow);
    calls = 0;
    const { engine: next } = await restart();
    expect(calls).toBeLessThanOrEqual(100);
    expect((await next.runs.list({ isUnfinished: true, limit: 1 })).items).toHaveLength(1);
    for (let i = 0; i < 200 && calls < 350; i++) await settle();
    expect(calls).toBe(350);
  });
});
