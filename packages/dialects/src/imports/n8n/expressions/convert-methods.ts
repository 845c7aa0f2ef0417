// Methods of values
// JavaScript's and n8n's own, as methods and functions of the native language. What is not in these tables is not converted.
import { literalOf } from './convert-names.ts';
import { timeMethod, type SayArgument } from './convert-times.ts';
import type { JsArgument } from './javascript-tree.ts';
import { NotConverted } from './not-converted.ts';
import { certain, json, time, within, WHOLE, type Said } from './said.ts';

/** Called and named as in JavaScript, or as n8n does. */
const SAME: ReadonlySet<string> = new Set(
  `map filter find findLast findIndex some every reduce flatMap flat join slice at concat
  includes indexOf reverse sort unique sum average min max first last chunk compact pluck
  toUpperCase toLowerCase trim trimStart trimEnd startsWith endsWith substring split replace
  replaceAll match matchAll padStart padEnd repeat toFixed keys values entries test`.split(/\s+/),
);

/** The same under another name. */
const RENAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    toLocaleLowerCase: 'toLowerCase',
    toLocaleUpperCase: 'toUpperCase',
    removeDuplicates: 'unique',
    hasField: 'has',
    removeField: 'omit',
    charAt: 'at',
    trimLeft: 'trimStart',
    trimRight: 'trimEnd',
  }),
);

/** Functions natively, with the value as their first argument. */
const FUNCTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    toJsonString: 'json',
    parseJson: 'parseJson',
    isEmpty: 'empty',
    toNumber: 'number',
    toFloat: 'number',
    urlEncode: 'encodeURIComponent',
    urlDecode: 'decodeURIComponent',
    round: 'round',
    ceil: 'ceil',
    floor: 'floor',
    abs: 'abs',
  }),
);

export interface MethodCall {
  readonly name: string;
  readonly given: readonly JsArgument[];
  readonly say: SayArgument;
}

export function convertMethod(of: Said, call: MethodCall): Said {
  const { name, given, say } = call;
  if (of.kind === 'time') {
    const found = timeMethod(of.text, name, call);
    if (found !== null) return found;
    throw new NotConverted(`of ".${name}()" of a time`);
  }
  const called = RENAMED.get(name) ?? name;
  const written = FUNCTIONS.get(name);
  if (written !== undefined && (given.length === 0 || name === 'round')) {
    const values = [of.text, ...given.map((argument) => say(argument).text)];
    return { ...json(`${written}(${values.join(', ')})`), isCertain: name === 'isEmpty' };
  }
  if (SAME.has(called) || RENAMED.has(name)) {
    const text = `${within(of, WHOLE)}.${called}(${given.map((each) => say(each).text).join(', ')})`;
    const isList = of.kind === 'items' && /^(filter|slice|reverse|sort)$/.test(name);
    if (of.kind === 'items' && /^(find|at|first|last)$/.test(name)) {
      return { ...json(text), kind: 'item' };
    }
    return isList ? { ...json(text), kind: 'items' } : json(text);
  }
  return convertSpecial(of, call);
}

function convertSpecial(of: Said, { name, given, say }: MethodCall): Said {
  const [first, second] = given;
  const value = within(of, WHOLE);
  switch (name) {
    case 'toString':
      if (first !== undefined) break;
      return json(`text(${of.text})`);
    case 'valueOf':
      return of;
    case 'isNotEmpty':
      return certain(`!empty(${of.text})`, 9);
    case 'toInt':
      return json(`trunc(number(${of.text}))`);
    case 'removeTags':
      return json(`${value}.replace(/<[^>]*>/g, "")`);
    case 'substr': {
      const from = literalOf(first);
      const length = literalOf(second);
      if (typeof from !== 'number' || from < 0) break;
      if (second === undefined) return json(`${value}.slice(${from})`);
      if (typeof length === 'number') return json(`${value}.slice(${from}, ${from + length})`);
      break;
    }
    case 'hasOwnProperty':
      if (first === undefined) break;
      return json(`${value}.has(${say(first).text})`);
    case 'toDateTime':
    case 'toDate':
      if (first !== undefined) break;
      return time(`iso(${of.text})`);
    case 'append':
      return json(`${value}.concat([${given.map((each) => say(each).text).join(', ')}])`);
  }
  return convertTimeText(of, { name, given, say });
}

/** A text that is treated as a time, because only times have the method. */
const ONLY_TIMES: ReadonlySet<string> = new Set(
  `toISO toISOString toISODate toMillis toFormat getTime plus minus startOf endOf setZone
  diff getFullYear toUTC diffTo diffToNow beginningOf endOfMonth toSeconds format`.split(/\s+/),
);

function convertTimeText(of: Said, call: MethodCall): Said {
  if (ONLY_TIMES.has(call.name) && of.kind === 'json') {
    const found = timeMethod(of.text, call.name, call);
    if (found !== null) return found;
  }
  throw new NotConverted(`of ".${call.name}()"`);
}

/** Functions and their counterparts; `null` for what is not converted. */
const CALLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Math.floor': 'floor',
    'Math.ceil': 'ceil',
    'Math.trunc': 'trunc',
    'Math.abs': 'abs',
    'Math.sign': 'sign',
    'Math.sqrt': 'sqrt',
    'Math.round': 'round',
    'Math.min': 'min',
    'Math.max': 'max',
    $min: 'min',
    $max: 'max',
    'Object.keys': 'Object.keys',
    'Object.values': 'Object.values',
    'Object.entries': 'Object.entries',
    'Object.assign': 'merge',
    'Object.fromEntries': 'fromEntries',
    'Array.isArray': 'isList',
    'JSON.parse': 'parseJson',
    Number: 'number',
    parseFloat: 'number',
    String: 'text',
    Boolean: 'boolean',
    encodeURIComponent: 'encodeURIComponent',
    decodeURIComponent: 'decodeURIComponent',
    'Date.parse': 'timestamp',
  }),
);

/** A call of a function by its name; null when n8n has none of that name. */
export function convertCall(name: string, { given, say }: Omit<MethodCall, 'name'>): Said | null {
  const texts = (): readonly string[] => given.map((argument) => say(argument).text);
  const written = CALLS.get(name);
  if (written !== undefined) return json(`${written}(${texts().join(', ')})`);
  const [first, second, third] = given;
  if (first === undefined) return null;
  switch (name) {
    case 'JSON.stringify': {
      const indent = third === undefined ? '' : `, ${say(third).text}`;
      const isFiltered = second !== undefined && literalOf(second) !== null;
      if (isFiltered) throw new NotConverted('of a list of keys');
      return json(`json(${say(first).text}${/^, ["'`]/.test(indent) ? ', 2' : indent})`);
    }
    case 'Array.from':
      if (second !== undefined || first.kind === 'object') return null;
      return json(`list(${say(first).text})`);
    case 'parseInt':
      return json(`trunc(number(${say(first).text}))`);
    case '$not':
      return certain(`!${within(say(first), 9)}`, 9);
    case '$ifEmpty':
      if (second === undefined) return null;
      return json(`empty(${say(first).text}) ? ${say(second).text} : ${say(first).text}`, 0);
    case '$if':
      if (second === undefined || third === undefined) return null;
      return json(
        `${within(say(first), 1)} ? ${within(say(second), 0)} : ${within(say(third), 0)}`,
        0,
      );
    case 'Math.pow':
      if (second === undefined) return null;
      return json(`(${say(first).text}) ** (${say(second).text})`, 8);
    case '$jmespath':
    case '$jmesPath':
      return simplePath(say(first), literalOf(second));
    default:
      return null;
  }
}

/** Only `a.b[0]`: the rest of the query language has no counterpart. */
function simplePath(of: Said, query: unknown): Said {
  if (typeof query !== 'string' || !/^[\w]+(\.[\w]+|\[\d+\])*$/.test(query)) {
    throw new NotConverted('of a JMESPath query');
  }
  return json(`${within(of, WHOLE)}.${query}`);
}
