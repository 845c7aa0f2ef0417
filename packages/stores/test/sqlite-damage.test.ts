// Goal: what a SQLite file reports, and continues from, when it is not one, damaged, torn, or its disk is full. Method: real files with
// other bytes in them, and a small disk.
import { runId } from '@skein/kernel';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { openStore } from '@skein/stores';
import { describe, expect, it } from 'vitest';
import { begin, has, row, sqlitePlace } from './sqlite-place.ts';

const place = sqlitePlace();

describe('a SQLite file', () => {
  it('[S24] that is none, or is damaged, is refused by its name', async () => {
    writeFileSync(place.file, 'This is no database. '.repeat(500));
    await expect(place.open()).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      details: { place: place.file },
    });
    rmSync(place.file);
    const store = await place.open();
    for (let i = 0; i < 50; i++) await begin(store, `run ${i}`, 'x'.repeat(2000));
    await place.opened.pop()?.close();
    const bytes = readFileSync(place.file);
    writeFileSync(place.file, bytes.fill(0x5a, 8192, bytes.length - 8192));
    await expect(place.open()).rejects.toMatchObject({
      code: 'STORE_CORRUPT',
      details: { place: place.file },
    });
  });

  it('[S24] whose last write was torn continues from what was written before', async () => {
    // Closing removes the log of the new file, which was begun anew when its name was kept: the end would be left over from before.
    await place.open();
    const store = await place.reopen();
    await begin(store, 'r');
    for (let seq = 1; seq < 50; seq++) await store.runs.append(runId('r'), seq, [row(seq + 1)]);
    const copy = path.join(place.folder, 'torn.db');
    copyFileSync(place.file, copy);
    const log = readFileSync(`${place.file}-wal`);
    const frame = log.readUInt32BE(8) + 24;
    const damaged = [
      { torn: log.subarray(0, log.length - 1000), least: 40 },
      { torn: flipped(log, log.length - 2000), least: 40 },
      { torn: flipped(log, log.length - 20 * frame + 100), least: 20 },
    ];
    for (const { torn, least } of damaged) {
      rmSync(`${copy}-shm`, { force: true });
      writeFileSync(`${copy}-wal`, torn);
      const again = await openStore(`sqlite:${copy}`);
      expect(again.notice).toMatchObject({ code: 'STORE_LOG_DAMAGED', details: { place: copy } });
      const { findings, isHealthy } = await again.check();
      expect(isHealthy).toBe(false);
      const told = { what: 'write-ahead log', isGood: false };
      expect(findings).toContainEqual(expect.objectContaining(told));
      const rows = (await again.runs.journal(runId('r'))) ?? [];
      expect(rows.length).toBeGreaterThan(least);
      expect(rows).toEqual(rows.map((_, i) => row(i + 1)));
      await again.runs.append(runId('r'), rows.length, [row(rows.length + 1)]);
      await again.close();
      const later = await openStore(`sqlite:${copy}`);
      expect(later.notice).toBeUndefined();
      expect((await later.check()).findings).toContainEqual(
        expect.objectContaining({ ...told, isGood: true, text: expect.stringMatching(/^\d+ of/) }),
      );
      await later.close();
      copyFileSync(place.file, copy);
    }
  });

  it('[S24] whose process was killed in the middle of a write has lost nothing, and says nothing', async () => {
    const store = await place.open();
    await begin(store, 'r');
    for (let seq = 1; seq < 50; seq++) await store.runs.append(runId('r'), seq, [row(seq + 1)]);
    const copy = path.join(place.folder, 'killed.db');
    copyFileSync(place.file, copy);
    const log = readFileSync(`${place.file}-wal`);
    const page = log.readUInt32BE(8);
    // Whole; and only the header of one more frame.
    for (const left of [log, log.subarray(0, log.length - page)]) {
      rmSync(`${copy}-shm`, { force: true });
      writeFileSync(`${copy}-wal`, left);
      const again = await openStore(`sqlite:${copy}`);
      expect(again.notice).toBeUndefined();
      expect(await again.check()).toMatchObject({ isHealthy: true });
      await again.close();
      copyFileSync(place.file, copy);
    }
  });

  it('[S24] in a folder that is full says so, continues when there is space, and has no half step', async ({
    skip,
  }) => {
    skip(process.getuid?.() !== 0 || !has('mount'), 'only root can mount a small disk');
    const disk = path.join(place.folder, 'disk');
    execFileSync('mkdir', [disk]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk]);
    try {
      place.file = path.join(disk, 'a.db');
      const store = await place.open();
      await begin(store, 'r');
      const filler = path.join(disk, 'filler');
      execFileSync('sh', ['-c', 'head -c 4m /dev/zero > "$0" || true', filler], {
        stdio: 'ignore',
      });
      const fill = async () => {
        for (let i = 0; i < 200; i++) await begin(store, `run ${i}`, `${i}`.repeat(9000));
      };
      await expect(fill()).rejects.toMatchObject({ code: 'STORE_FULL' });
      expect(await store.runs.journal(runId('r'))).toEqual([row(1)]);
      rmSync(filler);
      await store.runs.append(runId('r'), 1, [row(2)]);
      expect(await (await place.reopen()).runs.journal(runId('r'))).toEqual([row(1), row(2)]);
    } finally {
      for (const store of place.opened.splice(0)) await store.close();
      execFileSync('umount', [disk]);
    }
  });

  it('[S24] that cannot be made says why', async () => {
    place.file = path.join(place.folder, 'missing', 'a.db');
    await expect(place.open()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  });
});

/** The same bytes, but one. */
function flipped(bytes: Buffer, place: number): Buffer {
  const copy = Buffer.from(bytes);
  copy.writeUInt8(copy.readUInt8(place) ^ 0xff, place);
  return copy;
}
