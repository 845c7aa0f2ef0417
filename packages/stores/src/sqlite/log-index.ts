// The index of the write-ahead log
// A file beside the log that SQLite maps into memory and never syncs. Its header, which is stored twice, counts the committed
// frames; it is updated after those are on disk and before the writer is told.
//
// X1. It outlives its process, not the machine: it counts only if the log was written since the machine booted.
// X2. An index of another log, or one with an incomplete header, says nothing; nor does one that was rebuilt from the log
//     as it is, and that nobody has written with since.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { endianness, uptime } from 'node:os';
import { LogChecksum } from './log-checksum.ts';

const headerBytes = 48;
const changesAt = 8;
const committedAt = 16;
const saltAt = 32;
const sumsAt = 40;

/** How many frames of the log with this salt are committed; null when unknown. */
export function committedFrames(file: string, salt: Buffer): number | null {
  const name = `${file}-shm`;
  if (!existsSync(name) || !isWrittenSinceStart(`${file}-wal`)) return null;
  const index = readFileSync(name);
  if (index.length < 2 * headerBytes) return null;
  const [header, copy] = [
    index.subarray(0, headerBytes),
    index.subarray(headerBytes, 2 * headerBytes),
  ];
  if (!header.equals(copy) || !header.subarray(saltAt, saltAt + 8).equals(salt)) return null;
  const isLittle = endianness() === 'LE';
  const read = (at: number) => (isLittle ? header.readUInt32LE(at) : header.readUInt32BE(at));
  const sum = new LogChecksum(header, isLittle);
  sum.add(0, sumsAt);
  if (read(changesAt) === 0 || !sum.is(read(sumsAt), read(sumsAt + 4))) return null;
  return read(committedAt);
}

function isWrittenSinceStart(log: string): boolean {
  return statSync(log).mtimeMs > Date.now() - uptime() * 1000;
}
