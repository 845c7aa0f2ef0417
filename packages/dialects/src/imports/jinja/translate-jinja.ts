export function translateJinja(
  template: string,
  names: readonly string[],
): { readonly ok: true; readonly code: string } | { readonly ok: false; readonly reason: string } {
  return { ok: false, reason: `${template.length} ${names.length}` };
}
