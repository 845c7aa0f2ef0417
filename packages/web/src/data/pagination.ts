/** What all lists that are read page by page have in common: the way from one page to the next, and no gap while a filter changes. */
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
