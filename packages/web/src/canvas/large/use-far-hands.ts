// Pointing and Tab on a canvas whose cards are drawn, not mounted
// The card under the pointer becomes an element before it is pressed, and so do the next ones in the order of Tab: clicks, drags and keys find
// what they always find.
import { useStoreApi, type Node, type ReactFlowState } from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { Point } from '../../graph/sketch.ts';
import { cardIndex, noCards } from './card-index.ts';

interface FarHandsOptions {
  readonly isFar: boolean;
  readonly nodes: readonly Node[];
  readonly onPoint: (card: string | null) => void;
  readonly onFocus: (card: string) => void;
}

/** Gives what finds the card under a spot of the screen; none near, where the cards are elements. */
export function useFarHands({
  isFar,
  nodes,
  onPoint,
  onFocus,
}: FarHandsOptions): (spot: Spot) => string | null {
  const store = useStoreApi();
  const cardAt = useMemo(() => {
    const find = isFar ? cardIndex(nodes) : noCards;
    return (spot: Spot) => find(placeOf(store.getState(), spot));
  }, [store, isFar, nodes]);
  useEffect(() => {
    const canvas = store.getState().domNode;
    if (!isFar || canvas === null) return undefined;
    let last: string | null = null;
    const point = (event: PointerEvent) => {
      // What is pressed stays.
      if (event.buttons !== 0) return;
      const card = mountedCard(event) ?? cardAt(event);
      if (card === last) return;
      last = card;
      // At once: the button may go down next.
      flushSync(() => onPoint(card));
    };
    const focus = (event: FocusEvent) => {
      const card = mountedCard(event);
      if (card !== null) onFocus(card);
    };
    canvas.addEventListener('pointermove', point, { passive: true });
    canvas.addEventListener('focusin', focus);
    return () => {
      canvas.removeEventListener('pointermove', point);
      canvas.removeEventListener('focusin', focus);
    };
  }, [store, isFar, cardAt, onPoint, onFocus]);
  return cardAt;
}

function mountedCard({ target }: Event): string | null {
  const card = target instanceof Element ? target.closest('.react-flow__node-card') : null;
  return card?.getAttribute('data-id') ?? null;
}

export interface Spot {
  readonly clientX: number;
  readonly clientY: number;
}

/** The place in the drawing that a spot of the screen shows. */
function placeOf({ transform, domNode }: ReactFlowState, { clientX, clientY }: Spot): Point {
  const [x, y, zoom] = transform;
  const corner = domNode?.getBoundingClientRect();
  return {
    x: (clientX - (corner?.x ?? 0) - x) / zoom,
    y: (clientY - (corner?.y ?? 0) - y) / zoom,
  };
}
