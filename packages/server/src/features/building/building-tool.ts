import type { Json, JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import type { BuildingHost } from './building-host.ts';

/** A tool for building workflows. What it returns is read by a model, so it is short and says what to do next. */
export interface BuildingTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of its arguments. */
  readonly parameters: JsonObject;
  /** Whether it changes anything. */
  readonly isReadOnly: boolean;
  readonly call: (host: BuildingHost, given: JsonObject) => Promise<Json>;
}

/** A text that must be there. */
export function textIn(given: JsonObject, key: string): string {
  const value = given[key];
  if (typeof value === 'string' && value !== '') return value;
  throw badArgument(key, 'is missing');
}

export function badArgument(key: string, complaint: string): EngineError {
  return new EngineError('BAD_VALUE', { what: `argument "${key}"`, complaint });
}

export const text = (description: string): JsonObject => ({ type: 'string', description });

export function parameters(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required: [...required], additionalProperties: false };
}
