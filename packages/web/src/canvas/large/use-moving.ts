import type { Node } from '@xyflow/react';
import { useMemo, useRef } from 'react';

export interface MovingCards<CardType extends Node = Node> {
  /** Those that stay where they are: the same list during a whole drag. */
  readonly still: readonly CardType[];
  readonly moved: readonly CardType[];
  /** The same set as long as it has the same ids. */
  readonly movedIds: ReadonlySet<string>;
}

interface Kept<CardType extends Node> extends MovingCards<CardType> {
  /** All cards, as they were before the drag. */
  readonly before: readonly CardType[];
}

const noIds: ReadonlySet<string> = new Set();

/** Tells the cards that are dragged, or follow, from all others: what is drawn of those is not computed again with every move. */
export function useMoving<CardType extends Node>(
  nodes: readonly CardType[],
): MovingCards<CardType> {
  const last = useRef<Kept<CardType> | null>(null);
  const parted = useMemo(() => part(last.current, nodes), [nodes]);
  last.current = parted;
  return parted;
}

function part<CardType extends Node>(
  last: Kept<CardType> | null,
  nodes: readonly CardType[],
): Kept<CardType> {
  const moved = last === null || !isDragged(nodes) ? null : changedSince(last.before, nodes);
  if (last === null || moved === null)
    return { before: nodes, still: nodes, moved: [], movedIds: noIds };
  const isSame = moved.length === last.movedIds.size && hasAll(last.movedIds, moved);
  if (isSame) return { ...last, moved };
  const movedIds = new Set(moved.map(({ id }) => id));
  return {
    before: last.before,
    still: last.before.filter(({ id }) => !movedIds.has(id)),
    moved,
    movedIds,
  };
}

function isDragged(nodes: readonly Node[]): boolean {
  for (const { dragging } of nodes) if (dragging === true) return true;
  return false;
}

/** Null: these are other cards. */
function changedSince<CardType extends Node>(
  before: readonly CardType[],
  nodes: readonly CardType[],
): readonly CardType[] | null {
  if (before.length !== nodes.length) return null;
  const changed: CardType[] = [];
  // Loops, because a drag comes here with every move: a call for each of 5,000 cards is what a frame has no time for.
  for (const [index, node] of nodes.entries()) {
    const old = before[index];
    if (old === node) continue;
    if (old?.id !== node.id) return null;
    changed.push(node);
  }
  return changed;
}

function hasAll(ids: ReadonlySet<string>, nodes: readonly Node[]): boolean {
  for (const { id } of nodes) if (!ids.has(id)) return false;
  return true;
}
