import { ownValue, putLargePart, type Json, type JsonObject, type PartPath } from '@skein/kernel';
import type { RunEventUpdate } from './run-update.ts';

/** Puts the values of the row in place of their references; a value of an earlier row stays a reference. */
export async function fillLarge(
  update: RunEventUpdate,
  readRow: () => Promise<JsonObject>,
): Promise<RunEventUpdate> {
  const { large, ...rest } = update;
  if (large === undefined) return update;
  const row = await readRow();
  for (const { path, in: place } of large) {
    // The update was just read from JSON: nobody else has it yet.
    if (place !== undefined) putLargePart(rest as unknown as Json, path, valueAt(row, place));
  }
  const left = large.filter(({ in: place }) => place === undefined);
  return left.length === 0 ? rest : { ...rest, large: left };
}

function valueAt(row: JsonObject, path: PartPath): Json {
  let value: Json = row;
  for (const step of path) {
    const inside: Json | undefined = Array.isArray(value)
      ? value[Number(step)]
      : ownValue(value as JsonObject, String(step));
    value = inside ?? null;
  }
  return value;
}
