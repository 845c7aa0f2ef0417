// One function or method of expressions, as data: the documentation and the hints are made from the same entry that is called.
import type { Json } from '../json.ts';
import type { Lambda, Machine, Value } from './machine.ts';
import type { PatternArgument } from './pattern-argument.ts';

/** What an argument can be. */
export type Given = Value | Lambda | PatternArgument;

export interface Call {
  readonly machine: Machine;
  /** As messages say it: `.map()` or `round()`. */
  readonly name: string;
  readonly at: number;
  readonly given: readonly Given[];
}

/** `Self` is what a method is called on. */
export interface FunctionEntry<Self> {
  readonly name: string;
  /** `name`, `name?` for one that may be left out, `...name` for any number of them. */
  readonly parameters: readonly string[];
  readonly description: string;
  readonly example: string;
  readonly result: Json;
  /** How JavaScript writes it as a function: `Math.round`, or `Object.keys` with the object as its first argument. */
  readonly alias?: string;
  /** It can be asked about a missing value; all others are missing if one of their arguments is. */
  readonly takesMissing?: true;
  /**
   * Results decide how runs go on, so an entry never changes for runs that have begun: a new meaning raises `RULES`, and the
   * old one stays here, with the first rules that do not have it any more.
   */
  readonly earlier?: readonly {
    readonly before: number;
    readonly call: FunctionEntry<Self>['call'];
  }[];
  readonly call: (call: Call, self: Self) => Value;
}

/** What the entry meant under the rules of a run. */
export function callOf<Self>(
  { call, earlier }: FunctionEntry<Self>,
  rules: number,
): FunctionEntry<Self>['call'] {
  return earlier?.find(({ before }) => rules < before)?.call ?? call;
}
