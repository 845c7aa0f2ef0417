/**
 * The native text that resolves to `text`, whatever `${` it contains: dollars before a brace are doubled.
 *
 * Pass `beforeReference` when a reference is appended to the result: dollars at the end of the text then precede
 * the reference's own `${` and need doubling too, or `$` + `${x}` would become a literal `${x}`.
 */
export function escapeTemplate(
  text: string,
  options: { readonly beforeReference?: boolean } = {},
): string {
  let escaped = '';
  let copied = 0;
  let brace = nextBrace(text, 0, options);
  while (brace !== -1) {
    let first = brace;
    while (first > copied && text[first - 1] === '$') first--;
    escaped += text.slice(copied, brace) + text.slice(first, brace);
    copied = brace;
    brace = nextBrace(text, brace + 1, options);
  }
  return escaped + text.slice(copied);
}

/** The end of the text counts as a brace when a reference follows it. */
function nextBrace(
  text: string,
  from: number,
  options: { readonly beforeReference?: boolean },
): number {
  const brace = text.indexOf('{', from);
  if (brace !== -1) return brace;
  return options.beforeReference === true && from <= text.length ? text.length : -1;
}
