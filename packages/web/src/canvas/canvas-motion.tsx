// Moving the canvas
// What the drawing leaves out while it moves, and from far away, where texts cannot be read. Said to the page by classes and to
// the cards by their turns: nothing is rendered anew because somebody pans or zooms.
import { useStoreApi, type ReactFlowState } from '@xyflow/react';
import { useContext, useEffect } from 'react';
import { isInSight } from '../graph/layout/shift-into-view.ts';
import { cardHeight, cardWidth } from '../graph/layout/layout-sketch.ts';
import { CardTurnsContext, type CardWish } from './card-turns.ts';

const farZoom = 0.35;
const restMs = 250;
const cardsPerFrame = { moving: 3, resting: 24 };

export function CanvasMotion(): null {
  const store = useStoreApi();
  const turns = useContext(CardTurnsContext);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const setClass = (name: string, isSet: boolean) =>
      store.getState().domNode?.classList.toggle(name, isSet);
    const rest = () => {
      setClass('moving', false);
      setClass('far', isFar(store.getState()));
      turns?.want(restingWish(store.getState()));
    };
    const move = (state: ReactFlowState, before: ReactFlowState) => {
      turns?.want(movingWish(state, before));
      setClass('moving', true);
      // Texts come back when the canvas rests: drawing hundreds of them at every new size takes longer than a frame.
      if (isFar(state)) setClass('far', true);
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
    };
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform !== before.transform) move(state, before);
      else if (state.width !== before.width || state.height !== before.height) rest();
    });
    rest();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, turns]);
  return null;
}

function isFar({ transform }: ReactFlowState): boolean {
  return transform[2] < farZoom;
}

function restingWish(state: ReactFlowState): CardWish {
  const isNear = !isFar(state);
  return {
    isWanted: (id) => isNear && isCardInSight(state, id),
    cardsPerFrame: cardsPerFrame.resting,
  };
}

/** What comes into sight by panning is filled at once; zooming changes nothing before it ends. */
function movingWish(state: ReactFlowState, before: ReactFlowState): CardWish | null {
  if (isFar(state) || state.transform[2] !== before.transform[2]) return null;
  return {
    isWanted: (id, isFull) => isFull || isCardInSight(state, id),
    cardsPerFrame: cardsPerFrame.moving,
  };
}

function isCardInSight(state: ReactFlowState, id: string): boolean {
  const at = state.nodeLookup.get(id)?.internals.positionAbsolute;
  if (at === undefined) return false;
  const [x, y, zoom] = state.transform;
  return isInSight({ x, y, zoom }, state, { ...at, width: cardWidth, height: cardHeight });
}
