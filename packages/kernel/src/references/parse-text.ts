import type { TextParts } from './build-template.ts';
import { parseReference } from './parse-reference.ts';
import type { Reference } from './template.ts';

/** Cuts a text in native syntax into pieces. One pass from left to right: what a reference consumed is not read again. */
export function parseText(text: string): TextParts {
  if (!text.includes('${')) return { parts: [text], problems: [] };
  const parts: (string | Reference)[] = [];
  const problems: { message: string; hint: string }[] = [];
  let literal = '';
  let copied = 0;
  let brace = text.indexOf('{');
  while (brace !== -1) {
    const dollars = countDollars(text, copied, brace);
    let next = brace + 1;
    if (dollars > 0) {
      // Each pair is one literal dollar; one left over starts a reference.
      literal += text.slice(copied, brace - dollars) + '$'.repeat(dollars >> 1);
      copied = brace;
    }
    if (dollars % 2 === 1) {
      const parsed = parseReference(text, brace - 1);
      if (parsed.ok) {
        if (literal !== '') parts.push(literal);
        parts.push(parsed.reference);
        literal = '';
      } else {
        problems.push({ message: parsed.message, hint: parsed.hint });
        literal += text.slice(brace - 1, parsed.end);
      }
      copied = parsed.end;
      next = parsed.end;
    }
    brace = text.indexOf('{', next);
  }
  literal += text.slice(copied);
  if (literal !== '') parts.push(literal);
  return { parts, problems };
}

function countDollars(text: string, from: number, brace: number): number {
  let at = brace;
  while (at > from && text[at - 1] === '$') at--;
  return brace - at;
}
