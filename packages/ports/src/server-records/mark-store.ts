import type { Awaitable } from '../awaitable.ts';

/** What was done once for the whole store, and need not be done again. */
export interface MarkStore {
  has(name: string): Awaitable<boolean>;
  /** Setting it again changes nothing. */
  set(name: string): Awaitable<void>;
}
