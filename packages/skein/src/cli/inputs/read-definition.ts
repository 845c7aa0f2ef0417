import { existsSync } from 'node:fs';
import { detectDialect, parseDocument } from '@skein/dialects';
import type { Diagnostic, Json } from '@skein/kernel';
import { CommandFailure, problemError } from '../errors/command-error.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { readText } from './read-text.ts';
import { readingOf, type Reading } from './reading.ts';
import { remoteCall } from './remote-call.ts';
import { shortPointer } from '../output/short-pointer.ts';

export type ReadDefinition =
  | { readonly ok: true; readonly definition: Json }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

/**
 * A definition in JSON or YAML, or what keeps it from being read. What is JSON by its syntax and belongs to a dialect, by its shape
 * or because the caller says so, is passed on with its bad numbers and depths: the compiler lists them together with
 * everything else.
 */
export async function readDefinition(
  file: string,
  dialect: string | undefined,
): Promise<ReadDefinition> {
  const text = await readText(file);
  const parsed = await parseDocument(text, { name: file });
  if (parsed.ok) return { ok: true, definition: parsed.json };
  const unchecked = await parseDocument(text, { name: file, isUnchecked: true });
  if (!unchecked.ok) return parsed;
  if (dialect === undefined && detectDialect(unchecked.json) === null) return parsed;
  return { ok: true, definition: unchecked.json };
}

/** The same for commands that can do nothing without it. */
export async function requireDefinition(file: string, dialect: string | undefined): Promise<Json> {
  const read = await readDefinition(file, dialect);
  if (read.ok) return read.definition;
  throw unreadable(file, read.diagnostics);
}

/** A file, or with `--server` the id of a workflow there when there is no such file. */
export async function fileOrStored(
  file: string,
  given: ParsedArguments,
  { dialect }: Reading = readingOf(given),
): Promise<Json> {
  const ask = remoteCall(given);
  if (ask === null || file === '-' || existsSync(file)) return requireDefinition(file, dialect);
  const { definition } = await ask('exportWorkflow', { params: { id: file } });
  return definition;
}

/** The error of a file that is not valid JSON; its code is that of the first diagnostic. */
export function unreadable(file: string, diagnostics: readonly Diagnostic[]): Error {
  const [first] = diagnostics;
  if (first === undefined) return problemError('BAD_JSON', { what: file, complaint: 'unknown' });
  return new CommandFailure({
    code: first.code,
    message: `${file}${placeOf(first)}: ${first.message}`,
    hint: first.hint,
    details: {
      file,
      diagnostics: diagnostics.map(({ code, severity, pointer, message, hint }) => ({
        code,
        severity,
        pointer,
        message,
        hint,
      })),
    },
    exitCode: 2,
  });
}

/** As editors and terminals understand it: `:3:14`. */
function placeOf({ message, pointer }: Diagnostic): string {
  const found = /line (\d+), column (\d+)/.exec(message);
  if (found !== null) return `:${found[1]}:${found[2]}`;
  return pointer === '' ? '' : ` at ${shortPointer(pointer)}`;
}
