// Definitions that were made by code say so: `metadata.origin.language`. They are shown, and changed in their program.
import { isObject, objectAt, textAt, type Json, type JsonObject } from '@skein/kernel';

/** The language that a definition was written in, where it was made by code; undefined where it is a document of its own. */
export function codeLanguage(definition: Json): string | undefined {
  if (!isObject(definition)) return undefined;
  return textAt(objectAt(objectAt(definition, 'metadata'), 'origin'), 'language');
}

/** A document of its own, which no code changes any more. */
export function withoutCode(definition: JsonObject): JsonObject {
  if (codeLanguage(definition) === undefined) return definition;
  const { origin: _, ...metadata } = objectAt(definition, 'metadata');
  return { ...definition, metadata };
}
