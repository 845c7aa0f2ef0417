// The part of JSONata that is an expression here: paths of `$states`, variables, comparisons, `&`, `and`, `or`, and a few functions.
import { untranslatablePath } from './untranslatable-path.ts';

export interface JsonataRoots {
  readonly input: string;
  readonly result: string | null;
  readonly variables: ReadonlySet<string>;
  readonly execution: () => string;
}

const token =
  /\s*(?:(\$states\.(?:input|result|errorOutput|context\.Execution\.(?:Input|Id|Name))|\$[A-Za-z_]\w*)|("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(-?\d+(?:\.\d+)?)|(and|or|true|false|null|in)\b|([A-Za-z_]\w*)|(!=|<=|>=|[=<>&+*/%.,()[\]?:{}-]))/y;

const functions: Readonly<Record<string, string>> = {
  $string: 'text',
  $number: 'number',
  $boolean: 'boolean',
  $floor: 'floor',
  $ceil: 'ceil',
  $round: 'round',
  $exists: 'exists',
  $parse: 'parseJson',
};

/** The expression for the inside of `{% … %}`. */
export function jsonataExpression(source: string, roots: JsonataRoots): string {
  let made = '';
  let at = 0;
  let before = '';
  while (at < source.length) {
    if (/^\s*$/.test(source.slice(at))) break;
    token.lastIndex = at;
    const found = token.exec(source);
    if (found === null) throw untranslatablePath(source);
    const [whole, name, text, number, word, plain, sign] = found;
    at += whole.length;
    if (name !== undefined) made += nameExpression(name, source, roots, at);
    else if (text !== undefined)
      made += JSON.stringify(text.slice(1, -1).replaceAll(/\\(["'\\])/g, '$1'));
    else if (number !== undefined) made += number;
    else if (word !== undefined)
      made += { and: ' && ', or: ' || ' }[word] ?? (word === 'in' ? ' in ' : word);
    else if (plain !== undefined) {
      // A name alone is a path from the context, which only filters have; after a point or as a key it is a name.
      const isKey = /^\s*:/.test(source.slice(at));
      if (before !== '.' && !isKey) throw untranslatablePath(source);
      made += plain;
    } else made += signExpression(sign ?? '');
    before = whole.trim();
  }
  return made;
}

function nameExpression(
  name: string,
  source: string,
  { input, result, variables, execution }: JsonataRoots,
  at: number,
): string {
  if (name === '$states.input') return input;
  if (name === '$states.context.Execution.Input') return 'trigger';
  if (name.startsWith('$states.context.Execution.')) return execution();
  if (name === '$states.result' && result !== null) return result;
  if (source[at] === '(' && Object.hasOwn(functions, name)) return functions[name] ?? '';
  if (variables.has(name.slice(1))) return `state.${name.slice(1)}`;
  throw untranslatablePath(source);
}

function signExpression(sign: string): string {
  switch (sign) {
    case '=':
      return ' == ';
    case '&':
      return ' + "" + ';
    case '.':
    case '(':
    case ')':
    case '[':
    case ']':
      return sign;
    default:
      return ` ${sign} `;
  }
}
