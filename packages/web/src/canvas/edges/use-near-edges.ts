import type { Edge } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { useStableCallback } from '../use-stable-callback.ts';

/** So many are added with each frame, and no more than the last number in all: those are no longer told apart. */
const perFrame = 30;
const nearMax = 300;
const nothing: ReadonlySet<string> = new Set();

interface NearEdges<LineType extends Edge> {
  /** Those that can be pointed at and focused. */
  readonly near: LineType[];
  readonly others: LineType[];
  /** Takes the cards in view. */
  readonly onRest: (cards: ReadonlySet<string>) => void;
}

/**
 * Which edges of a large graph are more than lines: those of cards that can be read, and the selected ones. A component for
 * each of hundreds made every frame late.
 */
export function useNearEdges<LineType extends Edge>(
  edges: LineType[],
  isCrowded: boolean,
): NearEdges<LineType> {
  const [cards, setCards] = useState(nothing);
  // Those that stay in view stay what they are: all of them would be drawn anew.
  const [shown, setShown] = useState(nothing);
  const onRest = useStableCallback((seen: ReadonlySet<string>) => {
    if (isCrowded && !isSame(cards, seen)) setCards(seen);
  });
  const parted = useMemo(() => {
    if (!isCrowded) return { near: edges, others: [], next: null };
    const isNear = ({ source, target, selected }: LineType) =>
      selected === true || cards.has(source) || cards.has(target);
    const wanted = edges.filter(isNear).slice(0, nearMax);
    const near = wanted.filter(({ id }) => shown.has(id));
    const kept = new Set(near);
    const others = edges.filter((edge) => !kept.has(edge));
    return { near, others, next: near.length === wanted.length ? null : nextShown(wanted, shown) };
  }, [edges, cards, shown, isCrowded]);
  const { near, others, next } = parted;
  useEffect(() => {
    if (next === null) return undefined;
    const frame = requestAnimationFrame(() => setShown(next));
    return () => cancelAnimationFrame(frame);
  }, [next]);
  return { near, others, onRest };
}

/** Of those that are wanted: what is shown, and a few more. */
function nextShown(wanted: readonly Edge[], shown: ReadonlySet<string>): ReadonlySet<string> {
  const ids = wanted.map(({ id }) => id);
  const further = ids.filter((id) => !shown.has(id)).slice(0, perFrame);
  return new Set([...ids.filter((id) => shown.has(id)), ...further]);
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
