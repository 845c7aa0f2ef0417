// A text that is one expression and nothing else, which a field shows without its braces.
import type { Json } from '@skein/kernel';
import { expressionsIn } from './expressions-in.ts';

/** What is between the braces; null for anything else. Of one with a mistake, all up to the last brace. */
export function unwrapExpression(value: Json | undefined): string | null {
  if (typeof value !== 'string' || !isWrapped(value)) return null;
  const [first, second] = expressionsIn(value);
  const isWhole = first !== undefined && first.start === 0 && first.end === value.length;
  if (!isWhole && (first === undefined || first.read.ok || second !== undefined)) return null;
  return insideOf(value);
}

/** The same without a look at what is inside, while it is being written. */
export function insideOf(value: string): string {
  const inside = value.slice(OPENING.length, value.endsWith('}') ? -1 : undefined);
  return inside.replace(/^ /, '').replace(/ $/, '');
}

const OPENING = '${=';

/** Whether it begins like an expression. */
export function isBegun(value: Json | undefined): value is string {
  return typeof value === 'string' && value.startsWith(OPENING);
}

export function isWrapped(value: Json | undefined): value is string {
  return isBegun(value) && value.endsWith('}');
}

/** What is written may have its braces already, as the documentation shows expressions. */
export function wrapExpression(text: string): string {
  const written = text.trim();
  return `\${= ${isWrapped(written) ? insideOf(written) : text} }`;
}

export function hasExpression(value: Json | undefined): boolean {
  return value !== undefined && JSON.stringify(value).includes('${=');
}
