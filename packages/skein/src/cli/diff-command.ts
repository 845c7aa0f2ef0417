import { diffWorkflows, formatDiff } from '@skein/dialects';
import type { Workflow } from '@skein/kernel';
import { composeWorkflows } from '../compose.ts';
import type { CommandCall } from './command.ts';
import { problemError } from './command-error.ts';
import { printJson } from './print-json.ts';
import { requireDefinition } from './read-definition.ts';
import { readingOf, type Reading } from './reading.ts';

export async function diffCommand({
  arguments: given,
  terminal,
  isJson,
}: CommandCall): Promise<number> {
  const [before = '-', after = '-'] = given.positionals;
  const reading = readingOf(given);
  const diff = diffWorkflows({
    before: await requireShaped(before, reading),
    after: await requireShaped(after, reading),
  });
  if (isJson) printJson(terminal, diff);
  else terminal.foreignData(formatDiff(diff));
  return !diff.equal && given.has('exit-code') ? 1 : 0;
}

/** Its shape must be sound; a graph that cannot run can still be compared. */
async function requireShaped(file: string, reading: Reading): Promise<Workflow> {
  const definition = await requireDefinition(file, reading.dialect);
  const { workflow, diagnostics } = composeWorkflows().compile(definition, reading);
  if (workflow !== null) return workflow;
  const named = diagnostics.map((diagnostic) => ({ file, ...diagnostic }));
  throw problemError('WORKFLOW_INVALID', { diagnostics: named });
}
