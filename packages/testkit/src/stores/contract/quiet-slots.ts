// Slots with a quiet period: of those who want one, the newest gets it.
import { runId } from '@skein/kernel';
import type { SlotAsk, SlotNews, SlotStore, Store } from '@skein/ports';
import { expect, it } from 'vitest';
import { recorded, type Begun } from './fixtures.ts';

export function quietSlots(store: () => Store, begin: Begun): void {
  const kept = (): SlotStore => {
    const found = store().slots;
    if (found === undefined) throw new Error('The store keeps no slots.');
    return found;
  };
  const ask = async (id: string, now: number, more: Partial<SlotAsk> = {}) => {
    const run = runId(`run ${id}`);
    const slot = { key: 'k', id, run, limit: 1, priority: 0, quietMs: 100, ...more };
    return told(await kept().ask(slot, now));
  };
  const look = async (now: number) => told(await kept().look('k', now));
  const names = (...ids: readonly string[]) => ids.map((id) => ({ key: 'k', id }));
  const all = (...ids: readonly string[]) => Promise.all(ids.map((id) => begin(`run ${id}`)));

  it('[S2300] of those who want a slot with a quiet period the newest gets it, and the others are told by whom', async () => {
    await all('a', 'b', 'c', 'd');
    expect(await ask('a', 1)).toEqual({ granted: [], superseded: [], nextAt: 101 });
    expect(await ask('b', 50)).toMatchObject({ granted: [], nextAt: 150 });
    expect(await ask('c', 90)).toMatchObject({ granted: [], nextAt: 190 });
    // Asking again begins nothing anew.
    expect(await ask('c', 120)).toMatchObject({ granted: [], nextAt: 190 });
    expect(await look(189)).toMatchObject({ granted: [], nextAt: 190 });
    expect(await look(190)).toEqual({
      granted: ['c'],
      superseded: ['a by run c', 'b by run c'],
      nextAt: null,
    });
    expect((await kept().superseded(names('a', 'b', 'c', 'nobody'))).map(({ id }) => id)).toEqual([
      'a',
      'b',
    ]);
    expect((await kept().granted(names('a', 'b', 'c'))).map(({ id }) => id)).toEqual(['c']);
    // Whoever did not hear of it asks again.
    expect(await ask('a', 195)).toMatchObject({ granted: [], superseded: ['a by run c'] });
    expect(await ask('c', 195)).toMatchObject({ granted: ['c'], superseded: [] });
    // What comes later does not wait for the one that works.
    expect(await ask('d', 200)).toMatchObject({ granted: [], nextAt: 300 });
    expect(await look(300)).toEqual({ granted: ['d'], superseded: [], nextAt: null });
    await kept().free(names('a', 'b', 'c', 'd'), 301);
    expect(await kept().list('k', 10)).toEqual([]);
  });

  it('[S2300] the longest time counts from the first that waits', async () => {
    await all('a', 'b', 'c');
    const more = { maxMs: 150 };
    await ask('a', 0, more);
    await ask('b', 90, more);
    expect(await ask('c', 140, more)).toMatchObject({ granted: [], nextAt: 150 });
    expect(await look(150)).toMatchObject({
      granted: ['c'],
      superseded: ['a by run c', 'b by run c'],
    });
  });

  it('[S2301] if the newest gives up or its run ends before its time, the next newest takes its place', async () => {
    await all('a', 'b', 'c', 'd');
    await ask('a', 0);
    await ask('b', 10);
    await ask('c', 20);
    await ask('d', 30);
    const given = await kept().free(names('d'), 40);
    expect(given.granted).toEqual([]);
    await store().runs.append(runId('run c'), 1, [recorded(2)], { status: 'cancelled' });
    expect(await look(109)).toMatchObject({ granted: [], nextAt: 110 });
    expect(await look(110)).toMatchObject({ granted: ['b'], superseded: ['a by run b'] });
  });
}

function told({ granted, superseded, nextAt }: SlotNews) {
  return {
    granted: granted.map(({ id }) => id),
    superseded: superseded.map(({ id, by }) => `${id} by ${by}`),
    nextAt,
  };
}
