// Selecting cards that are drawn, not mounted: the canvas library leaves out hidden ones.
import { useStoreApi, type Node, type NodeChange, type ReactFlowState } from '@xyflow/react';
import { useEffect } from 'react';
import { cardHeight, cardWidth } from '../../graph/layout/layout-sketch.ts';
import { useStableCallback } from '../use-stable-callback.ts';
import { isCard } from './card-sheet.tsx';

type OnChange<CardType extends Node> = (changes: NodeChange<CardType>[]) => void;

interface FarSelecting<CardType extends Node> {
  readonly isFar: boolean;
  readonly nodes: readonly CardType[];
  readonly onNodesChange: OnChange<CardType> | undefined;
}

/** Selects the cards in the box that is drawn with the mouse; returns what takes the changes of the library. */
export function useFarSelecting<CardType extends Node>(
  given: FarSelecting<CardType>,
): OnChange<CardType> {
  const { isFar, nodes, onNodesChange } = given;
  const store = useStoreApi();
  const select = useStableCallback((state: ReactFlowState) => {
    const changes = changesIn(state, nodes);
    if (changes.length > 0) onNodesChange?.(changes);
  });
  useEffect(() => {
    if (!isFar) return undefined;
    return store.subscribe((state, before) => {
      if (state.userSelectionActive && state.userSelectionRect !== before.userSelectionRect)
        select(state);
    });
  }, [store, isFar, select]);
  return useStableCallback((changes: NodeChange<CardType>[]) => {
    const { userSelectionActive, nodeLookup } = store.getState();
    const isOurs = (each: NodeChange<CardType>) =>
      each.type === 'select' && nodeLookup.get(each.id)?.hidden === true;
    const others = userSelectionActive ? changes.filter((each) => !isOurs(each)) : changes;
    if (others.length > 0) onNodesChange?.(others);
  });
}

function changesIn<CardType extends Node>(
  { userSelectionRect, transform: [x, y, zoom] }: ReactFlowState,
  nodes: readonly CardType[],
): NodeChange<CardType>[] {
  if (userSelectionRect === null) return [];
  const left = (userSelectionRect.x - x) / zoom;
  const top = (userSelectionRect.y - y) / zoom;
  const right = left + userSelectionRect.width / zoom;
  const bottom = top + userSelectionRect.height / zoom;
  return nodes.filter(isCard).flatMap(({ id, position, selected = false }) => {
    const isInside =
      position.x >= left &&
      position.y >= top &&
      position.x + cardWidth <= right &&
      position.y + cardHeight <= bottom;
    return isInside === selected ? [] : [{ id, type: 'select' as const, selected: isInside }];
  });
}
