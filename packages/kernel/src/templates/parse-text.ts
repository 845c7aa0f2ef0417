import { readExpression } from '../expressions/read-expression.ts';
import type { TextParts } from '../references/build-template.ts';
import { parseReference } from '../references/parse-reference.ts';
import type { TextPart } from '../references/template.ts';

/** Every one is filled in every run; a text that needs so many was not written by a person. */
const referencesMax = 10_000;

/** Cuts a text in native syntax into pieces. One pass from left to right: what a reference consumed is not read again. */
export function parseText(
  text: string,
  names: readonly string[] = [],
  locals: readonly string[] = [],
): TextParts {
  if (!text.includes('${')) return { parts: [text], problems: [] };
  const parts: TextPart[] = [];
  const problems: TextParts['problems'][number][] = [];
  let literal = '';
  let copied = 0;
  let references = 0;
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
      references += 1;
      if (references > referencesMax) return tooMany(text);
      const parsed = parsePart(text, brace - 1, { names, locals });
      if ('part' in parsed) {
        if (literal !== '') parts.push(literal);
        parts.push(parsed.part);
        literal = '';
      } else {
        problems.push(parsed.problem);
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

type Parsed = { readonly end: number } & (
  | { readonly part: TextPart }
  | { readonly problem: TextParts['problems'][number] }
);

/** What begins with the `${` at `start`. */
function parsePart(
  text: string,
  start: number,
  { names, locals }: { readonly names: readonly string[]; readonly locals: readonly string[] },
): Parsed {
  if (text[start + 2] !== '=') {
    const parsed = parseReference(text, start, locals);
    const { end } = parsed;
    if (parsed.ok) return { part: parsed.reference, end };
    return { problem: { message: parsed.message, hint: parsed.hint }, end };
  }
  const read = readExpression(text, start, names);
  const { end } = read;
  if (read.ok) return { part: read.expression, end };
  return { problem: { message: read.message, hint: read.hint, code: 'BAD_EXPRESSION' }, end };
}

function tooMany(text: string): TextParts {
  const message = `This text has more than ${referencesMax} references.`;
  const hint = 'Refer to a value once, and say in words what shall be done with it.';
  return { parts: [text], problems: [{ message, hint }] };
}

function countDollars(text: string, from: number, brace: number): number {
  let at = brace;
  while (at > from && text[at - 1] === '$') at--;
  return brace - at;
}
