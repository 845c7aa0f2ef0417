// Statements of Python.
import { parseExpression, parseExpressions, parseTargets } from './parse-expression.ts';
import { expect, isNext, peek, readerOf, take, takeName, type Reader } from './python-reader.ts';
import type { Expression, Handler, Parameter, Statement } from './python-syntax.ts';
import { untranslatable } from './untranslatable.ts';

export function parseProgram(source: string): readonly Statement[] {
  const reader = readerOf(source);
  const program: Statement[] = [];
  while (peek(reader).kind !== 'end') program.push(...parseStatement(reader));
  return program;
}

const changes = new Set(['+=', '-=', '*=', '/=', '//=', '%=', '**=', '|=', '&=']);

function parseStatement(reader: Reader): readonly Statement[] {
  const { text, kind } = peek(reader);
  if (kind === 'newline') {
    reader.at += 1;
    return [];
  }
  if (kind === 'indent')
    throw untranslatable(`line ${peek(reader).line} is indented without a reason`);
  if (kind === 'name') {
    switch (text) {
      case 'if':
        return [parseIf(reader)];
      case 'while':
        return [parseWhile(reader)];
      case 'for':
        return [parseFor(reader)];
      case 'def':
        return [parseFunction(reader)];
      case 'try':
        return [parseTry(reader)];
      case 'class':
      case 'with':
      case 'async':
        throw untranslatable(`line ${peek(reader).line} uses "${text}"`);
      default:
    }
  }
  if (text === '@' && kind === 'operator') throw untranslatable('it uses decorators');
  return parseLine(reader);
}

/** Simple statements, up to the end of the line. */
function parseLine(reader: Reader): readonly Statement[] {
  const made = [...parseSimple(reader)];
  while (take(reader, ';')) if (peek(reader).kind !== 'newline') made.push(...parseSimple(reader));
  const { kind, line, text } = peek(reader);
  if (kind !== 'newline' && kind !== 'end')
    throw untranslatable(`line ${line} goes on with ${JSON.stringify(text)}`);
  if (kind === 'newline') reader.at += 1;
  return made;
}

function parseSimple(reader: Reader): readonly Statement[] {
  const { text, kind } = peek(reader);
  const endsHere = (): boolean => peek(reader).kind === 'newline' || isNext(reader, ';');
  if (kind === 'name') {
    switch (text) {
      case 'pass':
      case 'break':
      case 'continue':
        reader.at += 1;
        return [{ type: text }];
      case 'return':
        reader.at += 1;
        return [{ type: 'return', value: endsHere() ? null : parseExpressions(reader) }];
      case 'raise': {
        reader.at += 1;
        const value = endsHere() ? null : parseExpression(reader);
        if (take(reader, 'from')) parseExpression(reader);
        return [{ type: 'raise', value }];
      }
      case 'del':
        reader.at += 1;
        return [{ type: 'delete', targets: itemsOf(parseExpressions(reader)) }];
      case 'assert': {
        reader.at += 1;
        const test = parseExpression(reader);
        return [
          { type: 'assert', test, message: take(reader, ',') ? parseExpression(reader) : null },
        ];
      }
      case 'global':
      case 'nonlocal': {
        reader.at += 1;
        const names = [takeName(reader)];
        while (take(reader, ',')) names.push(takeName(reader));
        return [{ type: 'outer', names }];
      }
      case 'import':
      case 'from':
        return parseImport(reader);
      default:
    }
  }
  return [parseAssignment(reader)];
}

function parseAssignment(reader: Reader): Statement {
  const first = parseExpressions(reader);
  const { text, kind } = peek(reader);
  if (kind === 'operator' && changes.has(text)) {
    reader.at += 1;
    return {
      type: 'change',
      target: first,
      operator: text.slice(0, -1),
      value: parseExpressions(reader),
    };
  }
  if (take(reader, ':')) {
    parseExpression(reader);
    if (!take(reader, '=')) return { type: 'pass' };
    return { type: 'assign', targets: [first], value: parseExpressions(reader) };
  }
  if (!isNext(reader, '=')) return { type: 'expression', value: first };
  const parts = [first];
  while (take(reader, '=')) parts.push(parseExpressions(reader));
  // The last is the value.
  const value = parts.pop() ?? first;
  return { type: 'assign', targets: parts, value };
}

function itemsOf(expression: Expression): readonly Expression[] {
  return expression.type === 'tuple' ? expression.items : [expression];
}

function parseImport(reader: Reader): readonly Statement[] {
  if (take(reader, 'import')) {
    const made: Statement[] = [];
    do {
      const module = dotted(reader);
      made.push({
        type: 'import',
        module,
        name: null,
        as: take(reader, 'as') ? takeName(reader) : module,
      });
    } while (take(reader, ','));
    return made;
  }
  expect(reader, 'from');
  const module = dotted(reader);
  expect(reader, 'import');
  const inBrackets = take(reader, '(');
  const made: Statement[] = [];
  do {
    if (isNext(reader, ')')) break;
    const name = takeName(reader);
    made.push({ type: 'import', module, name, as: take(reader, 'as') ? takeName(reader) : name });
  } while (take(reader, ','));
  if (inBrackets) expect(reader, ')');
  return made;
}

function dotted(reader: Reader): string {
  const parts = [takeName(reader)];
  while (take(reader, '.')) parts.push(takeName(reader));
  return parts.join('.');
}

function parseBlock(reader: Reader): readonly Statement[] {
  expect(reader, ':');
  if (peek(reader).kind !== 'newline') return parseLine(reader);
  reader.at += 1;
  if (peek(reader).kind !== 'indent')
    throw untranslatable(`line ${peek(reader).line} should be indented`);
  reader.at += 1;
  reader.depth += 1;
  if (reader.depth > 100) throw untranslatable('it is nested too deeply');
  const body: Statement[] = [];
  while (peek(reader).kind !== 'dedent' && peek(reader).kind !== 'end')
    body.push(...parseStatement(reader));
  if (peek(reader).kind === 'dedent') reader.at += 1;
  reader.depth -= 1;
  return body;
}

function parseIf(reader: Reader): Statement {
  reader.at += 1;
  const test = parseExpression(reader);
  const body = parseBlock(reader);
  if (isNext(reader, 'elif')) return { type: 'if', test, body, otherwise: [parseIf(reader)] };
  return { type: 'if', test, body, otherwise: take(reader, 'else') ? parseBlock(reader) : [] };
}

function parseWhile(reader: Reader): Statement {
  expect(reader, 'while');
  const test = parseExpression(reader);
  const body = parseBlock(reader);
  if (isNext(reader, 'else')) throw untranslatable('a loop has an "else"');
  return { type: 'while', test, body };
}

function parseFor(reader: Reader): Statement {
  expect(reader, 'for');
  const target = parseTargets(reader);
  expect(reader, 'in');
  const items = parseExpressions(reader);
  const body = parseBlock(reader);
  if (isNext(reader, 'else')) throw untranslatable('a loop has an "else"');
  return { type: 'for', target, items, body };
}

function parseFunction(reader: Reader): Statement {
  expect(reader, 'def');
  const name = takeName(reader);
  expect(reader, '(');
  const parameters: Parameter[] = [];
  while (!take(reader, ')')) {
    if (isNext(reader, '*') || isNext(reader, '**'))
      throw untranslatable('a function takes any number of arguments');
    const parameter = takeName(reader);
    if (take(reader, ':')) parseExpression(reader);
    parameters.push({
      name: parameter,
      otherwise: take(reader, '=') ? parseExpression(reader) : null,
    });
    if (!take(reader, ',')) {
      expect(reader, ')');
      break;
    }
  }
  if (take(reader, '->')) parseExpression(reader);
  return { type: 'function', name, parameters, body: parseBlock(reader) };
}

function parseTry(reader: Reader): Statement {
  expect(reader, 'try');
  const body = parseBlock(reader);
  const handlers: Handler[] = [];
  while (take(reader, 'except')) {
    const kinds = isNext(reader, ':') ? [] : kindsOf(parseExpression(reader));
    const name = take(reader, 'as') ? takeName(reader) : null;
    handlers.push({ kinds, name, body: parseBlock(reader) });
  }
  const otherwise = take(reader, 'else') ? parseBlock(reader) : [];
  const last = take(reader, 'finally') ? parseBlock(reader) : [];
  return { type: 'try', body, handlers, otherwise, last };
}

function kindsOf(expression: Expression): readonly string[] {
  return itemsOf(expression).map((item) => {
    if (item.type === 'name') return item.name;
    if (item.type === 'attribute') return item.name;
    throw untranslatable('an "except" names no kind of error');
  });
}
