import { failureCodes } from '@skein/agents';
import { diagnostics } from '@skein/dialects';
import { problems } from '@skein/ports';

/** Every code that programs may compare. */
export function errorReport(): string {
  const thrown = Object.entries(problems).map(
    ([code, { status, exitCode }]) => `${code}: HTTP ${status}, exit code ${exitCode}`,
  );
  return [
    'Problems, which are thrown and answered:',
    thrown.toSorted().join('\n'),
    'Failures of nodes, which are in the journal:',
    failureCodes.toSorted().join('\n'),
    'Diagnostics of definitions:',
    Object.keys(diagnostics).toSorted().join('\n'),
  ].join('\n\n');
}
