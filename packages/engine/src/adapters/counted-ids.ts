// Counted ids
// A UUID of version 7 costs about a microsecond, too much for every event of a run. So one is made for 4,096 events, and
// the events are counted in it:
//
//     xxxxxxxx-xxxx-7xxx-yxxx-rrrrccckkkkk
//
// The first 20 digits are the UUID's own (time, version, variant and 26 bits of its own); of the last 12, 4 (r) are random,
// 3 (c) count the events and 5 (k) are zero, for the kernel's own counter (ports/ids I2).
//
// Runs get 34 bits of their own after the time, and leave the rest to their events (ports/ids I3).
//
// Bits of its own are random at the first of a millisecond and counted up at the others, so that no two of one process are equal
// and each is greater than those before it.
import { runId, type RunId } from '@skein/kernel';
import { randomFillSync } from 'node:crypto';
import type { Ids } from '@skein/ports';

const eventsPerBase = 4096;
/** The time in an id is at most this old when the id is given out; looked at once in 64 ids. */
const baseAgeMaxMs = 1000;
const agesSkipped = 63;
const kernelDigits = '00000';

const counters = Array.from(
  { length: eventsPerBase },
  (_, count) => count.toString(16).padStart(3, '0') + kernelDigits,
);

export function countedIds(now: () => number = Date.now): Ids {
  let base = '';
  let madeAt = 0;
  let count = eventsPerBase;
  const nextRun = runIds(now);
  const nextBase = bases(now);
  return {
    nextRun,
    next() {
      if (
        count === eventsPerBase ||
        ((count & agesSkipped) === 0 && now() - madeAt > baseAgeMaxMs)
      ) {
        base = nextBase();
        madeAt = now();
        count = 0;
      }
      const id = base + (counters[count] as string);
      count += 1;
      return id;
    },
  };
}

const baseBits = 26;
const runBits = 34;

/** The first 28 characters of an id. */
function bases(now: () => number): () => string {
  const next = countedMoments(now, baseBits);
  return () => {
    const { head, own } = next();
    const [a, y, b] = [own >>> 14, (own >>> 12) & 3, own & 0xfff];
    const random = hex(randomBelow(2 ** 16), 4);
    return `${head}-7${hex(a, 3)}-${(8 + y).toString(16)}${hex(b, 3)}-${random}`;
  };
}

function runIds(now: () => number): () => RunId {
  const next = countedMoments(now, runBits);
  return () => {
    const { head, own } = next();
    // 12 bits, then 2 after those of the variant, then 20.
    const [a, y, b] = [Math.floor(own / 2 ** 22), Math.floor(own / 2 ** 20) % 4, own % 2 ** 20];
    const rest = hex(b, 5);
    return runId(
      `${head}-7${hex(a, 3)}-${(8 + y).toString(16)}${rest.slice(0, 3)}-${rest.slice(3)}0000000000`,
    );
  };
}

/** The time as the first 13 characters of an id, and bits that tell those of one millisecond apart. */
function countedMoments(
  now: () => number,
  bits: number,
): () => { readonly head: string; readonly own: number } {
  let lastMs = 0;
  let own = 0;
  return () => {
    const ms = now();
    if (ms > lastMs) {
      lastMs = ms;
      // The upper half is left for counting.
      own = randomBelow(2 ** (bits - 1));
    } else {
      own += 1;
    }
    const time = hex(lastMs, 12);
    return { head: `${time.slice(0, 8)}-${time.slice(8)}`, own };
  };
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

const pool = new Uint32Array(512);
let taken = pool.length;

function randomBelow(limit: number): number {
  if (taken === pool.length) {
    randomFillSync(pool);
    taken = 0;
  }
  const [high, low] = [pool[taken] as number, pool[taken + 1] as number];
  taken += 2;
  return (high * 2 ** 20 + (low % 2 ** 20)) % limit;
}
