import type { Json } from '@skein/kernel';
import type { Imported, ImportOptions } from '../importer.ts';

export function convertN8n(_source: Json, _options: ImportOptions): Imported {
  const definition = { skein: 1, nodes: [] };
  return { definition, more: [], losses: [], bindings: [], secrets: [] };
}
