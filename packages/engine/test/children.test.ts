import type { JsonObject, Workflow } from '@skein/kernel';
import {
  buildWorkflow,
  deferred,
  describeEngine,
  inline,
  task,
  type Deferred,
} from '@skein/testkit';
import { expect, it } from 'vitest';

const inner = buildWorkflow({ id: 'inner', nodes: [task('work')] });

function mapped(config: JsonObject, workflow: Workflow = inner): Workflow {
  const all = { items: '${trigger}', workflow: inline(workflow), ...config };
  return buildWorkflow({ id: 'outer', nodes: [{ id: 'all', type: 'map', config: all }] });
}

function nested(config: JsonObject): Workflow {
  return buildWorkflow({ id: 'outer', nodes: [{ id: 'sub', type: 'subworkflow', config }] });
}

describeEngine('children', (make) => {
  it('[E20] a map runs a child for each item and gives the results in item order', async () => {
    const results: Deferred<object>[] = [];
    const { engine, start, settle } = await make({
      tasks: {
        work: () => {
          const result = deferred<object>();
          results.push(result);
          return result.promise;
        },
      },
    });
    const id = await start(mapped({ concurrency: 3 }), { input: ['a', 'b', 'c'] });
    await settle();
    for (const place of [2, 0, 1]) {
      results[place]?.resolve({ value: `result ${place}` });
      await settle();
    }
    const done = await engine.runs.finished(id);
    expect(done.output).toEqual(['result 0', 'result 1', 'result 2']);
    const children = (await engine.runs.list({ parent: id })).items;
    expect(children.map(({ parent }) => parent?.path)).toEqual(['all#1/0', 'all#1/1', 'all#1/2']);
    expect(await engine.runs.get(children[1]?.id ?? '')).toMatchObject({
      status: 'completed',
      input: { item: 'b', index: 1 },
      parent: { run: id },
    });
  });

  it('[E20] no more children run at a time than the map allows', async () => {
    let running = 0;
    let most = 0;
    const { run } = await make({
      tasks: {
        work: async ({ previous }) => {
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => {
            setImmediate(resolve);
          });
          running -= 1;
          return { value: previous ?? null };
        },
      },
    });
    const done = await run(mapped({ concurrency: 4 }), { input: [...Array(20).keys()] });
    expect(done.status).toBe('completed');
    expect(most).toBe(4);
  });

  it('[E20] an empty list is done at once', async () => {
    const { run } = await make();
    expect((await run(mapped({}), { input: [] })).output).toEqual([]);
  });

  it('[E20] with `atLeast` the map continues when so many are done, and cancels the rest', async () => {
    let aborted = 0;
    const { engine, run } = await make({
      tasks: {
        work: ({ inputs }, { signal }) => {
          const { index } = inputs['input'] as { index: number };
          if (index < 2) return { value: index };
          return new Promise(() => {
            signal.addEventListener('abort', () => {
              aborted += 1;
            });
          });
        },
      },
    });
    const done = await run(mapped({ atLeast: 2 }), { input: [0, 1, 2, 3] });
    expect(done.output).toEqual([0, 1, null, null]);
    expect(aborted).toBe(2);
    const { items } = await engine.runs.list({ parent: done.id });
    expect(items.map(({ status }) => status)).toEqual([
      'completed',
      'completed',
      'cancelled',
      'cancelled',
    ]);
  });

  it('[E20] with `rest: "finish"` the others come to their end while the run continues', async () => {
    const gate = deferred<object>();
    const { engine, start, settle } = await make({
      tasks: {
        work: ({ inputs }) => {
          const { index } = inputs['input'] as { index: number };
          return index === 0 ? { value: 'first' } : gate.promise;
        },
      },
    });
    const id = await start(mapped({ atLeast: 1, rest: 'finish' }), { input: [0, 1, 2] });
    await settle();
    expect(await engine.runs.get(id)).toMatchObject({ status: 'running' });
    gate.resolve({ value: 'later' });
    expect((await engine.runs.finished(id)).status).toBe('completed');
    const { items } = await engine.runs.list({ parent: id });
    expect(items.map(({ status }) => status)).toEqual(['completed', 'completed', 'completed']);
  });

  it('[E20] a failed item fails the map, and the others are cancelled', async () => {
    const { engine, run } = await make({
      tasks: {
        work: ({ inputs }) => {
          const { index } = inputs['input'] as { index: number };
          if (index === 1) throw Object.assign(new Error('broken item'), { code: 'BROKEN' });
          return new Promise(() => {});
        },
      },
    });
    const done = await run(mapped({}), { input: [0, 1, 2] });
    expect(done).toMatchObject({ status: 'failed', error: { code: 'BROKEN', node: 'all' } });
    const { items } = await engine.runs.list({ parent: done.id });
    expect(items.map(({ status }) => status)).toEqual(['cancelled', 'failed', 'cancelled']);
  });

  it('[E360] with `failures: "collect"` each item says how it ended, a cancelled one too', async () => {
    const { engine, start, settle } = await make({
      tasks: {
        work: ({ inputs }) => {
          const { index } = inputs['input'] as { index: number };
          if (index === 1) throw Object.assign(new Error('broken item'), { code: 'BROKEN' });
          return index === 2 ? new Promise(() => {}) : { value: index };
        },
      },
    });
    const id = await start(mapped({ failures: 'collect' }), { input: [0, 1, 2] });
    await settle();
    const { items } = await engine.runs.list({ parent: id, status: 'running' });
    for (const child of items) await engine.runs.cancel(child.id);
    expect((await engine.runs.finished(id)).output).toEqual([
      { ok: true, value: 0 },
      { ok: false, error: { code: 'BROKEN', message: 'broken item' } },
      { ok: false, error: { code: 'ITEM_CANCELLED', message: 'The run was cancelled.' } },
    ]);
  });

  it('[E20] a map of 2,000 items over functions that answer at once does not overflow the stack', async () => {
    const { run, isRebuilt } = await make({ tasks: { work: () => ({ value: 1 }) } });
    const length = isRebuilt ? 20 : 2000;
    const done = await run(mapped({ concurrency: length }), { input: Array(length).fill(0) });
    expect(done.output).toHaveLength(length);
  });

  it('[E21] a sub-workflow is a run of its own, inline or stored by id', async () => {
    const { engine, run } = await make({
      tasks: { work: ({ previous }) => ({ value: [previous ?? null] }) },
    });
    await engine.workflows.save(inner);
    for (const workflow of [inline(inner), 'inner']) {
      const done = await run(nested({ workflow, input: 'in' }));
      expect(done.output).toEqual(['in']);
    }
  });

  it('[E21] a stored sub-workflow can be named with its version', async () => {
    const { engine, run } = await make();
    const first = await engine.workflows.save(
      buildWorkflow({
        id: 'inner',
        nodes: [{ id: 'old', type: 'transform', config: { value: 'old' } }],
      }),
    );
    await engine.workflows.save(
      buildWorkflow({
        id: 'inner',
        nodes: [{ id: 'new', type: 'transform', config: { value: 'new' } }],
      }),
    );
    const newest = await run(nested({ workflow: 'inner' }));
    const { version } = first;
    const pinned = await run(nested({ workflow: 'inner', version }));
    expect([newest.output, pinned.output]).toEqual(['new', 'old']);
    const each = mapped({ workflow: 'inner', version });
    expect((await run(each, { input: [1, 2] })).output).toEqual(['old', 'old']);
  });

  it('[E21] an inline definition does not become a version of a stored one with its id', async () => {
    const { engine, run } = await make();
    const transform = (value: string) => [{ id: 'a', type: 'transform', config: { value } }];
    await engine.workflows.save(buildWorkflow({ id: 'same', nodes: transform('stored') }));
    const inside = buildWorkflow({ id: 'same', nodes: transform('inline') });
    const first = await run(nested({ workflow: inline(inside) }));
    const second = await run(nested({ workflow: 'same' }));
    expect([first.output, second.output]).toEqual(['inline', 'stored']);
  });

  it('[E21] a sub-workflow that cannot start fails its node', async () => {
    const { run } = await make();
    const done = await run(nested({ workflow: 'nobody' }));
    expect(done.error).toMatchObject({ code: 'WORKFLOW_NOT_FOUND', node: 'sub' });
  });

  it('[E21] a workflow that starts itself is stopped at a depth', async () => {
    const { engine, run } = await make();
    await engine.workflows.save(
      buildWorkflow({
        id: 'self',
        nodes: [{ id: 'again', type: 'subworkflow', config: { workflow: 'self' } }],
      }),
    );
    const done = await run(nested({ workflow: 'self' }));
    expect(done.error).toMatchObject({ code: 'TOO_DEEP' });
  });

  it('[E21] what children spend is counted in their parent', async () => {
    const { run } = await make({
      tasks: {
        work: (_, io) => {
          io.spend({ modelCalls: 1, inputTokens: 5 });
          return {};
        },
      },
    });
    const done = await run(mapped({}), { input: [1, 2, 3] });
    expect(done.usage).toMatchObject({ modelCalls: 3, inputTokens: 15 });
  });

  it('[E22] a parent waits while its children only wait, and lists their waits', async () => {
    const { engine, start, settle } = await make();
    const asking = buildWorkflow({ id: 'asking', nodes: [{ id: 'review', type: 'approval' }] });
    const id = await start(mapped({}, asking), { input: ['x', 'y'] });
    await settle();
    const waiting = await engine.runs.get(id);
    expect(waiting.status).toBe('waiting');
    expect(waiting.waits.map(({ node }) => node)).toEqual(['all/0/review', 'all/1/review']);
    await engine.waits.answer({ run: id, node: 'all/1/review' }, 'approve');
    await settle();
    const half = await engine.runs.get(id);
    expect(half.waits.map(({ node }) => node)).toEqual(['all/0/review']);
    await engine.waits.answer(half.waits[0]?.id ?? '', 'reject');
    expect((await engine.runs.finished(id)).status).toBe('completed');
  });

  it('[E22] a wait two levels down is listed and answered from the top', async () => {
    const { engine, start, settle } = await make();
    const asking = buildWorkflow({ id: 'asking', nodes: [{ id: 'ask', type: 'input' }] });
    const id = await start(mapped({}, mapped({ items: [1] }, asking)), { input: [0] });
    await settle();
    expect((await engine.runs.get(id)).waits).toMatchObject([{ node: 'all/0/all/0/ask' }]);
    await engine.waits.answer({ run: id, node: 'all/0/all/0/ask' }, 'down here');
    expect((await engine.runs.finished(id)).output).toEqual([['down here']]);
  });

  it('[E22] a child that continues makes its parent continue', async () => {
    const gate = deferred<object>();
    const { engine, start, settle } = await make({ tasks: { work: () => gate.promise } });
    const asking = buildWorkflow({
      id: 'asking',
      nodes: [{ id: 'ask', type: 'input' }, task('work')],
      edges: ['ask -> work'],
    });
    const id = await start(nested({ workflow: inline(asking) }));
    await settle();
    expect((await engine.runs.get(id)).status).toBe('waiting');
    await engine.waits.answer({ run: id, node: 'sub/0/ask' }, 1);
    await settle();
    expect(await engine.runs.get(id)).toMatchObject({ status: 'running', waits: [] });
    gate.resolve({ value: 'done' });
    expect((await engine.runs.finished(id)).output).toBe('done');
  });

  it('[E9] cancel reaches down to the children', async () => {
    let aborted = 0;
    const { engine, start, settle } = await make({
      tasks: {
        work: (_, { signal }) =>
          new Promise(() => {
            signal.addEventListener('abort', () => {
              aborted += 1;
            });
          }),
      },
    });
    const id = await start(mapped({}, mapped({ items: [1, 2] })), { input: [0, 1] });
    await settle();
    await engine.runs.cancel(id);
    await settle();
    expect(aborted).toBe(4);
    const { items } = await engine.runs.list();
    expect(items.map(({ status }) => status)).toEqual(Array(7).fill('cancelled'));
    expect((await engine.waits.list()).items).toEqual([]);
  });
});
