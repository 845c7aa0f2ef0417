/** The ETag of a workflow is its version. */
export function etagOf({ version }: { readonly version: string }): string {
  return `"${version}"`;
}

/** Whether `If-Match` with these ETags lets a change of this version pass. */
export function isNamedIn(etags: string, record: { readonly version: string }): boolean {
  const named = etags.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return etags === '*' || named.includes(etagOf(record));
}
