// Goal: a file is used by one process, whatever name it comes by, is nobody else's to read, and says what is wrong with it. Method: real
// files with links, other bytes and other rows.
import {
  chmodSync,
  linkSync,
  mkdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { runId } from '@skein/kernel';
import { openStore } from '@skein/stores';
import { describe, expect, it } from 'vitest';
import { begin, sqlitePlace } from './sqlite-place.ts';

const place = sqlitePlace();
const beside = (name: string) => path.join(place.folder, name);
const open = (file: string) => openStore(`sqlite:${file}`);

describe('the names of a SQLite file', () => {
  it('[S420] by a symbolic link, to the file or to its folder, nobody else gets in', async () => {
    const store = await place.open();
    await begin(store, 'r');
    symlinkSync(place.file, beside('link.db'));
    symlinkSync(place.folder, beside('folder'));
    const locked = { code: 'STORE_LOCKED', details: { pid: process.pid } };
    await expect(open(beside('link.db'))).rejects.toMatchObject(locked);
    const inFolder = path.join(beside('folder'), path.basename(place.file));
    await expect(open(inFolder)).rejects.toMatchObject(locked);
    await place.opened.pop()?.close();
    const again = await open(beside('link.db'));
    place.opened.push(again);
    expect(await again.runs.get(runId('r'))).toMatchObject({ seq: 1 });
    await expect(open(place.file)).rejects.toMatchObject(locked);
  });

  it('[S420] a link to a file that does not exist yet is the name of that file', async () => {
    symlinkSync(place.file, beside('link.db'));
    place.opened.push(await open(beside('link.db')));
    await expect(open(place.file)).rejects.toMatchObject({ code: 'STORE_LOCKED' });
  });

  it('[S420] by a hard link nobody gets in, while the file is used and later; its own name still works', async () => {
    const store = await place.open();
    await begin(store, 'r');
    mkdirSync(beside('other'));
    const other = path.join(beside('other'), 'other.db');
    linkSync(place.file, other);
    const linked = { code: 'STORE_LINKED', details: { file: other, names: 2 } };
    await expect(open(other)).rejects.toMatchObject(linked);
    await place.opened.pop()?.close();
    await expect(open(other)).rejects.toMatchObject(linked);
    const again = await place.reopen();
    expect(await again.runs.get(runId('r'))).toMatchObject({ seq: 1 });
    await place.opened.pop()?.close();
    unlinkSync(place.file);
    const moved = await open(other);
    place.opened.push(moved);
    expect(await moved.runs.get(runId('r'))).toMatchObject({ seq: 1 });
  });

  it('[S421] a new file, its log and its lock are for their user alone; a file that exists keeps its permissions', async () => {
    const before = process.umask(0o022);
    try {
      await begin(await place.open(), 'r');
      const modes = ['', '-wal', '-shm', '-lock'].map(
        (end) => statSync(`${place.file}${end}`).mode & 0o777,
      );
      expect(modes).toEqual([0o600, 0o600, 0o600, 0o600]);
      chmodSync(place.file, 0o640);
      await begin(await place.reopen(), 's');
      expect(statSync(place.file).mode & 0o777).toBe(0o640);
    } finally {
      process.umask(before);
    }
  });
});

describe('a SQLite file that something else has changed', () => {
  it('[S422] one that is empty or missing beside its log is refused, and the log is kept', async () => {
    await begin(await place.open(), 'r');
    const [log, copy] = [`${place.file}-wal`, beside('copy.db')];
    linkSync(log, `${copy}-wal`);
    const refused = {
      code: 'STORE_CORRUPT',
      details: { place: copy, reason: expect.stringMatching(/empty or missing.*log of \d+ bytes/) },
    };
    await expect(open(copy)).rejects.toMatchObject(refused);
    linkSync(place.file, copy);
    rmSync(copy);
    new DatabaseSync(beside('empty.db')).close();
    const empty = beside('empty.db');
    linkSync(log, `${empty}-wal`);
    truncateSync(empty, 0);
    await expect(open(empty)).rejects.toMatchObject({ ...refused, details: { place: empty } });
    expect(statSync(`${empty}-wal`).size).toBeGreaterThan(0);
  });

  it('[S423] rows that cannot be read are named when it is opened and by a check; the others can be used', async () => {
    const store = await place.open();
    for (const run of ['good', 'bad']) await begin(store, run);
    await place.opened.pop()?.close();
    const raw = new DatabaseSync(place.file);
    raw.exec(
      "update skein_journal set body = '{' where run = (select place from skein_runs where id = 'bad')",
    );
    raw.close();
    const again = await place.open();
    const named = 'row 1 of the run bad';
    expect(again.notice).toMatchObject({
      code: 'STORE_ROWS_UNREADABLE',
      details: { rows: [named] },
    });
    const { isHealthy, findings } = await again.check();
    expect(isHealthy).toBe(false);
    expect(findings).toContainEqual({
      what: 'values',
      isGood: false,
      text: `unreadable: ${named}`,
    });
    expect(await again.runs.journal(runId('good'))).toHaveLength(1);
    await expect(again.runs.journal(runId('bad'))).rejects.toMatchObject({ code: 'STORE_CORRUPT' });
  });

  it('[S541] records that lists show are marked there, and named by a check', async () => {
    const store = await place.open();
    for (const run of ['good', 'bad', 'late']) await begin(store, run);
    await place.opened.pop()?.close();
    const raw = new DatabaseSync(place.file);
    raw.exec("update skein_runs set status = 'odd' where id = 'bad'");
    raw.exec("update skein_runs set created_at = 9000000000000000 where id = 'late'");
    raw.close();
    const again = await place.open();
    const { items } = await again.runs.list({});
    expect(items.map(({ id, status, name }) => [id, status, name])).toEqual([
      ['good', 'running', undefined],
      ['bad', 'failed', '(unreadable)'],
      ['late', 'running', undefined],
    ]);
    const { isHealthy, findings } = await again.check();
    expect(isHealthy).toBe(false);
    expect(findings).toContainEqual({
      what: 'records',
      isGood: false,
      text: 'unreadable: status of the run bad; created_at of the run late',
    });
  });
});
