// What every store promises about what is remembered across runs.
import type { RememberedRow, Store } from '@skein/ports';
import { expect, it } from 'vitest';

const nasty = 'it\'s "\\ \u0000 \ud800 %_ ${x} 🧵';

const row = (key: string, more: Partial<RememberedRow> = {}): RememberedRow => ({
  user: 'ann',
  scope: 'user',
  key,
  value: { key },
  isGone: false,
  revision: 1,
  sizeBytes: 10,
  step: null,
  createdAt: 1000,
  updatedAt: 1000,
  expiresAt: null,
  ...more,
});

export function remembered(store: () => Store): void {
  const keys = async (user: string, scope?: string) => {
    const filter = scope === undefined ? { user } : { user, scope };
    return (await store().remembered.list(filter)).items.map(({ key }) => key);
  };

  it('[S800] what is remembered is found by user, scope and key, and is as it was written', async () => {
    const { remembered: memory } = store();
    const full = row(`k ${nasty}`, {
      value: [nasty, null, 1e21],
      step: 'r/n/1/memory.set#1',
      expiresAt: 9000,
    });
    expect(await memory.insert(full)).toBe(true);
    expect(await memory.insert(full)).toBe(false);
    expect(await memory.insert({ ...full, scope: 'other', value: null })).toBe(true);
    expect(await memory.insert({ ...full, user: 'bob', value: 'his' })).toBe(true);
    const { user, scope, key } = full;
    expect(await memory.get({ user, scope, key })).toEqual(full);
    expect(await memory.get({ user, scope: 'other', key })).toMatchObject({ value: null });
    expect(await memory.get({ user: 'eve', scope, key })).toBeUndefined();
    expect(await memory.get({ user, scope, key: 'K' })).toBeUndefined();
  });

  it('[S800] of several writers that saw the same revision one replaces it', async () => {
    const { remembered: memory } = store();
    await memory.insert(row('k'));
    const tried = await Promise.all(
      ['a', 'b', 'c'].map(async (value) => memory.replace(row('k', { value, revision: 2 }), 1)),
    );
    expect(tried.filter(Boolean)).toHaveLength(1);
    expect(await memory.replace(row('k', { revision: 3 }), 1)).toBe(false);
    expect(await memory.replace(row('none', { revision: 2 }), 1)).toBe(false);
    expect(await memory.get(row('k'))).toMatchObject({ revision: 2 });
  });

  it('[S800] lists and measures are of one user, without tombstones', async () => {
    const { remembered: memory } = store();
    for (const key of ['c', 'a', 'b']) await memory.insert(row(key));
    await memory.insert(row('x', { scope: 'other', expiresAt: 2000 }));
    await memory.insert(row('gone', { isGone: true, sizeBytes: 0 }));
    await memory.insert(row('his', { user: 'bob' }));
    expect(await keys('ann')).toEqual(['c', 'a', 'b', 'x']);
    expect(await keys('ann', 'user')).toEqual(['c', 'a', 'b']);
    const first = await memory.list({ user: 'ann', limit: 2 });
    expect(first.items.map(({ key }) => key)).toEqual(['c', 'a']);
    const next = await memory.list({ user: 'ann', limit: 2, cursor: first.nextCursor ?? '' });
    expect(next.items.map(({ key }) => key)).toEqual(['b', 'x']);
    expect(await memory.measure({ user: 'ann' })).toEqual({ keys: 4, sizeBytes: 40 });
    expect(await memory.measure({ user: 'ann', scope: 'other' })).toEqual({
      keys: 1,
      sizeBytes: 10,
    });
    expect(await memory.measure({ user: 'ann', expiredAt: 1999 })).toEqual({
      keys: 0,
      sizeBytes: 0,
    });
    expect(await memory.measure({ user: 'ann', expiredAt: 2000 })).toEqual({
      keys: 1,
      sizeBytes: 10,
    });
    expect(await memory.measure({ user: 'eve' })).toEqual({ keys: 0, sizeBytes: 0 });
  });

  it('[S4350] what was written last is listed first, page by page, and nothing twice', async () => {
    const { remembered: memory } = store();
    // Several in the same millisecond, and one that was written again.
    for (const [key, updatedAt] of [
      ['a', 1000],
      ['b', 2000],
      ['c', 2000],
      ['d', 2000],
      ['e', 1500],
    ] as const)
      await memory.insert(row(key, { updatedAt }));
    await memory.insert(row('gone', { isGone: true, updatedAt: 9000 }));
    await memory.insert(row('other', { scope: 'other', updatedAt: 9000 }));
    await memory.insert(row('his', { user: 'bob', updatedAt: 9000 }));
    await memory.replace(row('a', { revision: 2, updatedAt: 3000 }), 1);
    const newest = { user: 'ann', scope: 'user', order: 'changed' } as const;
    const read: string[] = [];
    let cursor: string | null = null;
    do {
      const from: { cursor?: string } = cursor === null ? {} : { cursor };
      const { items, nextCursor } = await memory.list({ ...newest, ...from, limit: 2 });
      read.push(...items.map(({ key }) => key));
      // What moves to the front meanwhile is in no later page.
      if (cursor === null) await memory.replace(row('a', { revision: 3, updatedAt: 4000 }), 2);
      cursor = nextCursor;
    } while (cursor !== null);
    expect(read).toEqual(['a', 'd', 'c', 'b', 'e']);
    expect((await memory.list({ ...newest, cursor: 'nonsense', limit: 1 })).items).toHaveLength(1);
  });

  it('[S801] steps are noted once, and are swept with what has been gone for long', async () => {
    const { remembered: memory } = store();
    const note = { user: 'ann', step: 'r/n/1/memory.add#1', at: 1000 };
    await memory.noteStep(note);
    await memory.noteStep({ ...note, at: 5000 });
    await memory.noteStep({ ...note, step: 'later', at: 5000 });
    expect(await memory.hasStep('ann', note.step)).toBe(true);
    expect(await memory.hasStep('bob', note.step)).toBe(false);
    await memory.insert(row('kept'));
    await memory.insert(row('deleted', { isGone: true }));
    await memory.insert(row('just deleted', { isGone: true, updatedAt: 3000 }));
    await memory.insert(row('expired', { expiresAt: 1999 }));
    await memory.insert(row('expires', { expiresAt: 2001 }));
    await memory.sweep({ goneAt: 2000, notedAt: 2000 });
    expect(await memory.hasStep('ann', note.step)).toBe(false);
    expect(await memory.hasStep('ann', 'later')).toBe(true);
    expect(await keys('ann')).toEqual(['kept', 'expires']);
    const found = async (key: string) => (await memory.get(row(key))) !== undefined;
    expect([await found('deleted'), await found('just deleted')]).toEqual([false, true]);
  });
}
