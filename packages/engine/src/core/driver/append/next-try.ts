// The next try of an append
// Appends are idempotent, so one whose answer got lost is simply made again. A full store is waited for, however long that takes: giving the
// run up would repeat its functions. Whoever asks for something from outside hears of it soon.
import { EngineError, type RunChanges } from '@skein/ports';
import type { InboxItem } from './append-batch.ts';
import { isRefusal } from '../run-errors.ts';

const triesMax = 10;
const retryMs = 50;
const retryMaxMs = 5000;
/** Callers hear of a full store after less than a second. */
const fullTriesMax = 4;
const fullRetryMaxMs = 1000;

export interface FailedTry {
  readonly error: unknown;
  readonly tries: number;
  readonly changes: RunChanges | undefined;
}

export interface NextTry {
  readonly delayMs: number;
  /** Callers from outside are told that the store is full. */
  readonly full: EngineError | null;
}

/** Null when there shall be none. */
export function nextTry(error: unknown, tries: number): NextTry | null {
  const isFull = error instanceof EngineError && error.code === 'STORE_FULL';
  if (isRefusal(error) || (tries >= triesMax && !isFull)) return null;
  const delayMs = Math.min(
    retryMs * 2 ** Math.min(tries, triesMax),
    isFull ? fullRetryMaxMs : retryMaxMs,
  );
  return { delayMs, full: isFull && tries >= fullTriesMax ? error : null };
}

/** Whether a caller who can ask again waits for it; what a function records waits, because the function would fail. */
export function isFromOutside({ source, refused }: InboxItem): boolean {
  return refused !== undefined && (source === null || source.type === 'wait');
}

/** What is left when those from outside were told. An event that was taken may still be written: it is idempotent. */
export function refuseOutsiders(items: InboxItem[] | null, error: EngineError): InboxItem[] | null {
  if (items === null) return null;
  for (const item of items) if (isFromOutside(item)) item.refused?.(error);
  const left = items.filter((item) => !isFromOutside(item));
  return left.length === 0 ? null : left;
}
