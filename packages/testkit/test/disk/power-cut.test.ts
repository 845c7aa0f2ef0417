// Goal: what was acknowledged survives a power cut. Method: a process works on a SQLite file under `strace`; its writes are
// played back up to many moments, without those that were not synced, or with some of them, torn; each such disk is opened.
import { runId } from '@skein/kernel';
import { seededRandom } from '@skein/simulation';
import { openStore } from '@skein/stores';
import { cutPower, readTrace, tracedCalls } from '@skein/testkit';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'skein-power-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function has(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

it('C5 [S20] after a power cut at any moment, everything that was acknowledged is there', async ({
  skip,
}) => {
  skip(!has('strace'), 'strace is not installed');
  const file = path.join(folder, 'power.db');
  const log = path.join(folder, 'trace');
  const host = path.join(import.meta.dirname, '../../src/disk/power-host-main.ts');
  const traced = ['-y', '-xx', '-s', '1000000', '-o', log, '-e', `trace=${tracedCalls}`];
  // It kills itself at the end.
  spawnSync('strace', [...traced, process.execPath, host, `sqlite:${file}`], { stdio: 'ignore' });
  const events = readTrace(readFileSync(log, 'utf8'), 'ACK ');
  const acknowledged = events.filter(({ type }) => type === 'told').length;
  const synced = events.filter(({ type }) => type === 'sync').length;
  expect(acknowledged).toBeGreaterThan(60);
  expect(synced).toBeGreaterThan(20);
  const random = seededRandom(1);
  const cuts = 24;
  for (let cut = 1; cut <= cuts; cut++) {
    const { files, told } = cutPower(events, Math.floor((events.length * cut) / cuts), random);
    const image = path.join(folder, `image-${cut}.db`);
    for (const [name, data] of files) {
      // What is shared in memory, and the lock, are gone with the power.
      const isKept = [file, `${file}-wal`, `${file}-journal`].includes(name);
      if (isKept) writeFileSync(name.replace(file, image), data);
    }
    const store = await openStore(`sqlite:${image}`);
    for (const text of told) {
      const [run = '', seq = ''] = text.split(' ');
      const rows = (await store.runs.journal(runId(run))) ?? [];
      expect(rows.length, `cut ${cut}: ${text}`).toBeGreaterThanOrEqual(Number(seq));
      expect(rows.map((row) => row.seq)).toEqual(rows.map((_, i) => i + 1));
    }
    await store.close();
  }
});
