// Expressions of Python, read by precedence. Jinja's are the same with filters and tests.
import { formatParts } from './parse-format.ts';
import { depthMax, expect, isNext, peek, take, takeName, type Reader } from './python-reader.ts';
import type { PythonToken } from './python-tokens.ts';
import type { Clause, Expression, Parameter } from './python-syntax.ts';
import { untranslatable } from './untranslatable.ts';

const constants: Readonly<Record<string, 'null' | 'true' | 'false'>> = {
  None: 'null',
  True: 'true',
  False: 'false',
  none: 'null',
  true: 'true',
  false: 'false',
};

/** One expression, or several with commas between them, which are a tuple. */
export function parseExpressions(reader: Reader): Expression {
  const first = parseExpression(reader);
  if (!isNext(reader, ',')) return first;
  const items = [first];
  while (take(reader, ',')) {
    if (endsList(reader)) break;
    items.push(parseExpression(reader));
  }
  return { type: 'tuple', items };
}

function endsList(reader: Reader): boolean {
  const { kind, text } = peek(reader);
  return (
    kind === 'newline' || kind === 'end' || [')', ']', '}', '=', ':', ';', 'in'].includes(text)
  );
}

export function parseExpression(reader: Reader): Expression {
  reader.depth += 1;
  if (reader.depth > depthMax) throw untranslatable('it is nested too deeply');
  const made = isNext(reader, 'lambda') ? parseLambda(reader) : parseChoice(reader);
  reader.depth -= 1;
  return made;
}

function parseLambda(reader: Reader): Expression {
  expect(reader, 'lambda');
  const parameters: Parameter[] = [];
  while (!isNext(reader, ':')) {
    const name = takeName(reader);
    parameters.push({ name, otherwise: take(reader, '=') ? parseExpression(reader) : null });
    if (!take(reader, ',')) break;
  }
  expect(reader, ':');
  return { type: 'lambda', parameters, body: parseExpression(reader) };
}

function parseChoice(reader: Reader): Expression {
  const yes = parseOr(reader);
  if (!take(reader, 'if')) return yes;
  const test = parseOr(reader);
  if (reader.isJinja && !isNext(reader, 'else'))
    return { type: 'choice', test, yes, no: { type: 'text', value: '' } };
  expect(reader, 'else');
  return { type: 'choice', test, yes, no: parseExpression(reader) };
}

function parseOr(reader: Reader): Expression {
  let left = parseAnd(reader);
  while (take(reader, 'or'))
    left = { type: 'logic', operator: 'or', left, right: parseAnd(reader) };
  return left;
}

function parseAnd(reader: Reader): Expression {
  let left = parseNot(reader);
  while (take(reader, 'and'))
    left = { type: 'logic', operator: 'and', left, right: parseNot(reader) };
  return left;
}

function parseNot(reader: Reader): Expression {
  if (!take(reader, 'not')) return parseComparison(reader);
  return { type: 'unary', operator: 'not', value: parseNot(reader) };
}

const comparisons = new Set(['==', '!=', '<', '>', '<=', '>=', 'in', 'is']);

function parseComparison(reader: Reader): Expression {
  const first = parseOperators(reader, 0);
  let left = first;
  let whole: Expression | null = null;
  for (;;) {
    const operator = comparisonNext(reader);
    if (operator === null) return whole ?? first;
    if (reader.isJinja && operator.startsWith('is')) {
      whole = {
        type: 'test',
        name: takeName(reader),
        value: left,
        isNegated: operator === 'is not',
      };
      continue;
    }
    const right = parseOperators(reader, 0);
    const one: Expression = { type: 'binary', operator, left, right };
    whole = whole === null ? one : { type: 'logic', operator: 'and', left: whole, right: one };
    left = right;
  }
}

function comparisonNext(reader: Reader): string | null {
  if (isNext(reader, 'not') && reader.tokens[reader.at + 1]?.text === 'in') {
    reader.at += 2;
    return 'not in';
  }
  const { text, kind } = peek(reader);
  if (kind === 'text' || !comparisons.has(text)) return null;
  reader.at += 1;
  return text === 'is' && take(reader, 'not') ? 'is not' : text;
}

const levels: readonly (readonly string[])[] = [
  ['|'],
  ['^'],
  ['&'],
  ['<<', '>>'],
  ['+', '-', '~'],
  ['*', '/', '//', '%', '@'],
];

function parseOperators(reader: Reader, level: number): Expression {
  const operators = levels[level];
  if (operators === undefined) return parseUnary(reader);
  let left = parseOperators(reader, level + 1);
  for (;;) {
    const { kind, text } = peek(reader);
    if (kind !== 'operator' || !operators.includes(text) || (text === '|' && reader.isJinja))
      return left;
    reader.at += 1;
    left = { type: 'binary', operator: text, left, right: parseOperators(reader, level + 1) };
  }
}

function parseUnary(reader: Reader): Expression {
  for (const operator of ['-', '+', '~']) {
    if (take(reader, operator)) return { type: 'unary', operator, value: parseUnary(reader) };
  }
  const base = parsePostfix(reader);
  if (!take(reader, '**')) return base;
  return { type: 'binary', operator: '**', left: base, right: parseUnary(reader) };
}

function parsePostfix(reader: Reader): Expression {
  let value = parseAtom(reader);
  for (;;) {
    if (take(reader, '.')) value = { type: 'attribute', object: value, name: takeName(reader) };
    else if (take(reader, '(')) value = { type: 'call', callee: value, ...parseArguments(reader) };
    else if (take(reader, '[')) value = parseIndex(reader, value);
    else if (reader.isJinja && take(reader, '|')) {
      const name = takeName(reader);
      const given = take(reader, '(') ? parseArguments(reader) : { args: [], named: [] };
      value = { type: 'filter', name, value, ...given };
    } else return value;
  }
}

type Given = Pick<Extract<Expression, { readonly type: 'call' }>, 'args' | 'named'>;

function parseArguments(reader: Reader): Given {
  const args: Expression[] = [];
  const named: (readonly [string, Expression])[] = [];
  while (!take(reader, ')')) {
    if (isNext(reader, '*') || isNext(reader, '**'))
      throw untranslatable('it passes arguments with "*"');
    if (
      peek(reader).kind === 'name' &&
      reader.tokens[reader.at + 1]?.text === '=' &&
      reader.tokens[reader.at + 1]?.kind === 'operator'
    ) {
      const name = takeName(reader);
      expect(reader, '=');
      named.push([name, parseExpression(reader)]);
    } else {
      const value = parseExpression(reader);
      args.push(isNext(reader, 'for') ? comprehension(reader, 'list', null, value) : value);
    }
    if (!take(reader, ',')) {
      expect(reader, ')');
      break;
    }
  }
  return { args, named };
}

function parseIndex(reader: Reader, object: Expression): Expression {
  const parts: (Expression | null)[] = [];
  let isSlice = false;
  let last: Expression | null = null;
  while (!isNext(reader, ']')) {
    if (take(reader, ':')) {
      parts.push(last);
      last = null;
      isSlice = true;
    } else last = parseExpressions(reader);
  }
  expect(reader, ']');
  if (isSlice) return { type: 'slice', object, parts: [...parts, last] };
  if (last === null) throw untranslatable('an index is empty');
  return { type: 'index', object, index: last };
}

function parseAtom(reader: Reader): Expression {
  const token = peek(reader);
  reader.at += 1;
  if (token.kind === 'number') return { type: 'number', text: token.text.replaceAll('_', '') };
  if (token.kind === 'text') return parseTexts(reader, token);
  if (token.kind === 'name') return nameOrConstant(token.text, token.line);
  if (token.text === '(') return parseParentheses(reader);
  if (token.text === '[') return parseItems(reader, ']');
  if (token.text === '{') return parseBraces(reader);
  throw untranslatable(
    `line ${token.line} has ${token.text === '' ? token.kind : JSON.stringify(token.text)} where a value is expected`,
  );
}

const keywords = new Set([
  'await',
  'yield',
  'async',
  'class',
  'with',
  'def',
  'import',
  'from',
  'print ',
]);

function nameOrConstant(name: string, line: number): Expression {
  if (keywords.has(name)) throw untranslatable(`line ${line} uses "${name}"`);
  if (Object.hasOwn(constants, name)) return { type: 'constant', value: constants[name] ?? 'null' };
  return { type: 'name', name };
}

function parseTexts(reader: Reader, first: PythonToken): Expression {
  const tokens = [first];
  while (peek(reader).kind === 'text') {
    tokens.push(peek(reader));
    reader.at += 1;
  }
  if (tokens.every((token) => token.kind === 'text' && !token.isFormat)) {
    return { type: 'text', value: tokens.map(({ text }) => text).join('') };
  }
  const parts = tokens.flatMap((token) =>
    token.kind === 'text' && token.isFormat
      ? formatParts(token.text, reader.depth, parseExpression)
      : [token.text],
  );
  return { type: 'format', parts };
}

function parseParentheses(reader: Reader): Expression {
  if (take(reader, ')')) return { type: 'tuple', items: [] };
  const first = parseExpressions(reader);
  const made = isNext(reader, 'for') ? comprehension(reader, 'list', null, first) : first;
  expect(reader, ')');
  return made;
}

function parseItems(reader: Reader, close: string): Expression {
  const items: Expression[] = [];
  while (!take(reader, close)) {
    const item = parseExpression(reader);
    if (items.length === 0 && isNext(reader, 'for')) {
      const made = comprehension(reader, 'list', null, item);
      expect(reader, close);
      return made;
    }
    items.push(item);
    if (!take(reader, ',')) {
      expect(reader, close);
      break;
    }
  }
  return { type: 'list', items };
}

function parseBraces(reader: Reader): Expression {
  const entries: (readonly [Expression | null, Expression])[] = [];
  const items: Expression[] = [];
  while (!take(reader, '}')) {
    if (take(reader, '**')) entries.push([null, parseOperators(reader, 0)]);
    else {
      const key = parseExpression(reader);
      const value = take(reader, ':') ? parseExpression(reader) : null;
      if (isNext(reader, 'for')) {
        const made =
          value === null
            ? comprehension(reader, 'set', null, key)
            : comprehension(reader, 'dict', key, value);
        expect(reader, '}');
        return made;
      }
      if (value === null) items.push(key);
      else entries.push([key, value]);
    }
    if (!take(reader, ',')) {
      expect(reader, '}');
      break;
    }
  }
  return items.length > 0 ? { type: 'set', items } : { type: 'dict', entries };
}

function comprehension(
  reader: Reader,
  of: 'list' | 'set' | 'dict',
  key: Expression | null,
  value: Expression,
): Expression {
  const clauses: Clause[] = [];
  while (take(reader, 'for')) {
    const target = parseTargets(reader);
    expect(reader, 'in');
    const items = parseOr(reader);
    const tests: Expression[] = [];
    while (take(reader, 'if')) tests.push(parseOr(reader));
    clauses.push({ target, items, tests });
  }
  return { type: 'comprehension', of, key, value, clauses };
}

/** What a loop assigns to: `key, value`. */
export function parseTargets(reader: Reader): Expression {
  const first = parseOperators(reader, 0);
  if (!isNext(reader, ',')) return first;
  const items = [first];
  while (take(reader, ',')) {
    if (isNext(reader, 'in')) break;
    items.push(parseOperators(reader, 0));
  }
  return { type: 'tuple', items };
}
