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
  /** How many steps one character of a text can take. */
  readonly size: number;
}

/** Repeats are written out, so `(a{1000}){1000}` would be a million. */
const sizeMax = 20_000;

/** Throws an error whose message says why the pattern cannot be used. */
export function compilePattern(source: string): Pattern {
  const program: Program = { instructions: [], size: 0 };
  const end = add({ type: 'match' }, program);
  const entry = emit(parsePattern(source), end, program);
  return { source, entry, instructions: program.instructions, size: program.size };
}

interface Program {
  readonly instructions: Instruction[];
  /** Every way from an instruction to another counts, and every part that was written, also one that needs no instruction. */
  size: number;
}

/** Writes a part that continues at `next`, and gives back where it begins. Written from the end, so `next` is always known. */
function emit(part: PatternPart, next: number, into: Program): number {
  switch (part.type) {
    case 'character':
      return add({ type: 'character', matches: part.matches, next }, into);
    case 'edge':
      return add({ type: 'edge', edge: part.edge, next }, into);
    case 'sequence':
      // Without it, `(){9007199254740991}` would be written for ever, and be empty.
      count(1, into);
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
  into: Program,
): number {
  let start = next;
  if (max === Infinity) {
    // The body leads back to the split, which is known by its place before it is written.
    const place = add({ type: 'split', next: [next, next] }, into);
    into.instructions[place] = { type: 'split', next: [emit(part, place, into), next] };
    start = place;
  } else {
    for (let i = min; i < max; i++) {
      start = add({ type: 'split', next: [emit(part, start, into), next] }, into);
    }
  }
  for (let i = 0; i < min; i++) start = emit(part, start, into);
  return start;
}

function add(instruction: Instruction, into: Program): number {
  count(instruction.type === 'split' ? 1 + instruction.next.length : 2, into);
  into.instructions.push(instruction);
  return into.instructions.length - 1;
}

function count(steps: number, into: Program): void {
  into.size += steps;
  if (into.size > sizeMax)
    throw new Error('the pattern is too large when its repeats are written out');
}
