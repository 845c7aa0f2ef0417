// Goal: what a node did with every item, from journals that the engine wrote.
import { compileDefinition } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';
import { createEngine } from 'skein';
import { describe, expect, it } from 'vitest';
import { hasItems, itemsOf, type ItemRow } from '../../src/graph/run/items-of.ts';
import { advanceReplay, createReplay } from '../../src/graph/run/rebuild-run.ts';

async function itemsIn(node: JsonObject, input: readonly unknown[]): Promise<readonly ItemRow[]> {
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
    const replay = advanceReplay(createReplay(graph!), await engine.runs.journal(id));
    expect(hasItems(replay, 'a')).toBe(true);
    return itemsOf(replay, { node: 'a', activation: 1 });
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
