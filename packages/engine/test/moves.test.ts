// Goal: a run that waits goes on in another version under its id, and loses nothing by it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runId } from '@skein/kernel';
import { memoryStore, openStore } from '@skein/stores';
import { buildWorkflow, deferred, describeEngine, inline, task } from '@skein/testkit';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-moves-'));
let files = 0;
afterAll(() => rmSync(folder, { recursive: true }));

const ask = { id: 'ask', type: 'input', config: { prompt: 'How many?' } };

/** Says something, asks, and says more. */
const flow = (first: string, last = 'old', more: object = {}) =>
  buildWorkflow({
    id: 'flow',
    nodes: [
      { id: 'hello', type: 'transform', config: { value: first } },
      { ...ask, ...more },
      {
        id: 'bye',
        type: 'transform',
        config: { value: `\${hello.output} \${ask.output} ${last}` },
      },
    ],
    edges: ['hello -> ask', 'ask -> bye'],
  });

for (const [name, open] of [
  ['memory', () => memoryStore()],
  ['SQLite', () => openStore(`sqlite:${path.join(folder, `${(files += 1)}.db`)}`)],
] as const) {
  describeEngine(`moving, ${name}`, (make) => {
    it('[E58] keeps id, key, wait and recorded results, and does what is next as the new version says', async () => {
      const { engine, start, restart } = await make({ store: await open(), durable: {} });
      const id = await start(flow('hi'), { idempotencyKey: 'k-1', user: 'ann' });
      const { waits } = await engine.runs.settled(id);
      const { version } = await engine.workflows.save(flow('good day', 'new'), { user: 'ann' });
      const { version: old } = (await engine.runs.record(id)).workflow;
      const strict = await engine.runs.migrate(id, version, { dryRun: true });
      expect(strict).toMatchObject({
        canMove: false,
        isMoved: false,
        obstacles: [{ node: 'hello', reason: 'its output would be another one' }],
      });
      await expect(engine.runs.migrate(id, version)).rejects.toMatchObject({
        code: 'MOVE_REFUSED',
      });
      const moved = await engine.runs.migrate(id, version, { recorded: 'keep', by: 'ops' });
      expect(moved).toEqual({
        run: id,
        from: old,
        to: version,
        canMove: true,
        isMoved: true,
        obstacles: [],
      });
      const now = await engine.runs.get(id);
      expect(now).toMatchObject({ status: 'waiting', workflow: { version }, waits });
      expect((await engine.runs.journal(id)).at(-1)).toMatchObject({
        type: 'run.moved',
        from: old,
        to: version,
        recorded: 'keep',
        by: 'ops',
      });
      const next = await restart();
      expect(
        await next.engine.runs.start(flow('x'), { idempotencyKey: 'k-1', user: 'ann' }),
      ).toEqual({
        id,
        isRepeated: true,
      });
      await next.engine.waits.answer(waits[0]?.id ?? '', 7);
      expect(await next.engine.runs.finished(id)).toMatchObject({ output: 'hi 7 new' });
    });

    it('[E58] names the nodes that are in the way, of one run or of all of a workflow', async () => {
      const { engine, start } = await make({ store: await open(), durable: {} });
      const ids = [await start(flow('hi')), await start(flow('hi'))];
      for (const id of ids) await engine.runs.settled(id);
      const { version } = await engine.workflows.save({
        ...flow('hi'),
        nodes: flow('hi').nodes.filter((node) => node.id !== 'ask'),
        edges: [],
      });
      const { runs } = await engine.workflows.migrate('flow', version, { recorded: 'keep' });
      const inTheWay = { canMove: false, obstacles: [{ node: 'ask', reason: expect.any(String) }] };
      expect(runs).toMatchObject([
        { run: ids[0], ...inTheWay },
        { run: ids[1], ...inTheWay },
      ]);
      const fits = await engine.workflows.save(flow('hi', 'newer'));
      const dry = await engine.workflows.migrate('flow', fits.version, { dryRun: true });
      expect(dry.runs).toMatchObject([{ canMove: true }, { canMove: true }]);
      expect((await engine.runs.get(ids[0] ?? '')).workflow.version).not.toBe(fits.version);
      const report = await engine.workflows.migrate('flow', fits.version);
      expect(report.runs).toMatchObject([{ isMoved: true }, { isMoved: true }]);
      expect((await engine.workflows.migrate('flow', fits.version)).runs).toEqual([]);
    });
  });
}

describeEngine('moving', (make) => {
  it('[E58] with what was kept for it, and the event that it waits for', async () => {
    const { engine, start, settle } = await make();
    const events = (last: string) =>
      buildWorkflow({
        id: 'events',
        nodes: [
          { id: 'paid', type: 'event', config: { name: 'paid' } },
          { id: 'sent', type: 'event', config: { name: 'sent' } },
          {
            id: 'end',
            type: 'transform',
            config: { value: `\${paid.output} \${sent.output} ${last}` },
          },
        ],
        edges: ['paid -> sent', 'sent -> end'],
      });
    const id = await start(events('old'));
    await settle();
    await engine.events.send('sent', 2, { run: id });
    const { version } = await engine.workflows.save(events('new'));
    await engine.runs.migrate(id, version);
    expect(await engine.events.send('paid', 1)).toMatchObject({ delivered: 1 });
    expect((await engine.runs.finished(id)).output).toBe('1 2 new');
  });

  it('[E58] with the runs below it, which keep the version that they began with', async () => {
    const { engine, start } = await make();
    const child = inline({ skein: 1, nodes: [ask], edges: [] });
    const parent = (first: string) =>
      buildWorkflow({
        id: 'parent',
        nodes: [
          { id: first, type: 'transform', config: { value: first } },
          { id: 'all', type: 'map', config: { items: [1, 2], workflow: child } },
          { id: 'end', type: 'transform', config: { value: `\${all.output} ${first}` } },
        ],
        edges: [
          { from: first, to: 'all' },
          { from: 'all', to: 'end' },
        ],
      });
    const id = await start(parent('one'));
    const { waits } = await engine.runs.settled(id);
    const { version } = await engine.workflows.save(parent('two'));
    await engine.runs.migrate(id, version, { recorded: 'keep' });
    for (const [i, wait] of waits.entries()) await engine.waits.answer(wait.id, `a${i}`);
    expect((await engine.runs.finished(id)).output).toBe('["a0","a1"] two');
  });

  it('[E58] a run that works, has ended or belongs to another one is not moved', async () => {
    const gate = deferred<object>();
    const { engine, start, run, settle } = await make({ tasks: { slow: () => gate.promise } });
    const slow = buildWorkflow({ id: 'slow', nodes: [task('slow')] });
    const working = await start(slow);
    const { version } = await engine.workflows.save(
      buildWorkflow({ id: 'slow', nodes: [task('b')] }),
    );
    await settle();
    expect(await engine.runs.migrate(working, version, { dryRun: true })).toMatchObject({
      obstacles: [{ node: '', reason: 'it is running, and does not wait' }],
    });
    gate.resolve({});
    const { id: done } = await run(buildWorkflow({ id: 'slow', nodes: [task('c')] }));
    expect(await engine.runs.migrate(done, version, { dryRun: true })).toMatchObject({
      obstacles: [{ reason: 'it has ended (completed)' }],
    });
  });

  it('[E58] a run that is moved can be resumed, exported and forked later', async () => {
    let isBroken = true;
    const { engine, start, store } = await make({
      tasks: {
        pay: () => {
          if (isBroken) throw new Error('away');
          return { value: 'paid' };
        },
      },
    });
    const paying = (last: string) =>
      buildWorkflow({
        id: 'paying',
        nodes: [ask, task('pay'), { id: 'end', type: 'transform', config: { value: last } }],
        edges: ['ask -> pay', 'pay -> end'],
      });
    const id = await start(paying('old'));
    await engine.runs.settled(id);
    const { version } = await engine.workflows.save(paying('new'));
    await engine.runs.migrate(id, version);
    await engine.waits.answer({ run: id, node: 'ask' }, 1);
    expect((await engine.runs.finished(id)).status).toBe('failed');
    isBroken = false;
    await engine.runs.resume(id);
    expect((await engine.runs.finished(id)).output).toBe('new');
    const bundle = await engine.runs.export(id);
    const imported = await engine.runs.import(bundle, { ids: 'new' });
    expect(await engine.runs.get(imported.id)).toMatchObject({
      status: 'completed',
      output: 'new',
    });
    const fork = await engine.runs.fork(id, { from: 'end' });
    expect((await engine.runs.finished(fork.id)).output).toBe('new');
    expect((await store.runs.get(runId(id)))?.workflow.version).toBe(version);
    expect((await engine.runs.explain(id, 'pay')).words.length).toBeGreaterThan(0);
  });

  it('[E583] entries before a move are explained, and streamed, as the version decided that was in force then', async () => {
    const { engine, start } = await make();
    const branching = (first: string, limit: number) =>
      buildWorkflow({
        id: 'branching',
        nodes: [
          { id: first, type: 'transform', config: { value: 5 } },
          {
            id: 'if',
            type: 'if',
            config: { condition: { left: `\${${first}.output}`, op: 'gt', right: limit } },
          },
          { id: 'more', type: 'transform', config: { value: 'more' } },
          ask,
        ],
        edges: [
          { from: first, to: 'if' },
          { from: 'if', out: 'true', to: 'more' },
          { from: 'if', out: 'false', to: 'ask' },
        ],
      });
    const id = await start(branching('count', 10));
    await engine.runs.settled(id);
    const before = await engine.runs.explain(id, 'more');
    const { version } = await engine.workflows.save(branching('sum', 1));
    await engine.runs.migrate(id, version, { recorded: 'keep' });
    const after = await engine.runs.explain(id, 'more');
    expect(after).toEqual(before);
    expect(after.notRun?.edges).toMatchObject([{ from: 'if', tried: [{ right: 10 }] }]);
    // A node that is gone is explained as it was.
    expect(await engine.runs.explain(id, 'count')).toMatchObject({ status: 'completed' });
    expect((await engine.runs.explain(id, 'ask')).activations).toMatchObject([
      { causedBy: [{ node: 'if' }] },
    ]);
    const imported = await engine.runs.import(await engine.runs.export(id), { ids: 'new' });
    expect(await engine.runs.explain(imported.id, 'more')).toEqual(before);
    const derived: unknown[] = [];
    const stop = new AbortController();
    for await (const update of engine.runs.events(id, { signal: stop.signal })) {
      if (update.type !== 'event') continue;
      derived.push(...update.derived);
      if (update.event.type === 'run.moved') stop.abort();
    }
    expect(derived).toContainEqual(
      expect.objectContaining({ type: 'activation.completed', node: 'count' }),
    );
  });
});
