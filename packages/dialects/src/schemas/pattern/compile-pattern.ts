// Compiling patterns
// Turns a pattern into a list of instructions that can be followed in all ways at once: the time to match is at most the
// length of the list times the length of the text, whatever the pattern.
import { parsePattern, type Edge, type PatternPart } from './parse-pattern.ts';

export type Instruction =
  | {
      readonly type: 'character';
      readonly matches: (character: string) => boolean;
      readonly next: number;
    }
  | { readonly type: 'edge'; readonly edge: Edge; readonly next: number }
  | { readonly type: 'split'; readonly next: readonly number[] }
  | { readonly type: 'match' };

export interface Pattern {
  readonly source: string;
  readonly instructions: readonly Instruction[];
  readonly entry: number;
}

/** Repeats are written out, so `(a{1000}){1000}` would be a million. */
const instructionsMax = 5000;

/** Throws an error whose message says why the pattern cannot be used. */
export function compilePattern(source: string): Pattern {
  const instructions: Instruction[] = [{ type: 'match' }];
  const entry = emit(parsePattern(source), 0, instructions);
  return { source, instructions, entry };
}

/** Writes a part that continues at `next`, and gives back where it begins. Written from the end, so `next` is always known. */
function emit(part: PatternPart, next: number, into: Instruction[]): number {
  switch (part.type) {
    case 'character':
      return add({ type: 'character', matches: part.matches, next }, into);
    case 'edge':
      return add({ type: 'edge', edge: part.edge, next }, into);
    case 'sequence':
      return part.parts.reduceRight((follower, each) => emit(each, follower, into), next);
    case 'choice': {
      const starts = part.options.map((option) => emit(option, next, into));
      return add({ type: 'split', next: starts }, into);
    }
    case 'repeat':
      return emitRepeat(part, next, into);
  }
}

function emitRepeat(
  { part, min, max }: Extract<PatternPart, { type: 'repeat' }>,
  next: number,
  into: Instruction[],
): number {
  let start = next;
  if (max === Infinity) {
    // The body leads back to the split, which is known by its place before it is written.
    const place = add({ type: 'split', next: [] }, into);
    into[place] = { type: 'split', next: [emit(part, place, into), next] };
    start = place;
  } else {
    for (let i = min; i < max; i++) {
      start = add({ type: 'split', next: [emit(part, start, into), next] }, into);
    }
  }
  for (let i = 0; i < min; i++) start = emit(part, start, into);
  return start;
}

function add(instruction: Instruction, into: Instruction[]): number {
  if (into.length >= instructionsMax) throw new Error('the pattern is too large');
  into.push(instruction);
  return into.length - 1;
}
