import { isObject, ownValue, type Json, type JsonObject } from '@skein/api';

interface Example {
  readonly dialect: string;
  readonly definition: JsonObject;
  readonly input?: Json | undefined;
}

/** A template with its example input, which the studio suggests for the first run; it is not part of the version. */
export function withExample({ dialect, definition, input = null }: Example): JsonObject {
  const isEmpty = input === null || (isObject(input) && Object.keys(input).length === 0);
  if (dialect !== 'native' || isEmpty) return definition;
  const studio = ownValue(definition, 'studio') ?? null;
  return { ...definition, studio: { ...(isObject(studio) ? studio : null), example: input } };
}
