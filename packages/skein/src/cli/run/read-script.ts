import { parseScript, type Script } from '@skein/agents';
import { parseJson } from '@skein/dialects';
import type { Diagnostic } from '@skein/kernel';
import { CommandFailure } from '../command-error.ts';
import { unreadable } from '../read-definition.ts';
import { readText } from '../read-text.ts';

/** The script of the offline model. */
export async function readScript(file: string): Promise<Script> {
  const text = await readText(file);
  const json = parseJson(text);
  if (!json.ok) throw unreadable(file, json.diagnostics);
  const parsed = parseScript(text);
  if (parsed.ok) return parsed.script;
  throw scriptInvalid(file, parsed.problems);
}

function scriptInvalid(file: string, problems: readonly Diagnostic[]): CommandFailure {
  const count = problems.length === 1 ? 'one mistake' : `${problems.length} mistakes`;
  return new CommandFailure({
    code: 'SCRIPT_INVALID',
    message: `The script ${file} has ${count}.`,
    hint: 'Correct what the list names; docs/cli.md shows the form of a script.',
    details: { file, diagnostics: problems.map((problem) => ({ ...problem })) },
    exitCode: 2,
  });
}
