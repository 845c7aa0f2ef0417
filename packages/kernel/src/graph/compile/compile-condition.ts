import type { Condition } from '../../conditions/condition.ts';
import { parseCondition } from '../../conditions/parse-condition.ts';
import { pointer, type Diagnostic } from '../../definition.ts';
import type { Json } from '../../json.ts';
import { referencesOf } from '../../references/references-of.ts';
import type { Reference } from '../../references/template.ts';
import type { Compilation } from './compilation.ts';

export interface ConditionPlace {
  readonly node: number;
  readonly isAfter: boolean;
  readonly path: readonly (string | number)[];
  /** Names that it may read besides what the run knows. */
  readonly locals?: readonly string[] | undefined;
}

/** Parses a condition, reports what is wrong with it and records what it refers to; null when it does not parse. */
export function compileCondition(
  compilation: Compilation,
  value: Json,
  place: ConditionPlace,
): Condition | null {
  const { condition, problems, warnings } = parseCondition(value, place.locals);
  const report = (
    code: string,
    severity: Diagnostic['severity'],
    problem: (typeof problems | typeof warnings)[number],
  ) => {
    const { path, message, hint } = problem;
    const where = pointer(...place.path, ...path);
    compilation.diagnostics.push({ code, severity, pointer: where, message, hint });
  };
  for (const problem of problems) report(problem.code ?? 'BAD_CONDITION', 'error', problem);
  for (const warning of warnings) report('UNKNOWN_KEY', 'warning', warning);
  if (condition === null) return null;
  const references = referencesOfCondition(condition);
  if (references.length > 0) {
    const { node, isAfter, path } = place;
    compilation.places.push({ node, isAfter, pointer: pointer(...path), references });
  }
  return condition;
}

function referencesOfCondition(condition: Condition): Reference[] {
  const found: Reference[] = [];
  const pending = [condition];
  for (let current = pending.pop(); current !== undefined; current = pending.pop()) {
    if (current.kind === 'compare') {
      found.push(...referencesOf(current.left));
      if (current.right !== null) found.push(...referencesOf(current.right));
    } else if (current.kind === 'not') pending.push(current.of);
    else pending.push(...current.of.toReversed());
  }
  return found;
}
