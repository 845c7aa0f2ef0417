// What the steps of one `data` node work with
// D1. Work is counted, never timed (as in expressions), from one budget with them. So the same rows fail in every replay, or in
//     none, and no node keeps a process from its other runs for longer than the whole budget takes.
// D2. Rows are never changed: a step gives new ones, and those that it leaves alone are shared.
import type { Failure } from '../failure.ts';
import { setOwn, type Json, type JsonObject } from '../json.ts';
import type { Scope } from '../references/template.ts';
import type { Unresolved } from '../references/unresolved.ts';
import { EvaluationError, spend, type Work } from '../expressions/machine.ts';
import { inheritBoth } from '../values/remembered.ts';
import type { FieldPath } from './field-path.ts';

/** What all steps of one node may take together. */
export const ROWS_WORK_MAX = 1_000_000;

export interface RowMachine {
  /** Expressions in the steps take their work from the same budget. `locals` change from item to item. */
  readonly scope: Scope & { locals?: readonly Json[] | undefined };
  readonly work: Work;
}

export function createRowMachine(
  scope: Scope,
  work: Work = { workLeft: ROWS_WORK_MAX },
): RowMachine {
  return { scope: withWork(scope, work), work };
}

/** The same to read, with a budget of its own. */
function withWork(scope: Scope, work: Work): RowMachine['scope'] {
  return {
    locals: scope.locals,
    remembers: scope.remembers,
    run: scope.run,
    output: (node, select) => scope.output(node, select),
    status: (node) => scope.status(node),
    outputId: (node, select) => scope.outputId(node, select),
    trigger: () => scope.trigger(),
    inputs: () => scope.inputs(),
    previous: () => scope.previous(),
    context: () => scope.context(),
    state: (name, isPart) => scope.state(name, isPart),
    now: () => scope.now(),
    date: (zone) => scope.date(zone),
    rules: scope.rules,
    work,
    typesDefaults: scope.typesDefaults,
  };
}

/** An expression in a step failed, as data. */
export class StepFailure extends Error {
  readonly failure: Failure;
  /** Its place, from 0 on; null: it was computed once for all rows. */
  readonly row: number | null;

  constructor(failure: Failure, row: number | null = null) {
    super(failure.message);
    this.failure = failure;
    this.row = row;
  }
}

/** A step reads something of the run that has no value yet. */
export class StepUnresolved extends Error {
  readonly missing: readonly Unresolved[];

  constructor(missing: readonly Unresolved[]) {
    super('unresolved');
    this.missing = missing;
  }
}

/** What a step says that cannot go on with the rows that it got. */
export function refuse(message: string): EvaluationError {
  return new EvaluationError(message, -1);
}

/** Pays for reading these fields of all rows. */
export function payForReading(
  { work }: RowMachine,
  rows: readonly Json[],
  fields: readonly FieldPath[],
): void {
  let parts = 0;
  for (const field of fields) parts += field.length;
  spend(work, 1 + rows.length * (0.5 + parts / 8));
}

/** Above it, an engine keeps an object in a way that makes a field several times as costly. */
const FIELDS_FEW = 12;

/** Pays for a new row with so many fields. */
export function payForRow({ work }: RowMachine, fields: number): void {
  spend(work, 0.75 + fields * (fields > FIELDS_FEW ? 0.75 : 0.25));
}

/** A new row of a few values. */
export function makeRow(
  machine: RowMachine,
  entries: readonly (readonly [string, Json])[],
): JsonObject {
  payForRow(machine, entries.length);
  const row: { [key: string]: Json } = {};
  for (const [key, value] of entries) setOwn(row, key, value);
  return row;
}

/** The fields of a row, and those of another that come after them or replace them. */
export function joinFields(machine: RowMachine, row: JsonObject, other: JsonObject): JsonObject {
  payForRow(machine, Object.keys(row).length + Object.keys(other).length);
  const joined = { ...row, ...other };
  return machine.scope.remembers === true ? inheritBoth(joined, row, other) : joined;
}
