// One check of a value against a schema
// Owns: the remaining budget. Every access to a value costs a step, so that no schema, however its parts refer to each other, blocks
// a run; larger values get more steps.
import { pointer, type Json, type JsonObject } from '@skein/kernel';
import type { PreparedSchema } from './prepared-schema.ts';

export interface Evaluation {
  readonly prepared: PreparedSchema;
  /** Whether the value of a spot fits a schema; keywords ask it about the schemas in their arguments. */
  readonly evaluate: (schema: Json, spot: Spot) => boolean;
  /** Throws when too much was spent. */
  readonly spend: (steps: number) => void;
}

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

export class Problems {
  readonly shown: Misfit[] = [];
  count = 0;

  add({ place }: Spot, complaint: () => Omit<Misfit, 'path'>): void {
    this.count += 1;
    if (this.shown.length < problemsMax) this.shown.push({ path: pathTo(place), ...complaint() });
  }

  list(): readonly string[] {
    const shown = this.shown.map(
      ({ path, complaint }) => `${path.length === 0 ? 'it' : pointer(...path)} ${complaint}`,
    );
    const left = this.count - shown.length;
    return left > 0 ? [...shown, `and ${left} more`] : shown;
  }
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

const stepsMin = 200_000;
const stepsPerPart = 100;

export function createEvaluation(
  prepared: PreparedSchema,
  value: Json,
  evaluate: (schema: Json, spot: Spot, evaluation: Evaluation) => boolean,
): Evaluation {
  let left = stepsMin + stepsPerPart * countParts(value);
  const evaluation: Evaluation = {
    prepared,
    evaluate: (schema, spot) => evaluate(schema, spot, evaluation),
    spend(steps) {
      left -= steps;
      if (left < 0) throw new Error('the schema needs too many steps');
    },
  };
  return evaluation;
}

function countParts(value: Json): number {
  let count = 0;
  const pending: Json[] = [value];
  while (pending.length > 0) {
    const next = pending.pop();
    count += typeof next === 'string' ? 1 + next.length : 1;
    if (typeof next === 'object' && next !== null) {
      for (const inner of Object.values(next)) pending.push(inner as Json);
    }
  }
  return count;
}
