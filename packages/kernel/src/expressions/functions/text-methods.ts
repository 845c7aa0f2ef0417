// Methods of texts. Characters are counted as JavaScript counts them: by UTF-16 code units.
import { setOwn, type Json } from '../../json.ts';
import type { Call, FunctionEntry } from '../function-entry.ts';
import { spend, spendText } from '../machine.ts';
import { PatternArgument } from '../pattern-argument.ts';
import { fail, integerAt, isGiven, patternAt, textAt } from './read-arguments.ts';
import { matchAsList, matchesOf, replaceIn, splitByPattern } from './text-patterns.ts';

export type TextMethod = FunctionEntry<string>;

/** One that looks at the whole text and has nothing to go wrong. */
function simple(
  described: Omit<TextMethod, 'call'>,
  compute: (call: Call, text: string) => Json,
): TextMethod {
  return {
    ...described,
    call: (call, text) => {
      spendText(call.machine, text.length);
      return compute(call, text);
    },
  };
}

export const textMethods: readonly TextMethod[] = [
  simple(
    {
      name: 'toUpperCase',
      parameters: [],
      description: 'In capital letters.',
      example: '"abc".toUpperCase()',
      result: 'ABC',
    },
    (_, text) => text.toUpperCase(),
  ),
  simple(
    {
      name: 'toLowerCase',
      parameters: [],
      description: 'In small letters.',
      example: '"ABC".toLowerCase()',
      result: 'abc',
    },
    (_, text) => text.toLowerCase(),
  ),
  simple(
    {
      name: 'capitalize',
      parameters: [],
      description: 'With a capital first letter.',
      example: '"skein".capitalize()',
      result: 'Skein',
    },
    (_, text) => {
      const first = String.fromCodePoint(...[text.codePointAt(0)].filter((c) => c !== undefined));
      return first.toUpperCase() + text.slice(first.length);
    },
  ),
  simple(
    {
      name: 'trim',
      parameters: [],
      description: 'Without spaces and line breaks at both ends.',
      example: '"  a b ".trim()',
      result: 'a b',
    },
    (_, text) => text.trim(),
  ),
  simple(
    {
      name: 'trimStart',
      parameters: [],
      description: 'Without spaces and line breaks at the beginning.',
      example: '"  a ".trimStart()',
      result: 'a ',
    },
    (_, text) => text.trimStart(),
  ),
  simple(
    {
      name: 'trimEnd',
      parameters: [],
      description: 'Without spaces and line breaks at the end.',
      example: '" a  ".trimEnd()',
      result: ' a',
    },
    (_, text) => text.trimEnd(),
  ),
  simple(
    {
      name: 'includes',
      parameters: ['text'],
      description: 'Whether the other text is in it.',
      example: '"workflow".includes("flow")',
      result: true,
    },
    (call, text) => text.includes(textAt(call, 0)),
  ),
  simple(
    {
      name: 'startsWith',
      parameters: ['text'],
      description: 'Whether it begins with the other text.',
      example: '"workflow".startsWith("work")',
      result: true,
    },
    (call, text) => text.startsWith(textAt(call, 0)),
  ),
  simple(
    {
      name: 'endsWith',
      parameters: ['text'],
      description: 'Whether it ends with the other text.',
      example: '"a.json".endsWith(".json")',
      result: true,
    },
    (call, text) => text.endsWith(textAt(call, 0)),
  ),
  simple(
    {
      name: 'indexOf',
      parameters: ['text'],
      description: 'The place where the other text begins, or -1.',
      example: '"a-b".indexOf("-")',
      result: 1,
    },
    (call, text) => text.indexOf(textAt(call, 0)),
  ),
  simple(
    {
      name: 'slice',
      parameters: ['start?', 'end?'],
      description:
        'The characters from `start` up to, but without `end`; negative numbers count from the end.',
      example: '"workflow".slice(4)',
      result: 'flow',
    },
    (call, text) => text.slice(integerAt(call, 0, 0), integerAt(call, 1, text.length)),
  ),
  simple(
    {
      name: 'substring',
      parameters: ['start', 'end?'],
      description: 'Like `slice`, with negative numbers taken for 0.',
      example: '"workflow".substring(0, 4)',
      result: 'work',
    },
    (call, text) => text.substring(integerAt(call, 0), integerAt(call, 1, text.length)),
  ),
  simple(
    {
      name: 'at',
      parameters: ['index'],
      description: 'The character at this place, or null; negative numbers count from the end.',
      example: '"abc".at(-1)',
      result: 'c',
    },
    (call, text) => text.at(integerAt(call, 0)) ?? null,
  ),
  simple(
    {
      name: 'lines',
      parameters: [],
      description: 'A list of its lines.',
      example: '"a\\nb".lines()',
      result: ['a', 'b'],
    },
    ({ machine }, text) => {
      const lines = text.split(/\r\n|\n|\r/);
      spend(machine, lines.length);
      return lines;
    },
  ),
  {
    name: 'split',
    parameters: ['separator', 'limit?'],
    description: 'A list of the pieces between separators: a text or a pattern.',
    example: '"a, b".split(", ")',
    result: ['a', 'b'],
    call: (call, text) => {
      const [separator] = call.given;
      spendText(call.machine, text.length);
      const pieces: readonly Json[] =
        separator instanceof PatternArgument
          ? splitByPattern(call, separator, text)
          : text.split(textAt(call, 0));
      spend(call.machine, pieces.length);
      return isGiven(call, 1) ? pieces.slice(0, Math.max(0, integerAt(call, 1))) : pieces;
    },
  },
  {
    name: 'replace',
    parameters: ['what', 'by'],
    description:
      'With the first match replaced, or all of a pattern with the flag g. `by` is a text (with $1, $<name> and $& for what was matched) or a function.',
    example: '"2026-11-16".replace(/(\\d+)-(\\d+)-(\\d+)/, "$3.$2.$1")',
    result: '16.11.2026',
    call: (call, text) => replaceIn(call, text, false),
  },
  {
    name: 'replaceAll',
    parameters: ['what', 'by'],
    description: 'With all matches replaced.',
    example: '"a-b-c".replaceAll("-", "/")',
    result: 'a/b/c',
    call: (call, text) => replaceIn(call, text, true),
  },
  {
    name: 'matches',
    parameters: ['pattern'],
    description: 'Whether the pattern is found; also written as pattern.test(text).',
    example: '"order 66".matches(/\\d+/)',
    result: true,
    call: (call, text) => matchesOf(call, patternAt(call, 0), text, true).length > 0,
  },
  {
    name: 'match',
    parameters: ['pattern'],
    description:
      'The first match and its groups as a list, or null; with the flag g, a list of all matches.',
    example: '"order 66".match(/(\\w+) (\\d+)/)',
    result: ['order 66', 'order', '66'],
    call: (call, text) => {
      const pattern = patternAt(call, 0);
      const found = matchesOf(call, pattern, text, !pattern.isGlobal);
      const [first] = found;
      if (first === undefined) return null;
      return pattern.isGlobal ? found.map((match) => match.text) : matchAsList(first);
    },
  },
  {
    name: 'matchAll',
    parameters: ['pattern'],
    description: 'All matches, each as a list with its groups.',
    example: '"a1 b2".matchAll(/(\\w)(\\d)/g)',
    result: [
      ['a1', 'a', '1'],
      ['b2', 'b', '2'],
    ],
    call: (call, text) => {
      const found = matchesOf(call, patternAt(call, 0), text, false);
      spend(call.machine, found.length * 2);
      return found.map(matchAsList);
    },
  },
  {
    name: 'groups',
    parameters: ['pattern'],
    description:
      'What the named groups of the first match hold, as an object; null without a match.',
    example: '"Ann, 34".groups(/(?<name>\\w+), (?<age>\\d+)/)',
    result: { name: 'Ann', age: '34' },
    call: (call, text) => {
      const argument = patternAt(call, 0);
      const [first] = matchesOf(call, argument, text, true);
      if (first === undefined) return null;
      const named: { [name: string]: Json } = {};
      for (const [index, name] of argument.pattern.groups.entries()) {
        if (name !== null) setOwn(named, name, first.groups[index - 1] ?? null);
      }
      return named;
    },
  },
  {
    name: 'padStart',
    parameters: ['length', 'filler?'],
    description: 'Filled at the beginning up to this length.',
    example: '"7".padStart(3, "0")',
    result: '007',
    call: (call, text) => text.padStart(lengthAt(call), textAt(call, 1, ' ')),
  },
  {
    name: 'padEnd',
    parameters: ['length', 'filler?'],
    description: 'Filled at the end up to this length.',
    example: '"7".padEnd(3, ".")',
    result: '7..',
    call: (call, text) => text.padEnd(lengthAt(call), textAt(call, 1, ' ')),
  },
  {
    name: 'repeat',
    parameters: ['count'],
    description: 'The text so many times.',
    example: '"ab".repeat(2)',
    result: 'abab',
    call: (call, text) => {
      const count = integerAt(call, 0);
      if (count < 0) throw fail(call, 'needs a count of 0 or more');
      spendText(call.machine, text.length * count);
      return text === '' ? '' : text.repeat(count);
    },
  },
  {
    name: 'truncate',
    parameters: ['length'],
    description: 'At most this many characters; what is cut off is shown as "…".',
    example: '"a long story".truncate(7)',
    result: 'a long…',
    call: (call, text) => {
      const length = Math.max(1, integerAt(call, 0));
      return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
    },
  },
];

function lengthAt(call: Call): number {
  const length = integerAt(call, 0);
  spendText(call.machine, Math.max(0, length));
  return length;
}
