import type { Json } from '@skein/kernel';
import { EngineError, type CheckAheadOptions } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import { inputSchemas } from '../../state/definitions/input-schemas.ts';
import type { KnownWorkflow } from '../../state/definitions/compiled-versions.ts';
import { findJsonProblem } from '../../state/values/find-json-problem.ts';

/** Before `checkInput`: a large input is checked elsewhere. Undefined where there is nothing to wait for. */
export function checkInputAhead(
  { checkAhead }: Ports<'checkAhead'>,
  { graph }: Pick<KnownWorkflow, 'graph'>,
  {
    input,
    ...whose
  }: Pick<CheckAheadOptions, 'user' | 'isPatient'> & { readonly input?: Json | undefined },
): Promise<unknown> | undefined {
  const schemas = inputSchemas(graph);
  if (input === undefined || schemas.length === 0) return undefined;
  // Whoever cannot be sent elsewhere is told so by the check here.
  if (findJsonProblem(input, 'input') !== null) return undefined;
  const checks = schemas.flatMap((schema) => checkAhead(schema, input, whose) ?? []);
  return checks.length === 0 ? undefined : Promise.all(checks);
}

/** Throws when the input may not enter a run of this workflow. */
export function checkInput(
  { checkSchema }: Ports<'checkSchema'>,
  { graph }: Pick<KnownWorkflow, 'graph'>,
  input: Json | undefined,
): void {
  const problem = input === undefined ? null : findJsonProblem(input, 'input');
  if (problem !== null) {
    const complaint = `${problem.place} ${problem.complaint}.`;
    throw new EngineError('BAD_VALUE', { what: 'input', complaint });
  }
  for (const schema of inputSchemas(graph)) {
    const checked = checkSchema(schema, input ?? null);
    if (checked.result === 'misfit') {
      throw new EngineError('INPUT_INVALID', { complaints: checked.problems });
    }
    if (checked.result === 'bad-schema') {
      throw new EngineError('SCHEMA_INVALID', { complaint: checked.message });
    }
    if (checked.result === 'too-costly') {
      throw new EngineError('SCHEMA_TOO_COSTLY', { what: 'input', complaint: checked.message });
    }
  }
}
