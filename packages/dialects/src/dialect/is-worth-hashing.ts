import { sizeOfJson, type Json } from '@skein/kernel';

/** Characters of a definition. */
const refusedMax = 1_000_000;

/** Hashing megabytes that were refused would take longer than everything else, and nobody asks for their version. */
export function isWorthHashing(definition: Json, isSound: boolean): boolean {
  return isSound || sizeOfJson(definition) <= refusedMax;
}
