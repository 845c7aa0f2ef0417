// The id port
// One id per event, from which the kernel makes the ids of everything that event brings about.
//
// I1. An id is a UUID of version 7; a later id of the same source sorts after an earlier one.
// I2. Its last 5 hexadecimal digits (20 bits) are zero: the kernel counts there, so one event may make a million ids.
// I3. The last 10 digits of the id of a run are zero: its events are counted in the first half of them. So the id of
//     whatever an event brings about says which row of which run it comes from, and nothing need be looked up.
import type { RunId } from '@skein/kernel';

export interface Ids {
  next(): string;
  /** For a run (I3). */
  nextRun(): RunId;
}
