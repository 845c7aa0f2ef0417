// Parsing patterns
// Reads a regular expression into its parts. JavaScript's own engine has checked its syntax before and decides what a single
// character matches; how the parts are put together is ours, because that engine tries combinations one after the other, and
// a few characters of pattern can keep it busy for ever.

export type PatternPart =
  | { readonly type: 'character'; readonly matches: (character: string) => boolean }
  | { readonly type: 'edge'; readonly edge: Edge }
  | { readonly type: 'sequence'; readonly parts: readonly PatternPart[] }
  | { readonly type: 'choice'; readonly options: readonly PatternPart[] }
  /** Groups are counted from 1, by their opening brackets. */
  | { readonly type: 'group'; readonly part: PatternPart; readonly group: number }
  | {
      readonly type: 'repeat';
      readonly part: PatternPart;
      readonly min: number;
      /** Infinity without an upper bound. */
      readonly max: number;
      /** As few as possible instead of as many. */
      readonly isLazy: boolean;
      /** The groups inside: from the first up to, but without the second. */
      readonly groups: readonly [number, number];
    };

export type Edge = 'start' | 'end' | 'line start' | 'line end' | 'word' | 'not word';

export interface ParsedPattern {
  readonly part: PatternPart;
  /** The name of each group by its number, null for one without; the whole match is number 0. */
  readonly groups: readonly (string | null)[];
}

/** Of JavaScript's flags, those that say what a pattern matches. */
export type PatternFlag = 'i' | 'm' | 's';

/** Far longer than any that people write, and short enough for the recursion below. */
const lengthMax = 1000;

/** Throws an error whose message says why the pattern cannot be used. */
export function parsePattern(source: string, flags: readonly PatternFlag[] = []): ParsedPattern {
  if (source.length > lengthMax) {
    throw new Error(`the pattern is longer than ${lengthMax} characters`);
  }
  const cursor: Cursor = { source, flags: `u${flags.join('')}`, at: 0, groups: [null] };
  // Throws a SyntaxError with a message of its own; nothing is matched with it.
  new RegExp(source, cursor.flags);
  return { part: parseChoice(cursor), groups: cursor.groups };
}

interface Cursor {
  readonly source: string;
  /** Of JavaScript's own engine, which decides about single characters. */
  readonly flags: string;
  readonly groups: (string | null)[];
  at: number;
}

function parseChoice(cursor: Cursor): PatternPart {
  const options = [parseSequence(cursor)];
  while (cursor.source[cursor.at] === '|') {
    cursor.at += 1;
    options.push(parseSequence(cursor));
  }
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { type: 'choice', options };
}

function parseSequence(cursor: Cursor): PatternPart {
  const parts: PatternPart[] = [];
  for (;;) {
    const next = cursor.source[cursor.at];
    if (next === undefined || next === '|' || next === ')') return { type: 'sequence', parts };
    const before = cursor.groups.length;
    parts.push(parseRepeat(cursor, parsePart(cursor), before));
  }
}

function parsePart(cursor: Cursor): PatternPart {
  const { source, at } = cursor;
  switch (source[at] ?? '') {
    case '(':
      return parseGroup(cursor);
    case '^':
      return edge(cursor, hasFlag(cursor, 'm') ? 'line start' : 'start', 1);
    case '$':
      return edge(cursor, hasFlag(cursor, 'm') ? 'line end' : 'end', 1);
    case '\\':
      return parseEscape(cursor);
    case '[':
      return matchedBy(cursor, endOfClass(source, at));
    case '.':
      return matchedBy(cursor, at + 1);
    default:
      return literal(cursor);
  }
}

function parseGroup(cursor: Cursor): PatternPart {
  const opening = /\((?:\?(?::|<(?![=!])([^>]*)>))?/y;
  opening.lastIndex = cursor.at;
  const [found = '(', name] = opening.exec(cursor.source) ?? [];
  cursor.at += found.length;
  if (found === '(' && cursor.source[cursor.at] === '?') {
    throw new Error('look-ahead, look-behind and flags inside a pattern are not supported');
  }
  const group = cursor.groups.length;
  const isCaptured = found !== '(?:';
  if (isCaptured) cursor.groups.push(name ?? null);
  const part = parseChoice(cursor);
  // The syntax is sound, so this is the closing bracket.
  cursor.at += 1;
  return isCaptured ? { type: 'group', part, group } : part;
}

function parseEscape(cursor: Cursor): PatternPart {
  const { source, at } = cursor;
  const letter = source[at + 1] ?? '';
  if (letter === 'b') return edge(cursor, 'word', 2);
  if (letter === 'B') return edge(cursor, 'not word', 2);
  if (/[1-9k]/.test(letter)) throw new Error('references back to a group are not supported');
  return matchedBy(cursor, endOfEscape(source, at));
}

/** After an escape of one character, surrogate pairs included. */
function endOfEscape(source: string, at: number): number {
  const escape =
    /\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[^])/uy;
  escape.lastIndex = at;
  return at + (escape.exec(source)?.[0].length ?? 1);
}

function endOfClass(source: string, from: number): number {
  let at = from + 1;
  while (at < source.length && source[at] !== ']') at += source[at] === '\\' ? 2 : 1;
  return at + 1;
}

function hasFlag({ flags }: Cursor, flag: PatternFlag): boolean {
  return flags.includes(flag);
}

/** A single character is compared as a whole; with lines, a line feed would be two of them. */
function withoutLines(flags: string): string {
  return flags.replace('m', '');
}

function edge(cursor: Cursor, kind: Edge, length: number): PatternPart {
  cursor.at += length;
  return { type: 'edge', edge: kind };
}

function literal(cursor: Cursor): PatternPart {
  const character = String.fromCodePoint(cursor.source.codePointAt(cursor.at) ?? 0);
  if (hasFlag(cursor, 'i')) return matchedBy(cursor, cursor.at + character.length);
  cursor.at += character.length;
  return { type: 'character', matches: (given) => given === character };
}

/** Texts in one script have fewer different characters; a text made of all that exist must not fill the memory. */
const knownMax = 2000;

/** A part that stands for one character: JavaScript's engine decides, and what it said is remembered. */
function matchedBy(cursor: Cursor, end: number): PatternPart {
  const expression = new RegExp(
    `^(?:${cursor.source.slice(cursor.at, end)})$`,
    withoutLines(cursor.flags),
  );
  cursor.at = end;
  const known = new Map<string, boolean>();
  return {
    type: 'character',
    matches: (character) => {
      const found = known.get(character);
      if (found !== undefined) return found;
      if (known.size >= knownMax) known.clear();
      const isMatch = expression.test(character);
      known.set(character, isMatch);
      return isMatch;
    },
  };
}

function parseRepeat(cursor: Cursor, part: PatternPart, firstGroup: number): PatternPart {
  const quantifier = /([*+?]|\{(\d+)(,(\d*))?\})(\?)?/y;
  quantifier.lastIndex = cursor.at;
  const found = quantifier.exec(cursor.source);
  if (found === null) return part;
  const [text, sign, least = '', comma, most = '', lazy] = found;
  cursor.at += text.length;
  const groups = [firstGroup, cursor.groups.length] as const;
  const of = { type: 'repeat', part, isLazy: lazy === '?', groups } as const;
  if (sign === '*') return { ...of, min: 0, max: Infinity };
  if (sign === '+') return { ...of, min: 1, max: Infinity };
  if (sign === '?') return { ...of, min: 0, max: 1 };
  const min = Number(least);
  const openEnd = most === '' ? Infinity : Number(most);
  return { ...of, min, max: comma === undefined ? min : openEnd };
}
