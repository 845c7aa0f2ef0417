import { isObject, type JsonObject } from '@skein/api';
import type { DefinitionRecord } from '@skein/ports';

export function definitionOf({ definition }: DefinitionRecord): JsonObject {
  return isObject(definition) ? definition : {};
}
