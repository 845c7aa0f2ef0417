import type { Json } from '@skein/kernel';
import { EngineError } from '@skein/ports';
import type { Ports } from '../../engine-ports.ts';
import { inputSchemas } from '../../state/definitions/input-schemas.ts';
import type { KnownWorkflow } from '../../state/definitions/workflow-cache.ts';
import { findJsonProblem } from '../../state/values/find-json-problem.ts';

/** Before `checkInput`, where others have sent the input: a large one is checked elsewhere. */
export async function checkInputAhead(
  { checkAhead }: Ports<'checkAhead'>,
  { graph }: Pick<KnownWorkflow, 'graph'>,
  { input, user }: { readonly input?: Json | undefined; readonly user?: string | undefined },
): Promise<void> {
  // Whoever cannot be sent elsewhere is told so by the check here.
  if (input === undefined || findJsonProblem(input, 'input') !== null) return;
  for (const schema of inputSchemas(graph)) await checkAhead(schema, input, { user });
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
