// Compiling patterns
// Turns a pattern into a list of instructions that can be followed in all ways at once: the time to match is at most the
// length of the list times the length of the text, whatever the pattern.
import {
  parsePattern,
  type Edge,
  type ParsedPattern,
  type PatternFlag,
  type PatternPart,
} from './parse-pattern.ts';

export type Instruction =
  | {
      readonly type: 'character';
      readonly matches: (character: string) => boolean;
      readonly next: number;
    }
  | { readonly type: 'edge'; readonly edge: Edge; readonly next: number }
  /** The ways to go on, the preferred one first. */
  | { readonly type: 'split'; readonly next: readonly number[] }
  /** The place in the text is remembered: the beginning of group n under 2n, its end under 2n + 1. */
  | { readonly type: 'mark'; readonly mark: number; readonly next: number }
  /** A repeat begins anew: what its groups have matched is forgotten, from the first mark up to, but without the second. */
  | { readonly type: 'forget'; readonly marks: readonly [number, number]; readonly next: number }
  /** The end of a repeat that need not be: it must have matched something since the place that is remembered under `mark`. */
  | { readonly type: 'progress'; readonly mark: number; readonly next: number }
  | { readonly type: 'match' };

export interface Pattern {
  readonly source: string;
  readonly instructions: readonly Instruction[];
  readonly entry: number;
  /** How many steps one character of a text can take. */
  readonly size: number;
  /**
   * For each instruction, the marks of the repeats that it is inside of and that end with `progress`, the outer ones first: how a
   * way goes on from here also depends on which of them have matched something.
   */
  readonly repeats: readonly (readonly number[])[];
  /** The name of each group by its number, null for one without; the whole match is number 0. */
  readonly groups: readonly (string | null)[];
}

export interface PatternOptions {
  readonly flags?: readonly PatternFlag[];
  /** For `findMatch`: where groups begin and end. Without it, a pattern is shorter. */
  readonly withGroups?: boolean;
}

/** Repeats are written out, so `(a{1000}){1000}` would be a million. */
const sizeMax = 20_000;

/** Throws an error whose message says why the pattern cannot be used. */
export function compilePattern(source: string, options: PatternOptions = {}): Pattern {
  const { flags = [], withGroups = false } = options;
  const { part, groups }: ParsedPattern = parsePattern(source, flags);
  const program: Program = {
    withGroups,
    instructions: [],
    repeats: [],
    inside: [],
    marks: new Map(),
    firstMark: 2 * groups.length,
    size: 0,
  };
  const end = add({ type: 'match' }, program);
  const whole: PatternPart = withGroups ? { type: 'group', part, group: 0 } : part;
  const entry = emit(whole, end, program);
  const { instructions, repeats, size } = program;
  return { source, entry, instructions, size, repeats, groups };
}

type Repeat = Extract<PatternPart, { type: 'repeat' }>;

interface Program {
  readonly withGroups: boolean;
  readonly instructions: Instruction[];
  readonly repeats: (readonly number[])[];
  /** The marks of the repeats that are being written. */
  inside: readonly number[];
  /** Where the beginning of each repeat is remembered, after the marks of the groups. */
  readonly marks: Map<Repeat, number>;
  readonly firstMark: number;
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
    case 'group': {
      if (!into.withGroups) return emit(part.part, next, into);
      const close = add({ type: 'mark', mark: 2 * part.group + 1, next }, into);
      return add({ type: 'mark', mark: 2 * part.group, next: emit(part.part, close, into) }, into);
    }
    case 'repeat':
      return emitRepeat(part, next, into);
  }
}

function emitRepeat(repeat: Repeat, next: number, into: Program): number {
  const { min, max, isLazy } = repeat;
  const ways = (body: number) => (isLazy ? [next, body] : [body, next]);
  let start = next;
  if (max === Infinity) {
    // The body leads back to the split, which is known by its place before it is written.
    const place = add({ type: 'split', next: [next, next] }, into);
    into.instructions[place] = { type: 'split', next: ways(emitOptional(repeat, place, into)) };
    start = place;
  } else {
    for (let i = min; i < max; i++) {
      start = add({ type: 'split', next: ways(emitOptional(repeat, start, into)) }, into);
    }
  }
  for (let i = 0; i < min; i++) start = emitBody(repeat, start, into);
  return start;
}

/** JavaScript does not count a repeat beyond the least number that matches nothing, and looks for another way. */
function emitOptional(repeat: Repeat, next: number, into: Program): number {
  if (!into.withGroups || !canBeEmpty(repeat.part)) return emitBody(repeat, next, into);
  const mark = into.marks.get(repeat) ?? into.firstMark + into.marks.size;
  into.marks.set(repeat, mark);
  const outside = into.inside;
  into.inside = [...outside, mark];
  const end = add({ type: 'progress', mark, next }, into);
  const body = emitBody(repeat, end, into);
  into.inside = outside;
  return add({ type: 'mark', mark, next: body }, into);
}

function emitBody({ part, groups: [first, end] }: Repeat, next: number, into: Program): number {
  const body = emit(part, next, into);
  if (!into.withGroups || first === end) return body;
  return add({ type: 'forget', marks: [2 * first, 2 * end], next: body }, into);
}

function canBeEmpty(part: PatternPart): boolean {
  switch (part.type) {
    case 'character':
      return false;
    case 'edge':
      return true;
    case 'sequence':
      return part.parts.every(canBeEmpty);
    case 'choice':
      return part.options.some(canBeEmpty);
    case 'group':
      return canBeEmpty(part.part);
    case 'repeat':
      return part.min === 0 || canBeEmpty(part.part);
  }
}

function add(instruction: Instruction, into: Program): number {
  count(instruction.type === 'split' ? 1 + instruction.next.length : 2, into);
  into.instructions.push(instruction);
  into.repeats.push(into.inside);
  return into.instructions.length - 1;
}

function count(steps: number, into: Program): void {
  into.size += steps;
  if (into.size > sizeMax)
    throw new Error('the pattern is too large when its repeats are written out');
}
