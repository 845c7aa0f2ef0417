/** What text search looks at: the parts in lower case, separated, so that no match spans two of them. */
export function searchText(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}
