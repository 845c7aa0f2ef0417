// Running the steps of a `data` node
import type { Failure } from '../failure.ts';
import type { Json } from '../json.ts';
import { EvaluationError, spend, type Work } from '../expressions/machine.ts';
import { kindOf } from '../expressions/values.ts';
import { isList } from '../references/is-list.ts';
import type { Scope } from '../references/template.ts';
import type { Unresolved } from '../references/unresolved.ts';
import { excessOf } from '../values/json-weight.ts';
import type { DataStep } from './compile-steps.ts';
import { inherit, inheritList } from '../values/remembered.ts';
import {
  createRowMachine,
  ROWS_WORK_MAX,
  StepFailure,
  StepUnresolved,
  type RowMachine,
} from './row-machine.ts';

/** How many rows went into a step, and came out of it. */
export interface StepCount {
  readonly op: string;
  readonly before: number;
  readonly after: number;
}

export type RowsResult = {
  /** In the units of expressions. */
  readonly work: number;
  /** Of the steps that were finished. */
  readonly counts: readonly StepCount[];
} & (
  | { readonly ok: true; readonly rows: readonly Json[] }
  | { readonly ok: false; readonly missing: readonly Unresolved[]; readonly failure?: Failure }
);

/** `onRows` gets the rows after each step; `work` is what they may take, default 1,000,000. */
export function runSteps(
  steps: readonly DataStep[],
  { from, scope, work }: { readonly from: Json; readonly scope: Scope; readonly work?: Work },
  onRows?: (rows: readonly Json[]) => void,
): RowsResult {
  const machine = createRowMachine(scope, work);
  const counts: StepCount[] = [];
  const allowed = work?.workLeft ?? ROWS_WORK_MAX;
  const used = () => allowed - Math.max(0, machine.work.workLeft);
  const refused = (failure: Failure): RowsResult => {
    return { ok: false, missing: [], failure, counts, work: used() };
  };
  if (!isList(from)) {
    const message = `"from" is ${kindOf(from)}, but the steps need a list.`;
    return refused({ code: 'DATA_FAILED', message, retry: 'never' });
  }
  let rows = from;
  try {
    for (const { op, run } of steps) {
      const before = rows.length;
      rows =
        scope.remembers === true ? runRemembering({ op, run }, machine, rows) : run(machine, rows);
      counts.push({ op, before, after: rows.length });
      onRows?.(rows);
    }
    // For measuring them below.
    spend(machine.work, rows.length / 2);
  } catch (error) {
    if (error instanceof StepUnresolved) {
      return { ok: false, missing: error.missing, counts, work: used() };
    }
    const failure = failureOf(
      error,
      placeOf(steps[counts.length], counts.length, { scope, error }),
    );
    if (failure === null) throw error;
    return refused(failure);
  }
  const excess = excessOf(rows);
  if (excess !== null) {
    const message = `The rows are ${excess}.`;
    return refused({ code: 'DATA_LIMIT', message, retry: 'never' });
  }
  return { ok: true, rows, counts, work: used() };
}

/** Rows that a step makes of one row each carry what that one carries, those of a whole list what its first one does. */
function runRemembering(
  { op, run }: Pick<DataStep, 'op' | 'run'>,
  machine: RowMachine,
  rows: readonly Json[],
): readonly Json[] {
  if (op === 'split') {
    return rows.flatMap((row) => run(machine, [row]).map((part) => inherit(part, row)));
  }
  const after = run(machine, rows);
  if (op === 'group' || op === 'aggregate') return after.map((row) => inherit(row, rows[0]));
  return after.length === rows.length ? inheritList(after, rows) : after;
}

/** The rules since which steps are counted from 1, as people do, and the row is named (SPEC K1651). */
const ROWS_SINCE = 7;

function placeOf(
  failed: DataStep | undefined,
  index: number,
  { scope, error }: { readonly scope: Scope; readonly error: unknown },
): string {
  if (failed === undefined) return 'The result';
  if ((scope.rules ?? Infinity) < ROWS_SINCE) return `Step ${index} (${failed.op})`;
  const row = error instanceof StepFailure && error.row !== null ? `, row ${error.row}` : '';
  return `Step ${index + 1} (${failed.op})${row}`;
}

function failureOf(error: unknown, where: string): Failure | null {
  if (error instanceof StepFailure) {
    return { ...error.failure, message: `${where}: ${error.failure.message}` };
  }
  if (!(error instanceof EvaluationError)) return null;
  const { isLimit, message } = error;
  return isLimit
    ? {
        code: 'DATA_LIMIT',
        message: `${where}: it takes too much work (at most 1,000,000 units for all steps).`,
        retry: 'never',
      }
    : { code: 'DATA_FAILED', message: `${where}: ${message}.`, retry: 'never' };
}
