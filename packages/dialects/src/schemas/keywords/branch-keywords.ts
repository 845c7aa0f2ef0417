// Keywords that put schemas together: all, any, one, none, if.
import type { Json } from '@skein/kernel';
import { misfit, Problems, type Evaluation, type Spot, type Keyword } from '../evaluation.ts';

const allOf: Keyword = ({ argument }, spot, evaluation) => {
  let isFitting = true;
  for (const schema of argument as readonly Json[]) {
    if (!evaluation.evaluate(schema, spot)) isFitting = false;
    if (!isFitting && spot.problems === null) return false;
  }
  return isFitting;
};

const anyOf: Keyword = ({ argument }, spot, evaluation) => {
  const { fitting, nearest } = tryAll(argument as readonly Json[], spot, evaluation);
  if (fitting > 0) return true;
  return misfit(spot, () => fitsNone(argument as readonly Json[], nearest));
};

const oneOf: Keyword = ({ argument }, spot, evaluation) => {
  const { fitting, nearest } = tryAll(argument as readonly Json[], spot, evaluation);
  if (fitting === 1) return true;
  if (fitting === 0) return misfit(spot, () => fitsNone(argument as readonly Json[], nearest));
  return misfit(spot, () => `must fit only one of the alternatives, but fits ${fitting}`);
};

const not: Keyword = ({ argument }, spot, evaluation) =>
  !evaluation.evaluate(argument, { ...spot, problems: null, seen: null }) ||
  misfit(spot, () => 'must not fit what "not" says');

const ifThenElse: Keyword = ({ argument, schema }, spot, evaluation) => {
  const isTrue = evaluation.evaluate(argument, { ...spot, problems: null });
  const branch = isTrue ? 'then' : 'else';
  if (!Object.hasOwn(schema, branch)) return true;
  return evaluation.evaluate(schema[branch] as Json, spot);
};

interface Tried {
  readonly fitting: number;
  /** The problems of the alternative that has the fewest. */
  readonly nearest: Problems | null;
}

/** All are tried, because each that fits may have looked at other parts. */
function tryAll(schemas: readonly Json[], spot: Spot, evaluation: Evaluation): Tried {
  let fitting = 0;
  let nearest: Problems | null = null;
  for (const schema of schemas) {
    const problems: Problems | null = spot.problems === null ? null : new Problems();
    if (evaluation.evaluate(schema, { ...spot, problems })) fitting += 1;
    else if (problems !== null && problems.count < (nearest?.count ?? Infinity)) nearest = problems;
  }
  return { fitting, nearest };
}

function fitsNone(schemas: readonly Json[], nearest: Problems | null): string {
  const why = nearest?.first;
  const reason = why === undefined ? '' : `; the nearest one says: ${why}`;
  return `must fit one of the ${schemas.length} alternatives${reason}`;
}

export const branchKeywords: ReadonlyMap<string, Keyword> = new Map([
  ['allOf', allOf],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['not', not],
  ['if', ifThenElse],
]);
