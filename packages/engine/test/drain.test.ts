// Goal: a process that is told to end finishes what it has begun, begins nothing else, and leaves the rest to the next one. Method:
// functions are held open while the engine drains, and a second engine on the same store finishes their runs.
import { runId } from '@skein/kernel';
import { EngineError, type Store } from '@skein/ports';
import { memoryStore } from '@skein/stores';
import { buildWorkflow, deferred, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const long = 60_000;

const waiter = buildWorkflow({
  id: 'waiter',
  nodes: [{ id: 'paid', type: 'event', config: { name: 'paid' } }],
});
const payer = buildWorkflow({
  id: 'payer',
  nodes: [{ id: 'tell', type: 'emit', config: { name: 'paid', data: 7 } }],
});

/** Who is sent an event is asked for only when the gate is open. */
function slowToFindWaits(): { readonly store: Store; readonly open: () => void } {
  const store = memoryStore();
  const gate = deferred<void>();
  const list: Store['waits']['list'] = async (filter) => {
    if (filter?.event !== undefined) await gate.promise;
    return store.waits.list(filter);
  };
  return { store: { ...store, waits: { ...store.waits, list } }, open: () => gate.resolve() };
}

describeEngine('drain', (make) => {
  it('[E420] a function in flight finishes and is recorded; what follows it begins in the next engine', async () => {
    const held = deferred<object>();
    const called: string[] = [];
    const first = await make({
      tasks: {
        a: () => {
          called.push('a');
          return held.promise;
        },
        b: ({ previous }) => {
          called.push('b');
          return { value: [previous ?? null] };
        },
      },
    });
    const id = await first.start(
      buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] }),
    );
    await first.settle();
    const told: unknown[] = [];
    const closed = first.engine.close({ drainMs: long, onDraining: (calls) => told.push(calls) });
    expect(told).toEqual([[{ run: id, node: 'a', activation: 1 }]]);
    await first.settle();
    held.resolve({ value: 'first' });
    await closed;
    expect(called).toEqual(['a']);
    const rows = (await first.store.runs.journal(runId(id))) ?? [];
    expect(rows.map(({ type }) => type)).toEqual(['run.started', 'node.completed']);
    const second = await first.restart();
    expect((await second.engine.runs.finished(id)).output).toEqual(['first']);
    expect(called).toEqual(['a', 'b']);
  });

  it('[E420] while it drains, runs, forks and events are refused, and runs can be read', async () => {
    const held = deferred<object>();
    const { engine, start, settle } = await make({ task: () => held.promise });
    const workflow = buildWorkflow({ nodes: [task('a')] });
    const id = await start(workflow);
    await settle();
    const drained = engine.drain({ drainMs: long });
    await expect(start(workflow)).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
    await expect(engine.events.send('x')).rejects.toMatchObject({ code: 'ENGINE_CLOSED' });
    expect(await engine.runs.get(id)).toMatchObject({ status: 'running' });
    const finished = engine.runs.finished(id);
    held.resolve({ value: 1 });
    expect(await finished).toMatchObject({ status: 'completed', output: 1 });
    expect(await drained).toMatchObject({ finished: [{ run: id, node: 'a' }], aborted: [] });
  });

  it('[E421] at its limit the rest is aborted, and called again by the next engine', async () => {
    let calls = 0;
    const aborted = deferred<string>();
    const first = await make({
      task: (_, io) => {
        calls += 1;
        if (calls > 1) return { value: 'again' };
        io.signal.addEventListener('abort', () => aborted.resolve('aborted'));
        return new Promise(() => {});
      },
    });
    const id = await first.start(buildWorkflow({ nodes: [task('a')] }));
    await first.settle();
    expect(await first.engine.drain({ drainMs: 50 })).toMatchObject({
      finished: [],
      aborted: [{ run: id, node: 'a' }],
    });
    await first.engine.close();
    expect(await aborted.promise).toBe('aborted');
    const second = await first.restart();
    expect((await second.engine.runs.finished(id)).output).toBe('again');
    expect(calls).toBe(2);
  });

  it('[E421] who closes it again with less time shortens the drain', async () => {
    const { engine, start, settle } = await make({ task: () => new Promise(() => {}) });
    await start(buildWorkflow({ nodes: [task('a')] }));
    await settle();
    const closed = engine.close({ drainMs: 600_000 });
    await engine.close({ drainMs: 0 });
    await closed;
  });

  it('[E420] a function that waits for a person keeps nobody from ending', async () => {
    const first = await make({
      task: async (_, io) => ({ value: await io.wait({ kind: 'question' }) }),
    });
    const id = await first.start(buildWorkflow({ nodes: [task('a')] }));
    await first.settle();
    expect(await first.engine.drain({ drainMs: 600_000 })).toEqual({ finished: [], aborted: [] });
    const second = await first.restart();
    await second.settle();
    const [wait] = (await second.engine.waits.list({ run: id })).items;
    await second.engine.waits.answer(wait?.id ?? '', 7);
    expect((await second.engine.runs.finished(id)).output).toBe(7);
  });

  it('[E420] a child that was not begun is started by the next engine, and no retry is begun', async () => {
    const held = deferred<object>();
    const calls: unknown[] = [];
    const first = await make({
      tasks: {
        slow: () => held.promise,
        inner: () => {
          calls.push('inner');
          return { value: 'in' };
        },
        shaky: ({ attempt }) => {
          calls.push(attempt);
          if (attempt > 1) return { value: 'up' };
          return held.promise.then(() => {
            throw new Error('down');
          });
        },
      },
    });
    const config = { workflow: inline(buildWorkflow({ id: 'inner', nodes: [task('inner')] })) };
    const workflow = buildWorkflow({
      nodes: [
        task('slow'),
        { ...task('shaky'), retry: { attempts: 3 } },
        { id: 'sub', type: 'subworkflow', config },
        task('end', { join: 'all' }),
      ],
      edges: ['slow -> sub', 'sub -> end', 'shaky -> end'],
    });
    const id = await first.start(workflow);
    await first.settle();
    const closed = first.engine.close({ drainMs: long });
    held.resolve({ value: 1 });
    await closed;
    expect(calls).toEqual([1]);
    const second = await first.restart();
    await second.clock.advance(1000);
    await second.settle();
    expect(await second.engine.runs.finished(id)).toMatchObject({ status: 'completed' });
    expect(new Set(calls)).toEqual(new Set([1, 2, 'inner']));
    expect(calls).toHaveLength(3);
  });

  it('[E422] a function that needed the engine while it drained has not failed: it is called again', async () => {
    const held = deferred<void>();
    let calls = 0;
    const first = await make({
      task: async () => {
        calls += 1;
        await held.promise;
        if (calls === 1) throw new EngineError('ENGINE_CLOSED', {});
        return { value: calls };
      },
    });
    const id = await first.start(buildWorkflow({ nodes: [task('a')] }));
    await first.settle();
    const closed = first.engine.close({ drainMs: 600_000 });
    held.resolve();
    await closed;
    const second = await first.restart();
    expect(await second.engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 2 });
  });

  it('[E580] an event of a node that is on its way reaches its run, and the node is recorded', async () => {
    const { store, open } = slowToFindWaits();
    const first = await make({ store, durable: { residentMax: 0 } });
    const waiting = await first.start(waiter);
    await first.engine.runs.settled(waiting);
    const paying = await first.start(payer);
    await first.settle();
    const told: unknown[] = [];
    const closed = first.engine.close({ drainMs: long, onDraining: (calls) => told.push(calls) });
    expect(told).toEqual([[{ run: paying, node: 'tell', activation: 1 }]]);
    await first.settle();
    open();
    await closed;
    expect((await store.runs.get(runId(paying)))?.status).toBe('completed');
    const rows = (await store.runs.journal(runId(waiting))) ?? [];
    expect(rows.map(({ type }) => type)).toContain('wait.answered');
  });

  it('[E580] an event that a caller has sent reaches its run, at most until the limit', async () => {
    const { store, open } = slowToFindWaits();
    const first = await make({ store, durable: { residentMax: 0 } });
    const waiting = await first.start(waiter);
    await first.engine.runs.settled(waiting);
    const sent = first.engine.events.send('paid', 7);
    const late = first.engine.events.send('paid', 8);
    const closed = first.engine.close({ drainMs: long });
    await first.settle();
    open();
    expect(await sent).toEqual({ delivered: 1, kept: false });
    expect(await late).toEqual({ delivered: 0, kept: false });
    await closed;
    expect((await store.runs.get(runId(waiting)))?.status).toBe('completed');

    const stuck = slowToFindWaits();
    const second = await make({ store: stuck.store });
    const lost = second.engine.events.send('paid', 7);
    await second.engine.close({ drainMs: 30 });
    stuck.open();
    expect(await lost).toEqual({ delivered: 0, kept: false });
  });
});
