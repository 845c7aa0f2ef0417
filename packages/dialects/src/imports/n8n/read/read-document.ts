// What a file of n8n is
// Exports come bare, as a list of one, or wrapped as { workflow } or { data }.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';

export interface FoundDocument {
  readonly document: JsonObject;
  /** Where it stands in the file. */
  readonly path: readonly (string | number)[];
}

export function documentOf(source: Json): FoundDocument | null {
  if (Array.isArray(source)) return source.length === 0 ? null : inside(source[0], [0]);
  if (!isObject(source)) return null;
  if (looksLikeOne(source)) return { document: source, path: [] };
  return (
    inside(ownValue(source, 'workflow'), ['workflow']) ?? inside(ownValue(source, 'data'), ['data'])
  );
}

function inside(value: Json | undefined, path: readonly (string | number)[]): FoundDocument | null {
  return isObject(value) && looksLikeOne(value) ? { document: value, path } : null;
}

function looksLikeOne(value: JsonObject): boolean {
  const nodes = ownValue(value, 'nodes');
  return (
    Array.isArray(nodes) &&
    isObject(ownValue(value, 'connections')) &&
    !Object.hasOwn(value, 'skein')
  );
}
