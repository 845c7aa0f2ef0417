// Regular expressions in texts, with the meaning that JavaScript gives them and the matcher whose work is linear in the text.
import type { Json } from '../../json.ts';
import {
  findMatch,
  searchedText,
  type Marks,
  type SearchedText,
} from '../../patterns/find-match.ts';
import type { Call } from '../function-entry.ts';
import { Lambda, spend, spendText } from '../machine.ts';
import { PatternArgument } from '../pattern-argument.ts';
import { toText } from '../values.ts';
import { textAt } from './read-arguments.ts';

export interface Match {
  readonly text: string;
  /** Where it begins and ends. */
  readonly from: number;
  readonly to: number;
  /** Of the first group, the second …; null for one that was not needed. */
  readonly groups: readonly (string | null)[];
}

/** The matches of a pattern, one after the other; `onlyFirst` stops after one. */
export function matchesOf(
  { machine }: Call,
  argument: PatternArgument,
  text: string,
  onlyFirst: boolean,
): Match[] {
  const { pattern } = argument;
  // Cutting it into characters takes longer than most other work on a text.
  spend(machine, 1 + text.length / 4);
  const searched = searchedText(text);
  const found: Match[] = [];
  const end = searched.characters.length;
  for (let at = 0; at <= end;) {
    const marks = findMatch(pattern, searched, at, (steps) => spend(machine, steps));
    if (marks === null) break;
    found.push(toMatch(searched, pattern.groups.length, marks));
    if (onlyFirst) break;
    const [from = 0, to = 0] = marks;
    // After an empty match the next character is passed over, or it would be found again for ever.
    at = to > from ? to : to + 1;
  }
  return found;
}

function toMatch({ text, offsets }: SearchedText, count: number, marks: Marks): Match {
  const groups = Array.from({ length: count }, (_, group) => {
    const from = marks[2 * group];
    const to = marks[2 * group + 1];
    return from === undefined || to === undefined ? null : text.slice(offsets[from], offsets[to]);
  });
  const [from = 0, to = 0] = marks;
  return {
    text: groups[0] ?? '',
    from: offsets[from] ?? 0,
    to: offsets[to] ?? 0,
    groups: groups.slice(1),
  };
}

export function matchAsList({ text, groups }: Match): Json {
  return [text, ...groups];
}

/** The pieces between matches; what groups matched stands between them. */
export function splitByPattern(call: Call, argument: PatternArgument, text: string): Json[] {
  const matches = matchesOf(call, argument, text, false);
  if (text === '') return matches.length > 0 ? [] : [''];
  const pieces: Json[] = [];
  let last = 0;
  for (const { from, to, groups } of matches) {
    if (from >= text.length || to === last) continue;
    pieces.push(text.slice(last, from), ...groups);
    last = to;
  }
  pieces.push(text.slice(last));
  spend(call.machine, pieces.length);
  return pieces;
}

/** `by` is a text, in which `$1`, `$<name>`, `$&` and `$$` are filled in, or a function of the match and its groups. */
export function replaceIn(call: Call, text: string, replacesAll: boolean): string {
  const { machine, given } = call;
  const [what, by] = given;
  const matches =
    what instanceof PatternArgument
      ? matchesOf(call, what, text, !(replacesAll || what.isGlobal))
      : textMatches(call, text, replacesAll);
  const names = what instanceof PatternArgument ? what.pattern.groups : [];
  let replaced = '';
  let last = 0;
  for (const match of matches) {
    const [first, second] = [...match.groups, match.from, text];
    const put =
      by instanceof Lambda
        ? toText(machine, by.call(machine, match.text, first, second) ?? '')
        : fillIn(textAt(call, 1), { match, text, names });
    spendText(machine, put.length + match.from - last);
    replaced += text.slice(last, match.from) + put;
    last = match.to;
  }
  replaced += text.slice(last);
  spendText(machine, replaced.length);
  return replaced;
}

function textMatches(call: Call, text: string, all: boolean): Match[] {
  const wanted = textAt(call, 0);
  spendText(call.machine, text.length);
  const found: Match[] = [];
  for (let at = text.indexOf(wanted); at !== -1;) {
    spend(call.machine, 1);
    found.push({ text: wanted, from: at, to: at + wanted.length, groups: [] });
    if (!all || at + Math.max(1, wanted.length) > text.length) break;
    at = text.indexOf(wanted, at + Math.max(1, wanted.length));
  }
  return found;
}

const SUBSTITUTION = /\$(?:\$|&|`|'|\d\d?|<[^>]*>)/g;

function fillIn(
  template: string,
  how: {
    readonly match: Match;
    readonly text: string;
    readonly names: readonly (string | null)[];
  },
): string {
  if (!template.includes('$')) return template;
  const { match, text, names } = how;
  const { groups } = match;
  return template.replaceAll(SUBSTITUTION, (sign) => {
    const rest = sign.slice(1);
    if (rest === '$') return '$';
    if (rest === '&') return match.text;
    if (rest === '`') return text.slice(0, match.from);
    if (rest === "'") return text.slice(match.to);
    if (rest.startsWith('<')) {
      // Without any named group, it is text.
      if (!names.some((name) => name !== null)) return sign;
      const index = names.indexOf(rest.slice(1, -1));
      return index < 0 ? '' : (groups[index - 1] ?? '');
    }
    const number = Number(rest);
    if (number >= 1 && number <= groups.length) return groups[number - 1] ?? '';
    // `$12` is the first group and a 2, where there is no twelfth.
    const first = Number(rest[0]);
    const isFirst = rest.length === 2 && first >= 1 && first <= groups.length;
    return isFirst ? `${groups[first - 1] ?? ''}${rest[1] ?? ''}` : sign;
  });
}
