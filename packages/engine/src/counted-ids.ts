// Counted ids
// A UUID of version 7 costs about a microsecond, too much for every event of a run. So one is made for 4,096 events, and
// the events are counted in it:
//
//     xxxxxxxx-xxxx-7xxx-yxxx-rrrrccckkkkk
//
// The first 20 digits are the UUID's own (time, version, variant and 26 bits of `uuid`'s random sequence); of the last 12,
// 4 (r) are random, 3 (c) count the events and 5 (k) are zero, for the kernel's own counter (ports/ids I2).
import { v7 } from 'uuid';
import type { Ids } from '@skein/ports';

const eventsPerBase = 4096;
/** The time in an id is at most this old when the id is given out; looked at once in 64 ids. */
const baseAgeMaxMs = 1000;
const agesSkipped = 63;
const ownDigits = 28;
const kernelDigits = '00000';

const counters = Array.from(
  { length: eventsPerBase },
  (_, count) => count.toString(16).padStart(3, '0') + kernelDigits,
);

export function countedIds(now: () => number = Date.now): Ids {
  let base = '';
  let madeAt = 0;
  let count = eventsPerBase;
  return {
    next() {
      if (
        count === eventsPerBase ||
        ((count & agesSkipped) === 0 && now() - madeAt > baseAgeMaxMs)
      ) {
        base = v7().slice(0, ownDigits);
        madeAt = now();
        count = 0;
      }
      const id = base + (counters[count] as string);
      count += 1;
      return id;
    },
  };
}
