import { isObject, type Json, type JsonObject } from '@skein/api';

/** RFC 7396: keys replace existing ones, null removes a key, objects are merged. */
export function mergePatch(target: JsonObject, patch: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(target));
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else if (isObject(value)) {
      const old = merged.get(key);
      merged.set(key, mergePatch(old !== undefined && isObject(old) ? old : {}, value));
    } else merged.set(key, value);
  }
  // From entries, so that a key like `__proto__` is a key.
  return Object.fromEntries(merged);
}
