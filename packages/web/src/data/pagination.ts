/** Options shared by all paginated queries: how to get from one page to the next, and the old data while a filter changes. */
export const paginated = {
  placeholderData: <Pages>(before: Pages): Pages => before,
  initialPageParam: '',
  getNextPageParam: ({ nextCursor }: { readonly nextCursor: string | null }): string | null =>
    nextCursor,
};

/** The first page has no cursor. */
export function cursorQuery(cursor: string): { readonly cursor?: string } {
  return cursor === '' ? {} : { cursor };
}
