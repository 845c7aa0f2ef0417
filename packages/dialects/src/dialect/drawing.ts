// What an editor keeps in a definition
// Notes, groups, pinned outputs and, in dialects that have no place for them at their nodes, positions: under `studio`, at the
// top, in every dialect that is drawn. It is not part of the version, and does not change what a run does.
import { isObject, ownValue, type Json, type JsonObject, type Workflow } from '@skein/kernel';
import { openObject, optional, type Field } from '../shape/shape.ts';

export const studioField: Field = optional(
  openObject,
  'layout, notes, groups and pinned outputs of editors; not part of the version',
);

export function readDrawing(definition: Json): JsonObject {
  const studio = isObject(definition) ? ownValue(definition, 'studio') : undefined;
  return isObject(studio) ? studio : {};
}

const keys = ['notes', 'groups', 'pins'];

/** The same for an export: `{ studio }`, or nothing where there is nothing to say. */
export function exportDrawing({ studio = {} }: Workflow, more: readonly string[] = []): JsonObject {
  const kept = [...more, ...keys].flatMap((key): (readonly [string, Json])[] => {
    const value = ownValue(studio, key);
    return value === undefined ? [] : [[key, value]];
  });
  return kept.length === 0 ? {} : { studio: Object.fromEntries(kept) };
}
