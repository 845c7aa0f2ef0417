// Importing a document of any known format
// What the command line, the server and the library call. The document is JSON already; who reads files also reads YAML.
import type { Json } from '@skein/kernel';
import { isChatflow } from './flowise/flowise-graph.ts';
import { importers } from './importers.ts';
import { keepTodo } from './keep-todo.ts';
import { makeValid } from './make-valid.ts';
import type { Imported, Importer, ImportFormat, ImportOptions } from './importer.ts';

export interface ImportedSource extends Imported {
  readonly format: ImportFormat;
}

/** The importer whose format a document has, or null. */
export function findImporter(source: Json): Importer | null {
  return Object.values(importers).find(({ recognises }) => recognises(source)) ?? null;
}

/** Whether a document is of a product that is known, and of a sort that is not imported. Anything else may be a definition. */
export function isNotImported(source: Json): boolean {
  return isChatflow(source);
}

export function isImportFormat(name: string): name is ImportFormat {
  return Object.hasOwn(importers, name);
}

/** The document in native form, or null when it has no known format, or not the one that was named. */
export function importSource(
  source: Json,
  { format, ...options }: ImportOptions & { readonly format?: ImportFormat } = {},
): ImportedSource | null {
  const importer = format === undefined ? findImporter(source) : importers[format];
  if (importer === null || !importer.recognises(source)) return null;
  const imported = keepTodo(makeValid(importer.convert(source, options)));
  return { format: importer.format, ...imported };
}
