import type { Failure } from '../failure.ts';
import { isObject, ownValue, type Json } from '../json.ts';
import { emptyScope } from '../references/empty-scope.ts';
import { unresolvedNames } from '../references/unresolved.ts';
import type { Scope } from '../references/template.ts';
import type { TemplateProblem } from '../references/template-problem.ts';
import { compileSteps } from './compile-steps.ts';
import { runSteps } from './run-steps.ts';

/** The rows after each step that could be done, and why it went no further. */
export interface StepsPreview {
  readonly stages: readonly (readonly Json[])[];
  /** What is wrong with the steps; nothing was run then. */
  readonly problems: readonly TemplateProblem[];
  readonly failure?: Failure;
  /** References without a value. */
  readonly missing?: readonly string[];
}

/** Runs the steps of a config on rows that somebody looks at. `scope` is what they can read of a run; default nothing. */
export function previewSteps(
  config: Json,
  rows: readonly Json[],
  scope: Scope = emptyScope,
): StepsPreview {
  const given = isObject(config) ? (ownValue(config, 'steps') ?? []) : [];
  const { steps, problems } = compileSteps(given);
  if (problems.length > 0) return { stages: [], problems };
  const stages: (readonly Json[])[] = [];
  const result = runSteps(steps, { from: rows, scope }, (after) => stages.push(after));
  if (result.ok) return { stages, problems };
  if (result.failure !== undefined) return { stages, problems, failure: result.failure };
  return { stages, problems, missing: unresolvedNames(result.missing, ({ text }) => text) };
}
