// Frames
// What is drawn on the canvas besides nodes and edges: notes, and groups around nodes. Stored under `studio` in the
// definition, in every dialect, and not part of the version. A node belongs to the groups that it lies in; membership is only
// stored while a group is collapsed.
import { isObject, ownValue, type Json, type JsonObject } from '@skein/kernel';
import { readPoint } from '../forms/studio-positions.ts';
import { listAt, objectAt, textAt } from '../own-keys.ts';
import type { Point } from '../sketch.ts';

export type FrameKind = 'note' | 'group';

export const frameColours = ['slate', 'violet', 'teal', 'orange', 'olive', 'pink'] as const;
export type FrameColour = (typeof frameColours)[number];

export interface Frame extends Point {
  readonly id: string;
  readonly kind: FrameKind;
  readonly width: number;
  readonly height: number;
  /** The text of a note, or the title of a group. */
  readonly text: string;
  readonly colour: FrameColour;
  /** What a group held when it was collapsed into one card; null if it was not. */
  readonly collapsed: Collapsed | null;
}

export interface Collapsed {
  readonly nodes: readonly string[];
  readonly frames: readonly string[];
}

/** The key of `studio` that holds the frames of a kind, and the key of their text. */
export const framePlaces: Readonly<Record<FrameKind, { list: string; text: string }>> = {
  note: { list: 'notes', text: 'text' },
  group: { list: 'groups', text: 'title' },
};

/** Groups first, because they lie below. Invalid entries are not drawn. */
export function readFrames(definition: JsonObject): readonly Frame[] {
  const studio = objectAt(definition, 'studio');
  const frames = (['group', 'note'] as const).flatMap((kind) =>
    listAt(studio, framePlaces[kind].list).flatMap((value) => {
      const frame = readFrame(kind, value);
      return frame === null ? [] : [frame];
    }),
  );
  const seen = new Set<string>();
  return frames.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function readFrame(kind: FrameKind, value: Json): Frame | null {
  if (!isObject(value)) return null;
  const point = readPoint(value);
  const id = textAt(value, 'id');
  const width = ownValue(value, 'width');
  const height = ownValue(value, 'height');
  if (point === null || id === '') return null;
  if (typeof width !== 'number' || typeof height !== 'number') return null;
  const text = textAt(value, framePlaces[kind].text);
  const written = textAt(value, 'color');
  const colour = frameColours.find((each) => each === written) ?? 'slate';
  const collapsed = kind === 'group' ? readCollapsed(ownValue(value, 'collapsed')) : null;
  return { id, kind, ...point, width, height, text, colour, collapsed };
}

function readCollapsed(value: Json | undefined): Collapsed | null {
  if (value === undefined || !isObject(value)) return null;
  const texts = (key: string) => listAt(value, key).filter((each) => typeof each === 'string');
  return { nodes: texts('nodes'), frames: texts('frames') };
}
