// Notes and groups in a clip, as in the definition.
import { isObject, type JsonObject } from '@skein/kernel';
import { freeId } from '../free-id.ts';
import { readPoint } from '../forms/studio-positions.ts';
import { listAt, objectAt, textAt, withKey, withKeys } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { renameCollapsed } from './collapse-group.ts';
import { framePlaces, readFrames } from './frame.ts';

/** The lists of frames in `studio`, reduced to some of them. */
export function copyFrames(definition: JsonObject, ids: readonly string[]): JsonObject {
  const wanted = new Set(ids);
  const studio = objectAt(definition, 'studio');
  return Object.values(framePlaces).reduce<JsonObject>((clip, { list }) => {
    const frames = framesOf(studio, list).filter((frame) => wanted.has(textAt(frame, 'id')));
    return frames.length === 0 ? clip : withKey(clip, list, frames);
  }, {});
}

/** Adds the frames of a clip, with free ids and moved by an offset. */
export function pasteFrames(
  definition: JsonObject,
  {
    clip,
    offset,
    renamed,
  }: {
    readonly clip: JsonObject;
    readonly offset: Point;
    /** The new ids of the nodes of the clip. */
    readonly renamed: ReadonlyMap<string, string>;
  },
): { readonly definition: JsonObject; readonly ids: readonly string[] } {
  const taken = new Set(readFrames(definition).map(({ id }) => id));
  const ids: string[] = [];
  const frames = new Map<string, string>();
  let studio = objectAt(definition, 'studio');
  for (const { list } of Object.values(framePlaces)) {
    const pasted = framesOf(clip, list).flatMap((frame) => {
      const point = readPoint(frame);
      if (point === null) return [];
      const id = freeId(textAt(frame, 'id'), taken);
      taken.add(id);
      ids.push(id);
      frames.set(textAt(frame, 'id'), id);
      return [withKeys(frame, { id, x: point.x + offset.x, y: point.y + offset.y })];
    });
    if (pasted.length > 0) studio = withKey(studio, list, [...listAt(studio, list), ...pasted]);
  }
  studio = renameContents(studio, { ids, frames, renamed });
  return { definition: ids.length === 0 ? definition : withKey(definition, 'studio', studio), ids };
}

interface Contents {
  readonly ids: readonly string[];
  readonly frames: ReadonlyMap<string, string>;
  readonly renamed: ReadonlyMap<string, string>;
}

/** What pasted groups hold are the copies. */
function renameContents(studio: JsonObject, { ids, frames, renamed }: Contents): JsonObject {
  const { list } = framePlaces.group;
  if (!Object.hasOwn(studio, list)) return studio;
  const names = {
    node: (id: string) => renamed.get(id) ?? id,
    frame: (id: string) => frames.get(id) ?? id,
  };
  const groups = listAt(studio, list).map((group) =>
    isObject(group) && ids.includes(textAt(group, 'id')) ? renameCollapsed(group, names) : group,
  );
  return withKey(studio, list, groups);
}

function framesOf(studio: JsonObject, list: string): readonly JsonObject[] {
  return listAt(studio, list)
    .filter(isObject)
    .filter((frame) => textAt(frame, 'id') !== '');
}
