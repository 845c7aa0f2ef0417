// What one evaluation of an expression works with
// M1. A value is JSON, or undefined: missing. What uses a missing value is missing, too, until something ends that (SPEC K704).
// M2. Work is counted in steps, never in time: the same expression fails in every replay, or in none.
// M3. `lacks` is true while a missing value comes from a reference. A list or an object with such a part has no value, so that a
//     node pends or fails; a key that an item of a list happens not to have is merely left out.
import type { Json } from '../json.ts';
import type { Scope } from '../references/template.ts';

export type Value = Json | undefined;

export interface Machine {
  readonly scope: Scope;
  /** Parameters of arrow functions, each in a place of its own. */
  readonly locals: Value[];
  workLeft: number;
  lacks: boolean;
}

/** A compiled part of an expression. */
export interface Run {
  run(machine: Machine): Value;
}

type Code<Data> = (machine: Machine, data: Data) => Value;

/**
 * A part is a function of a module, which all parts of its kind share, and what is particular to this one. Closures would do the
 * same, but the compiler of JavaScript learns about each closure by itself: most nodes run too rarely for that, and an expression in
 * a chain of a thousand nodes took three times as long (`npm run bench -- --only chain`).
 */
export function part<Data>(code: Code<Data>, data: Data): Run {
  return new Part(code, data);
}

class Part<Data> implements Run {
  readonly code: Code<Data>;
  readonly data: Data;

  constructor(code: Code<Data>, data: Data) {
    this.code = code;
    this.data = data;
  }

  run(machine: Machine): Value {
    return this.code(machine, this.data);
  }
}

/** What one expression may take: about 25 ms where every step is a costly one. */
export const WORK_MAX = 100_000;

/** Why an expression has no value; `at` is a place in the text, or -1. Turned into data by `readExpression`. */
export class EvaluationError extends Error {
  readonly at: number;
  /** It takes or gives too much. */
  readonly isLimit: boolean;

  constructor(message: string, at: number, isLimit = false) {
    super(message);
    this.at = at;
    this.isLimit = isLimit;
  }
}

/** What work is counted down from. */
export interface Work {
  workLeft: number;
}

export function spend(machine: Work, steps: number): void {
  machine.workLeft -= steps;
  // Written so that NaN counts as too much.
  if (!(machine.workLeft >= 0)) {
    machine.workLeft = 0;
    throw new EvaluationError('it takes too many steps', -1, true);
  }
}

/** Texts are handled by the processor in large pieces. */
export function spendText(machine: Work, length: number): void {
  spend(machine, 1 + length / 16);
}

/** A function that is an argument of a call. */
export class Lambda {
  readonly #places: readonly number[];
  readonly #body: Run;
  readonly parameters: number;

  constructor(places: readonly number[], body: Run) {
    this.#places = places;
    this.#body = body;
    this.parameters = places.length;
  }

  call(machine: Machine, first: Value, second?: Value, third?: Value): Value {
    spend(machine, 1);
    const { locals } = machine;
    const [one, two, three] = this.#places;
    if (one !== undefined) locals[one] = first;
    if (two !== undefined) locals[two] = second;
    if (three !== undefined) locals[three] = third;
    return this.#body.run(machine);
  }
}
