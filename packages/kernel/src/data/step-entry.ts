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
  readonly about: string;
  readonly isOptional?: true;
}

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
