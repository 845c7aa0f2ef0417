// One expression of n8n in the native language
// What comes out is read by the kernel before it is used, so that nothing is written that a run could not compute.
import { operatorPowers, parseWholeExpression } from '@skein/kernel';
import { convertCall, convertMethod } from './convert-methods.ts';
import { convertNamed } from './convert-names.ts';
import { durationIn, madeValue, timeProperty } from './convert-times.ts';
import type { ExpressionScope } from './expression-scope.ts';
import { filePart, filesOf } from './file-words.ts';
import type { JsArgument, JsCall, JsTree } from './javascript-tree.ts';
import { NotConverted } from './not-converted.ts';
import { parseJavascript } from './parse-javascript.ts';
import { certain, json, keyOf, within, WHOLE, type Said, type SaidKind } from './said.ts';

/** Throws `NotConverted`. */
export function convertExpression(source: string, scope: ExpressionScope): Said {
  const said = say(parseJavascript(source), { scope, locals: new Map() });
  const read = parseWholeExpression(said.text, ['item', 'index', 'args']);
  if (!read.ok) throw new NotConverted(read.reason.replace(/\.$/, ''));
  return said;
}

interface Saying {
  readonly scope: ExpressionScope;
  /** Parameters of functions around it, with what they stand for. */
  readonly locals: ReadonlyMap<string, SaidKind>;
}

function say(tree: JsTree, saying: Saying): Said {
  switch (tree.kind) {
    case 'literal':
      return certain(JSON.stringify(tree.value));
    case 'name':
      return sayName(tree.name, saying);
    case 'member':
      return convertNamed(tree, saying.scope) ?? sayMember(say(tree.of, saying), tree.key);
    case 'index':
      return sayIndex(say(tree.of, saying), say(tree.key, saying));
    case 'call':
      return sayCall(tree, saying);
    case 'unary':
      return sayUnary(tree, saying);
    case 'binary':
      return sayBinary(tree, saying);
    case 'choice': {
      const test = within(say(tree.test, saying), 1);
      const chosen = say(tree.chosen, saying);
      const otherwise = say(tree.otherwise, saying);
      const text = `${test} ? ${within(chosen, 0)} : ${within(otherwise, 0)}`;
      const kind = chosen.kind === otherwise.kind ? chosen.kind : 'json';
      return { text, kind, power: 0, isCertain: chosen.isCertain && otherwise.isCertain };
    }
    case 'list':
      return certain(`[${tree.items.map((item) => sayArgument(item, saying).text).join(', ')}]`);
    case 'object':
      return sayObject(tree, saying);
    case 'text':
      return sayText(tree.parts, saying);
    case 'pattern':
      return certain(`/${plainPattern(tree.source)}/${tree.flags}`);
    case 'function':
      throw new NotConverted('of a function with statements');
  }
}

function sayName(name: string, { scope, locals }: Saying): Said {
  const local = locals.get(name);
  if (local !== undefined) return { ...json(name), kind: local };
  const said = convertNamed({ kind: 'name', name }, scope);
  if (said !== null) return said;
  throw new NotConverted(`of the name "${name}"`);
}

function sayMember(of: Said, key: string): Said {
  switch (of.kind) {
    case 'item':
      if (key === 'json') return { ...of, kind: 'json' };
      if (key === 'binary') return filesOf(of);
      return { ...json(keyOf(of, key)), kind: 'json' };
    case 'files':
      return { ...json(keyOf(of, key)), kind: 'file' };
    case 'file':
      return filePart(of, key);
    case 'time':
      return timeProperty(of.text, key);
    case 'duration':
      return durationIn(of, key);
    case 'items':
    case 'json':
      return json(keyOf(of, key));
  }
}

function sayIndex(of: Said, key: Said): Said {
  const kind = of.kind === 'items' ? 'item' : of.kind === 'files' ? 'file' : 'json';
  return { ...json(`${within(of, WHOLE)}[${key.text}]`), kind };
}

function sayCall(tree: JsCall, saying: Saying): Said {
  const { callee, given, isNew } = tree;
  const named = isNew ? null : convertNamed(tree, saying.scope);
  if (named !== null) return named;
  const sayGiven = (argument: JsArgument): Said => sayArgument(argument, saying);
  const name = nameOfCallee(callee);
  if (name !== null && !saying.locals.has(name)) {
    const made = madeValue(isNew ? `new ${name}` : name, given, sayGiven);
    const said = made ?? (isNew ? null : convertCall(name, { given, say: sayGiven }));
    if (said !== null) return said;
  }
  if (isNew || callee.kind !== 'member') throw new NotConverted(`of a call of "${name ?? '…'}"`);
  const of = say(callee.of, saying);
  if (of.kind === 'duration' && callee.key === 'as') return asUnit(of, given);
  const sayInside = (argument: JsArgument): Said =>
    sayArgument(argument, saying, of.kind === 'items' ? 'item' : 'json', callee.key);
  return convertMethod(of, { name: callee.key, given, say: sayInside });
}

function asUnit(of: Said, given: readonly JsArgument[]): Said {
  const [unit] = given;
  return durationIn(of, unit?.kind === 'literal' ? unit.value : null);
}

function nameOfCallee(callee: JsTree): string | null {
  if (callee.kind === 'name') return callee.name;
  const isDotted = callee.kind === 'member' && callee.of.kind === 'name';
  return isDotted && callee.of.kind === 'name' ? `${callee.of.name}.${callee.key}` : null;
}

/** A function gets items where its list has items; that of `reduce` gets them second. */
function sayArgument(
  argument: JsArgument,
  saying: Saying,
  kind: SaidKind = 'json',
  method = '',
): Said {
  if (argument.kind === 'spread') return certain(`...${within(say(argument.of, saying), 9)}`);
  if (argument.kind !== 'arrow') return say(argument, saying);
  const locals = new Map(saying.locals);
  const place = method === 'reduce' ? 1 : 0;
  for (const [index, name] of argument.parameters.entries()) {
    locals.set(name, index === place || method === 'sort' ? kind : 'json');
  }
  const { text, power } = say(argument.body, { ...saying, locals });
  const body = text.startsWith('{') || power < 0 ? `(${text})` : text;
  return certain(`(${argument.parameters.join(', ')}) => ${body}`);
}

const TYPE_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    string: '"text"',
    number: '"number"',
    boolean: '"boolean"',
  }),
);

function sayUnary(tree: JsTree & { readonly kind: 'unary' }, saying: Saying): Said {
  if (tree.operator === 'typeof') throw new NotConverted('of "typeof"');
  const of = within(say(tree.of, saying), 9);
  if (tree.operator === '!') return certain(`!${of}`, 9);
  return tree.operator === '+' ? json(`number(${of})`) : json(`-${of}`, 9);
}

/** Of the language that is written; what is not in it has none. */
const POWERS: ReadonlyMap<string, number> = new Map(Object.entries(operatorPowers));

function sayBinary(tree: JsTree & { readonly kind: 'binary' }, saying: Saying): Said {
  const { operator, left, right } = tree;
  const power = POWERS.get(operator);
  if (power === undefined) throw new NotConverted(`of "${operator}"`);
  const asked = sayTypeof(tree, saying);
  if (asked !== null) return asked;
  const one = say(left, saying);
  const other = say(right, saying);
  if (one.kind === 'time' && other.kind === 'time' && operator !== '+') {
    return json(`timestamp(${one.text}) ${operator} timestamp(${other.text})`, power);
  }
  const isMixed = /^(\?\?|\|\||&&)$/.test(operator);
  const least = isMixed ? 4 : power;
  const text = `${within(one, isMixed && one.power === power ? power : least)} ${operator} ${within(other, isMixed ? 4 : power + 1)}`;
  const isTest = power === 4 || operator === '&&';
  const isCertain = isTest || ((operator === '??' || operator === '||') && other.isCertain);
  return { ...json(text, power), isCertain };
}

/** `typeof x === "string"`. */
function sayTypeof(tree: JsTree & { readonly kind: 'binary' }, saying: Saying): Said | null {
  const { operator, left, right } = tree;
  const isAsked = left.kind === 'unary' && left.operator === 'typeof' && right.kind === 'literal';
  if (!isAsked || (operator !== '==' && operator !== '!=')) return null;
  const of = say(left.of, saying).text;
  if (right.value === 'undefined') {
    return certain(operator === '==' ? `!exists(${of})` : `exists(${of})`, 9);
  }
  const word = TYPE_WORDS.get(String(right.value));
  if (word !== undefined) return certain(`type(${of}) ${operator} ${word}`, 4);
  if (right.value !== 'object') throw new NotConverted('of "typeof"');
  const test = `["object", "list", "null"].includes(type(${of}))`;
  return certain(operator === '==' ? test : `!${test}`, 9);
}

function sayObject(tree: JsTree & { readonly kind: 'object' }, saying: Saying): Said {
  const entries = tree.entries.map((entry) => {
    if (entry.kind === 'spread') return `...${within(say(entry.of, saying), 9)}`;
    const key =
      typeof entry.key === 'string'
        ? JSON.stringify(entry.key)
        : `[${say(entry.key, saying).text}]`;
    const value = say(entry.value, saying);
    return `${key}: ${within(value, 0)}`;
  });
  return certain(`{ ${entries.join(', ')} }`);
}

function sayText(parts: readonly (string | JsTree)[], saying: Saying): Said {
  const written = parts.map((part) => {
    if (typeof part === 'string') {
      return part.replaceAll(/[\\`]/g, String.raw`\$&`).replaceAll('${', '\\${');
    }
    const said = say(part, saying);
    return `\${${said.isCertain ? said.text : `${within(said, 4)} ?? ""`}}`;
  });
  return certain(`\`${written.join('')}\``);
}

/** Signs that JavaScript may escape for nothing, and the kernel's stricter patterns may not. */
function plainPattern(source: string): string {
  return source.replaceAll(/\\(["'`:;#@!%&,=<>~_ ])/g, '$1');
}
