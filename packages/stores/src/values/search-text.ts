/** What text search looks at: the parts in lower case, apart from each other, so that no text is found across two. */
export function searchText(parts: readonly (string | undefined)[]): string {
  return parts
    .filter((part) => part !== undefined)
    .join('\n')
    .toLowerCase();
}
