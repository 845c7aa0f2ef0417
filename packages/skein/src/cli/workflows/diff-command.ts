import { diffWorkflows, formatDiff } from '@skein/dialects';
import type { Workflow } from '@skein/kernel';
import type { ComposedWorkflows } from '../../parts/compose-workflows.ts';
import type { CommandCall } from '../arguments/command.ts';
import { problemError } from '../errors/command-error.ts';
import { printJson } from '../output/print-json.ts';
import { fileOrStored } from '../inputs/read-definition.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { readCompiler } from '../inputs/read-compiler.ts';
import { readingOf } from '../inputs/reading.ts';

export async function diffCommand({
  arguments: given,
  terminal,
  isJson,
}: CommandCall): Promise<number> {
  const [before = '-', after = '-'] = given.positionals;
  const compile = await readCompiler(given);
  const diff = diffWorkflows({
    before: await requireShaped(before, given, compile),
    after: await requireShaped(after, given, compile),
  });
  if (isJson) printJson(terminal, diff);
  else terminal.foreignData(formatDiff(diff));
  return !diff.equal && given.has('exit-code') ? 1 : 0;
}

/** Its shape must be sound; a graph that cannot run can still be compared. */
async function requireShaped(
  file: string,
  given: ParsedArguments,
  compile: ComposedWorkflows['compile'],
): Promise<Workflow> {
  const definition = await fileOrStored(file, given);
  const { workflow, diagnostics } = compile(definition, readingOf(given));
  if (workflow !== null) return workflow;
  const named = diagnostics.map((diagnostic) => ({ file, ...diagnostic }));
  throw problemError('WORKFLOW_INVALID', { diagnostics: named });
}
