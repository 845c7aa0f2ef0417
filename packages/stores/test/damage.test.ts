import { runId } from '@skein/kernel';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { sqlitePlace } from './sqlite-place.ts';
import { checkedRecords, findDamage } from '../src/records/damage.ts';

const place = sqlitePlace();

describe('a check for damaged records', () => {
  it('[S541] reads in pages, and of each table only what it looks at', async () => {
    const tables = checkedRecords(({ name }) => name);
    const asked = new Map<string, readonly string[]>();
    const rows = Array.from({ length: 2500 }, (_, place) => ({ place, id: `${place}` }));
    const limits = new Set<number>();
    await findDamage(tables, async ({ table, columns, after, limit }) => {
      asked.set(table, columns);
      limits.add(limit);
      const found = table === 'files' ? rows.filter(({ place }) => place > after) : [];
      return found.slice(0, limit);
    });
    expect([...limits]).toEqual([1000]);
    // The bytes of files are no small thing.
    expect(asked.get('files')).toEqual(['place', 'id', 'about']);
  });

  it('[S541] names the first few and stops', async () => {
    let pages = 0;
    const checked = [{ table: 't', what: 'row', values: ['v'] }];
    const found = await findDamage(checked, async ({ after, limit }) => {
      pages += 1;
      return Array.from({ length: limit }, (_, i) => ({
        place: after + i + 1,
        id: `r${i}`,
        v: '{',
      }));
    });
    expect([found.length, found[0], pages]).toEqual([10, 'v of the row r0', 1]);
  });
});

it('[S541] a file of which nobody can read what it is cannot be found, and hides no other', async () => {
  const store = await place.open();
  const run = runId('r');
  for (const id of ['bad', 'good']) {
    await store.files?.put({ run, id }, 0, Buffer.from('x'));
    await store.files?.finish({ run, id, name: id, type: 'text/plain', size: 1, sha256: 'y' });
  }
  await place.opened.pop()?.close();
  const raw = new DatabaseSync(place.file);
  raw.prepare(`update skein_files set about = '{' where id = 'r bad -1'`).run();
  raw.close();
  const again = await place.open();
  expect((await again.files?.list(run))?.map(({ id }) => id)).toEqual(['good']);
  expect(await again.files?.about({ run, id: 'bad' })).toBeUndefined();
  expect((await again.check()).findings).toContainEqual(
    expect.objectContaining({ what: 'records', isGood: false }),
  );
});
