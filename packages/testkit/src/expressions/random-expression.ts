// Random expressions
// One seed gives one expression that means something in JavaScript too: well typed, so that most have a value in both.
// X1. No text is made of a list or object, where the two differ on purpose, and patterns have the flag `u`, which is always set here.
import { randomSource, type RandomSource } from '../oracle/random-source.ts';

/** What the expressions read, under the name `trigger`. */
export const fuzzedInput = {
  list: [4, 1, 3, 1],
  words: ['pear', 'apple', 'fig'],
  text: 'Ann has 3 pears, 12 figs',
  n: 7,
  flag: true,
  rows: [
    { id: 'a', n: 2, ok: true },
    { id: 'b', n: 5, ok: false },
    { id: 'c', n: 1, ok: true },
  ],
} as const;

const DEPTH_MAX = 4;

export function randomExpression(seed: number): string {
  const random = randomSource(seed);
  const kind = random.pick(['number', 'boolean', 'text', 'numbers', 'texts', 'rows'] as const);
  return write(random, kind, random.between(1, DEPTH_MAX));
}

type Kind = 'number' | 'boolean' | 'text' | 'numbers' | 'texts' | 'rows';

/** `%n` stands for a number, `%b` for a boolean, `%t` for a text, `%N`, `%T`, `%R` for lists of numbers, texts and rows. */
const leaves: Readonly<Record<Kind, readonly string[]>> = {
  number: [
    '1',
    '2',
    '0.5',
    '10',
    '-3',
    '1e3',
    'trigger.n',
    'trigger.list[0]',
    'trigger.list.length',
    '"abc".length',
  ],
  boolean: ['true', 'false', 'trigger.flag', 'trigger.rows[0].ok'],
  text: ['"abc"', "'x y'", '"a,b,,c"', 'trigger.text', 'trigger.words[1]', '""', '"äöü 😀"'],
  numbers: ['trigger.list', '[1, 2, 3]', '[]'],
  texts: ['trigger.words', '["b", "a"]', '[]'],
  rows: ['trigger.rows', '[]'],
};

const forms: Readonly<Record<Kind, readonly string[]>> = {
  number: [
    '(%n + %n)',
    '(%n - %n)',
    '%n * %n',
    '(%n) / (%n)',
    '(%n) % (%n)',
    '(%b ? %n : %n)',
    '-(%n)',
    'Math.round(%n)',
    'Math.floor(%n)',
    'Math.ceil(%n)',
    'Math.trunc(%n)',
    'Math.abs(%n)',
    'Math.sqrt(%n)',
    'Math.sign(%n)',
    'Math.max(%n, %n)',
    'Math.min(%n, %n, %n)',
    'Math.max(...%N)',
    '(null ?? %n)',
    '(trigger.nothing ?? %n)',
    '%N.length',
    '%t.length',
    '%N.reduce((sum, x) => sum + x, %n)',
    '%N.reduce((sum, x, i) => sum + x * i, 0)',
    '%N.findIndex(x => x > %n)',
    '%N.indexOf(%n)',
    '%t.indexOf(%t)',
    '%R.reduce((sum, r) => sum + r.n, 0)',
    'Number("12.5")',
    '(%n) ** 2',
  ],
  boolean: [
    '%n < %n',
    '%n >= %n',
    '%t < %t',
    '%n === %n',
    '%t !== %t',
    '(%b && %b)',
    '(%b || %b)',
    '!(%b)',
    '%N.some(x => x > %n)',
    '%N.every((x, i) => x > i)',
    '%N.includes(%n)',
    '%T.includes(%t)',
    '%t.includes(%t)',
    '%t.startsWith(%t)',
    '%t.endsWith(%t)',
    '/[a-c]\\d?/iu.test(%t)',
    '/^(a|p)+\\w*$/u.test(%t)',
    '"n" in { n: %n }',
    'Boolean(%n)',
    'Array.isArray(%N)',
  ],
  text: [
    '(%t + %t)',
    '(%t + %n)',
    '`<${%n}|${%t}>`',
    '(%b ? %t : %t)',
    '%t.toUpperCase()',
    '%t.toLowerCase()',
    '%t.trim()',
    '%t.slice(%n)',
    '%t.slice(0, -1)',
    '%t.substring(1, %n)',
    '%t.split(",").join("-")',
    '%t.split("").reverse().join("")',
    '%t.split(/([a-c])|,/u).filter(x => x).join("/")',
    '%t.replace("a", "$&b")',
    '%t.replaceAll("a", "<$&>")',
    '%t.replace(/(\\w)(\\d*)/gu, "$2$1$3$$")',
    '%t.replace(/(?<first>[a-z])/giu, "[$<first>]")',
    '%t.replace(/[aeiou]+/gu, v => v.toUpperCase())',
    '%t.replace(/a*/gu, "-")',
    '%t.padStart(8, "*")',
    '%t.padEnd(6)',
    '"ab".repeat(3)',
    '%T.join(", ")',
    '%N.join()',
    '(%n).toFixed(2)',
    'String(%n)',
    'JSON.stringify(%N)',
    'encodeURIComponent(%t)',
    '%R.map(r => r.id).join("")',
    '(%T.at(0) ?? "none")',
    '(%t.at(-1) ?? "none")',
  ],
  numbers: [
    '%N.map(x => x + %n)',
    '%N.map((x, i) => x * i)',
    '%N.filter((x, i) => x > i)',
    '%N.filter(x => x !== %n)',
    '[...%N, %n]',
    '%N.slice(1)',
    '%N.slice(-2, 3)',
    '%N.concat(%N, %n)',
    '%N.flatMap(x => [x, x * 2])',
    '[%N, %N].flat()',
    '%N.concat([]).sort((a, b) => a - b)',
    '%N.concat([]).sort((a, b) => b - a)',
    '%N.concat([]).reverse()',
    '%T.map(x => x.length)',
    '%R.map(r => r.n)',
    'JSON.parse("[3, 1.5]")',
    'Object.values({ a: %n, b: %n })',
    '(%b ? %N : %N)',
    '%t.split("").map((c, i) => i)',
  ],
  texts: [
    '%T.map(x => x.toUpperCase())',
    '%T.filter(x => x < %t)',
    '[...%T, %t]',
    '%T.concat([]).sort()',
    '%t.split(",")',
    '%t.split(/\\s+/u)',
    '%t.split(/(,)|(a)?/u).filter(x => x !== undefined && x !== null)',
    'Object.keys({ a: 1, [%t]: 2, "3": 3 })',
    '%R.map(r => r.id)',
    '%N.map(x => String(x))',
    '(%t.match(/[a-z]+/gu) ?? [])',
    '(%t.match(/(\\w)(\\w)/u) ?? []).slice(1)',
    '(%b ? %T : %T)',
  ],
  rows: [
    '%R.filter(r => r.ok)',
    '%R.filter(r => r.n > %n)',
    '%R.map(r => ({ ...r, n: r.n * %n }))',
    '%R.map((r, i) => ({ id: r.id, n: i, ok: !r.ok }))',
    '[...%R, { id: %t, n: %n, ok: %b }]',
    '%R.concat([]).sort((a, b) => a.n - b.n)',
    '%R.slice(0, 2)',
    '(%b ? %R : %R)',
    '%N.map(n => ({ id: "k" + n, n, ok: n > 2 }))',
  ],
};

const kinds: Readonly<Record<string, Kind>> = {
  n: 'number',
  b: 'boolean',
  t: 'text',
  N: 'numbers',
  T: 'texts',
  R: 'rows',
};

function write(random: RandomSource, kind: Kind, depth: number): string {
  if (depth <= 0 || random.chance(0.15)) return random.pick(leaves[kind]);
  const form = random.pick(forms[kind]);
  return form.replaceAll(/%([nbtNTR])(?![a-z])/g, (_, letter: string) => {
    const inner = kinds[letter] ?? 'number';
    const text = write(random, inner, depth - 1);
    // A negative number before a method or an exponent would mean something else.
    return inner === 'number' && text.startsWith('-') ? `(${text})` : text;
  });
}
