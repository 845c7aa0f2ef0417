// The problems of a definition with their places: what the editor shows, and what prevents a run.
import { compileDefinition, type DialectName, type KnownTypes } from '@skein/dialects';
import type { Diagnostic, JsonObject } from '@skein/kernel';
import { findForm } from '../forms/find-form.ts';
import { nowhere, placeProblems, type PlacedProblem } from './place-problems.ts';

export interface Preflight {
  readonly problems: readonly PlacedProblem[];
  readonly errors: readonly Diagnostic[];
  /** What a run would lack of models, keys, tools and arguments. */
  readonly lacks: readonly Diagnostic[];
}

const lackCodes: ReadonlySet<string> = new Set([
  'MODEL_UNAVAILABLE',
  'TOOL_UNAVAILABLE',
  'SECRET_UNAVAILABLE',
  'TOOL_NOT_REGISTERED',
  'ARGUMENT_MISSING',
]);

export interface CheckOptions {
  readonly dialect: DialectName;
  /** Types and functions of the host. */
  readonly known?: KnownTypes | undefined;
  /** What the server has found. */
  readonly found?: readonly Diagnostic[] | null;
}

/** Uses the server's diagnostics if they are there, else those of the dialects in the browser. */
export function checkDefinition(
  definition: JsonObject,
  { dialect, known, found }: CheckOptions,
): Preflight {
  const diagnostics = found ?? compileDefinition(definition, { ...known, dialect }).diagnostics;
  const form = findForm(dialect);
  const problems =
    form === undefined
      ? diagnostics.map((diagnostic) => ({ ...nowhere, diagnostic }))
      : placeProblems(form, definition, diagnostics);
  const named = problems.map(({ diagnostic }) => diagnostic);
  return {
    problems,
    errors: named.filter(({ severity }) => severity === 'error'),
    lacks: named.filter(({ code }) => lackCodes.has(code)),
  };
}
