// Goal: a new engine over the same store continues as if the first one had never ended. Method: runs are stopped in the middle
// of every kind of work, and a second engine finishes them.
import { runId, type Workflow } from '@skein/kernel';
import { buildWorkflow, deferred, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';

function mapped(workflow: Workflow): Workflow {
  const config = { items: '${trigger}', workflow: inline(workflow) };
  return buildWorkflow({ id: 'outer', nodes: [{ id: 'all', type: 'map', config }] });
}

describeEngine('recovery', (make) => {
  it('[E26] a function that was running is called again, with what it recorded', async () => {
    const made: string[] = [];
    let isFirst = true;
    const first = await make({
      task: async ({ attempt }, io) => {
        const one = await io.step('one', () => made.push('one'));
        if (isFirst) await new Promise(() => {});
        const two = await io.step('two', () => made.push('two'));
        return { value: [one, two, attempt] };
      },
    });
    const id = await first.start(buildWorkflow({ nodes: [task('a')] }));
    await first.settle();
    isFirst = false;
    const second = await first.restart();
    expect((await second.engine.runs.finished(id)).output).toEqual([1, 2, 1]);
    expect(made).toEqual(['one', 'two']);
  });

  it('[E26] what a function of the closed engine still does is not written', async () => {
    const late = deferred<object>();
    let calls = 0;
    const first = await make({
      task: () => {
        calls += 1;
        return calls === 1 ? late.promise : { value: 'second' };
      },
    });
    const id = await first.start(buildWorkflow({ nodes: [task('a')] }));
    const second = await first.restart();
    late.resolve({ value: 'first' });
    expect((await second.engine.runs.finished(id)).output).toBe('second');
    await second.settle();
    expect(await second.engine.runs.journal(id)).toHaveLength(2);
  });

  it('[E26] a function that was asking continues with the answer', async () => {
    const made: string[] = [];
    const first = await make({
      task: async (_, io) => {
        await io.step('before', () => made.push('before'));
        const answer = await io.wait({ kind: 'question' });
        return { value: answer };
      },
    });
    const id = await first.start(buildWorkflow({ nodes: [task('a')] }));
    await first.settle();
    const second = await first.restart();
    await second.engine.waits.answer({ run: id, node: 'a' }, 42);
    expect((await second.engine.runs.finished(id)).output).toBe(42);
    expect(made).toEqual(['before']);
  });

  it('[E26] waits, deadlines, delays and backoffs continue', async () => {
    let calls = 0;
    const first = await make({
      tasks: {
        again: () => {
          calls += 1;
          if (calls === 1) throw new Error('not yet');
          return { value: 'again' };
        },
      },
    });
    const nodes = [
      { id: 'late', type: 'delay', config: { ms: 1000 } },
      task('again', { retry: { attempts: 2, backoffMs: 2000 } }),
      { id: 'asked', type: 'input', config: { deadlineMs: 3000 } },
      { id: 'answered', type: 'input' },
    ];
    const id = await first.start(buildWorkflow({ nodes }), { input: 'in' });
    await first.settle();
    const second = await first.restart();
    await second.clock.advance(10_000);
    await second.engine.waits.answer({ run: id, node: 'answered' }, 'yes');
    const done = await second.engine.runs.finished(id);
    expect(done.output).toMatchObject({ late: 'in', again: 'again', answered: 'yes' });
    expect(done.nodes['asked']?.status).toBe('completed');
    expect((await second.engine.waits.list()).items).toEqual([]);
  });

  it('[E26] time that passed without a process fires what came due', async () => {
    const first = await make();
    const id = await first.start(
      buildWorkflow({ nodes: [{ id: 'late', type: 'delay', config: { ms: 1000 } }] }),
    );
    await first.engine.close({ drainMs: 0 });
    first.clock.jump(5000);
    const second = await first.restart();
    await second.clock.advance(0);
    expect((await second.engine.runs.finished(id)).status).toBe('completed');
  });

  it('[E26] the version that a run started with is the one it continues with', async () => {
    const first = await make();
    const value = (text: string) => [
      { id: 'ask', type: 'input' },
      { id: 'say', type: 'transform', config: { value: text } },
    ];
    const edges = ['ask -> say'] as const;
    const id = await first.start(buildWorkflow({ nodes: value('old'), edges }));
    await first.settle();
    const second = await first.restart();
    await second.engine.workflows.save(buildWorkflow({ nodes: value('new'), edges }));
    await second.engine.waits.answer({ run: id }, 1);
    expect((await second.engine.runs.finished(id)).output).toBe('old');
  });

  it('[E26] a run that was started at a node of its own continues from there', async () => {
    const first = await make();
    const nodes = [task('a'), { id: 'ask', type: 'input' }, task('b')];
    const workflow = buildWorkflow({ nodes, edges: ['a -> ask', 'ask -> b'] });
    const id = await first.start(workflow, { start: 'ask' });
    await first.settle();
    const second = await first.restart();
    await second.engine.waits.answer({ run: id }, 5);
    const done = await second.engine.runs.finished(id);
    expect(done).toMatchObject({ output: 5, nodes: { a: { activations: 0 } } });
  });

  it('[E26] an emit that was not completed is sent again, and taken once', async () => {
    const first = await make();
    const receiver = await first.start(
      buildWorkflow({
        id: 'receiver',
        nodes: [
          { id: 'one', type: 'event', config: { name: 'ping' } },
          { id: 'two', type: 'event', config: { name: 'ping' } },
        ],
        edges: ['one -> two'],
      }),
    );
    await first.settle();
    const emit = { id: 'tell', type: 'emit', config: { name: 'ping', data: 1 } };
    const sender = await first.start(buildWorkflow({ id: 'sender', nodes: [emit] }));
    // The process ends after the event was taken and before the sender's node has completed.
    while ((await first.engine.runs.journal(receiver)).length < 2) await Promise.resolve();
    const isCaught = (await first.engine.runs.journal(sender)).length === 1;
    const second = await first.restart();
    await second.settle();
    expect((await second.engine.runs.finished(sender)).status).toBe('completed');
    expect(isCaught).toBe(true);
    expect((await second.engine.runs.get(receiver)).nodes['two']?.status).toBe('waiting');
  });

  it('[E27] children that were running continue, and their parent is told of them', async () => {
    let isFirst = true;
    const first = await make({
      tasks: {
        work: ({ inputs }) => {
          const { index } = inputs['input'] as { index: number };
          return isFirst && index > 0 ? new Promise(() => {}) : { value: index };
        },
      },
    });
    const inner = buildWorkflow({ id: 'inner', nodes: [task('work')] });
    const id = await first.start(mapped(inner), { input: ['a', 'b', 'c'] });
    await first.settle();
    isFirst = false;
    const second = await first.restart();
    expect((await second.engine.runs.finished(id)).output).toEqual([0, 1, 2]);
    expect((await second.engine.runs.list({ parent: id })).items).toHaveLength(3);
  });

  it('[E27] children that were waiting are listed and answered as before', async () => {
    const first = await make();
    const inner = buildWorkflow({ id: 'inner', nodes: [{ id: 'ask', type: 'input' }] });
    const id = await first.start(mapped(inner), { input: ['a', 'b'] });
    await first.settle();
    const before = await first.engine.runs.get(id);
    const second = await first.restart();
    await second.settle();
    expect((await second.engine.runs.get(id)).waits).toEqual(before.waits);
    expect((await second.engine.runs.get(id)).seq).toBe(before.seq);
    await second.engine.waits.answer({ run: id, node: 'all/1/ask' }, 'second');
    await second.engine.waits.answer({ run: id, node: 'all/0/ask' }, 'first');
    expect((await second.engine.runs.finished(id)).output).toEqual(['first', 'second']);
  });

  it('[E27] a child that ended without its parent hearing of it is reported', async () => {
    const first = await make({ tasks: { work: () => new Promise(() => {}) } });
    const inner = buildWorkflow({ id: 'inner', nodes: [task('work')] });
    const id = await first.start(mapped(inner), { input: ['a'] });
    await first.settle();
    const child = (await first.engine.runs.list({ parent: id })).items[0];
    await first.engine.close({ drainMs: 0 });
    // The child's last row is written by hand, as if the process had died right behind it.
    const rows = (await first.store.runs.journal(runId(child?.id ?? ''))) ?? [];
    const last = rows.at(-1);
    await first.store.runs.append(
      runId(child?.id ?? ''),
      rows.length,
      [
        {
          type: 'node.completed',
          node: 'work',
          activation: 1,
          value: 'done',
          seq: rows.length + 1,
          at: last?.at ?? 0,
          id: '00000000-0000-7000-8000-000000000000',
        },
      ],
      { status: 'completed' },
    );
    const second = await first.restart();
    expect((await second.engine.runs.finished(id)).output).toEqual(['done']);
  });

  it('[E27] a child whose parent no longer needs it is cancelled', async () => {
    const first = await make({ tasks: { work: () => new Promise(() => {}) } });
    const inner = buildWorkflow({ id: 'inner', nodes: [task('work')] });
    const id = await first.start(mapped(inner), { input: ['a'] });
    await first.settle();
    await first.engine.close({ drainMs: 0 });
    const rows = (await first.store.runs.journal(runId(id))) ?? [];
    const { at } = rows.at(-1) ?? { at: 0 };
    const ids = { seq: rows.length + 1, at, id: '00000000-0000-7000-8000-000000000001' };
    await first.store.runs.append(runId(id), rows.length, [{ ...ids, type: 'run.cancelled' }], {
      status: 'cancelled',
    });
    const second = await first.restart();
    await second.settle();
    const { items } = await second.engine.runs.list({ parent: id });
    expect(items.map(({ status }) => status)).toEqual(['cancelled']);
  });

  it('[E35] a closed engine takes nothing any more and ends nothing', async () => {
    const { engine, start, store } = await make({ task: () => new Promise(() => {}) });
    const workflow = buildWorkflow({ nodes: [task('a')] });
    const id = await start(workflow);
    const finished = engine.runs.finished(id);
    const stream = engine.runs.events(id)[Symbol.asyncIterator]();
    await stream.next();
    await engine.close({ drainMs: 0 });
    await expect(finished).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
    await expect(stream.next()).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
    await expect(start(workflow)).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
    expect(await store.runs.get(runId(id))).toMatchObject({ status: 'running', seq: 1 });
  });
});
