// Finding matches
// Follows all ways through a pattern at once, like `matchPattern`, and remembers for each where its groups are. Ways are kept in
// the order in which JavaScript would try them, so the first that arrives is the match that JavaScript finds.
import type { Pattern } from './compile-pattern.ts';
import { isEdge } from './match-pattern.ts';

/** A text cut into characters once, for all matches in it. */
export interface SearchedText {
  readonly text: string;
  readonly characters: readonly string[];
  /** Where each character begins in the text, and where the text ends. */
  readonly offsets: readonly number[];
}

export function searchedText(text: string): SearchedText {
  const characters = Array.from(text);
  const offsets = [0];
  let offset = 0;
  for (const { length } of characters) offsets.push((offset += length));
  return { text, characters, offsets };
}

/** Where groups begin and end, as indexes of characters: of group n under 2n and 2n + 1; the whole match is group 0. */
export type Marks = readonly (number | undefined)[];

/** The first match that begins at the character `from` or after it. `spend` is told of every step, and may throw to end it. */
export function findMatch(
  pattern: Pattern,
  { characters }: SearchedText,
  from: number,
  spend: (steps: number) => void,
): Marks | null {
  const { instructions, entry, repeats } = pattern;
  const levels = 1 + repeats.reduce((most, { length }) => Math.max(most, length), 0);
  spend((instructions.length * levels) / 16);
  const search: Search = {
    pattern,
    characters,
    levels,
    reachedAt: new Int32Array(instructions.length * levels).fill(-1),
    spend,
  };
  let ways: Way[] = [];
  let found: Marks | null = null;
  for (let at = from; at <= characters.length; at++) {
    // A later beginning comes after all that have begun, and not at all after a match.
    if (found === null) ways.push({ place: entry, marks: [] });
    const { ready, match } = follow(search, ways, at);
    if (match !== null) found = match;
    if (ready.length === 0 && found !== null) return found;
    ways = step(search, ready, at);
  }
  return found;
}

interface Way {
  readonly place: number;
  readonly marks: Marks;
}

interface Search {
  readonly pattern: Pattern;
  readonly characters: readonly string[];
  readonly levels: number;
  /**
   * For each instruction, the last place in the text at which it was reached: who comes later is less preferred. Once for each
   * number of repeats around it that have matched nothing yet; they are always the inner ones.
   */
  readonly reachedAt: Int32Array;
  readonly spend: (steps: number) => void;
}

/** Continues as far as possible without another character. What is less preferred than a match is given up. */
function follow(
  search: Search,
  ways: readonly Way[],
  at: number,
): { readonly ready: readonly Way[]; readonly match: Marks | null } {
  const { pattern, characters, reachedAt, levels, spend } = search;
  const ready: Way[] = [];
  const pending = ways.toReversed();
  for (let way = pending.pop(); way !== undefined; way = pending.pop()) {
    const { place, marks } = way;
    spend(1);
    const inside = pattern.repeats[place] ?? [];
    const fresh = inside.reduce((count, mark) => (marks[mark] === at ? count + 1 : count), 0);
    const key = place * levels + fresh;
    if (reachedAt[key] === at) continue;
    reachedAt[key] = at;
    const instruction = pattern.instructions[place];
    switch (instruction?.type) {
      case 'character':
        ready.push(way);
        break;
      case 'split':
        for (const next of instruction.next.toReversed()) pending.push({ place: next, marks });
        break;
      case 'edge':
        if (isEdge(instruction.edge, characters, at))
          pending.push({ place: instruction.next, marks });
        break;
      case 'mark':
        spend(marks.length / 4);
        pending.push({ place: instruction.next, marks: withMark(marks, instruction.mark, at) });
        break;
      case 'forget': {
        const [first, end] = instruction.marks;
        spend(marks.length / 4);
        const kept = marks.map((mark, index) => (index >= first && index < end ? undefined : mark));
        pending.push({ place: instruction.next, marks: kept });
        break;
      }
      case 'progress':
        if (marks[instruction.mark] !== at) pending.push({ place: instruction.next, marks });
        break;
      case 'match':
      case undefined:
        return { ready, match: marks };
    }
  }
  return { ready, match: null };
}

function withMark(marks: Marks, mark: number, at: number): Marks {
  const copy = marks.slice();
  copy[mark] = at;
  return copy;
}

function step({ pattern, characters }: Search, ready: readonly Way[], at: number): Way[] {
  const character = characters[at];
  if (character === undefined) return [];
  return ready.flatMap(({ place, marks }) => {
    const instruction = pattern.instructions[place];
    const isMatch = instruction?.type === 'character' && instruction.matches(character);
    return isMatch ? [{ place: instruction.next, marks }] : [];
  });
}
