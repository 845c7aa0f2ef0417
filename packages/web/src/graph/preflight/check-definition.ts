// The problems of a definition, in their places: what the editor shows, and what keeps a workflow from being run.
import { compileDefinition, type DialectName } from '@skein/dialects';
import type { Diagnostic, JsonObject } from '@skein/kernel';
import { findForm } from '../forms/find-form.ts';
import { placeProblems, type PlacedProblem } from './place-problems.ts';

export interface Preflight {
  readonly problems: readonly PlacedProblem[];
  readonly errors: readonly Diagnostic[];
}

/** With what the server has said about it, when it has; else as the dialects say here. */
export function checkDefinition(
  definition: JsonObject,
  dialect: DialectName,
  known?: readonly Diagnostic[] | null,
): Preflight {
  const diagnostics = known ?? compileDefinition(definition, { dialect }).diagnostics;
  const form = findForm(dialect);
  const problems =
    form === undefined
      ? diagnostics.map((diagnostic) => ({ diagnostic, node: null, edge: null, field: null }))
      : placeProblems(form, definition, diagnostics);
  return { problems, errors: diagnostics.filter(({ severity }) => severity === 'error') };
}
