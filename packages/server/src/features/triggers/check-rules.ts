import { filterProblems, type Json } from '@skein/api';
import { EngineError } from '@skein/ports';

/** Throws unless the filter of a trigger can be used, in any dialect. */
export function checkRules(rules: Json): void {
  const diagnostics = filterProblems(rules);
  if (diagnostics.some(({ severity }) => severity === 'error')) {
    throw new EngineError('WORKFLOW_INVALID', { diagnostics });
  }
}
