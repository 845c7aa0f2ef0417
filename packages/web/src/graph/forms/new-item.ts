import type { RecordShape } from '@skein/dialects';
import type { JsonObject } from '@skein/kernel';

/** What the dialect says that a new item of the list at a path starts with; null if it says nothing. */
export function newItemOf(
  shape: RecordShape | undefined,
  path: readonly (string | number)[],
): JsonObject | null {
  const [key, ...rest] = path;
  const field = shape?.fields.get(String(key));
  if (field === undefined) return null;
  if (rest.length === 0) return field.newItem ?? null;
  return field.shape.kind === 'record' ? newItemOf(field.shape, rest) : null;
}
