import type { Point } from '../sketch.ts';
import { membersOf } from './edit-frames.ts';
import type { Frame } from './frame.ts';

export interface Moved {
  readonly nodes: ReadonlyMap<string, Point>;
  readonly frames: ReadonlyMap<string, Point>;
}

export interface Drawn {
  readonly positions: ReadonlyMap<string, Point>;
  readonly frames: readonly Frame[];
}

/** What was moved and, with each group, the cards and frames inside it. Items moved by themselves stay where they were put. */
export function followGroups(moved: Moved, { positions, frames }: Drawn): Moved {
  const nodes = new Map(moved.nodes);
  const placed = new Map(moved.frames);
  for (const group of frames) {
    const to = moved.frames.get(group.id);
    if (group.kind !== 'group' || to === undefined) continue;
    const shift = ({ x, y }: Point) => ({ x: x + to.x - group.x, y: y + to.y - group.y });
    for (const id of group.collapsed?.nodes ?? membersOf(group, positions)) {
      const from = positions.get(id);
      if (from !== undefined && !nodes.has(id)) nodes.set(id, shift(from));
    }
    for (const inner of framesInside(group, frames))
      if (!placed.has(inner.id)) placed.set(inner.id, shift(inner));
  }
  return { nodes, frames: placed };
}

/** The notes and groups that a group holds: those of a collapsed one are stored. */
export function framesInside(group: Frame, frames: readonly Frame[]): readonly Frame[] {
  const stored = group.collapsed === null ? null : new Set(group.collapsed.frames);
  return frames.filter(
    (inner) => inner.id !== group.id && (stored?.has(inner.id) ?? isInside(inner, group)),
  );
}

function isInside(inner: Frame, outer: Frame): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
