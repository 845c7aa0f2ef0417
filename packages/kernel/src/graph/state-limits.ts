// What the state of a run may be, and how a `set` node changes it.

import type { StateChange } from '../derived.ts';

export type WriteOperation = StateChange['operation'];

/** In the order in which one node makes them. */
export const writeOperations: readonly WriteOperation[] = [
  'set',
  'append',
  'extend',
  'increment',
  'remove',
];

export const namesMax = 100;
/** Characters as JSON, of all values together. */
export const stateSizeMax = 1_048_576;
/** Items of a list. */
export const listMax = 10_000;
