import type { Page } from '@skein/ports';

/** All items of a list, page by page: a page is read when the one before is used up. */
export async function* everyItem<T>(
  read: (page: { readonly cursor?: string; readonly limit: number }) => Page<T> | Promise<Page<T>>,
): AsyncGenerator<T, void, undefined> {
  const limit = 200;
  let { items, nextCursor } = await read({ limit });
  yield* items;
  while (nextCursor !== null) {
    ({ items, nextCursor } = await read({ limit, cursor: nextCursor }));
    yield* items;
  }
}
