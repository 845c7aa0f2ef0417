// Parsing expressions
// A subset of the expressions of JavaScript: no statements, no assignment, no `new`, no `this`. Arrow functions stand only as
// arguments of calls, so nothing can call itself, and every expression ends.
import { ExpressionProblem } from './expression-problem.ts';
import {
  countPart,
  createScanner,
  deeper,
  isDigit,
  isNext,
  need,
  skipSpace,
  take,
  takeEscape,
  takeNumber,
  takePattern,
  takeQuoted,
  takeWord,
  unexpected,
  type Scanner,
} from './scanner.ts';
import type { Argument, Arrow, BinaryOperator, Entry, Spread, Tree } from './syntax-tree.ts';

/** Reads the expression at `start` up to `closing`, which is where `end` points to; throws an ExpressionProblem. */
export function parseExpression(
  text: string,
  start: number,
  closing: '}' | '',
): { readonly tree: Tree; readonly end: number } {
  const scanner = createScanner(text, start);
  const tree = parseChoice(scanner);
  skipSpace(scanner);
  const isOver = closing === '' ? scanner.at === text.length : text[scanner.at] === closing;
  if (!isOver) throw unexpectedAfter(scanner, closing === '' ? 'the end' : '"}"');
  return { tree, end: scanner.at };
}

function unexpectedAfter(scanner: Scanner, end: string): ExpressionProblem {
  if (isNext(scanner, '=>')) {
    const hint = 'Arrow functions stand only as arguments, as in items.map(item => item.price).';
    return unexpected(scanner, `an operator or ${end}`, hint);
  }
  return unexpected(scanner, `an operator or ${end}`);
}

function parseChoice(scanner: Scanner): Tree {
  return deeper(scanner, () => {
    const test = parseBinary(scanner, 1);
    skipSpace(scanner);
    const { text, at } = scanner;
    if (text[at] !== '?') return test;
    scanner.at += 1;
    const chosen = parseChoice(scanner);
    need(scanner, ':');
    const otherwise = parseChoice(scanner);
    return { kind: 'choice', test, chosen, otherwise, at, end: scanner.at };
  });
}

/** How strongly each operator binds: the higher, the earlier. */
export const operatorPowers: Readonly<Record<BinaryOperator, number>> = {
  '??': 1,
  '||': 2,
  '&&': 3,
  '==': 4,
  '!=': 4,
  '<': 5,
  '<=': 5,
  '>': 5,
  '>=': 5,
  in: 5,
  '+': 6,
  '-': 6,
  '*': 7,
  '/': 7,
  '%': 7,
  '**': 8,
};

/** Longer ones first, so that `<=` is not read as `<`. */
const WRITTEN: readonly (readonly [string, BinaryOperator])[] = [
  ['===', '=='],
  ['!==', '!='],
  // A literal without a spread has exactly the keys of its type.
  ...(Object.keys(operatorPowers) as BinaryOperator[])
    .toSorted((left, right) => right.length - left.length)
    .map((operator) => [operator, operator] as const),
];

function parseBinary(scanner: Scanner, least: number): Tree {
  let left = parseUnary(scanner);
  for (;;) {
    const written = WRITTEN.find(([sign]) => isNext(scanner, sign));
    if (written === undefined) return left;
    const [sign, operator] = written;
    const power = operatorPowers[operator];
    if (power < least) return left;
    checkMix(scanner, operator, left);
    const { at } = scanner;
    scanner.at += sign.length;
    countPart(scanner);
    const right =
      operator === '**'
        ? deeper(scanner, () => parseBinary(scanner, power))
        : parseBinary(scanner, power + 1);
    checkMix(scanner, operator, right);
    left = { kind: 'binary', operator, left, right, at, end: scanner.at };
  }
}

/** As in JavaScript, where people have to say in brackets what they mean. */
function checkMix(scanner: Scanner, operator: BinaryOperator, side: Tree): void {
  if (scanner.text[side.at] === '(') return;
  const other = side.kind === 'binary' ? side.operator : '';
  const isMixed =
    (operator === '??' && (other === '||' || other === '&&')) ||
    (other === '??' && (operator === '||' || operator === '&&'));
  if (isMixed) {
    throw new ExpressionProblem(`"${operator}" and "${other}" need brackets`, scanner.at);
  }
  if (operator === '**' && side.kind === 'unary' && side.operator !== '!') {
    throw new ExpressionProblem('a sign before "**" needs brackets', side.at);
  }
}

const FOREIGN =
  'new function this await async delete void class import yield let const var return typeof instanceof'.split(
    ' ',
  );

function parseUnary(scanner: Scanner): Tree {
  skipSpace(scanner);
  const { text, at } = scanner;
  const operator = text[at];
  if (operator === '!' || operator === '-' || operator === '+') {
    scanner.at += 1;
    const of = deeper(scanner, () => parseUnary(scanner));
    return { kind: 'unary', operator, of, at, end: scanner.at };
  }
  const foreign = FOREIGN.find((word) => isNext(scanner, word));
  if (foreign !== undefined) {
    const hint =
      foreign === 'typeof'
        ? 'Ask with type(value).'
        : 'An expression only computes a value; it runs no statements.';
    throw unexpected(scanner, 'a value', hint);
  }
  return parsePath(scanner, parsePrimary(scanner));
}

function parsePrimary(scanner: Scanner): Tree {
  skipSpace(scanner);
  countPart(scanner);
  const { text, at } = scanner;
  const first = text[at] ?? '';
  if (isDigit(first) || (first === '.' && isDigit(text[at + 1]))) {
    const value = takeNumber(scanner);
    return { kind: 'literal', value, at, end: scanner.at };
  }
  switch (first) {
    case '"':
    case "'": {
      const value = takeQuoted(scanner);
      return { kind: 'literal', value, at, end: scanner.at };
    }
    case '`':
      return parseTemplateText(scanner);
    case '/':
      return { kind: 'pattern', ...takePattern(scanner), at, end: scanner.at };
    case '(': {
      scanner.at += 1;
      const inside = parseChoice(scanner);
      need(scanner, ')');
      // The place of the bracket, so that who asks can see that it was there.
      return { ...inside, at, end: scanner.at };
    }
    case '[': {
      scanner.at += 1;
      const items = parseSeries(scanner, ']', () => parseItem(scanner));
      return { kind: 'list', items, at, end: scanner.at };
    }
    case '{': {
      scanner.at += 1;
      const entries = parseSeries(scanner, '}', () => parseEntry(scanner));
      return { kind: 'object', entries, at, end: scanner.at };
    }
    default:
      return parseNamed(scanner);
  }
}

const NAMESPACES: ReadonlySet<string> = new Set(['Math', 'Object', 'JSON', 'Array', 'Number']);

function parseNamed(scanner: Scanner): Tree {
  const { at } = scanner;
  const word = takeWord(scanner);
  const { end } = { end: scanner.at };
  switch (word) {
    case '':
      throw unexpected(scanner, 'a value');
    case 'true':
    case 'false':
      return { kind: 'literal', value: word === 'true', at, end };
    case 'null':
    case 'undefined':
      return { kind: 'literal', value: null, at, end };
    case '$':
      return parseNodeName(scanner, at);
  }
  if (NAMESPACES.has(word) && isNext(scanner, '.')) {
    need(scanner, '.');
    const member = takeWord(scanner);
    if (!isNext(scanner, '(')) throw unexpected(scanner, `"(" after ${word}.${member}`);
    return parseCall(scanner, `${word}.${member}`, at);
  }
  return isNext(scanner, '(')
    ? parseCall(scanner, word, at)
    : { kind: 'name', name: word, at, end };
}

function parseNodeName(scanner: Scanner, at: number): Tree {
  need(scanner, '(');
  skipSpace(scanner);
  const quote = scanner.text[scanner.at];
  if (quote !== '"' && quote !== "'") {
    const hint = 'Which nodes are read must be known before the run, so the id is written out.';
    throw unexpected(scanner, 'the id of a node in quotes', hint);
  }
  const id = takeQuoted(scanner);
  need(scanner, ')');
  return { kind: 'node', id, at, end: scanner.at };
}

function parseCall(scanner: Scanner, name: string, at: number): Tree {
  need(scanner, '(');
  const given = parseSeries(scanner, ')', () => parseArgument(scanner));
  return { kind: 'call', name, given, at, end: scanner.at };
}

/** `.key`, `[index]`, `.method(…)`, each also after `?.`. */
function parsePath(scanner: Scanner, start: Tree): Tree {
  let of = start;
  for (;;) {
    skipSpace(scanner);
    const { text, at } = scanner;
    const isOptional = text.startsWith('?.', at) && !isDigit(text[at + 2]);
    if (isOptional) scanner.at += 2;
    if (take(scanner, '[')) {
      countPart(scanner);
      const key = parseChoice(scanner);
      need(scanner, ']');
      of = { kind: 'index', of, key, at, end: scanner.at };
    } else if (isOptional || take(scanner, '.')) {
      countPart(scanner);
      of = parseMember(scanner, of, { at, isOptional });
    } else if (text[at] === '(') {
      throw unexpected(
        scanner,
        'an operator',
        'Only the functions and methods of the table can be called.',
      );
    } else return of;
  }
}

function parseMember(
  scanner: Scanner,
  of: Tree,
  { at, isOptional }: { readonly at: number; readonly isOptional: boolean },
): Tree {
  const name = takeWord(scanner);
  if (name === '') throw unexpected(scanner, 'a key', 'Other keys are written as ["some key"].');
  const { at: end } = scanner;
  if (!take(scanner, '(')) return { kind: 'member', of, key: name, at, end };
  const given = parseSeries(scanner, ')', () => parseArgument(scanner));
  return { kind: 'method', of, name, given, isOptional, at, end: scanner.at };
}

/** Separated by commas, up to `close`; one comma may be left over. */
function parseSeries<T>(scanner: Scanner, close: string, parse: () => T): T[] {
  const items: T[] = [];
  while (!take(scanner, close)) {
    items.push(parse());
    if (take(scanner, ',')) continue;
    need(scanner, close);
    break;
  }
  return items;
}

function parseItem(scanner: Scanner): Tree | Spread {
  skipSpace(scanner);
  const { at } = scanner;
  if (!take(scanner, '...')) return parseChoice(scanner);
  const of = parseChoice(scanner);
  return { kind: 'spread', of, at, end: scanner.at };
}

function parseArgument(scanner: Scanner): Argument {
  return parseArrow(scanner) ?? parseItem(scanner);
}

/** `x => …` or `(x, i) => …`; null, with nothing read, when it is something else. */
function parseArrow(scanner: Scanner): Arrow | null {
  skipSpace(scanner);
  const { at } = scanner;
  const parameters = parseParameters(scanner);
  if (parameters === null || !take(scanner, '=>')) {
    scanner.at = at;
    return null;
  }
  if (new Set(parameters).size < parameters.length) {
    throw new ExpressionProblem('two parameters have the same name', at);
  }
  if (isNext(scanner, '{')) {
    const hint = 'A function gives one value. An object is written as x => ({ … }).';
    throw unexpected(scanner, 'a value after "=>"', hint);
  }
  const body = parseChoice(scanner);
  return { kind: 'arrow', parameters, body, at, end: scanner.at };
}

/** No function of the table passes more. */
const PARAMETERS_MAX = 3;

function parseParameters(scanner: Scanner): string[] | null {
  if (!take(scanner, '(')) {
    const word = takeWord(scanner);
    return word === '' ? null : [word];
  }
  const names: string[] = [];
  while (!take(scanner, ')')) {
    const name = takeWord(scanner);
    if (name === '' || names.length === PARAMETERS_MAX) return null;
    names.push(name);
    if (take(scanner, ',')) continue;
    return take(scanner, ')') ? names : null;
  }
  return names;
}

function parseEntry(scanner: Scanner): Entry | Spread {
  skipSpace(scanner);
  const { text, at } = scanner;
  if (text.startsWith('...', at)) {
    scanner.at += 3;
    const of = parseChoice(scanner);
    return { kind: 'spread', of, at, end: scanner.at };
  }
  const key = parseKey(scanner);
  const isShort = typeof key === 'string' && !'"\''.includes(text[at] ?? '') && !isDigit(text[at]);
  if (isShort && !isNext(scanner, ':')) {
    return { kind: 'entry', key, value: { kind: 'name', name: key, at, end: scanner.at } };
  }
  need(scanner, ':');
  return { kind: 'entry', key, value: parseChoice(scanner) };
}

function parseKey(scanner: Scanner): string | Tree {
  const first = scanner.text[scanner.at] ?? '';
  if (first === '"' || first === "'") return takeQuoted(scanner);
  if (isDigit(first)) return String(takeNumber(scanner));
  if (take(scanner, '[')) {
    const key = parseChoice(scanner);
    need(scanner, ']');
    return key;
  }
  const word = takeWord(scanner);
  if (word === '') throw unexpected(scanner, 'a key');
  return word;
}

function parseTemplateText(scanner: Scanner): Tree {
  const { text, at } = scanner;
  const parts: (string | Tree)[] = [];
  let literal = '';
  scanner.at += 1;
  for (let next = text[scanner.at]; next !== '`'; next = text[scanner.at]) {
    if (next === undefined) throw new ExpressionProblem('this text has no closing "`"', at);
    if (next === '\\') literal += takeEscape(scanner);
    else if (text.startsWith('${', scanner.at)) {
      if (literal !== '') parts.push(literal);
      literal = '';
      scanner.at += 2;
      parts.push(parseChoice(scanner));
      skipSpace(scanner);
      if (text[scanner.at] !== '}') throw unexpected(scanner, 'an operator or "}"');
      scanner.at += 1;
    } else {
      literal += next;
      scanner.at += 1;
    }
  }
  scanner.at += 1;
  if (literal !== '') parts.push(literal);
  return { kind: 'text', parts, at, end: scanner.at };
}
