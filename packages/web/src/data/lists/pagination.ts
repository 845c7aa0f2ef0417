/** Options shared by all paginated queries: how to get from one page to the next, and the old data while a filter changes. */
export const paginated = {
  placeholderData: <Pages>(before: Pages): Pages => before,
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }): string | null =>
    nextCursor,
};

interface PagedQuery {
  readonly state: { readonly data?: { readonly pages: readonly unknown[] } | undefined };
}

/** Reading a list again reads all of its pages: several of them take as long as each of them by itself. */
export function pacedBy(everyMs: number): (query: PagedQuery) => number {
  return ({ state }) => everyMs * Math.max(1, state.data?.pages.length ?? 1);
}

/** The first page has no cursor. */
export function cursorQuery(cursor: string): { readonly cursor?: string } {
  return cursor === '' ? {} : { cursor };
}
