// Goal: a write-ahead log that a killed process leaves behind is never called damaged, and one that is damaged always is.
// Method: real logs, used a second time, with what a kill between two writes leaves behind.
import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findLogDamage } from '../src/sqlite/read-log.ts';

const frameHeader = 24;
const page = 4096;
const frame = frameHeader + page;

let folder: string;
let file: string;
let database: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-log-'));
  file = path.join(folder, 'a.db');
  database = new DatabaseSync(file);
  database.exec(`pragma page_size = ${page}; pragma journal_mode = wal; pragma synchronous = full;
    pragma cache_size = 10; create table words (word text)`);
});
afterEach(() => {
  if (database.isOpen) database.close();
  rmSync(folder, { recursive: true, force: true });
});

const say = (word: string) => database.prepare('insert into words values (?)').run(word);

/** A log that is used a second time: behind a few frames of this one lie those of the last one. */
function useAgain(): void {
  for (let i = 0; i < 20; i++) say(`first ${i} ${'x'.repeat(3000)}`);
  database.exec('pragma wal_checkpoint(restart)');
  for (let i = 0; i < 3; i++) say(`second ${i}`);
}

/** The files as they are, as if the process were dead. */
function killed(change: (log: Buffer) => Buffer = (log) => log): string {
  const copy = path.join(folder, 'killed.db');
  for (const end of ['', '-shm']) copyFileSync(`${file}${end}`, `${copy}${end}`);
  writeFileSync(`${copy}-wal`, change(readFileSync(`${file}-wal`)));
  return copy;
}

/** How many frames of the log have its own salt. */
function framesIn(log: Buffer): number {
  const salt = log.subarray(16, 24);
  let count = 0;
  for (let at = 32; at + frame <= log.length; at += frame) {
    if (log.subarray(at + 8, at + 16).equals(salt)) count += 1;
  }
  return count;
}

/** The header of one more frame, which says that it is the last of its transaction; its page is still that of the last log. */
function headerOnly(log: Buffer): Buffer {
  const changed = Buffer.from(log);
  const at = 32 + framesIn(log) * frame;
  changed.copy(changed, at, at - frame, at - frame + frameHeader);
  return changed;
}

function flipped(log: Buffer, at: number): Buffer {
  const changed = Buffer.from(log);
  changed.writeUInt8(changed.readUInt8(at) ^ 0xff, at);
  return changed;
}

describe('a log that is used again', () => {
  it('[S24] is whole where only the header of one more frame was written', () => {
    useAgain();
    const kept = framesIn(readFileSync(`${file}-wal`));
    const copy = killed(headerOnly);
    // It is there, and its sum does not fit.
    expect(framesIn(readFileSync(`${copy}-wal`))).toBe(kept + 1);
    expect(findLogDamage(copy)).toBeNull();
    // Without the index nobody can know.
    rmSync(`${copy}-shm`);
    expect(findLogDamage(copy)).toEqual({ kept, lost: 1 });
  });

  it('[S24] is whole where frames lie that were taken back', () => {
    useAgain();
    const committed = framesIn(readFileSync(`${file}-wal`));
    // More than the cache holds, so that some of it is in the log before anybody commits.
    database.exec('begin');
    for (let i = 0; i < 60; i++) say(`never ${i} ${'x'.repeat(3000)}`);
    database.exec('rollback');
    say('third');
    const log = readFileSync(`${file}-wal`);
    expect(framesIn(log)).toBeGreaterThan(committed + 10);
    expect(findLogDamage(killed())).toBeNull();
  });

  it('[S24] is damaged where something that was committed is', () => {
    useAgain();
    const frames = framesIn(readFileSync(`${file}-wal`));
    for (const back of [1, 2]) {
      const copy = killed((log) => flipped(log, 32 + (frames - back) * frame + 100));
      expect(findLogDamage(copy)).toEqual({ kept: frames - back, lost: back });
      // Whoever only reads counts the frames anew, and hides nothing by it.
      const reader = new DatabaseSync(copy, { readOnly: true });
      reader.prepare('select count(*) from words').get();
      expect(findLogDamage(copy)).toEqual({ kept: frames - back, lost: back });
      reader.close();
    }
  });

  it('[S24] is looked at without its index when the machine was started since', () => {
    useAgain();
    const copy = killed(headerOnly);
    utimesSync(`${copy}-wal`, 1, 1);
    expect(findLogDamage(copy)).toMatchObject({ lost: 1 });
  });
});
