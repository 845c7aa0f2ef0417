import type { Diagnostic } from '@skein/kernel';
import { parseDocument } from '../json/parse-document.ts';
import { importSource, type ImportedSource } from './import-source.ts';
import type { ImportFormat } from './importer.ts';

export interface ImportedText {
  /** The file, in JSON or YAML. */
  readonly text: string;
  readonly name?: string | undefined;
  /** Default: recognised by its shape. */
  readonly format?: ImportFormat | undefined;
}

/** What became of a file: a definition with everything that is left to do, or why there is none. */
export type ReadImport =
  | { readonly type: 'imported'; readonly imported: ImportedSource }
  | { readonly type: 'unreadable'; readonly diagnostics: readonly Diagnostic[] }
  | { readonly type: 'unknown' };

/** Nothing of the file is executed, and nothing is kept. */
export async function readImport({
  text,
  name = 'file',
  format,
}: ImportedText): Promise<ReadImport> {
  const parsed = await parseDocument(text, { name });
  if (!parsed.ok) return { type: 'unreadable', diagnostics: parsed.diagnostics };
  const title = name.replace(/\.\w+$/, '');
  const options = format === undefined ? { name: title } : { name: title, format };
  const imported = importSource(parsed.json, options);
  return imported === null ? { type: 'unknown' } : { type: 'imported', imported };
}
