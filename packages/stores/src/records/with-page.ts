import type { JsonObject } from '@skein/kernel';
import type { Awaitable, Page } from '@skein/ports';

/** A page of rows as a page of records; synchronous when the rows are. */
export function withPage<T>(
  found: Awaitable<Page<JsonObject>>,
  toRecord: (row: JsonObject) => T,
): Awaitable<Page<T>> {
  const convert = ({ items, nextCursor }: Page<JsonObject>) => ({
    items: items.map(toRecord),
    nextCursor,
  });
  return found instanceof Promise ? found.then(convert) : convert(found);
}

/** The first of them. */
export function withFirst<T>(
  found: Awaitable<Page<JsonObject>>,
  toRecord: (row: JsonObject) => T,
): Awaitable<T | undefined> {
  const convert = ({ items: [row] }: Page<JsonObject>) =>
    row === undefined ? undefined : toRecord(row);
  return found instanceof Promise ? found.then(convert) : convert(found);
}

/** Whether there was one. */
export function withSome(count: Awaitable<number>): Awaitable<boolean> {
  return count instanceof Promise ? count.then((found) => found > 0) : count > 0;
}
