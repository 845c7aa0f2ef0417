// The id port
// One id per event, from which the kernel makes the ids of everything that event brings about.
//
// I1. An id is a UUID of version 7; a later id of the same source sorts after an earlier one.
// I2. Its last 5 hexadecimal digits (20 bits) are zero: the kernel counts there, so one event may make a million ids.

export interface Ids {
  next(): string;
}
