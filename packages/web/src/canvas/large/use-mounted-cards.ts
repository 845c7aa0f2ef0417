import type { Node } from '@xyflow/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { cardsNearFocus, selectedCards, showOnly } from './mounted-cards.ts';
import type { MovingCards } from './use-moving.ts';

/** So many more become elements with each frame, when the canvas rests near. */
const perFrame = 40;

export interface MountedCards<CardType extends Node> {
  /** All nodes; those that shall not be elements are hidden. */
  readonly nodes: CardType[];
  readonly isFar: boolean;
  /** Takes the cards in view when the canvas rests and can be read; null as soon as it cannot. */
  readonly onSight: (cards: readonly string[] | null) => void;
  /** While it is zoomed, nothing more is mounted. */
  readonly onZoom: () => void;
  readonly onPoint: (card: string | null) => void;
  readonly onFocus: (card: string) => void;
}

interface Sight {
  readonly cards: readonly string[];
  readonly shown: number;
  readonly isHeld: boolean;
}

/** Near, the canvas library mounts what is in view; far out, only what somebody deals with is mounted. */
export function useMountedCards<CardType extends Node>(
  nodes: CardType[],
  { still, movedIds }: MovingCards<CardType>,
  isLarge: boolean,
): MountedCards<CardType> {
  const [sight, setSight] = useState<Sight | null>(null);
  const [pointed, onPoint] = useState<string | null>(null);
  const [focused, onFocus] = useState<string | null>(null);
  const isFar = isLarge && sight === null;
  const dealtWith = useMemo(() => {
    if (!isLarge) return movedIds;
    const reached = cardsNearFocus(still, focused);
    return new Set([...reached, ...selectedCards(still), ...movedIds]);
  }, [isLarge, still, movedIds, focused]);
  const shown = useMemo(() => {
    const near = sight === null ? [] : sight.cards.slice(0, sight.shown);
    return new Set([...dealtWith, ...near, ...(pointed === null ? [] : [pointed])]);
  }, [dealtWith, sight, pointed]);
  const isAll = !isLarge || isWhole(sight);
  useEffect(() => {
    if (isAll || sight === null || sight.isHeld) return undefined;
    const frame = requestAnimationFrame(() =>
      setSight({ ...sight, shown: sight.shown + perFrame }),
    );
    return () => cancelAnimationFrame(frame);
  }, [isAll, sight]);
  return {
    nodes: useMemo(() => (isAll ? nodes : showOnly(nodes, shown)), [isAll, nodes, shown]),
    isFar,
    onSight: useCallback(
      (cards) => setSight((before) => (cards === null ? null : nextSight(before, cards))),
      [],
    ),
    onZoom: useCallback(() => setSight(hold), []),
    onPoint,
    onFocus,
  };
}

/** Then the library mounts what comes into view. */
function isWhole(sight: Sight | null): boolean {
  return sight !== null && !sight.isHeld && sight.shown >= sight.cards.length;
}

function nextSight(before: Sight | null, cards: readonly string[]): Sight {
  if (isWhole(before)) return { cards, shown: cards.length, isHeld: false };
  const mounted = new Set(before?.cards.slice(0, before.shown));
  const old = cards.filter((id) => mounted.has(id));
  const further = cards.filter((id) => !mounted.has(id));
  return { cards: [...old, ...further], shown: old.length, isHeld: false };
}

function hold(sight: Sight | null): Sight | null {
  return sight === null || sight.isHeld ? sight : { ...sight, isHeld: true };
}
