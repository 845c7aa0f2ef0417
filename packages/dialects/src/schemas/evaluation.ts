// One check of a value against a schema
// Every access to a value costs a step of the budget (budget.ts), so that no schema, however its parts refer to each other, blocks a
// run. Complaints are only written when somebody reads them: alternatives are tried, and mostly forgotten.
import { pointer, type Json, type JsonObject } from '@skein/kernel';
import type { Spend } from './budget.ts';
import type { PreparedSchema } from './prepared-schema.ts';

export interface Evaluation {
  readonly prepared: PreparedSchema;
  /** Whether the value of a spot fits a schema; keywords ask it about the schemas in their arguments. */
  readonly evaluate: (schema: Json, spot: Spot) => boolean;
  readonly spend: Spend;
  /** Whether `format` counts; otherwise it is a hint. */
  /** Those of each schema, once they were looked up. */
  readonly rules: Map<JsonObject, readonly FoundRule[]>;
}

/** A keyword as it stands in a schema. */
export interface FoundRule {
  readonly keyword: Keyword;
  readonly rule: KeywordRule;
}

/** They stay as they are for as long as the schema lives. */
const rulesOfAll = new WeakMap<PreparedSchema, Evaluation['rules']>();

/** Whether the value of a spot fits what a keyword says; what does not is complained about. */
export type Keyword = (rule: KeywordRule, spot: Spot, evaluation: Evaluation) => boolean;

export interface KeywordRule {
  /** The keyword's argument; its form was checked when the schema was prepared. */
  readonly argument: Json;
  /** The schema that it stands in. */
  readonly schema: JsonObject;
}

/** A value inside the one that is checked, and who wants to know what. */
export interface Spot {
  readonly value: Json;
  readonly place: Place | null;
  /** The resources on the way here, the newest first. */
  readonly scope: Scope;
  /** What does not fit; null where only the answer counts. */
  readonly problems: Problems | null;
  /** What keywords have looked at; null where nothing asks. */
  readonly seen: Seen | null;
  readonly depth: number;
}

export interface Place {
  readonly outer: Place | null;
  readonly key: string | number;
}

export interface Scope {
  readonly outer: Scope | null;
  readonly home: string;
}

export class Seen {
  readonly names = new Set<string>();
  readonly items = new Set<number>();

  add({ names, items }: Seen): void {
    for (const name of names) this.names.add(name);
    for (const item of items) this.items.add(item);
  }
}

/** A thousand wrong items make no better message than a few. */
const problemsMax = 10;

/** What does not fit, and where. */
export interface Misfit {
  readonly path: readonly (string | number)[];
  readonly complaint: string;
  /** The property that is missing there. */
  readonly missing?: string;
}

/** Alternatives inside of alternatives are told one inside the other. */
const complaintMax = 1_000;

export class Problems {
  readonly #first: (() => Misfit)[] = [];
  count = 0;

  add({ place }: Spot, complaint: () => Omit<Misfit, 'path'>): void {
    this.count += 1;
    if (this.#first.length < problemsMax)
      this.#first.push(() => ({ path: pathTo(place), ...complaint() }));
  }

  /** The first ones, at their places. */
  misfits(): readonly Misfit[] {
    return this.#first.map((write) => write());
  }

  /** The first ones as sentences. */
  list(): readonly string[] {
    const shown = this.misfits().map(toSentence);
    const left = this.count - shown.length;
    return left > 0 ? [...shown, `and ${left} more`] : shown;
  }

  /** The first one as a sentence. */
  get first(): string | undefined {
    const [write] = this.#first;
    return write === undefined ? undefined : toSentence(write());
  }
}

function toSentence({ path, complaint }: Misfit): string {
  return cutText(`${path.length === 0 ? 'it' : pointer(...path)} ${complaint}`, complaintMax);
}

export function cutText(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)} …`;
}

/** Complains about the value of a spot; always false, so that a keyword can give it back. */
export function misfit(spot: Spot, complaint: () => string): false {
  spot.problems?.add(spot, () => ({ complaint: complaint() }));
  return false;
}

/** Complains about a property that the value of a spot lacks. */
export function missingProperty(spot: Spot, name: string, because: string): false {
  spot.problems?.add(spot, () => ({
    complaint: `must have the property ${JSON.stringify(name)}${because}`,
    missing: name,
  }));
  return false;
}

function pathTo(place: Place | null): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Place | null = place; at !== null; at = at.outer) keys.push(at.key);
  return keys.toReversed();
}

export function createEvaluation(
  prepared: PreparedSchema,
  spend: Spend,
  evaluate: (schema: Json, spot: Spot, evaluation: Evaluation) => boolean,
): Evaluation {
  const rules: Evaluation['rules'] = rulesOfAll.get(prepared) ?? new Map();
  rulesOfAll.set(prepared, rules);
  const evaluation: Evaluation = {
    prepared,
    rules,
    evaluate: (schema, spot) => evaluate(schema, spot, evaluation),
    spend,
  };
  return evaluation;
}
