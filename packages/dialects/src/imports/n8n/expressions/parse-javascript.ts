// Reading JavaScript expressions
// A reader of its own, because the kernel reads what Skein can compute, while this one has to understand what n8n wrote: `new Date()`,
// `$json`, optional calls. It reads no statements.
import {
  deeper,
  isNext,
  match,
  need,
  skipBlock,
  skipSpace,
  take,
  takeEscape,
  takeNumber,
  takePattern,
  takeQuoted,
  takeWord,
  unexpected,
  type JsScanner,
} from './javascript-scanner.ts';
import type { JsArgument, JsArrow, JsEntry, JsSpread, JsTree } from './javascript-tree.ts';
import { NotConverted } from './not-converted.ts';

/** The expression that a text is; throws `NotConverted`. */
export function parseJavascript(text: string): JsTree {
  const scanner: JsScanner = { text, at: 0, depth: 0 };
  const tree = parseChoice(scanner);
  take(scanner, ';');
  skipSpace(scanner);
  if (scanner.at < text.length) throw unexpected(scanner);
  return tree;
}

function parseChoice(scanner: JsScanner): JsTree {
  return deeper(scanner, () => {
    const test = parseBinary(scanner, 1);
    skipSpace(scanner);
    if (!scanner.text.startsWith('?', scanner.at)) return test;
    scanner.at += 1;
    const chosen = parseChoice(scanner);
    need(scanner, ':');
    return { kind: 'choice', test, chosen, otherwise: parseChoice(scanner) };
  });
}

const POWERS: readonly (readonly [string, number])[] = [
  ['===', 4],
  ['!==', 4],
  ['**', 8],
  ['??', 1],
  ['||', 2],
  ['&&', 3],
  ['==', 4],
  ['!=', 4],
  ['<=', 5],
  ['>=', 5],
  ['<', 5],
  ['>', 5],
  ['instanceof', 5],
  ['in', 5],
  ['+', 6],
  ['-', 6],
  ['*', 7],
  ['/', 7],
  ['%', 7],
];

function parseBinary(scanner: JsScanner, least: number): JsTree {
  let left = parseUnary(scanner);
  for (;;) {
    const found = POWERS.find(([sign]) => isNext(scanner, sign));
    if (found === undefined || found[1] < least) return left;
    const [operator, power] = found;
    scanner.at += operator.length;
    if (isNext(scanner, '=') && operator !== '/') throw unexpected(scanner);
    const right =
      operator === '**'
        ? deeper(scanner, () => parseBinary(scanner, power))
        : parseBinary(scanner, power + 1);
    left = { kind: 'binary', operator: operator.replace(/^([=!])==$/, '$1='), left, right };
  }
}

const UNARY = ['!', '-', '+', 'typeof'] as const;
const STATEMENTS = ['function', 'async', 'await', 'delete', 'void', 'class', 'yield'];

function parseUnary(scanner: JsScanner): JsTree {
  const operator = UNARY.find((sign) => isNext(scanner, sign));
  if (operator !== undefined && !isNext(scanner, '=>')) {
    scanner.at += operator.length;
    return { kind: 'unary', operator, of: deeper(scanner, () => parseUnary(scanner)) };
  }
  if (skipFunction(scanner)) return parseSteps(scanner, { kind: 'function' }, true);
  const statement = STATEMENTS.find((word) => isNext(scanner, word));
  if (statement !== undefined) throw new NotConverted(`of "${statement}"`);
  if (take(scanner, 'new')) {
    const made = parseSteps(scanner, parsePrimary(scanner), false);
    const given = isNext(scanner, '(') ? parseArguments(scanner) : [];
    return parseSteps(scanner, { kind: 'call', callee: made, given, isNew: true }, true);
  }
  return parseSteps(scanner, parsePrimary(scanner), true);
}

function parsePrimary(scanner: JsScanner): JsTree {
  skipSpace(scanner);
  const { text, at } = scanner;
  const first = text[at] ?? '';
  if (/\d/.test(first) || (first === '.' && /\d/.test(text[at + 1] ?? ''))) {
    return { kind: 'literal', value: takeNumber(scanner) };
  }
  switch (first) {
    case '"':
    case "'":
      return { kind: 'literal', value: takeQuoted(scanner) };
    case '`':
      return parseTemplate(scanner);
    case '/':
      return { kind: 'pattern', ...takePattern(scanner) };
    case '(': {
      scanner.at += 1;
      const inside = parseInside(scanner);
      need(scanner, ')');
      return inside;
    }
    case '[':
      scanner.at += 1;
      return { kind: 'list', items: parseSeries(scanner, ']', () => parseItem(scanner)) };
    case '{':
      scanner.at += 1;
      return { kind: 'object', entries: parseSeries(scanner, '}', () => parseEntry(scanner)) };
  }
  const word = takeWord(scanner);
  switch (word) {
    case '':
      throw unexpected(scanner);
    case 'true':
    case 'false':
      return { kind: 'literal', value: word === 'true' };
    case 'null':
    case 'undefined':
      return { kind: 'literal', value: null };
    default:
      return { kind: 'name', name: word };
  }
}

/** `.key`, `[key]` and `(…)`, each also after `?.`. */
function parseSteps(scanner: JsScanner, start: JsTree, withCalls: boolean): JsTree {
  let of = start;
  for (;;) {
    skipSpace(scanner);
    const isOptional = match(scanner, /\?\.(?!\d)/y) !== '';
    if (take(scanner, '[')) {
      const key = parseChoice(scanner);
      need(scanner, ']');
      of =
        key.kind === 'literal' && typeof key.value === 'string'
          ? { kind: 'member', of, key: key.value }
          : { kind: 'index', of, key };
    } else if (withCalls && isNext(scanner, '(')) {
      of = { kind: 'call', callee: of, given: parseArguments(scanner), isNew: false };
    } else if (isOptional || take(scanner, '.')) {
      const key = takeWord(scanner);
      if (key === '') throw unexpected(scanner);
      of = { kind: 'member', of, key };
    } else return of;
  }
}

function parseArguments(scanner: JsScanner): readonly JsArgument[] {
  need(scanner, '(');
  return deeper(scanner, () => parseSeries(scanner, ')', () => parseArgument(scanner)));
}

function parseSeries<T>(scanner: JsScanner, close: string, parse: () => T): readonly T[] {
  const items: T[] = [];
  while (!take(scanner, close)) {
    items.push(parse());
    if (take(scanner, ',')) continue;
    need(scanner, close);
    break;
  }
  return items;
}

function parseItem(scanner: JsScanner): JsTree | JsSpread {
  return take(scanner, '...') ? { kind: 'spread', of: parseChoice(scanner) } : parseChoice(scanner);
}

function parseArgument(scanner: JsScanner): JsArgument {
  return parseArrow(scanner) ?? parseItem(scanner);
}

/** Null, with nothing taken, when it is something else. */
function parseArrow(scanner: JsScanner): JsArrow | null {
  skipSpace(scanner);
  const { at } = scanner;
  const written = match(scanner, /(?:[\w$]+|\(\s*(?:[\w$]+\s*(?:,\s*[\w$]+\s*)*,?\s*)?\))\s*=>/y);
  if (written === '') {
    if (/\(\s*[{[][^()]*\)\s*=>/y.test(scanner.text.slice(at)))
      throw new NotConverted('of a pattern');
    return null;
  }
  const parameters = written.replace(/=>$/, '').match(/[\w$]+/g) ?? [];
  if (!isNext(scanner, '{')) return { kind: 'arrow', parameters, body: parseChoice(scanner) };
  skipBlock(scanner);
  return { kind: 'arrow', parameters, body: { kind: 'function' } };
}

/** In brackets, where a function may stand that is called at once. */
function parseInside(scanner: JsScanner): JsTree {
  const arrow = parseArrow(scanner);
  return arrow === null ? parseChoice(scanner) : { kind: 'function' };
}

/** `function (…) { … }`, also `async`. */
function skipFunction(scanner: JsScanner): boolean {
  skipSpace(scanner);
  const head = match(
    scanner,
    /(?:async\s+)?function\b[^({]*\([^)]*\)\s*(?=\{)|async\s*\([^)]*\)\s*=>\s*(?=\{)/y,
  );
  if (head === '') return false;
  skipBlock(scanner);
  return true;
}

function parseEntry(scanner: JsScanner): JsEntry | JsSpread {
  if (take(scanner, '...')) return { kind: 'spread', of: parseChoice(scanner) };
  skipSpace(scanner);
  const first = scanner.text[scanner.at] ?? '';
  if (first === '"' || first === "'") {
    const key = takeQuoted(scanner);
    need(scanner, ':');
    return { kind: 'entry', key, value: parseChoice(scanner) };
  }
  if (take(scanner, '[')) {
    const key = parseChoice(scanner);
    need(scanner, ']');
    need(scanner, ':');
    return { kind: 'entry', key, value: parseChoice(scanner) };
  }
  const key = /\d/.test(first) ? String(takeNumber(scanner)) : takeWord(scanner);
  if (key === '') throw unexpected(scanner);
  if (take(scanner, ':')) return { kind: 'entry', key, value: parseChoice(scanner) };
  return { kind: 'entry', key, value: { kind: 'name', name: key } };
}

function parseTemplate(scanner: JsScanner): JsTree {
  const { text } = scanner;
  const parts: (string | JsTree)[] = [];
  let literal = '';
  for (scanner.at += 1; text[scanner.at] !== '`';) {
    if (scanner.at >= text.length) throw new NotConverted('a text in it has no end');
    if (text[scanner.at] === '\\') literal += takeEscape(scanner);
    else if (text.startsWith('${', scanner.at)) {
      parts.push(literal);
      literal = '';
      scanner.at += 2;
      parts.push(parseChoice(scanner));
      need(scanner, '}');
    } else {
      literal += text[scanner.at] ?? '';
      scanner.at += 1;
    }
  }
  scanner.at += 1;
  return { kind: 'text', parts: [...parts, literal].filter((part) => part !== '') };
}
