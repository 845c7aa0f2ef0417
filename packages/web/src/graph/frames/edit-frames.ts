// Edits of frames, as functions from one definition to the next.
import { equalJson, isObject, type JsonObject } from '@skein/kernel';
import { freeId } from '../free-id.ts';
import { cardHeight, cardWidth } from '../layout/layout-sketch.ts';
import { listAt, objectAt, textAt, withKey, withKeys } from '../own-keys.ts';
import type { Point } from '../sketch.ts';
import { framePlaces, readFrames, type Frame, type FrameKind } from './frame.ts';

export const frameMin = { width: 120, height: 48 };

/** Padding around the cards of a group, and room for its title. */
const margin = 24;
const titleRoom = 28;

export const frameSizes: Readonly<Record<FrameKind, Pick<Frame, 'width' | 'height'>>> = {
  note: { width: 224, height: 96 },
  group: { width: 320, height: 200 },
};

export interface NewFrame {
  readonly kind: FrameKind;
  readonly position: Point;
  /** The cards that a group is drawn around. */
  readonly around?: readonly Point[];
}

export function addFrame(
  definition: JsonObject,
  { kind, position, around = [] }: NewFrame,
): { readonly definition: JsonObject; readonly id: string } {
  const id = freeId(kind, new Set(readFrames(definition).map((frame) => frame.id)));
  const box = around.length === 0 ? { ...position, ...frameSizes[kind] } : boxAround(around);
  const { list, text } = framePlaces[kind];
  const studio = objectAt(definition, 'studio');
  const color = kind === 'note' ? 'orange' : 'slate';
  const frames = [...listAt(studio, list), { id, ...box, [text]: '', color }];
  return { definition: withKey(definition, 'studio', withKey(studio, list, frames)), id };
}

function boxAround(points: readonly Point[]): Pick<Frame, 'x' | 'y' | 'width' | 'height'> {
  const left = Math.min(...points.map(({ x }) => x)) - margin;
  const top = Math.min(...points.map(({ y }) => y)) - margin - titleRoom;
  const right = Math.max(...points.map(({ x }) => x)) + cardWidth + margin;
  const bottom = Math.max(...points.map(({ y }) => y)) + cardHeight + margin;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Changes fields of a frame; unknown keys stay. The same definition if nothing changes. */
export function changeFrame(
  definition: JsonObject,
  id: string,
  changes: Partial<Omit<Frame, 'id' | 'kind' | 'collapsed'>>,
): JsonObject {
  const frame = readFrames(definition).find((each) => each.id === id);
  if (frame === undefined) return definition;
  const { list, text } = framePlaces[frame.kind];
  const { text: words, colour, ...box } = changes;
  const studio = objectAt(definition, 'studio');
  const frames = listAt(studio, list).map((value) =>
    isObject(value) && textAt(value, 'id') === id
      ? withKeys(value, {
          ...box,
          ...(words === undefined ? {} : { [text]: words }),
          ...(colour === undefined ? {} : { color: colour }),
        })
      : value,
  );
  if (equalJson(frames, listAt(studio, list))) return definition;
  return withKey(definition, 'studio', withKey(studio, list, frames));
}

export function removeFrames(definition: JsonObject, ids: readonly string[]): JsonObject {
  const gone = new Set(ids);
  const frames = readFrames(definition).filter(({ id }) => gone.has(id));
  if (frames.length === 0) return definition;
  let studio = objectAt(definition, 'studio');
  for (const { list } of Object.values(framePlaces))
    studio = withKey(
      studio,
      list,
      listAt(studio, list).filter((value) => !isObject(value) || !gone.has(textAt(value, 'id'))),
    );
  return withKey(definition, 'studio', studio);
}

/** The cards that lie completely inside a group: they move with it. */
export function membersOf(
  group: Pick<Frame, 'x' | 'y' | 'width' | 'height'>,
  positions: ReadonlyMap<string, Point>,
): readonly string[] {
  return [...positions].flatMap(([id, { x, y }]) => {
    const isInside =
      x >= group.x &&
      y >= group.y &&
      x + cardWidth <= group.x + group.width &&
      y + cardHeight <= group.y + group.height;
    return isInside ? [id] : [];
  });
}
