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
    for (const id of membersOf(group, positions)) {
      const from = positions.get(id);
      if (from !== undefined && !nodes.has(id)) nodes.set(id, shift(from));
    }
    for (const inner of frames)
      if (inner.id !== group.id && isInside(inner, group) && !placed.has(inner.id))
        placed.set(inner.id, shift(inner));
  }
  return { nodes, frames: placed };
}

function isInside(inner: Frame, outer: Frame): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}
