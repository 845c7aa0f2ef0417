import { runId } from '@skein/kernel';
import type { Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { codeOf, origin, recorded, started, type Begun } from './fixtures.ts';

export function journals(store: () => Store, begin: Begun): void {
  it('[S1] returns what was appended, in order and unchanged', async () => {
    const input = { ['__proto__']: 1, b: 2, a: [null, 'é', 1.5] };
    const first = started('r', input);
    await store().runs.append(runId('r'), 0, [first], { created: origin, status: 'running' });
    await store().runs.append(runId('r'), 1, [recorded(2), recorded(3)]);
    const rows = await store().runs.journal(runId('r'));
    expect(rows).toEqual([first, recorded(2), recorded(3)]);
    expect(JSON.stringify(rows?.[0])).toBe(JSON.stringify(first));
    expect(await store().runs.journal(runId('r'), 2)).toEqual([recorded(3)]);
    expect(await store().runs.journal(runId('r'), 0, 2)).toEqual([first, recorded(2)]);
    expect(await store().runs.journal(runId('r'), 3)).toEqual([]);
    expect(await store().runs.journal(runId('nobody'))).toBeUndefined();
    expect(await store().runs.rows(runId('r'), [3, 1, 9])).toEqual([first, recorded(3)]);
    expect(await store().runs.rows(runId('nobody'), [1])).toEqual([]);
  });

  it('[S2] refuses an append that does not follow the last row', async () => {
    await begin();
    const append = (seq: number, key?: string) => () =>
      store().runs.append(runId('r'), seq, [recorded(seq + 1, key)]);
    expect(await codeOf(append(3))).toBe('STORE_CONFLICT');
    expect(await codeOf(append(1))).toBe('none');
    expect(await codeOf(append(1, 'other'))).toBe('STORE_CONFLICT');
    expect(await codeOf(() => store().runs.append(runId('r'), 1, [recorded(2), recorded(3)]))).toBe(
      'STORE_CONFLICT',
    );
    expect(await store().runs.journal(runId('r'))).toHaveLength(2);
  });

  it('[S2] takes the same append again without writing it twice', async () => {
    await begin();
    await begin();
    await store().runs.append(runId('r'), 1, [recorded(2), recorded(3)]);
    await store().runs.append(runId('r'), 1, [recorded(2), recorded(3)]);
    await store().runs.append(runId('r'), 2, [recorded(3)]);
    expect(await store().runs.journal(runId('r'))).toHaveLength(3);
  });

  it('[S2] refuses rows of a run that was never created', async () => {
    expect(await codeOf(() => store().runs.append(runId('r'), 0, [started('r')]))).toBe(
      'RUN_NOT_FOUND',
    );
    expect(
      await codeOf(() => store().runs.append(runId('r'), 1, [recorded(2)], undefined, 1)),
    ).not.toBe('none');
  });

  it('[S2] of writers that race for the same row exactly one wins', async () => {
    await begin();
    const codes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        codeOf(() => store().runs.append(runId('r'), 1, [recorded(2, `writer ${i}`)])),
      ),
    );
    expect(codes.filter((code) => code === 'none')).toHaveLength(1);
    expect(codes.filter((code) => code === 'STORE_CONFLICT')).toHaveLength(49);
    expect(await store().runs.journal(runId('r'))).toHaveLength(2);
  });

  it('[S8] appends that arrive together do not fail each other', async () => {
    await begin('a');
    await begin('b');
    const codes = await Promise.all([
      codeOf(() => store().runs.append(runId('a'), 1, [recorded(2)])),
      codeOf(() => store().runs.append(runId('b'), 7, [recorded(8)])),
      codeOf(() => begin('c')),
      codeOf(() => store().runs.append(runId('nobody'), 1, [recorded(2)])),
      codeOf(() => begin('d', {}, { projections: [{ table: 'runs', key: 'x', set: {} }] })),
      codeOf(() => store().runs.append(runId('a'), 2, [recorded(3)], { status: 'waiting' })),
    ]);
    expect(codes).toEqual([
      'none',
      'STORE_CONFLICT',
      'none',
      'STORE_CONFLICT',
      'TABLE_UNKNOWN',
      'none',
    ]);
    expect(await store().runs.get(runId('a'))).toMatchObject({ seq: 3, status: 'waiting' });
    expect(await store().runs.get(runId('b'))).toMatchObject({ seq: 1 });
    expect(await store().runs.get(runId('c'))).toMatchObject({ seq: 1 });
    expect(await store().runs.get(runId('d'))).toBeUndefined();
  });

  it('[S8] two hundred runs at once, each with its own rows', async () => {
    const runs = Array.from({ length: 200 }, (_, i) => `run ${i}`);
    await Promise.all(runs.map((run) => begin(run)));
    for (const seq of [1, 2, 3]) {
      await Promise.all(
        runs.map(async (run) => store().runs.append(runId(run), seq, [recorded(seq + 1, run)])),
      );
    }
    for (const run of ['run 0', 'run 117', 'run 199']) {
      expect(await store().runs.journal(runId(run))).toEqual([
        started(run),
        ...[2, 3, 4].map((seq) => recorded(seq, run)),
      ]);
    }
  });

  it('[S9] a snapshot replaces the one before, and a load gives the rows after it', async () => {
    await begin();
    await store().runs.append(runId('r'), 1, [recorded(2)], {
      snapshot: { seq: 2, state: { at: 2 } },
    });
    await store().runs.append(runId('r'), 2, [recorded(3), recorded(4)]);
    expect(await store().runs.load(runId('r'))).toMatchObject({
      snapshot: { seq: 2, state: { at: 2 } },
      events: [recorded(3), recorded(4)],
    });
    await store().runs.append(runId('r'), 4, [recorded(5)], { snapshot: { seq: 4, state: [1] } });
    const loaded = await store().runs.load(runId('r'));
    expect(loaded?.snapshot).toEqual({ seq: 4, state: [1] });
    expect(loaded?.events).toEqual([recorded(5)]);
    expect(await store().runs.journal(runId('r'))).toHaveLength(5);
  });
}
