// What a given file is
// Workflows of Skein, in any dialect, are checked here; what else there is the server converts, if it knows the format. Nothing is saved.
import { compileText } from '@skein/dialects';
import { isObject, ownValue, type Diagnostic, type Json, type JsonObject } from '@skein/kernel';
import { problemOf, type Problem } from '../data/problem.ts';
import { previewImport, type ImportPreview } from '../data/workflows.ts';
import type { GivenFile } from './given-file.ts';

export type Recognised =
  | {
      readonly is: 'own';
      readonly dialect: string;
      readonly definition: JsonObject;
      readonly diagnostics: readonly Diagnostic[];
    }
  | { readonly is: 'foreign'; readonly preview: ImportPreview; readonly definition: JsonObject }
  | { readonly is: 'refused'; readonly problem: Problem };

export async function recognise(file: GivenFile, signal: AbortSignal): Promise<Recognised> {
  if ('problem' in file) return refusedFor(file);
  const own = readOwn(file.text);
  if (own?.diagnostics.every(({ severity }) => severity !== 'error') === true) return own;
  // It says what it is: nobody has to be asked whether it is something else.
  if (own !== null && ownValue(own.definition, 'skein') !== undefined) return own;
  try {
    const preview = await previewImport(file, signal);
    return { is: 'foreign', preview, definition: preview.definition };
  } catch (error) {
    const problem = problemOf(error);
    if (problem.code === 'TOO_LARGE') return refusedFor({ ...file, problem: 'tooLargeHere' });
    return own !== null && problem.code === 'IMPORT_UNKNOWN' ? own : { is: 'refused', problem };
  }
}

/** Null: it is no definition of a dialect. */
function readOwn(text: string): Extract<Recognised, { is: 'own' }> | null {
  const { dialect, diagnostics } = compileText(text);
  if (dialect === null) return null;
  // It has compiled as a dialect, so it is JSON.
  const definition = JSON.parse(text) as Json;
  return isObject(definition) ? { is: 'own', dialect, definition, diagnostics } : null;
}

interface RefusedFile {
  readonly name: string;
  readonly problem: Extract<GivenFile, { problem: string }>['problem'] | 'tooLargeHere';
}

const words: Readonly<Record<RefusedFile['problem'], readonly [string, string, string]>> = {
  large: [
    'DOCUMENT_TOO_LARGE',
    'is too large.',
    'A file has at most 20,000,000 characters; split it, or leave out pinned data.',
  ],
  tooLargeHere: [
    'TOO_LARGE',
    'is too large for this server.',
    'Leave out pinned data, import it with `skein import`, or have the operator raise server.limits.bodyBytesMax.',
  ],
  unreadable: [
    'FILE_UNREADABLE',
    'cannot be read.',
    'Check that it is complete, and unpack archives of other kinds than ZIP first.',
  ],
  binary: ['FILE_UNREADABLE', 'is not a text file.', 'Give the export as JSON, YAML or ZIP.'],
  empty: ['FILE_UNREADABLE', 'has no workflow in it.', 'Give the export as JSON, YAML or ZIP.'],
};

function refusedFor({ name, problem }: RefusedFile): Recognised {
  const [code, message, hint] = words[problem];
  return { is: 'refused', problem: { code, message: `${name} ${message}`, hint, diagnostics: [] } };
}

/** Whether it can be saved. */
export function isSound(
  read: Recognised | undefined,
): read is Exclude<Recognised, { is: 'refused' }> {
  if (read === undefined || read.is === 'refused') return false;
  return read.is === 'foreign' || read.diagnostics.every(({ severity }) => severity !== 'error');
}

/** Workflows that a file held beside its first one, such as those of the tools that it offers. */
export function furtherOf(
  read: Exclude<Recognised, { is: 'refused' }>,
): readonly ImportPreview['more'][number][] {
  return read.is === 'foreign' ? read.preview.more : [];
}
