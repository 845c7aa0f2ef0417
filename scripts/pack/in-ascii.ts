/**
 * Code with escapes in place of all characters beyond ASCII, wherever they stand: names, texts, patterns and comments may all have them. Node decodes
 * such a file at once and keeps it in half the memory; one dash in a comment cost `skein run` five milliseconds.
 */
export function inAscii(code: string): string {
  return code.replaceAll(/[^\0-\x7F]/g, (unit) => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${digits}`;
  });
}
