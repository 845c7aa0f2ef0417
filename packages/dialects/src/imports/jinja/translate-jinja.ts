// Jinja templates as JavaScript
// Values, conditions, loops, assignments and the filters of the table below, with Python's way of writing values into texts.
import {
  assignTo,
  emit,
  jsName,
  namesIn,
  newEmitter,
  type Emitter,
} from '../python/emit-expression.ts';
import { parseExpression, parseTargets } from '../python/parse-expression.ts';
import { expect, peek, readerOf, take, takeName } from '../python/python-reader.ts';
import { neededRuntime } from '../python/needed-runtime.ts';
import { builtins } from '../python/python-names.ts';
import type { Expression } from '../python/python-syntax.ts';
import type { Translated } from '../python/translate-python.ts';
import { Untranslatable, untranslatable } from '../python/untranslatable.ts';

const templateMax = 40_000;

/** The body of a code node that returns the text; `names` are those of its `args`. */
export function translateJinja(template: string, names: readonly string[]): Translated {
  if (template.length > templateMax) return { ok: false, reason: 'it is very long' };
  try {
    const emitter = newEmitter();
    for (const name of names) emitter.known.add(name);
    const body = emitTemplate(emitter, cut(template.replace(/\r?\n$/, '')));
    const read = names
      .map((name) => `let ${jsName(name)} = py_from(args[${JSON.stringify(name)}]);`)
      .join('\n');
    for (const name of emitter.read) {
      if (!emitter.known.has(name) && builtins.has(name))
        throw untranslatable(`it calls "${name}"`);
    }
    const missing = [...emitter.read]
      .filter((name) => !emitter.known.has(name))
      .map((name) => `let ${jsName(name)} = "";`);
    const own = `${[read, ...missing].filter((line) => line !== '').join('\n')}\nlet text = "";\n${body}\nreturn text;`;
    return {
      ok: true,
      code: `/* Translated from Jinja:\n${template.replaceAll('*/', '* /')}\n*/\n${own}\n${neededRuntime(own)}`,
    };
  } catch (error) {
    if (error instanceof Untranslatable) return { ok: false, reason: error.message };
    throw error;
  }
}

type Piece = { readonly kind: 'text' | 'value' | 'block'; readonly text: string };

/** Texts, `{{ values }}` and `{% blocks %}`; comments are dropped, and so is the space that a `-` takes away. */
function cut(template: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const marks = /\{\{(-?)([\s\S]*?)(-?)\}\}|\{%(-?)([\s\S]*?)(-?)%\}|\{#(-?)[\s\S]*?(-?)#\}/g;
  let end = 0;
  let trims = false;
  const addText = (text: string): void => {
    if (text !== '') pieces.push({ kind: 'text', text });
  };
  for (const found of template.matchAll(marks)) {
    const [whole, before = '', value, , blockBefore = '', block, , noteBefore = ''] = found;
    const text = template.slice(end, found.index);
    const start = trims ? text.trimStart() : text;
    addText(before + blockBefore + noteBefore === '' ? start : start.trimEnd());
    trims = /-[}%#]\}$/.test(whole);
    if (value !== undefined) pieces.push({ kind: 'value', text: value });
    else if (block !== undefined) pieces.push({ kind: 'block', text: block.trim() });
    end = found.index + whole.length;
  }
  const rest = template.slice(end);
  if (/\{[{%#]/.test(rest)) throw untranslatable('a mark is not closed');
  addText(trims ? rest.trimStart() : rest);
  return pieces;
}

function emitTemplate(emitter: Emitter, pieces: readonly Piece[]): string {
  const lines: string[] = [];
  const open: string[] = [];
  for (const { kind, text } of pieces) {
    if (kind === 'text') lines.push(`text += ${JSON.stringify(text)};`);
    else if (kind === 'value') lines.push(`text += py_shown(${emitJinja(emitter, read(text))});`);
    else lines.push(emitBlock(emitter, text, open));
  }
  if (open.length > 0) throw untranslatable(`"${open.at(-1) ?? ''}" is not closed`);
  return lines.join('\n');
}

function read(source: string): Expression {
  const reader = readerOf(`(${source.trim()})`, true);
  const value = parseExpression(reader);
  if (peek(reader).kind !== 'newline') throw untranslatable(`"${source.trim()}" is not one value`);
  return value;
}

function emitBlock(emitter: Emitter, block: string, open: string[]): string {
  const word = /^\w+/.exec(block)?.[0] ?? '';
  const rest = block.slice(word.length).trim();
  switch (word) {
    case 'if':
      open.push('if');
      return `if (py_truth(${emitJinja(emitter, read(rest))})) {`;
    case 'elif':
      return `} else if (py_truth(${emitJinja(emitter, read(rest))})) {`;
    case 'else':
      if (open.at(-1) !== 'if') throw untranslatable('a loop has an "else"');
      return '} else {';
    case 'endif':
    case 'endfor':
      if (open.pop() !== word.slice(3)) throw untranslatable(`"${word}" closes nothing`);
      return '}';
    case 'for':
      open.push('for');
      return emitFor(emitter, rest);
    case 'set':
      return emitSet(emitter, rest);
    default:
      throw untranslatable(`it uses "${word}"`);
  }
}

function emitFor(emitter: Emitter, source: string): string {
  const reader = readerOf(source, true);
  const target = parseTargets(reader);
  expect(reader, 'in');
  const items = parseExpression(reader);
  if (peek(reader).kind !== 'newline') throw untranslatable('a loop has a condition');
  const names = namesIn(target);
  for (const name of [...names, 'loop']) emitter.known.add(name);
  const [list, place] = [`list_${(emitter.count += 1)}`, `place_${emitter.count}`];
  return `const ${list} = py_iter(${emitJinja(emitter, items)});\nfor (let ${place} = 0; ${place} < ${list}.length; ${place} += 1) {\nlet ${names.map(jsName).join(', ')};\n${assignTo(emitter, target, `${list}[${place}]`)}\nconst loop = py_loop(${place}, ${list}.length);`;
}

function emitSet(emitter: Emitter, source: string): string {
  const reader = readerOf(source, true);
  const name = takeName(reader);
  if (!take(reader, '=')) throw untranslatable('a "set" is not an assignment');
  const value = emitJinja(emitter, parseExpression(reader));
  if (emitter.known.has(name)) return `${jsName(name)} = ${value};`;
  emitter.known.add(name);
  return `let ${jsName(name)} = ${value};`;
}

/** Filters, each as an expression over the value and its arguments. */
const filters: Readonly<Record<string, (value: string, args: readonly string[]) => string>> = {
  upper: (value) => `py_shown(${value}).toUpperCase()`,
  lower: (value) => `py_shown(${value}).toLowerCase()`,
  trim: (value) => `py_shown(${value}).trim()`,
  length: (value) => `py_b_len([${value}])`,
  count: (value) => `py_b_len([${value}])`,
  join: (value, [by = '""']) => `[...py_iter(${value})].map(py_shown).join(${by})`,
  replace: (value, [from = '""', to = '""']) =>
    `py_shown(${value}).replaceAll(${from}, () => ${to})`,
  default: (value, [other = '""']) => `(${value} ?? ${other})`,
  d: (value, [other = '""']) => `(${value} ?? ${other})`,
  int: (value) => `py_jinja_int(${value})`,
  first: (value) => `(py_iter(${value})[0] ?? "")`,
  last: (value) => `(py_iter(${value}).at(-1) ?? "")`,
  string: (value) => `py_shown(${value})`,
  safe: (value) => value,
  list: (value) => `[...py_iter(${value})]`,
  sort: (value) => `py_b_sorted([${value}], {})`,
  reverse: (value) => `[...py_iter(${value})].reverse()`,
  sum: (value) => `py_b_sum([${value}])`,
  capitalize: (value) => `py_method(py_shown(${value}), "capitalize", [], {})`,
  title: (value) => `py_method(py_shown(${value}), "title", [], {})`,
  tojson: (value) => `py_json_dumps([${value}], { sort_keys: true })`,
  abs: (value) => `py_b_abs([${value}])`,
};

const tests: Readonly<Record<string, (value: string) => string>> = {
  defined: (value) => `(${value} ?? null) !== null`,
  none: (value) => `(${value} ?? null) === null`,
  string: (value) => `typeof ${value} === "string"`,
  number: (value) => `typeof ${value} === "number"`,
  mapping: (value) => `py_type(${value}) === "dict"`,
};

/** Jinja reads a missing key as nothing, where Python fails. */
function emitJinja(emitter: Emitter, expression: Expression): string {
  const inner = (part: Expression): string => emitJinja(emitter, part);
  if (expression.type === 'filter' || expression.type === 'test')
    return emitNamed(expression, inner);
  if (expression.type === 'attribute') {
    return `py_read(${inner(expression.object)}, ${JSON.stringify(expression.name)})`;
  }
  if (expression.type === 'index') {
    return `py_read(${inner(expression.object)}, ${inner(expression.index)})`;
  }
  if (expression.type === 'call' && expression.callee.type !== 'attribute') {
    throw untranslatable('it calls a function');
  }
  if (expression.type === 'logic') {
    return `py_${expression.operator}(${inner(expression.left)}, () => ${inner(expression.right)})`;
  }
  if (expression.type === 'choice') {
    return `(py_truth(${inner(expression.test)}) ? ${inner(expression.yes)} : ${inner(expression.no)})`;
  }
  if (expression.type === 'unary') {
    const value = inner(expression.value);
    if (expression.operator === 'not') return `!py_truth(${value})`;
    return emit(emitter, { ...expression, value: raw(value) });
  }
  if (expression.type !== 'binary') return emit(emitter, expression);
  const [left, right] = [inner(expression.left), inner(expression.right)];
  if (expression.operator === '~') return `(py_shown(${left}) + py_shown(${right}))`;
  return emit(emitter, { ...expression, left: raw(left), right: raw(right) });
}

/** Filters and tests by their names. */
function emitNamed(
  expression: Extract<Expression, { readonly type: 'filter' | 'test' }>,
  inner: (part: Expression) => string,
): string {
  if (expression.type === 'filter') {
    const make = Object.hasOwn(filters, expression.name) ? filters[expression.name] : undefined;
    if (make === undefined || expression.named.length > 0) {
      throw untranslatable(`it uses the filter "${expression.name}"`);
    }
    return make(inner(expression.value), expression.args.map(inner));
  }
  const make = Object.hasOwn(tests, expression.name) ? tests[expression.name] : undefined;
  if (make === undefined) throw untranslatable(`it asks whether a value is "${expression.name}"`);
  const made = make(inner(expression.value));
  return expression.isNegated ? `!(${made})` : `(${made})`;
}

/** Something that is JavaScript already. */
function raw(code: string): Expression {
  return { type: 'code', code };
}
