// Goal: the stream of a tree has everything that happens below a run, in an order that can be relied on, and resumes anywhere. Method: a run
// with a map of sub-workflows is watched live and afterwards, and cut after every update.
import type { RunUpdate } from '@skein/engine';
import type { RunRecord } from '@skein/ports';
import { buildWorkflow, deferred, describeEngine, inline, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const leaf = buildWorkflow({ id: 'leaf', nodes: [task('leaf')] });
const middle = buildWorkflow({
  id: 'middle',
  nodes: [{ id: 'sub', type: 'subworkflow', config: { workflow: inline(leaf) } }],
});
const top = buildWorkflow({
  id: 'top',
  nodes: [
    task('first'),
    { id: 'all', type: 'map', config: { items: ['a', 'b', 'c'], workflow: inline(middle) } },
    task('last'),
  ],
  edges: ['first -> all', 'all -> last'],
});

type Row = Extract<RunUpdate, { type: 'event' }>;

const isRow = (update: RunUpdate): update is Row => update.type === 'event';
const nameOf = ({ run, seq }: Row) => `${run} ${seq}`;

/** That each run is in order, begins after its parent's node has started, and has ended before its parent hears of that. */
function checkOrder(rows: readonly Row[], records: readonly RunRecord[]): void {
  for (const { id, seq, parent } of records) {
    const places = rows.flatMap(({ run }, i) => (run === id ? [i] : []));
    expect(places.map((i) => rows[i]?.seq)).toEqual(Array.from({ length: seq }, (_, i) => i + 1));
    if (parent === undefined) continue;
    const [, node, index] = /^(.*)#1\/(\d+)$/.exec(parent.path) ?? [];
    const begun = rows.findIndex(
      ({ run, derived }) =>
        run === parent.run &&
        derived.some((fact) => fact.type === 'activation.started' && fact.node === node),
    );
    const told = rows.findIndex(
      ({ run, event }) =>
        run === parent.run && event.type === 'child.finished' && event.index === Number(index),
    );
    expect([begun, told]).not.toContain(-1);
    expect(places[0]).toBeGreaterThan(begun);
    expect(places.at(-1)).toBeLessThan(told);
  }
}

async function collect(updates: AsyncIterable<RunUpdate>): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for await (const update of updates) if (isRow(update)) rows.push(update);
  return rows;
}

describeEngine('the stream of a tree', (make) => {
  it('[E426] has the rows of all runs below, live, each with its run, and ends with them', async () => {
    const held = deferred<void>();
    const { engine, start } = await make({
      tasks: {
        leaf: async (_, io) => {
          io.emit({ type: 'progress', done: 1 });
          await held.promise;
          return { value: 1 };
        },
      },
    });
    const id = await start(top);
    const seen: RunUpdate[] = [];
    const done = (async () => {
      for await (const update of engine.runs.events(id, { tree: true })) seen.push(update);
    })();
    // Children are seen while they work.
    const runs = () => new Set(seen.map(({ run }) => run)).size;
    await expect.poll(runs).toBe(7);
    held.resolve();
    await done;
    const rows = seen.filter(isRow);
    const all = (await engine.runs.list({ limit: 100 })).items;
    checkOrder(rows, all);
    const total = all.reduce((sum, { seq }) => sum + seq, 0);
    expect(new Set(rows.map(nameOf)).size).toBe(total);
    expect(rows).toHaveLength(total);
    expect(rows.at(-1)).toMatchObject({ run: id, event: { type: 'node.completed', node: 'last' } });
  });

  it('[E426] resumes after every update, without a gap or a repetition', async () => {
    const { engine, run, start } = await make({ tasks: { leaf: () => ({ value: 1 }) } });
    await run(top);
    const id = await start(top);
    await engine.runs.finished(id);
    const whole = await collect(engine.runs.events(id, { tree: true }));
    const below = (await engine.runs.list({ limit: 100 })).items.filter(
      (record) => (record.root ?? record.id) === id,
    );
    checkOrder(whole, below);
    for (const [i, { cursor }] of whole.entries()) {
      const rest = await collect(engine.runs.events(id, { tree: true, after: cursor ?? '' }));
      const read = new Set([...whole.slice(0, i + 1), ...rest].map(nameOf));
      expect([rest.length, read.size]).toEqual([whole.length - i - 1, whole.length]);
    }
  });

  it('[E426] a place that is none is refused', async () => {
    const { engine, start } = await make();
    const id = await start(top);
    const refused = { code: 'BAD_VALUE' };
    for (const after of ['x', 'WzFd', 7]) {
      expect(() => engine.runs.events(id, { tree: true, after })).toThrow(
        expect.objectContaining(refused),
      );
    }
    expect(() => engine.runs.events(id, { after: 'x' })).toThrow(expect.objectContaining(refused));
    await engine.runs.finished(id);
  });
});
