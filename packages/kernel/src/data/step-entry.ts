// One kind of step, as data: the documentation, the hints and the forms are made from the same entry that is run.
import type { Json, JsonObject } from '../json.ts';
import type { RowMachine } from './row-machine.ts';
import type { StepReader } from './step-reader.ts';

export interface StepEntry {
  readonly op: string;
  /** A few words, for lists and cards. */
  readonly title: string;
  /** One sentence or two. */
  readonly description: string;
  readonly settings: readonly StepSetting[];
  readonly example: StepExample;
  /** Null when the settings are wrong, which the reader then knows. */
  readonly compile: (reader: StepReader) => CompiledStep | null;
}

export interface StepSetting {
  readonly name: string;
  /** What it takes, for forms. */
  readonly kind: StepSettingKind;
  /** What may be chosen: the choices themselves, or the functions of aggregates. */
  readonly choices?: readonly string[];
  readonly about: string;
  readonly isOptional?: true;
}

export type StepSettingKind =
  | 'condition'
  /** Fields with an order each. */
  | 'order'
  | 'field'
  | 'fields'
  /** A name that is new. */
  | 'name'
  | 'count'
  /** A whole number, or a reference to one. */
  | 'amount'
  | 'choice'
  /** Functions of a field, by the name of the result. */
  | 'aggregates'
  /** New names by old ones. */
  | 'names'
  /** Values, texts with references and expressions, by name. */
  | 'values'
  /** Another list, or a reference to it. */
  | 'list'
  /** A field of both lists, or one of each. */
  | 'match';

export interface StepExample {
  /** Its settings, without `op`. */
  readonly step: JsonObject;
  readonly rows: readonly Json[];
  readonly result: readonly Json[];
}

export interface CompiledStep {
  readonly run: (machine: RowMachine, rows: readonly Json[]) => readonly Json[];
  /** What gives the same of a list that is written as `rows`; null when a reference in it has a form that expressions lack. */
  readonly toExpression: (rows: string) => string | null;
}
