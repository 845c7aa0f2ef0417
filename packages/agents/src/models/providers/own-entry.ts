/** The entry of a table whose keys come from users: what every object inherits is not an entry. */
export function ownEntry<T>(
  table: { readonly [key: string]: T } | undefined,
  key: string,
): T | undefined {
  return table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
