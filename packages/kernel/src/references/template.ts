// Templates
// A config value with references in it, parsed once when the graph is compiled. The one internal form that every
// dialect's own placeholder syntax is turned into.
import type { Failure } from '../failure.ts';
import type { Json } from '../json.ts';

/** Where a reference starts: a node's outputs, or one of the reserved words. */
export type ReferenceSource =
  | { readonly kind: 'node'; readonly node: string }
  | { readonly kind: 'trigger' | 'inputs' | 'previous' | 'context' }
  /** What the definition declares as `state`; the path begins with a name. */
  | { readonly kind: 'state' }
  /** A name that the template was read with, such as `item`: its place among them. */
  | {
      readonly kind: 'local';
      readonly name: string;
      readonly place: number;
      /** What it was at the node that remembers its items under this name. */
      readonly remembered?: string;
    }
  /** `zone`: a date in that zone, which arrives with the event. `field`: `iso` (default), `date`, `ms`. */
  | { readonly kind: 'now'; readonly field: 'iso' | 'date' | 'ms'; readonly zone?: string };

export interface Reference {
  readonly source: ReferenceSource;
  /**
   * Which of a node's kept outputs: counted from the oldest kept (0, 1, …) or from the newest (-1, -2, …);
   * 'newest' also respects rounds (SPEC K28); 'all' is the list of them; 'status' reads the node's status.
   */
  readonly select: 'newest' | 'all' | 'status' | number;
  readonly path: readonly (string | number)[];
  readonly default?: string | Reference;
  /** What a default that is written like a number, true, false or null is, where the reference is the whole text. */
  readonly typed?: { readonly value: number | boolean | null };
  readonly form?: TextForm;
  /** It has a value only in the run with this id. */
  readonly run?: string;
  /** As written, for messages. */
  readonly text: string;
}

export type TextForm = ValueForm | OutputForm;
export type ValueForm = 'json' | 'markdown' | 'summary';
/** Forms of a whole output, with the id under which it can be requested (SPEC K100). */
export type OutputForm = 'id' | 'brief';

/** `${= … }`, compiled: how it is written and evaluated is the business of `expressions`. */
export interface Expression {
  readonly kind: 'expression';
  /** What it reads, in the order in which it is written. */
  readonly references: readonly Reference[];
  /** `values`: of the names that it was read with, in their order; default: those of the scope. */
  readonly evaluate: (scope: Scope, values?: readonly Json[]) => Evaluated;
  /** The same expression, with another name wherever it reads this node. */
  readonly withNode: (from: string, to: string) => string;
  /** As written, braces included. */
  readonly text: string;
}

export type Evaluated =
  | { readonly ok: true; readonly value: Json }
  /** It depends on something that has no value: these references, or, when there are none, a part of what they read. */
  | { readonly ok: false; readonly missing: readonly Reference[] }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** The message alone, for who shows the place: a column of the expression, or null for all of it. */
      readonly reason: string;
      readonly column: number | null;
    };

/** A piece of a text. */
export type TextPart = string | Reference | Expression;

export function isExpression(part: TextPart): part is Expression {
  return typeof part === 'object' && 'evaluate' in part;
}

/** Null if there is an expression among them. */
export function withoutExpressions(
  parts: readonly TextPart[],
): readonly (string | Reference)[] | null {
  const plain = parts.flatMap((part) => (isExpression(part) ? [] : [part]));
  return plain.length === parts.length ? plain : null;
}

export type Template =
  | { readonly kind: 'constant'; readonly value: Json }
  | { readonly kind: 'reference'; readonly reference: Reference }
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'text'; readonly parts: readonly TextPart[] }
  | { readonly kind: 'list'; readonly items: readonly Template[] }
  | {
      readonly kind: 'object';
      readonly entries: readonly (readonly [key: string, value: Template])[];
    };

/** What a template or condition can read while one activation is decided. `undefined` means unresolved. */
export interface Scope {
  /** The id of the run. */
  readonly run: string;
  /** The newest output that is not of a later round; or the one that `select` picks; `all`: the list of them, the oldest first. */
  output(node: string, select: 'newest' | 'all' | number): Json | undefined;
  status(node: string): string | undefined;
  /** The id of what `output` reads; without a node that of the trigger. */
  outputId(node: string | null, select: 'newest' | number): string | undefined;
  trigger(): Json | undefined;
  inputs(): Json | undefined;
  previous(): Json | undefined;
  context(): Json | undefined;
  /** One value of the state, or, for null, all of it. `isPart`: only a part is kept of it, so that a growing list need not be copied. */
  state(name: string | null, isPart: boolean): Json | undefined;
  now(): number;
  date(zone: string): string | undefined;
  /** The rules that the run was begun with; default: those of now. */
  readonly rules?: number | undefined;
  /** What expressions may still take, together; default: each what one may. */
  readonly work?: WorkBudget;
  /** Whether items carry what they were at other nodes. */
  readonly remembers?: boolean | undefined;
  /** The values of the names that the template was read with, in their order. */
  readonly locals?: readonly Json[] | undefined;
  /** Whether defaults have the type that they are written as; otherwise they are text. */
  readonly typesDefaults: boolean;
}

/** Counted down by expressions. */
export interface WorkBudget {
  workLeft?: number;
}
