// Reading the words of an expression: where the next one begins, and what it is. Knows no grammar.
import { ExpressionProblem } from './expression-problem.ts';

/** Far more than people read. */
const LENGTH_MAX = 10_000;
const DEPTH_MAX = 64;
const PARTS_MAX = 2000;

export interface Scanner {
  readonly text: string;
  readonly start: number;
  at: number;
  depth: number;
  parts: number;
}

export function createScanner(text: string, start: number): Scanner {
  return { text, start, at: start, depth: 0, parts: 0 };
}

const SPACE = /[\s\uFEFF]*/y;
const WORD = /[\p{L}\p{Nl}_$][\p{L}\p{M}\p{N}_$]*/uy;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}_$]/u;
const NUMBER =
  /(?:0[xX][\da-fA-F]+|(?:\d[\d_]*)?\.\d+(?:[eE][+-]?\d+)?|\d[\d_]*\.?(?:[eE][+-]?\d+)?)/y;
const HEX_ESCAPE = /[\da-fA-F]{2}/y;
const UNICODE_ESCAPE = /[\da-fA-F]{4}|\{[\da-fA-F]{1,6}\}/y;
const FLAGS = /[A-Za-z]*/y;
const SHOWN = /[\p{L}\p{M}\p{N}_$]{1,40}|[^]/uy;

export function skipSpace(scanner: Scanner): void {
  scanner.at += match(scanner, SPACE).length;
  if (scanner.at - scanner.start > LENGTH_MAX) {
    throw new ExpressionProblem(
      'it has more than 10,000 characters',
      scanner.start,
      'Split it: compute a part of it in a transform node before this one.',
    );
  }
}

/** Whether the sign or word comes next; a word only as a whole. */
export function isNext(scanner: Scanner, token: string): boolean {
  skipSpace(scanner);
  const { text, at } = scanner;
  if (!text.startsWith(token, at)) return false;
  return !isWordAt(token, token.length - 1) || !isWordAt(text, at + token.length);
}

export function take(scanner: Scanner, token: string): boolean {
  if (!isNext(scanner, token)) return false;
  scanner.at += token.length;
  return true;
}

export function need(scanner: Scanner, token: string): void {
  if (!take(scanner, token)) throw unexpected(scanner, `"${token}"`);
}

/** What was expected, and what is there. */
export function unexpected(scanner: Scanner, wanted: string, hint = ''): ExpressionProblem {
  skipSpace(scanner);
  const found = match(scanner, SHOWN);
  const shown = found === '' ? 'the end' : JSON.stringify(found);
  const cure = hint === '' ? signHint(scanner) : hint;
  return new ExpressionProblem(`expected ${wanted}, found ${shown}`, scanner.at, cure);
}

/** Signs that other languages, and templates, have here. */
function signHint({ text, at }: Scanner): string {
  const sign = text[at];
  if (sign === '=') return 'Nothing is assigned here; compare with ==.';
  if (sign === '|' || sign === '&')
    return 'Write || for "or" and && for "and"; a default is written with ??.';
  if (sign === '{' && text[at - 1] === '$')
    return 'Leave out "${" and its "}": everything in an expression is read and computed already.';
  return '';
}

/** Counts one part, and one level while `read` works. */
export function deeper<T>(scanner: Scanner, read: () => T): T {
  countPart(scanner);
  scanner.depth += 1;
  if (scanner.depth > DEPTH_MAX) {
    throw new ExpressionProblem(
      `it has more than ${DEPTH_MAX} levels`,
      scanner.at,
      'Compute a part of it in a transform node before this one.',
    );
  }
  const result = read();
  scanner.depth -= 1;
  return result;
}

export function countPart(scanner: Scanner): void {
  scanner.parts += 1;
  if (scanner.parts > PARTS_MAX) {
    throw new ExpressionProblem(
      'it has more than 2,000 parts',
      scanner.at,
      'Compute a part of it in a transform node before this one.',
    );
  }
}

/** A word, or "". */
export function takeWord(scanner: Scanner): string {
  skipSpace(scanner);
  const word = match(scanner, WORD);
  scanner.at += word.length;
  return word;
}

export function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9';
}

export function takeNumber(scanner: Scanner): number {
  const { at } = scanner;
  const written = match(scanner, NUMBER);
  scanner.at += written.length;
  const value = Number(written.replaceAll('_', ''));
  if (isWordAt(scanner.text, scanner.at)) {
    throw unexpected(scanner, 'an operator', dashHint(scanner.text, at));
  }
  // A leading zero means another number in older JavaScript, and a phone number to people.
  if (/^0\d/.test(written) || written.includes('__') || written.endsWith('_'))
    throw new ExpressionProblem(`${written} is not written as a number`, at);
  if (!Number.isFinite(value)) throw new ExpressionProblem(`${written} is too large`, at);
  return value;
}

/** A text in single or double quotes. */
export function takeQuoted(scanner: Scanner): string {
  const { text, at } = scanner;
  const quote = text[at];
  let value = '';
  scanner.at += 1;
  for (;;) {
    const character = text[scanner.at];
    if (character === undefined || character === '\n') {
      throw new ExpressionProblem('this text has no closing quote', at);
    }
    if (character === quote) break;
    value += character === '\\' ? takeEscape(scanner) : character;
    if (character !== '\\') scanner.at += 1;
  }
  scanner.at += 1;
  return value;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['\n', ''],
]);

export function takeEscape(scanner: Scanner): string {
  const { text, at } = scanner;
  const letter = String.fromCodePoint(text.codePointAt(at + 1) ?? 0x5c);
  scanner.at += 1 + letter.length;
  if (letter === 'x' || letter === 'u') {
    const digits = match(scanner, letter === 'x' ? HEX_ESCAPE : UNICODE_ESCAPE);
    const code = Number.parseInt(digits.replace('{', ''), 16);
    if (!(code <= 0x10_ffff)) throw new ExpressionProblem('this is not a character', at);
    scanner.at += digits.length;
    return String.fromCodePoint(code);
  }
  if (isDigit(letter)) {
    if (letter === '0' && !isDigit(text[scanner.at])) return '\0';
    throw new ExpressionProblem('this is not a character', at, 'Write \\u and four digits.');
  }
  return ESCAPES.get(letter) ?? letter;
}

/** `/source/flags`; what is inside is checked by the pattern's own compiler. */
export function takePattern(scanner: Scanner): { source: string; flags: string } {
  const { text, at } = scanner;
  let inClass = false;
  let end = at + 1;
  for (; ; end++) {
    const character = text[end];
    if (character === undefined || character === '\n') {
      throw new ExpressionProblem('this pattern has no closing "/"', at);
    }
    if (character === '\\') end += 1;
    else if (character === '[') inClass = true;
    else if (character === ']') inClass = false;
    else if (character === '/' && !inClass) break;
  }
  scanner.at = end + 1;
  const flags = match(scanner, FLAGS);
  scanner.at += flags.length;
  if (!/^[gimsu]*$/.test(flags) || new Set(flags).size < flags.length) {
    throw new ExpressionProblem(
      `"${flags}" are not flags of a pattern`,
      at,
      'Known: g, i, m, s, u.',
    );
  }
  return { source: text.slice(at + 1, end), flags };
}

const DASHED = /[\p{L}\p{M}\p{N}_$]+(?:-[\p{L}\p{M}\p{N}_$]+)+/uy;

/** Of the id in `my-node.output`, which is a subtraction; "" when no dash is near. */
export function dashHint(text: string, at: number): string {
  let start = at;
  while (start > 0 && /[\p{L}\p{M}\p{N}_$-]/u.test(text[start - 1] ?? '')) start -= 1;
  DASHED.lastIndex = start;
  const id = DASHED.exec(text)?.[0];
  if (id === undefined) return '';
  return `"-" subtracts. If a node is called "${id}", write $("${id}").output.`;
}

function isWordAt(text: string, at: number): boolean {
  return WORD_CHARACTER.test(text[at] ?? '');
}

function match({ text, at }: Scanner, pattern: RegExp): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
