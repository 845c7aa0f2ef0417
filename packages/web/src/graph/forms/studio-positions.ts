// Positions under `studio`
// Native and session-graph definitions store them at the top level by node id; they are not part of the version.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { objectAt, withKey } from '../own-keys.ts';
import type { Point } from '../sketch.ts';

export function readPoint(value: Json | undefined): Point | null {
  if (!isObject(value)) return null;
  const x = ownValue(value, 'x');
  const y = ownValue(value, 'y');
  return typeof x === 'number' && typeof y === 'number' ? { x, y } : null;
}

export function readStudioPosition(definition: JsonObject, id: string): Point | null {
  return readPoint(ownValue(objectAt(objectAt(definition, 'studio'), 'positions'), id));
}

export function writeStudioPositions(
  definition: JsonObject,
  positions: ReadonlyMap<string, Point>,
): JsonObject {
  const studio = objectAt(definition, 'studio');
  const all: { [id: string]: Json } = {};
  for (const [id, point] of Object.entries(objectAt(studio, 'positions'))) setOwn(all, id, point);
  for (const [id, { x, y }] of positions) setOwn(all, id, { x, y });
  return withKey(definition, 'studio', withKey(studio, 'positions', all));
}
