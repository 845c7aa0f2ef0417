import { runId, type RunEvent } from '@skein/kernel';
import { faultyStore } from '@skein/simulation';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { memoryStore } from '@skein/stores';
import { expect, it } from 'vitest';

const chain = buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] });

function fanOut(width: number, concurrency: number) {
  const arms = Array.from({ length: width }, (_, i) => task(`arm${i}`));
  return buildWorkflow({
    nodes: [{ id: 'start', type: 'start' }, ...arms, task('join')],
    edges: arms.flatMap(({ id }) => [
      { from: 'start', to: id },
      { from: id, to: 'join', in: id },
    ]),
    policy: { concurrency },
  });
}

describeEngine('running', (make) => {
  it('[E1] a chain of functions passes values on and completes', async () => {
    const { run } = await make({
      tasks: {
        a: async ({ previous }) => ({ value: { seen: previous ?? null } }),
        b: ({ inputs }) => ({ value: [inputs] }),
      },
    });
    const done = await run(chain, { input: 1 });
    expect(done).toMatchObject({ status: 'completed', output: [{ input: { seen: 1 } }] });
  });

  it('[E1] a function is called only when the event that leads to it is in the journal', async () => {
    const store = memoryStore();
    const lengths: (number | undefined)[] = [];
    const { run } = await make({
      store,
      task: async (call) => {
        const rows = await store.runs.journal(call.run);
        lengths.push(rows?.length);
        return {};
      },
    });
    await run(chain);
    expect(lengths).toEqual([1, 2]);
  });

  it('[E1] while an append is in flight nothing that follows from it happens', async () => {
    const store = faultyStore(memoryStore());
    const called: string[] = [];
    const { engine, settle } = await make({
      store,
      task: ({ node }) => {
        called.push(node);
        return {};
      },
    });
    store.onAppend = () => 'later';
    const started = engine.runs.start(chain);
    await settle();
    expect(called).toEqual([]);
    store.waiting.shift()?.('none');
    const { id } = await started;
    expect(called).toEqual(['a']);
    store.onAppend = () => 'none';
    store.waiting.shift()?.('none');
    await engine.runs.finished(id);
    expect(called).toEqual(['a', 'b']);
  });

  it('[E2] results that arrive together are appended together', async () => {
    const store = memoryStore();
    const batches: number[] = [];
    const counting = {
      ...store,
      runs: {
        ...store.runs,
        append(run: string, seq: number, events: readonly RunEvent[], changes?: object) {
          batches.push(events.length);
          return store.runs.append(runId(run), seq, events, changes);
        },
      },
    };
    const { run } = await make({ store: counting, task: () => ({ value: 1 }) });
    await run(fanOut(20, 100));
    expect(batches).toEqual([1, 20, 1]);
  });

  it('[E2] results that arrive during an append go into the next one', async () => {
    const store = faultyStore(memoryStore());
    const results = [deferred<object>(), deferred<object>(), deferred<object>()];
    const tasks = Object.fromEntries(results.map(({ promise }, i) => [`arm${i}`, () => promise]));
    const { engine, start, settle } = await make({ store, tasks });
    const id = await start(fanOut(3, 3));
    store.onAppend = () => 'later';
    for (const { resolve } of results) resolve({ value: 1 });
    await settle();
    expect(store.waiting).toHaveLength(1);
    store.waiting.shift()?.('none');
    await settle();
    store.onAppend = () => 'none';
    expect(await engine.runs.journal(id)).toHaveLength(2);
    store.waiting.shift()?.('none');
    await engine.runs.finished(id);
    expect((await engine.runs.journal(id)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  });

  it('[E3] with a store that answers at once, a result calls the next function in the same tick', async () => {
    const first = deferred<object>();
    const order: string[] = [];
    const { start, settle } = await make({
      tasks: {
        a: () => first.promise,
        b: () => {
          order.push('b');
          return {};
        },
      },
    });
    await start(chain);
    await settle();
    first.resolve({});
    // Behind the engine's own reaction to the promise, but before anything that it could put off.
    void first.promise.then(() => order.push('later'));
    await settle();
    expect(order).toEqual(['b', 'later']);
  });

  it('[E5] functions run at the same time, as many as the policy allows', async () => {
    let running = 0;
    let most = 0;
    const { run } = await make({
      task: async () => {
        running += 1;
        most = Math.max(most, running);
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        running -= 1;
        return {};
      },
    });
    await run(fanOut(20, 6));
    expect(most).toBe(6);
  });

  it('[E40] a run begins at the node that the caller names', async () => {
    const called: string[] = [];
    const { run, engine } = await make({
      task: ({ node }) => {
        called.push(node);
        return {};
      },
    });
    const { id } = await run(chain, { start: 'b' });
    expect(called).toEqual(['b']);
    expect((await engine.runs.explain(id, 'a')).activations).toEqual([]);
  });
});
