import { ownValue, putLargePart, type Json, type JsonObject, type PartPath } from '@skein/kernel';
import type { RunUpdateJson } from './follow-run.ts';

type EventUpdate = Extract<RunUpdateJson, { type: 'event' }>;

/** Puts the values of the row into their places; what came from an earlier row stays a reference. */
export async function fillLarge(
  update: EventUpdate,
  readRow: () => Promise<JsonObject>,
): Promise<EventUpdate> {
  const { large, ...rest } = update;
  if (large === undefined) return update;
  const row = await readRow();
  for (const { path, in: place } of large) {
    // The update was read from JSON just now: nobody else has it yet.
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
