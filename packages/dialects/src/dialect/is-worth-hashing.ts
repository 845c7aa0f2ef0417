import { sizeOfJson, type Json } from '@skein/kernel';

/** Characters of a definition. */
const refusedMax = 1_000_000;

/** Hashing refused megabytes would take longer than everything else, and nobody needs their version. */
export function isWorthHashing(definition: Json, isSound: boolean): boolean {
  return isSound || sizeOfJson(definition) <= refusedMax;
}
