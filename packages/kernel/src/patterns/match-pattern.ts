// Matching patterns
// Follows all ways through a pattern at once, one character after the other.
import type { Edge } from './parse-pattern.ts';
import type { Pattern } from './compile-pattern.ts';

/** Whether the pattern is found anywhere in the text. `spend` is told of every step, and may throw to end it. */
export function matchPattern(
  pattern: Pattern,
  text: string,
  spend: (steps: number) => void,
): boolean {
  const { instructions, entry } = pattern;
  spend(1 + text.length);
  const characters = Array.from(text);
  const ways: Ways = {
    pattern,
    characters,
    reachedAt: new Int32Array(instructions.length).fill(-1),
    pending: [],
    ready: [],
  };
  for (let at = 0; at <= characters.length; at++) {
    // A match may begin at every place.
    ways.pending.push(entry);
    if (follow(ways, at, spend)) return true;
    const character = characters[at];
    for (const place of ways.ready) {
      const instruction = instructions[place];
      if (instruction?.type !== 'character' || character === undefined) continue;
      if (instruction.matches(character)) ways.pending.push(instruction.next);
    }
    ways.ready.length = 0;
  }
  return false;
}

interface Ways {
  readonly pattern: Pattern;
  readonly characters: readonly string[];
  /** For each instruction, the last place in the text at which it was reached. */
  readonly reachedAt: Int32Array;
  /** Instructions that are reached but not looked at yet. */
  readonly pending: number[];
  /** Instructions that wait for the next character. */
  readonly ready: number[];
}

/** Continues as far as possible without another character; true if that is the end of the pattern. */
function follow(
  { pattern, characters, reachedAt, pending, ready }: Ways,
  at: number,
  spend: (steps: number) => void,
): boolean {
  // With a list of its own instead of recursion, because patterns can be long.
  for (let place = pending.pop(); place !== undefined; place = pending.pop()) {
    // Also where it was before: alternatives that are all empty lead to one place in a thousand ways.
    spend(1);
    if (reachedAt[place] === at) continue;
    reachedAt[place] = at;
    const instruction = pattern.instructions[place];
    switch (instruction?.type) {
      case 'character':
        ready.push(place);
        break;
      case 'split':
        for (const next of instruction.next) pending.push(next);
        break;
      case 'edge':
        if (isEdge(instruction.edge, characters, at)) pending.push(instruction.next);
        break;
      case 'mark':
      case 'forget':
      case 'progress':
        pending.push(instruction.next);
        break;
      case 'match':
      case undefined:
        return true;
    }
  }
  return false;
}

/** Whether the place between two characters is such an edge. */
export function isEdge(edge: Edge, characters: readonly string[], at: number): boolean {
  switch (edge) {
    case 'start':
      return at === 0;
    case 'end':
      return at === characters.length;
    case 'line start':
      return at === 0 || isLineEnd(characters[at - 1]);
    case 'line end':
      return at === characters.length || isLineEnd(characters[at]);
    case 'word':
      return isWordEdge(characters, at);
    case 'not word':
      return !isWordEdge(characters, at);
  }
}

function isWordEdge(characters: readonly string[], at: number): boolean {
  return isWord(characters[at - 1]) !== isWord(characters[at]);
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}

function isLineEnd(character: string | undefined): boolean {
  return character !== undefined && /^[\n\r\u2028\u2029]$/.test(character);
}
