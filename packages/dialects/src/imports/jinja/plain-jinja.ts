import { escapeTemplate } from '@skein/kernel';

const value = /\{\{-?\s*([\p{L}_][\p{L}\p{N}_]*)\s*-?\}\}/gu;

/** A template that only inserts values, as a native text; null where it does more. `read` is the reference to a variable. */
export function convertPlainJinja(
  template: string,
  read: (name: string) => string | null,
): string | null {
  // Jinja leaves out one line break at the end.
  const text = template.replace(/\r?\n$/, '');
  let made = '';
  let end = 0;
  for (const found of text.matchAll(value)) {
    if (/\{\{-|-\}\}/.test(found[0])) return null;
    const between = text.slice(end, found.index);
    if (hasMarks(between)) return null;
    // What is not a variable is nothing to Jinja.
    const inserted = read(found[1] ?? '') ?? '';
    made += escapeTemplate(between, { beforeReference: inserted.startsWith('$') }) + inserted;
    end = found.index + found[0].length;
  }
  const rest = text.slice(end);
  return hasMarks(rest) ? null : made + escapeTemplate(rest);
}

function hasMarks(text: string): boolean {
  return /\{\{|\{%|\{#/.test(text);
}
