import { readExpression } from '@skein/kernel';

/** An expression in a text; `from` and `to` are what is between `${=` and `}`. */
export interface WrittenExpression {
  readonly start: number;
  readonly from: number;
  readonly to: number;
  readonly end: number;
  readonly read: ReturnType<typeof readExpression>;
}

const OPENING = '${=';

/** The expressions of a text, finished or not, in the order in which they stand. */
export function expressionsIn(text: string): readonly WrittenExpression[] {
  const found: WrittenExpression[] = [];
  for (let at = text.indexOf(OPENING); at !== -1;) {
    // Each pair of dollars is a literal one.
    const isLiteral = dollarsBefore(text, at) % 2 === 1;
    let next = at + OPENING.length;
    if (!isLiteral) {
      const read = readExpression(text, at);
      const isClosed = text[read.end - 1] === '}' && read.end > next;
      found.push({ start: at, from: next, to: read.end - (isClosed ? 1 : 0), end: read.end, read });
      next = read.end;
    }
    at = text.indexOf(OPENING, next);
  }
  return found;
}

function dollarsBefore(text: string, at: number): number {
  let start = at;
  while (start > 0 && text[start - 1] === '$') start -= 1;
  return at - start;
}
