import type { Edge } from '@xyflow/react';
import { useEffect, useMemo, useState } from 'react';
import { useStableCallback } from '../use-stable-callback.ts';

/** So many are added with each frame, and no more than the last number in all: those are no longer told apart. */
const perFrame = 30;
const nearMax = 300;
const noCards: ReadonlySet<string> = new Set();

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
  const [cards, setCards] = useState(noCards);
  const [count, setCount] = useState(0);
  const onRest = useStableCallback((seen: ReadonlySet<string>) => {
    if (!isCrowded || isSame(cards, seen)) return;
    setCards(seen);
    setCount(0);
  });
  const parted = useMemo(() => {
    if (!isCrowded) return { near: edges, others: [], isMore: false };
    const isNear = ({ source, target, selected }: LineType) =>
      selected === true || cards.has(source) || cards.has(target);
    const wanted = edges.filter(isNear).slice(0, nearMax);
    const near = wanted.slice(0, count);
    const kept = new Set(near);
    const others = edges.filter((edge) => !kept.has(edge));
    return { near, others, isMore: wanted.length > count };
  }, [edges, cards, count, isCrowded]);
  useEffect(() => {
    if (!parted.isMore) return undefined;
    const frame = requestAnimationFrame(() => setCount(count + perFrame));
    return () => cancelAnimationFrame(frame);
  }, [parted.isMore, count]);
  return { ...parted, onRest };
}

function isSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((id) => other.has(id));
}
