// Goal: starts in quick succession become one run with the newest input. Two starts are never lost between two runs, keys still hold, and a
// restart keeps the quiet period.
import type { Json, RunLimits } from '@skein/kernel';
import type { NodeFunction } from '@skein/ports';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const workflow = (debounce: NonNullable<RunLimits['debounce']>) =>
  buildWorkflow({ id: 'sync', policy: { runs: { debounce } }, nodes: [task('work')] });

const perDocument = workflow({ key: '${trigger.doc}', quietMs: 1000, maxMs: 2500 });

function work() {
  const seen: Json[] = [];
  const tasks: { readonly work: NodeFunction } = {
    work: ({ previous }) => {
      seen.push(previous ?? null);
      return { value: previous ?? null };
    },
  };
  return { seen, tasks };
}

describeEngine('starts in quick succession', (make) => {
  it('[E600] become one run with the newest input; another key and another user have runs of their own', async () => {
    const { seen, tasks } = work();
    const { engine, settle, clock } = await make({ tasks });
    const start = (input: Json, user = 'ada') => engine.runs.start(perDocument, { input, user });
    const first = await start({ doc: 1, v: 1 });
    expect(first).toEqual({ id: first.id, debounced: 'waiting' });
    expect(await start({ doc: 1, v: 2 })).toEqual({ id: first.id, debounced: 'joined' });
    expect((await start({ doc: 2, v: 1 })).debounced).toBe('waiting');
    expect((await start({ doc: 1, v: 7 }, 'bob')).debounced).toBe('waiting');
    await clock.advance(999);
    expect(seen).toEqual([]);
    expect(await start({ doc: 1, v: 3 })).toMatchObject({ id: first.id });
    await clock.advance(1);
    await settle();
    expect(seen).toEqual([
      { doc: 2, v: 1 },
      { doc: 1, v: 7 },
    ]);
    await clock.advance(999);
    await settle();
    expect(seen.at(-1)).toEqual({ doc: 1, v: 3 });
    expect(await engine.runs.finished(first.id)).toMatchObject({
      status: 'completed',
      input: { doc: 1, v: 3 },
      output: { doc: 1, v: 3 },
    });
    const next = await start({ doc: 1, v: 4 });
    expect([next.debounced, next.id === first.id]).toEqual(['waiting', false]);
  });

  it('[E600] the run begins at `maxMs` however many starts come', async () => {
    const { seen, tasks } = work();
    const { engine, clock, settle } = await make({ tasks });
    for (let v = 0; v < 3; v++) {
      await engine.runs.start(perDocument, { input: { doc: 1, v } });
      await clock.advance(900);
    }
    await settle();
    expect(seen).toEqual([{ doc: 1, v: 2 }]);
  });

  it('[E600] many at once are one run, and none of them is lost', async () => {
    const { seen, tasks } = work();
    const { engine, clock, settle } = await make({ tasks });
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, v) =>
        engine.runs.start(perDocument, { input: { doc: 1, v } }),
      ),
    );
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    expect(all.filter(({ debounced }) => debounced === 'waiting')).toHaveLength(1);
    await clock.advance(1000);
    await settle();
    expect(seen).toHaveLength(1);
  });

  it('[E601] idempotency keys hold: a repeated start is the same start, with another input it is refused', async () => {
    const { seen, tasks } = work();
    const { engine, clock, settle } = await make({ tasks });
    const start = (idempotencyKey: string, v: number) =>
      engine.runs.start(perDocument, { input: { doc: 1, v }, idempotencyKey });
    const { id } = await start('one', 1);
    expect(await start('two', 2)).toEqual({ id, debounced: 'joined' });
    await start('three', 3);
    expect(await start('two', 2)).toEqual({ id, isRepeated: true });
    expect(await start('one', 1)).toEqual({ id, isRepeated: true });
    await expect(start('two', 9)).rejects.toMatchObject({ code: 'START_REPEATED' });
    await clock.advance(1000);
    await settle();
    expect(seen).toEqual([{ doc: 1, v: 3 }]);
    expect(await start('two', 2)).toEqual({ id, isRepeated: true });
  });

  it('[E602] a run that waits for further starts says so, and can be cancelled; then the next start makes another', async () => {
    const { seen, tasks } = work();
    const { engine, clock, settle } = await make({ tasks });
    const { id } = await engine.runs.start(perDocument, { input: { doc: 1 } });
    const until = new Date(clock.now() + 1000).toISOString();
    const quiet = { key: '1', until };
    expect(await engine.runs.get(id)).toMatchObject({ status: 'waiting', quiet });
    expect(await engine.runs.view(id)).toMatchObject({ quiet });
    expect((await engine.runs.list({ status: 'waiting' })).items).toMatchObject([{ id }]);
    const { words } = await engine.runs.explain(id, 'work');
    expect(words.join(' ')).toContain(`waits until ${until} for further starts with the key "1"`);
    await engine.runs.cancel(id);
    const next = await engine.runs.start(perDocument, { input: { doc: 1 } });
    expect([next.debounced, next.id === id]).toEqual(['waiting', false]);
    await clock.advance(1000);
    await settle();
    expect(seen).toHaveLength(1);
  });

  it('[E603] after a restart further starts find the run, and the quiet period is what it was', async () => {
    const { seen, tasks } = work();
    const first = await make({ tasks, durable: {} });
    const { id } = await first.engine.runs.start(perDocument, { input: { doc: 1, v: 1 } });
    await first.clock.advance(600);
    const { engine, clock, settle } = await first.restart();
    expect(await engine.runs.start(perDocument, { input: { doc: 1, v: 2 } })).toEqual({
      id,
      debounced: 'joined',
    });
    await clock.advance(999);
    await settle();
    expect(seen).toEqual([]);
    await clock.advance(1);
    await settle();
    expect(seen).toEqual([{ doc: 1, v: 2 }]);
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
  });

  it('[E600] a fork has the newest input and waits for nobody; a child run never waits', async () => {
    const { seen, tasks } = work();
    const { engine, clock, run, settle } = await make({ tasks });
    const { id } = await engine.runs.start(perDocument, { input: { doc: 1, v: 1 } });
    await engine.runs.start(perDocument, { input: { doc: 1, v: 2 } });
    await clock.advance(1000);
    await engine.runs.finished(id);
    const fork = await engine.runs.fork(id, { from: { node: 'work', activation: 1 } });
    expect(await engine.runs.finished(fork.id)).toMatchObject({ input: { doc: 1, v: 2 } });
    const parent = buildWorkflow({
      id: 'parent',
      nodes: [{ id: 'sub', type: 'subworkflow', config: { workflow: 'sync' } }],
    });
    expect((await run(parent, { input: { doc: 1, v: 5 } })).status).toBe('completed');
    await settle();
    expect(seen).toEqual([2, 2, 5].map((v) => ({ doc: 1, v })));
  });

  it('[E600] a start without what the key needs is refused', async () => {
    const { engine } = await make({ tasks: work().tasks });
    await expect(engine.runs.start(perDocument, { input: {} })).rejects.toMatchObject({
      code: 'BAD_VALUE',
    });
  });
});
