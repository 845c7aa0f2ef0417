// What a run hands down to its children.
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

describeEngine('the tree of runs', (make) => {
  it('[E41] a workflow inside another one needs no mark of its format', async () => {
    const { run } = await make();
    const workflow = {
      nodes: [{ id: 'x', type: 'transform', config: { value: '${trigger.item}' } }],
    };
    const config = { items: [1, 2], workflow };
    const done = await run(buildWorkflow({ nodes: [{ id: 'all', type: 'map', config }] }));
    expect(done).toMatchObject({ status: 'completed', output: [1, 2] });
  });

  it('[E42] children know the run at the top', async () => {
    const roots: string[] = [];
    const { start, engine } = await make({
      task: ({ root }) => {
        roots.push(root);
        return {};
      },
    });
    const workflow = { nodes: [{ id: 'inner', type: 'task' }] };
    const id = await start(
      buildWorkflow({
        nodes: [task('outer'), { id: 'sub', type: 'subworkflow', config: { workflow } }],
        edges: [{ from: 'outer', to: 'sub' }],
      }),
    );
    await engine.runs.finished(id);
    expect(roots).toEqual([id, id]);
  });

  it('[E43] a budget reaches down: what a child spends without asking ends the tree at the next call', async () => {
    let calls = 0;
    const { run } = await make({
      task: (_, io) => {
        calls += 1;
        io.spend({ modelCalls: 1, inputTokens: 4 });
        return {};
      },
    });
    const workflow = {
      nodes: [
        { id: 'a', type: 'task' },
        { id: 'b', type: 'task' },
        { id: 'c', type: 'task' },
      ],
      edges: [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    };
    const done = await run(
      buildWorkflow({
        policy: { budget: { tokens: 6 } },
        nodes: [task('first'), { id: 'sub', type: 'subworkflow', config: { workflow } }],
        edges: [{ from: 'first', to: 'sub' }],
      }),
    );
    expect(done).toMatchObject({ status: 'failed', error: { code: 'LIMIT_REACHED' } });
    // One by the parent. The child's first is over the two tokens that were left; its second has begun when that is known.
    expect(calls).toBe(3);
  });
});
