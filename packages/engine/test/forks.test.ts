// Goal: what a run has recorded is worth as much in another run, and never more than it was.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runId, type Json } from '@skein/kernel';
import type { NodeFunction, Store } from '@skein/ports';
import { memoryStore, openStore } from '@skein/stores';
import { buildWorkflow, describeEngine, inline, task, type MakeHarness } from '@skein/testkit';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-forks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;

const stores: readonly [string, () => Store | Promise<Store>][] = [
  ['memory', memoryStore],
  ['sqlite', () => openStore(`sqlite:${path.join(folder, `${(files += 1)}.db`)}`)],
];

const approval = { id: 'review', type: 'approval', config: { prompt: 'Good?' } };
const chain = buildWorkflow({
  id: 'chain',
  nodes: [task('a'), task('b'), approval, task('c')],
  edges: ['a -> b', 'b -> review', 'review.approved -> c'],
});

/** Counts the calls of each node; each adds its name to what it got. */
function counting(): { readonly calls: string[]; readonly task: NodeFunction } {
  const calls: string[] = [];
  return {
    calls,
    task: async ({ node, previous }, io) => {
      const text = await io.step('work', () => {
        calls.push(node);
        return `${typeof previous === 'string' ? previous : ''}${node}`;
      });
      return { value: text };
    },
  };
}

async function finishedChain(make: MakeHarness, store: Store) {
  const { calls, task: run } = counting();
  const harness = await make({ store, durable: {}, task: run });
  const { engine, start } = harness;
  const id = await start(chain, { input: 'x', user: 'ann' });
  await engine.runs.settled(id);
  await engine.waits.answer({ run: id, node: 'review' }, { decision: 'approve' });
  await engine.runs.finished(id);
  calls.length = 0;
  return { ...harness, id, calls };
}

for (const [name, open] of stores) {
  describeEngine(`forks on ${name}`, (make) => {
    it('[E54] starts again at the named activation, and repeats nothing before it', async () => {
      const { engine, id, calls } = await finishedChain(make, await open());
      const before = await engine.runs.journal(id);
      const forked = await engine.runs.fork(id, { from: 'c' });
      const done = await engine.runs.finished(forked.id);
      expect(done).toMatchObject({ status: 'completed', output: 'xabc' });
      expect(calls).toEqual(['c']);
      expect(forked.left.map(({ node, reason }) => [node, reason])).toEqual([
        ['c', 'the new run begins there'],
        ['c', 'the new run begins there'],
      ]);
      expect(await engine.runs.journal(id)).toEqual(before);
      expect(await engine.runs.list({ user: 'ann' })).toMatchObject({
        items: [{ id }, { id: forked.id }],
      });
    });

    it('[E3100] what it takes over has just happened, however long the old run went on', async () => {
      const { task: run } = counting();
      const { engine, start, clock } = await make({ store: await open(), durable: {}, task: run });
      const id = await start(chain, { input: 'x' });
      await engine.runs.settled(id);
      // Nobody decides for an hour.
      await clock.advance(3_600_000);
      await engine.waits.answer({ run: id, node: 'review' }, { decision: 'approve' });
      await engine.runs.finished(id);
      await clock.advance(60_000);
      const forked = await engine.runs.fork(id, { from: 'b' });
      await engine.runs.settled(forked.id);
      const rows = (await engine.runs.journal(forked.id)) ?? [];
      const own = rows.findIndex((row) => 'node' in row && row.node === 'b');
      expect(own).toBeGreaterThan(0);
      const last = rows[own - 1];
      expect(clock.now() - (last?.at ?? 0)).toBeLessThan(1_000);
      const old = (await engine.runs.journal(id)) ?? [];
      expect((last?.at ?? 0) - (rows[0]?.at ?? 0)).toBe(
        (old[own - 1]?.at ?? 0) - (old[0]?.at ?? 0),
      );
    });

    it('[E54] a wait is asked again under an id of its own', async () => {
      const { engine, id, calls } = await finishedChain(make, await open());
      const forked = await engine.runs.fork(id, { from: { node: 'review', activation: 1 } });
      const waiting = await engine.runs.settled(forked.id);
      expect(waiting).toMatchObject({ status: 'waiting', waits: [{ node: 'review' }] });
      await engine.waits.answer({ run: forked.id, node: 'review' }, { decision: 'approve' });
      await engine.runs.finished(forked.id);
      expect(calls).toEqual(['c']);
    });

    it('[E55] with another input, definition or result only what it changes is done', async () => {
      const { engine, id, calls } = await finishedChain(make, await open());
      const other = await engine.runs.fork(id, { input: 'y' });
      expect((await engine.runs.settled(other.id)).status).toBe('waiting');
      expect(calls.splice(0)).toEqual(['a', 'b']);

      const definition = {
        ...chain,
        nodes: [...chain.nodes, task('d')],
        edges: [...(chain.edges ?? []), { from: 'c', to: 'd' }],
      };
      const longer = await engine.runs.fork(id, { definition });
      expect((await engine.runs.finished(longer.id)).output).toBe('xabcd');
      expect(calls.splice(0)).toEqual(['d']);

      const changes = [{ node: 'b', result: { value: 'other' } }];
      const changed = await engine.runs.fork(id, { changes });
      expect(changed.left[0]).toMatchObject({
        node: 'review',
        reason: 'its inputs are other ones',
      });
      await engine.runs.settled(changed.id);
      await engine.waits.answer({ run: changed.id, node: 'review' }, { decision: 'approve' });
      expect((await engine.runs.finished(changed.id)).output).toBe('otherc');
      expect(calls.splice(0)).toEqual(['c']);
    });

    it('[E55] refuses places and changes that find nothing', async () => {
      const { engine, id } = await finishedChain(make, await open());
      const refusal = (options: Parameters<typeof engine.runs.fork>[1]) =>
        engine.runs.fork(id, options).catch((error: unknown) => error);
      expect(await refusal({ from: 'nowhere' })).toMatchObject({ code: 'NODE_NOT_FOUND' });
      expect(await refusal({ from: { node: 'a', activation: 2 } })).toMatchObject({
        code: 'FORK_REFUSED',
      });
      const changes = [{ node: 'review', result: { value: 1 } }];
      expect(await refusal({ changes })).toMatchObject({ code: 'FORK_REFUSED' });
    });

    it('[E53] the same key returns the first run, for each user', async () => {
      const store = await open();
      const harness = await make({ store, durable: {} });
      const key = { idempotencyKey: 'order-1' };
      const first = await harness.engine.runs.start(chain, { ...key, user: 'ann' });
      const again = await harness.engine.runs.start(chain, { ...key, user: 'ann' });
      expect(again).toEqual({ id: first.id, isRepeated: true });
      const other = await harness.engine.runs.start(chain, { ...key, user: 'bob' });
      expect(other.id).not.toBe(first.id);
      await harness.settle();
      const { engine } = await harness.restart();
      expect(await engine.runs.start(chain, { ...key, user: 'ann' })).toEqual(again);
      expect((await engine.waits.list({ user: 'bob' })).items).toMatchObject([{ run: other.id }]);
    });

    it('[E440] a key that started another workflow, input or start node is refused, and names that run', async () => {
      const harness = await make({ store: await open(), durable: {} });
      const { runs } = harness.engine;
      const key = { idempotencyKey: 'order-1', user: 'ann' };
      const first = await runs.start(chain, { ...key, input: { amount: 1, to: 'Bo' } });
      const refusal = (asked: Promise<unknown>) => asked.catch((error: unknown) => error);
      const repeated = { code: 'START_REPEATED', details: { run: first.id, key: 'order-1' } };
      const other = { ...chain, id: 'other' };
      const input = { to: 'Bo', amount: 1 };
      expect(await runs.start(chain, { ...key, input })).toMatchObject({ id: first.id });
      expect(await refusal(runs.start(other, { ...key, input }))).toMatchObject(repeated);
      expect(await refusal(runs.start(chain, key))).toMatchObject(repeated);
      const more = { ...key, input: { amount: 2, to: 'Bo' } };
      expect(await refusal(runs.start(chain, more))).toMatchObject(repeated);
      expect(await refusal(runs.start(chain, { ...key, input, start: 'b' }))).toMatchObject(
        repeated,
      );
      expect(await refusal(runs.fork(first.id, key))).toMatchObject(repeated);
      // What the workflow became meanwhile is not what the caller asked for.
      const edited = { ...chain, nodes: [...chain.nodes, task('d')] };
      expect(await runs.start(edited, { ...key, input })).toMatchObject({ id: first.id });
      await harness.settle();
      const { engine } = await harness.restart();
      expect(await refusal(engine.runs.start(chain, more))).toMatchObject(repeated);
      expect((await engine.runs.list({ user: 'ann' })).items).toHaveLength(1);
    });

    it('[E440] the key of a fork stands for the same fork only', async () => {
      const { engine, id } = await finishedChain(make, await open());
      const key = { idempotencyKey: 'again' };
      const first = await engine.runs.fork(id, { ...key, from: 'c' });
      expect(await engine.runs.fork(id, { ...key, from: 'c' })).toMatchObject({ id: first.id });
      const repeated = { code: 'START_REPEATED', details: { run: first.id, key: 'again' } };
      const changes = [{ node: 'b', result: { value: 'other' } }];
      for (const options of [{ from: 'b' }, { from: 'c', input: 'y' }, { from: 'c', changes }]) {
        const asked = engine.runs.fork(id, { ...key, ...options });
        expect(await asked.catch((error: unknown) => error)).toMatchObject(repeated);
      }
      const start = engine.runs.start('chain', { ...key, input: 'x', user: 'ann' });
      expect(await start.catch((error: unknown) => error)).toMatchObject(repeated);
    });

    it('[E57] prune deletes what ended before a time, and nothing else', async () => {
      const { engine, id, start, clock } = await finishedChain(make, await open());
      const waiting = await start(chain);
      await engine.runs.settled(waiting);
      const endedBefore = clock.now() + 1000;
      await clock.advance(5000);
      const late = await engine.runs.start(buildWorkflow({ id: 'late', nodes: [task('a')] }));
      await engine.runs.finished(late.id);
      expect(await engine.runs.prune({ endedBefore })).toEqual([id]);
      await expect(engine.runs.get(id)).rejects.toMatchObject({ code: 'RUN_NOT_FOUND' });
      expect((await engine.runs.list()).items.map((run) => run.id)).toEqual([waiting, late.id]);
    });

    it('[E56] a bundle continues in another store, when it is asked for', async () => {
      const { calls, task: run } = counting();
      const inner = buildWorkflow({
        nodes: [task('in'), approval, task('out')],
        edges: ['in -> review', 'review.approved -> out'],
      });
      const outer = buildWorkflow({
        id: 'outer',
        nodes: [
          { id: 'sub', type: 'subworkflow', config: { workflow: inline(inner) } },
          task('last'),
        ],
        edges: ['sub -> last'],
      });
      const first = await make({ store: await open(), durable: {}, task: run });
      const started = await first.start(outer, { input: 'x' });
      await expect
        .poll(() => first.store.runs.get(runId(started)))
        .toMatchObject({ status: 'waiting' });
      // As a file would hold it; all harnesses count the same ids, so those of the file get other ones.
      const elsewhere = (text: string) => text.replaceAll('00000001-0000', '0000abcd-0000');
      const exported = JSON.stringify(await first.engine.runs.export(started));
      const bundle = JSON.parse(elsewhere(exported)) as Json;
      const id = elsewhere(started);
      expect(calls.splice(0)).toEqual(['in']);
      for (const ids of ['keep', 'new'] as const) {
        const store = await open();
        const second = await make({ store, durable: {}, task: run });
        const imported = await second.engine.runs.import(bundle, { ids });
        expect(imported.id === id).toBe(ids === 'keep');
        await second.settle();
        expect((await store.runs.load(imported.id))?.owner).toBeUndefined();
        expect(await second.engine.runs.get(imported.id)).toMatchObject({ status: 'waiting' });
        const wait = { run: imported.id, node: 'sub/0/review' };
        await second.engine.waits.answer(wait, { decision: 'approve' });
        expect(await second.engine.runs.finished(imported.id)).toMatchObject({
          status: 'completed',
        });
        expect(calls.splice(0)).toEqual(['out', 'last']);
        // A second time it is a run of its own with new ids, and refused with the old ones when they are there.
        const again = await second.engine.runs.import(bundle).catch((error: unknown) => error);
        const whenThere = { code: 'RUN_EXISTS', details: { run: id } };
        expect(again).toMatchObject(ids === 'keep' ? whenThere : { id });
      }
    });
  });
}

describeEngine('forks of larger runs', (make) => {
  it('[E54] retries, delays, questions of functions and children are taken over too', async () => {
    const calls: string[] = [];
    const { engine, start, clock } = await make({
      tasks: {
        flaky: ({ attempt }) => {
          calls.push('flaky');
          if (attempt === 1) throw new Error('not yet');
          return { value: [1, 2] };
        },
        double: ({ previous }) => {
          calls.push('double');
          return { value: previous ?? null };
        },
        asking: async (_call, io) => {
          const answer = await io.wait({ kind: 'input', prompt: '?' });
          await io.step('note', () => void calls.push('asking'));
          return { value: answer };
        },
        last: () => {
          calls.push('last');
          return { value: 'end' };
        },
      },
    });
    const inner = buildWorkflow({ nodes: [task('double')] });
    const items = { items: '${flaky.output}', workflow: inline(inner) };
    const run = await start(
      buildWorkflow({
        nodes: [
          task('flaky', { retry: { attempts: 3, backoffMs: 100 } }),
          { id: 'delay', type: 'delay', config: { ms: 1000 } },
          { id: 'all', type: 'map', config: items },
          task('asking'),
          task('last'),
        ],
        edges: ['flaky -> delay', 'delay -> all', 'all -> asking', 'asking -> last'],
      }),
    );
    await clock.advance(5000);
    await engine.runs.settled(run);
    await engine.waits.answer({ run, node: 'asking' }, 7);
    const done = await engine.runs.finished(run);
    expect(calls.splice(0)).toEqual(['flaky', 'flaky', 'double', 'double', 'asking', 'last']);
    const forked = await engine.runs.fork(run, { from: 'last' });
    expect(await engine.runs.finished(forked.id)).toMatchObject({
      status: 'completed',
      output: 'end',
      usage: done.usage,
    });
    expect(calls).toEqual(['last']);
    expect(new Set(forked.left.map(({ node }) => node))).toEqual(new Set(['last']));
  });
});

describeEngine('bundles', (make) => {
  it('[E56] an older version that is imported does not become the newest', async () => {
    const first = await make();
    const { id } = await first.run(buildWorkflow({ id: 'flow', nodes: [task('a')] }));
    const bundle = await first.engine.runs.export(id);
    const second = await make();
    const newer = await second.engine.workflows.save(
      buildWorkflow({ id: 'flow', nodes: [task('b')] }),
    );
    await second.engine.runs.import(bundle, { ids: 'new' });
    expect(await second.engine.workflows.get('flow')).toMatchObject({ version: newer.version });
    expect(await second.engine.workflows.versions('flow')).toHaveLength(2);
  });

  it('[E56] a workflow inside another one stays in no list, and what no run needs is left out', async () => {
    const first = await make();
    const inner = buildWorkflow({ nodes: [task('in')] });
    const config = { workflow: inline(inner) };
    const outer = buildWorkflow({
      id: 'outer',
      nodes: [{ id: 'sub', type: 'subworkflow', config }],
    });
    const { id } = await first.run(outer);
    const bundle = await first.engine.runs.export(id);
    expect(bundle.definitions.map(({ isHidden }) => isHidden)).toEqual([undefined, true]);
    const second = await make();
    const [of] = bundle.definitions;
    const definitions = [...bundle.definitions, { ...of, id: 'stray' }];
    await second.engine.runs.import({ ...bundle, definitions }, { ids: 'new' });
    const { items } = await second.engine.workflows.list({});
    expect(items.map((each) => each.id)).toEqual(['outer']);
    await expect(second.engine.workflows.get('stray')).rejects.toThrow(/"stray"/);
  });

  it('[E56] refuses what is no sound bundle, and writes nothing of it', async () => {
    const { engine, store, run } = await make();
    const { id } = await run(buildWorkflow({ nodes: [task('a')] }), { input: 1 });
    const bundle = await engine.runs.export(id);
    const [only] = bundle.runs;
    const broken: unknown[] = [
      null,
      'text',
      { ...bundle, format: 'other' },
      {
        ...bundle,
        runs: [{ ...only, rows: only?.rows.map((row) => ({ ...row, at: 253_402_300_800_000 })) }],
      },
      { ...bundle, runs: [] },
      { ...bundle, definitions: [] },
      {
        ...bundle,
        definitions: bundle.definitions.map((each) => ({
          ...each,
          definition: { skein: 1, nodes: [task('b')] },
        })),
      },
      { ...bundle, root: 'another' },
      { ...bundle, runs: [only, only] },
      { ...bundle, runs: [{ ...only, record: { ...only?.record, root: 'another' } }] },
      { ...bundle, runs: [{ ...only, keptEvents: [{ id: 'e' }] }] },
      { ...bundle, runs: [{ ...only, rows: only?.rows.slice(1) }] },
      { ...bundle, runs: [{ ...only, rows: only?.rows.slice(0, 1) }] },
      {
        ...bundle,
        runs: [
          { ...only, rows: [...(only?.rows ?? []), { seq: 3, at: 0, id: 'x', type: 'nonsense' }] },
        ],
      },
    ];
    for (const each of broken) {
      await expect(engine.runs.import(each, { ids: 'new' })).rejects.toMatchObject({
        code: 'BUNDLE_INVALID',
      });
    }
    expect((await store.runs.list({})).items).toHaveLength(1);
  });
});
