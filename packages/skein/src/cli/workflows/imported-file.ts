import type { Binding, ImportFormat, ImportLoss } from '@skein/dialects';
import { ownValue, type JsonObject } from '@skein/kernel';
import type { CommandError } from '../errors/command-error.ts';

/** What became of one document. */
export interface ImportedFile {
  readonly file: string;
  /** Null where it could not be imported. */
  readonly format: ImportFormat | null;
  readonly definition: JsonObject | null;
  readonly more: readonly JsonObject[];
  readonly out: readonly string[];
  readonly losses: readonly ImportLoss[];
  readonly bindings: readonly Binding[];
  readonly secrets: readonly string[];
  readonly error: CommandError | null;
}

export function countNodes(definition: JsonObject): number {
  const nodes = ownValue(definition, 'nodes');
  return Array.isArray(nodes) ? nodes.length : 0;
}
