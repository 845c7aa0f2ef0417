// The write-ahead log on disk
// SQLite reads the log up to the first frame with a wrong checksum and is silent about the rest. So the log is checked
// before the file is opened: after a disk failure the operator must learn that something is missing.
//
// L1. Frames with another salt are left over from an earlier log: they are not damage.
// L2. A log that ends after the header of a frame was being written when the process died: the page is written in a second
//     call, and the frame was not acknowledged yet.
// L3. In a reused log such a header is followed by the page of an earlier log, and frames of a transaction that was
//     rolled back stay after those of the next one. So where the index of the log still counts its committed frames, what
//     follows those is not damage: it was never acknowledged.
import { existsSync, readFileSync } from 'node:fs';
import { LogChecksum } from './log-checksum.ts';
import { committedFrames } from './log-index.ts';

export interface LogDamage {
  /** Frames, of one page each, that can be read. */
  readonly kept: number;
  /** Frames after them that belong to the log and cannot be used. */
  readonly lost: number;
}

const headerBytes = 32;
const frameHeaderBytes = 24;
const magics: ReadonlyMap<number, boolean> = new Map([
  [0x377f0682, true],
  [0x377f0683, false],
]);

/** Null when there is none, or nothing is wrong with it. */
export function findLogDamage(file: string): LogDamage | null {
  const name = `${file}-wal`;
  if (!existsSync(name)) return null;
  const log = readFileSync(name);
  if (log.length < headerBytes) return null;
  const isLittle = magics.get(log.readUInt32BE(0));
  const sum = new LogChecksum(log, isLittle ?? true);
  sum.add(0, headerBytes - 8);
  const frames = framesOf(log);
  const isWhole = isLittle !== undefined && sum.fits(headerBytes - 8);
  // Nothing after a wrong header is used.
  if (!isWhole) return frames.length === 0 ? null : { kept: 0, lost: frames.length };
  const pageBytes = log.readUInt32BE(8);
  let kept = 0;
  for (const at of frames) {
    if (at + frameHeaderBytes + pageBytes > log.length) break;
    sum.add(at, 8);
    sum.add(at + frameHeaderBytes, pageBytes);
    if (!sum.fits(at + 16)) break;
    kept += 1;
  }
  const committed = committedFrames(file, log.subarray(16, 24)) ?? frames.length;
  const lost = Math.min(frames.length, committed) - kept;
  return lost > 0 ? { kept, lost } : null;
}

/** Where the frames of this log begin (L1, L2). */
function framesOf(log: Buffer): readonly number[] {
  const salt = log.subarray(16, 24);
  const step = frameHeaderBytes + log.readUInt32BE(8);
  const found: number[] = [];
  for (let at = headerBytes; at + frameHeaderBytes < log.length; at += step) {
    if (log.subarray(at + 8, at + 16).equals(salt)) found.push(at);
  }
  return found;
}
