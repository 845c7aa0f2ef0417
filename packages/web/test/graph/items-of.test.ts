// Goal: what a node did with every item, from journals that the engine wrote.
import { compileDefinition } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { createEngine } from 'skein';
import { describe, expect, it } from 'vitest';
import { marksOf } from '../../src/pages/run/marks-of.ts';
import { failedItemsIn } from '../../src/graph/run/failed-items.ts';
import { overlayRun } from '../../src/graph/run/overlay-run.ts';
import { sketchGraph } from '../../src/graph/run/sketch-graph.ts';
import { answerToCaller, outcomeOf } from '../../src/graph/run/outcome-of.ts';
import { askedBy } from '../../src/graph/run/asked-by.ts';
import { hasItems, itemsOf, type ItemRow } from '../../src/graph/run/items-of.ts';
import { advanceReplay, createReplay, type Replay } from '../../src/graph/run/rebuild-run.ts';

async function itemsIn(node: JsonObject, input: readonly unknown[]): Promise<readonly ItemRow[]> {
  const replay = await replayOf(node, input);
  expect(hasItems(replay, 'a')).toBe(true);
  return itemsOf(replay, { node: 'a', activation: 1 });
}

async function replayOf(node: JsonObject, input: readonly unknown[]): Promise<Replay> {
  const definition = { skein: 1, id: 'w', nodes: [{ id: 'a', ...node }], edges: [] };
  const engine = await createEngine({
    functions: {
      half: ({ n }: { n: number }) => {
        if (n % 2 !== 0) throw Object.assign(new Error(`${n} is odd`), { retry: 'never' });
        return n / 2;
      },
    },
    tools: { takes },
  } as never);
  try {
    const { id } = await engine.runs.start(definition, { input: input as never });
    await engine.runs.settled(id);
    const { graph } = compileDefinition(definition);
    return advanceReplay(createReplay(graph!), await engine.runs.journal(id));
  } finally {
    await engine.close();
  }
}

const short = (rows: readonly ItemRow[]) =>
  rows.map(({ index, input, status, output, error }) => [
    index,
    input,
    status,
    output ?? null,
    error?.message ?? null,
  ]);

const called = (onError: string) => ({
  type: 'function',
  config: { name: 'half', args: { n: '${item}' } },
  each: { items: '${trigger}', onError },
});

const odd = expect.stringContaining('3 is odd');

/** Takes the number 1, and no other. */
const takes = {
  description: 'Takes a number.',
  parameters: { type: 'object' },
  effect: 'idempotent',
  run: ({ n }: { n: number }) => {
    if (n !== 1) throw Object.assign(new Error(`${n} is not wanted`), { retry: 'never' });
    return { taken: n };
  },
};

describe('the items of a node', () => {
  it('[W3200] that were in flight when another one failed it are not finished', async () => {
    const each = { items: '${trigger}', concurrency: 2 };
    const rows = await itemsIn(
      { type: 'tool', config: { tool: 'takes', args: { n: '${item}' } }, each, retry: null },
      [1, 2],
    );
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'failed']);
  });

  it('[W2203] are computed ones, with those that failed among them or apart', async () => {
    const computed = (onError: string) => ({
      type: 'transform',
      config: { value: '${= item * 2 }' },
      each: { items: '${trigger}', onError },
    });
    const rows = [
      [0, 1, 'completed', 2, null],
      [1, 'x', 'failed', null, expect.stringContaining('needs two numbers')],
      [2, 3, 'completed', 6, null],
    ];
    expect(short(await itemsIn(computed('mark'), [1, 'x', 3]))).toEqual(rows);
    expect(short(await itemsIn(computed('port'), [1, 'x', 3]))).toEqual(rows);
    const failed = await itemsIn(computed('fail'), [1, 'x', 3]);
    expect(failed.map(({ status }) => status)).toEqual(['idle', 'failed', 'idle']);
  });

  it('[W2203] are recorded ones, each with its result or its failure', async () => {
    const rows = [
      [0, 2, 'completed', 1, null],
      [1, 3, 'failed', null, odd],
      [2, 4, 'completed', 2, null],
    ];
    expect(short(await itemsIn(called('mark'), [2, 3, 4]))).toEqual(rows);
    expect(short(await itemsIn(called('port'), [2, 3, 4]))).toEqual(rows);
    expect(short(await itemsIn(called('fail'), [2, 3, 4]))).toEqual([
      rows[0],
      rows[1],
      [2, 4, 'idle', null, null],
    ]);
  });

  it('[W3782] of a map are its child runs, each with its output or its failure', async () => {
    const inner = {
      skein: 1,
      nodes: [
        { id: 't', type: 'function', config: { name: 'half', args: { n: '${trigger.item}' } } },
      ],
    };
    const map = (failures: object) => ({
      type: 'map',
      config: { items: '${trigger}', workflow: inner, concurrency: 1, ...failures },
    });
    expect(short(await itemsIn(map({ failures: 'collect' }), [2, 3, 4]))).toEqual([
      [0, 2, 'completed', 1, null],
      [1, 3, 'failed', null, odd],
      [2, 4, 'completed', 2, null],
    ]);
    expect(short(await itemsIn(map({}), [2, 3, 4]))).toEqual([
      [0, 2, 'completed', 1, null],
      [1, 3, 'failed', null, odd],
      [2, 4, 'idle', null, null],
    ]);
  });

  it('[W3782] lack no value among those that their node refers to', async () => {
    const { each, ...rest } = called('mark');
    const config = { name: 'half', args: { n: '${item}', all: '${trigger}' } };
    const replay = await replayOf({ ...rest, config, each }, [2]);
    const asked = askedBy(replay, { node: 'a', activation: 1 }, new Map());
    expect(asked?.references.map(({ value }) => value)).toEqual([[2]]);
  });

  it('[W2203] are child runs, each with its output', async () => {
    const inner = {
      skein: 1,
      nodes: [{ id: 't', type: 'transform', config: { value: 'got ${trigger}' } }],
    };
    const node = { type: 'subworkflow', config: { workflow: inner }, each: '${trigger}' };
    expect(short(await itemsIn(node, ['x', 'y']))).toEqual([
      [0, 'x', 'completed', 'got x', null],
      [1, 'y', 'completed', 'got y', null],
    ]);
  });
});

it('[W3783] a respond node shows what it has answered', async () => {
  const config = { value: { ok: '${trigger}' }, status: 202 };
  const replay = await replayOf({ type: 'respond', config }, [2]);
  const answer = { status: 202, headers: {}, body: { ok: [2] } };
  expect(answerToCaller(replay, { node: 'a', activation: 1 })).toEqual(answer);
  expect(answerToCaller(replay, { node: 'a', activation: 2 })).toBeUndefined();
});

it('[W3901] items that failed are counted, where the node went on without them', async () => {
  const count = async (node: JsonObject, input: readonly unknown[]) =>
    failedItemsIn(await replayOf(node, input)).get('a');
  const mapped = {
    type: 'map',
    config: {
      items: '${trigger}',
      failures: 'collect',
      workflow: {
        skein: 1,
        nodes: [
          { id: 'h', type: 'function', config: { name: 'half', args: { n: '${trigger.item}' } } },
        ],
      },
    },
  };
  expect(await count(mapped, [2, 3, 4, 5])).toEqual({ activation: 1, failed: 2, of: 4 });
  expect(await count(mapped, [2, 4])).toBeUndefined();
  expect(await count(called('mark'), [2, 3, 4])).toMatchObject({ failed: 1, of: 3 });
  expect(await count(called('port'), [3, 3, 4])).toMatchObject({ failed: 2, of: 3 });
  const replay = await replayOf(mapped, [2, 3]);
  const { nodes } = overlayRun(replay, sketchGraph(replay.graph));
  expect(marksOf({ nodes, edges: new Map() }).get('a')).toMatchObject({
    status: 'partly',
    time: '1 of 2 failed',
  });
  expect(outcomeOf(replay, [])?.warnings).toMatchObject([{ node: 'a', message: '1 of 2 failed.' }]);
});
