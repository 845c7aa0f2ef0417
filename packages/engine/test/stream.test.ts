import type { RunUpdate } from '@skein/engine';
import { buildWorkflow, deferred, describeEngine, inline, task } from '@skein/testkit';
import { expect, it, vi } from 'vitest';

const chain = buildWorkflow({ nodes: [task('a'), task('b')], edges: ['a -> b'] });

async function collect(updates: AsyncIterable<RunUpdate>): Promise<RunUpdate[]> {
  const all: RunUpdate[] = [];
  for await (const update of updates) all.push(update);
  return all;
}

function seqs(updates: readonly RunUpdate[]): number[] {
  return updates.flatMap((update) => (update.type === 'event' ? [update.seq] : []));
}

describeEngine('streams', (make) => {
  it('[E28] a stream gives every row once, with what was derived from it, and ends with the run', async () => {
    const gate = deferred<object>();
    const { engine, start } = await make({ tasks: { b: () => gate.promise } });
    const id = await start(chain);
    const live = collect(engine.runs.events(id));
    gate.resolve({ value: 'x' });
    const updates = await live;
    expect(seqs(updates)).toEqual([1, 2, 3]);
    const derived = updates.flatMap((update) => (update.type === 'event' ? update.derived : []));
    expect(derived).toContainEqual({ type: 'run.status', status: 'completed' });
    // Later, everything comes from the journal, and is the same.
    expect(await collect(engine.runs.events(id))).toEqual(updates);
  });

  it('[E28] a stream can start after a row', async () => {
    const { engine, run } = await make();
    const { id } = await run(chain);
    expect(seqs(await collect(engine.runs.events(id, { after: 2 })))).toEqual([3]);
  });

  it('[E900] a stream that begins behind the newest row of a run reads nothing of its journal', async () => {
    const gate = deferred<object>();
    const { engine, start, store } = await make({ tasks: { b: () => gate.promise } });
    const id = await start(chain);
    // The first row of `b` is the newest: it runs until the gate opens.
    const { seq } = await engine.runs.get(id);
    const reads = vi.spyOn(store.runs, 'journal');
    const updates = engine.runs.events(id, { after: seq })[Symbol.asyncIterator]();
    const next = updates.next();
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    gate.resolve({ value: 'x' });
    const { value } = await next;
    expect(value).toMatchObject({ type: 'event', seq: seq + 1 });
    expect(reads).not.toHaveBeenCalled();
    reads.mockRestore();
  });

  it('[E28] what a node sends is in the stream and not in the journal', async () => {
    const gate = deferred();
    const { engine, start } = await make({
      tasks: {
        a: async (_, io) => {
          await gate.promise;
          io.emit({ token: 'Hel' });
          io.emit({ token: 'lo' });
          return { value: 'Hello' };
        },
      },
    });
    const id = await start(chain);
    const live = collect(engine.runs.events(id));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    gate.resolve();
    const sent = (await live).filter(({ type }) => type === 'transient');
    expect(sent).toEqual([
      { type: 'transient', node: 'a', activation: 1, after: 1, data: { token: 'Hel' } },
      { type: 'transient', node: 'a', activation: 1, after: 1, data: { token: 'lo' } },
    ]);
    expect(await engine.runs.journal(id)).toHaveLength(3);
  });

  it('[E28] a reader that falls behind misses no row', async () => {
    const { engine, start, isRebuilt, settle } = await make({ task: () => ({ value: 1 }) });
    const turns = isRebuilt ? 20 : 12_000;
    const id = await start(
      buildWorkflow({
        nodes: [{ id: 'ask', type: 'input' }, task('a'), task('b')],
        edges: ['ask -> a', 'a -> b', { from: 'b', to: 'a', loop: true }],
        policy: { maxSteps: turns },
      }),
    );
    await settle();
    const iterator = engine.runs.events(id)[Symbol.asyncIterator]();
    const first = await iterator.next();
    await engine.waits.answer({ run: id }, 1);
    await engine.runs.finished(id);
    const rest = await collect({ [Symbol.asyncIterator]: () => iterator });
    const all = first.done === true ? rest : [first.value, ...rest];
    const { length } = await engine.runs.journal(id);
    expect(seqs(all)).toEqual(Array.from({ length }, (_, i) => i + 1));
  });

  it('[E28] a reader can stop, by leaving the loop or by a signal', async () => {
    const { engine, start, settle } = await make({ task: () => new Promise(() => {}) });
    const id = await start(chain);
    for await (const update of engine.runs.events(id)) {
      expect(update.type).toBe('event');
      break;
    }
    const controller = new AbortController();
    const live = collect(engine.runs.events(id, { signal: controller.signal }));
    await settle();
    controller.abort();
    expect(seqs(await live)).toEqual([1]);
  });

  it('[E28] the stream of a run that does not exist says so', async () => {
    const { engine } = await make();
    const reading = collect(engine.runs.events('nobody'));
    await expect(reading).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });

  it('[E29] a run has settled when only people or events can bring it on', async () => {
    const gate = deferred<object>();
    const { engine, start, clock } = await make({ tasks: { work: () => gate.promise } });
    const id = await start(
      buildWorkflow({
        nodes: [
          task('work'),
          { id: 'late', type: 'delay', config: { ms: 1000 } },
          { id: 'ask', type: 'input', config: { deadlineMs: 100_000 } },
        ],
        edges: ['work -> late', 'late -> ask'],
      }),
    );
    let isSettled = false;
    const settled = engine.runs.settled(id).then((run) => {
      isSettled = true;
      return run;
    });
    await clock.advance(10);
    expect(isSettled).toBe(false);
    gate.resolve({});
    await clock.advance(10);
    expect((await engine.runs.get(id)).status).toBe('waiting');
    expect(isSettled).toBe(false);
    await clock.advance(1000);
    expect(await settled).toMatchObject({ status: 'waiting', waits: [{ node: 'ask' }] });
    expect(await engine.runs.settled(id)).toMatchObject({ status: 'waiting' });
    await engine.waits.answer({ run: id }, 1);
    expect(await engine.runs.settled(id)).toMatchObject({ status: 'completed' });
  });

  it('[E29] a run with children has settled when all of them have', async () => {
    const gate = deferred<object>();
    const { engine, start, clock } = await make({
      tasks: {
        work: ({ inputs }) =>
          (inputs['input'] as { index: number }).index === 0 ? gate.promise : {},
      },
    });
    const inner = buildWorkflow({
      id: 'inner',
      nodes: [
        task('work'),
        { id: 'late', type: 'delay', config: { ms: 10 } },
        { id: 'ask', type: 'input' },
      ],
      edges: ['work -> late', 'late -> ask'],
    });
    const config = { items: [1, 2], workflow: inline(inner) };
    const id = await start(
      buildWorkflow({ id: 'outer', nodes: [{ id: 'all', type: 'map', config }] }),
    );
    let isSettled = false;
    const settled = engine.runs.settled(id).then((run) => {
      isSettled = true;
      return run;
    });
    await clock.advance(100);
    expect(isSettled).toBe(false);
    gate.resolve({});
    await clock.advance(5);
    expect(isSettled).toBe(false);
    await clock.advance(100);
    const nodes = (await settled).waits.map(({ node }) => node);
    expect(nodes.toSorted()).toEqual(['all/0/ask', 'all/1/ask']);
  });

  it('[E29] asking for the end of a run that has ended answers at once', async () => {
    const { engine, run } = await make();
    const done = await run(chain, { input: 1 });
    const again = await engine.runs.finished(done.id);
    expect(JSON.parse(JSON.stringify(again))).toEqual(JSON.parse(JSON.stringify(done)));
    await expect(engine.runs.finished('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await expect(engine.runs.get('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
    await expect(engine.runs.journal('nobody')).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
  });

  it('[E29] the JSON of a run has the keys that surfaces promise', async () => {
    const { run } = await make();
    const done = await run(chain, { input: 1 });
    expect(Object.keys(done)).toEqual([
      'id',
      'workflow',
      'status',
      'input',
      'output',
      'error',
      'nodes',
      'outputs',
      'waits',
      'contexts',
      'usage',
      'createdAt',
      'updatedAt',
      'seq',
    ]);
    expect(done.workflow).toMatchObject({ id: 'test', name: 'test', dialect: 'native' });
  });
});
