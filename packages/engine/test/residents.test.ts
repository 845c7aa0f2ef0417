// Goal: runs that wait live in the store, and come back from it as they were, however long their journal is.
import { runId, type RunId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { buildWorkflow, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';
import { ask, asking, isReleased } from './asking-run.ts';

describeEngine('residents', (make) => {
  const durable = { residentMax: 0 };

  it('[E48] a run that waits leaves memory, and continues when it is answered', async () => {
    const { engine, store, start, settle } = await make({ durable });
    const runs = [await start(asking), await start(asking), await start(asking)];
    await settle();
    for (const run of runs) expect(await isReleased(store, run)).toBe(true);
    for (const [i, run] of runs.entries()) await engine.waits.answer({ run, node: 'ask' }, i);
    for (const [i, run] of runs.entries()) {
      expect((await engine.runs.finished(run)).output).toBe(i);
    }
  });

  it('[E48] a deadline wakes it on time', async () => {
    const { engine, clock, start, settle } = await make({ durable });
    const run = await start(
      buildWorkflow({
        nodes: [{ ...ask, config: { ...ask.config, deadlineMs: 60_000 } }, task('late')],
        edges: [{ from: 'ask', out: 'expired', to: 'late' }],
      }),
      { input: 'nobody came' },
    );
    await settle();
    await clock.advance(59_000);
    expect((await engine.runs.get(run)).status).toBe('waiting');
    await clock.advance(2000);
    await settle();
    expect(await engine.runs.get(run)).toMatchObject({
      status: 'completed',
      output: 'nobody came',
    });
  });

  it('[E48] a long delay sleeps in the store', async () => {
    const { engine, store, clock, start, settle } = await make({ durable });
    const delay = { id: 'delay', type: 'delay', config: { ms: 3_600_000 } };
    const run = await start(buildWorkflow({ nodes: [delay] }), { input: 1 });
    await settle();
    expect(await isReleased(store, run)).toBe(true);
    await clock.advance(3_600_001);
    await settle();
    expect((await engine.runs.get(run)).status).toBe('completed');
  });

  it('[E48] without a durable store too, those that wait longest leave, are answered, and wake on time', async () => {
    const { engine, store, clock, start, settle } = await make({});
    const late = { ...ask, config: { ...ask.config, deadlineMs: 60_000 } };
    const first = await start(asking);
    const second = await start(
      buildWorkflow({
        nodes: [late, task('gone')],
        edges: [{ from: 'ask', out: 'expired', to: 'gone' }],
      }),
    );
    await settle();
    // They leave by the time of the clock, and no two may have the same.
    await clock.advance(1);
    for (let i = 0; i < 256; i++) await start(asking);
    await settle();
    expect(await isReleased(store, first)).toBe(false);
    await clock.advance(11_000);
    await settle();
    expect(await isReleased(store, first)).toBe(true);
    expect(await isReleased(store, second)).toBe(true);
    await engine.waits.answer({ run: first, node: 'ask' }, 1);
    expect((await engine.runs.finished(first)).output).toBe(1);
    await clock.advance(60_000);
    await settle();
    expect((await engine.runs.get(second)).status).toBe('completed');
  });

  it('[E48] a tree of runs leaves and comes back as a whole', async () => {
    const { engine, store, start, settle } = await make({ durable });
    const config = { items: [1, 2], workflow: inline(asking) };
    const run = await start(buildWorkflow({ nodes: [{ id: 'all', type: 'map', config }] }));
    await settle();
    const children = (await store.runs.list({ parent: run })).items;
    for (const { id } of [{ id: run }, ...children]) expect(await isReleased(store, id)).toBe(true);
    await engine.waits.answer({ run, node: 'all/1/ask' }, 'b');
    await settle();
    await engine.waits.answer({ run, node: 'all/0/ask' }, 'a');
    expect((await engine.runs.finished(run)).output).toEqual(['a', 'b']);
  });

  it('[E48] a function that asked is called again with the answer and with what it recorded', async () => {
    const made: string[] = [];
    const { engine, start, settle } = await make({
      durable,
      task: async (_, io) => {
        await io.step('before', () => made.push('before'));
        return { value: await io.wait({ kind: 'question' }) };
      },
    });
    const run = await start(buildWorkflow({ nodes: [task('a')] }));
    await settle();
    await engine.waits.answer({ run, node: 'a' }, 42);
    expect((await engine.runs.finished(run)).output).toBe(42);
    expect(made).toEqual(['before']);
  });

  it('[E48] a caller that awaits its end keeps it in memory', async () => {
    const { engine, store, start, settle } = await make({ durable });
    const run = await start(asking);
    const finished = engine.runs.finished(run);
    await settle();
    expect(await isReleased(store, run)).toBe(false);
    await engine.waits.answer({ run, node: 'ask' }, 1);
    expect((await finished).output).toBe(1);
  });

  it('[E49] a long journal gets snapshots, and a restart reads only the newest and its tail', async () => {
    const text = 'x'.repeat(1000);
    let count = 0;
    const first = await make({
      durable,
      task: () => {
        count += 1;
        return {
          value: { n: count, text },
          context: { append: [{ role: 'user', content: text }] },
        };
      },
    });
    // Rebuilding a state after every append takes time in proportion to its journal.
    const turns = first.isRebuilt ? 200 : 1000;
    const loop = buildWorkflow({
      policy: { maxSteps: 10_000 },
      nodes: [task('a'), ask],
      edges: [
        { from: 'a', to: 'a', when: { left: '${previous.n}', op: 'lt', right: turns } },
        { from: 'a', to: 'ask', when: { left: '${previous.n}', op: 'gte', right: turns } },
      ],
    });
    const run = await first.start(loop);
    await first.settle();
    const stored = await first.store.runs.load(runId(run));
    expect(stored!.snapshot!.seq).toBeGreaterThan(turns / 4);
    expect(stored!.events.length).toBeLessThan(300);
    // Handles instead of copies: about a hundred characters for each message.
    const size = JSON.stringify(stored!.snapshot).length;
    // A state that is rebuilt after every append shares nothing with the rows that were appended.
    expect(size).toBeLessThan(first.isRebuilt ? 2_000_000 : 120_000);
    const second = await first.restart();
    const { contexts } = await second.engine.runs.get(run);
    expect(contexts['main']).toMatchObject({ messages: turns });
    await second.engine.waits.answer({ run, node: 'ask' }, 'done');
    expect(await second.engine.runs.finished(run)).toMatchObject({
      output: 'done',
      seq: turns + 2,
    });
  });
});

describeEngine('a burst of residents', (make) => {
  const count = 300;

  it('[E3550] runs that begin to wait at once and are answered soon do not leave memory for it', async () => {
    const { engine, store, start, settle } = await make({ durable: {} });
    const runs: string[] = [];
    for (let i = 0; i < count; i++) runs.push(await start(asking));
    await settle();
    for (const run of runs) expect(await isReleased(store, run)).toBe(false);
    const load = store.runs.load.bind(store.runs);
    let loads = 0;
    Object.assign(store.runs, {
      load: (run: RunId) => {
        loads += 1;
        return load(run);
      },
    });
    for (const run of runs) {
      await engine.waits.answer({ run, node: 'ask' }, 1);
      expect((await engine.runs.finished(run)).output).toBe(1);
    }
    expect(loads).toBe(0);
  });

  it('[E3550] those that are not answered for a while leave it, but for the newest', async () => {
    const { store, clock, start, settle } = await make({ durable: {} });
    const runs: string[] = [];
    for (let i = 0; i < count; i++) runs.push(await start(asking));
    await settle();
    await clock.advance(9000);
    expect(await released(store, runs)).toHaveLength(0);
    await clock.advance(2000);
    await settle();
    expect(await released(store, runs)).toEqual(runs.slice(0, count - 256));
  });

  it('[E3550] those with long journals leave it at once', async () => {
    const text = 'x'.repeat(100_000);
    const { store, start, settle } = await make({ durable: {} });
    const runs: string[] = [];
    for (let i = 0; i < count; i++) runs.push(await start(asking, { input: text }));
    await settle();
    expect(await released(store, runs)).toEqual(runs.slice(0, count - 256));
  });
});

async function released(store: Store, runs: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const run of runs) if (await isReleased(store, run)) found.push(run);
  return found;
}

describeEngine('snapshots', (make) => {
  it('[E49] a run whose state is as long as its journal gets none', async () => {
    const text = 'x'.repeat(200);
    const { store, start, settle, isRebuilt } = await make({
      durable: {},
      task: () => ({ value: { text } }),
    });
    // More than three times the size from which on a tail may get one.
    const arms = Array.from({ length: isRebuilt ? 100 : 2000 }, (_, i) => task(`n${i}`));
    const edges = arms.map(({ id }) => ({ from: 'first', to: id }));
    const run = await start(buildWorkflow({ nodes: [task('first'), ...arms], edges }));
    for (let turn = 0; turn < 50; turn++) await settle();
    const stored = await store.runs.load(runId(run));
    expect(stored).toMatchObject({ record: { status: 'completed', seq: arms.length + 2 } });
    expect(stored!.snapshot).toBeUndefined();
  });
});
