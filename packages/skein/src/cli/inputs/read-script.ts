import { parseScript, type Script } from '@skein/agents';
import { parseJson } from '@skein/dialects';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { problemError } from '../errors/command-error.ts';
import { unreadable } from './read-definition.ts';
import { readText } from './read-text.ts';

/** The script of the offline model. */
export async function readScript(file: string): Promise<Script> {
  const text = await readText(file);
  const json = parseJson(text);
  if (!json.ok) throw unreadable(file, json.diagnostics);
  const parsed = parseScript(text);
  if (parsed.ok) return parsed.script;
  throw problemError('SCRIPT_INVALID', { file, diagnostics: parsed.problems });
}

/** The script of `--script`; undefined without one. */
export async function readScriptOption(given: ParsedArguments): Promise<Script | undefined> {
  const file = given.one('script');
  return file === undefined ? undefined : readScript(file);
}
