export function translatePython(
  source: string,
  names: readonly string[],
): { readonly ok: true; readonly code: string } | { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `${source.length} ${names.length}` };
}
