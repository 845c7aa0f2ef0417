// Moving the canvas
// What the drawing leaves out while it moves and when zoomed out, where text cannot be read. Signalled by CSS classes and
// card scheduler: panning and zooming re-render nothing.
import { useStoreApi, type ReactFlowState } from '@xyflow/react';
import { useContext, useEffect } from 'react';
import { isInSight } from '../graph/layout/shift-into-view.ts';
import { cardHeight, cardWidth } from '../graph/layout/layout-sketch.ts';
import { CardSchedulerContext, type FillRule } from './card-scheduler.ts';

const farZoom = 0.35;
const restMs = 250;
const cardsPerFrame = { moving: 3, resting: 24 };

interface CanvasMotionProps {
  /** The cards in view that can be read, when the canvas rests; none if it is zoomed out. */
  readonly onRest: (cards: ReadonlySet<string>) => void;
  /** The same; null as soon as it is zoomed out. */
  readonly onSight: (cards: readonly string[] | null) => void;
  readonly onZoom: () => void;
}

export function CanvasMotion({ onRest, onSight, onZoom }: CanvasMotionProps): null {
  const store = useStoreApi();
  const scheduler = useContext(CardSchedulerContext);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = 0;
    const setClass = (name: string, isSet: boolean) =>
      store.getState().domNode?.classList.toggle(name, isSet);
    const rest = () => {
      // A canvas that is held is about to move on: drawing it anew, and once more as a layer, takes longer than a frame.
      if (store.getState().paneDragging) return;
      setClass('moving', false);
      setClass('far', isFar(store.getState()));
      scheduler?.setRule(restingRule(store.getState()));
      const cards = cardsInSight(store.getState());
      onRest(cards);
      onSight(isFar(store.getState()) ? null : [...cards]);
    };
    const wake = () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
    // Not before what has moved is on the screen: where a frame takes longer than the rest, each step of the wheel would be the last.
    const restSoon = () => {
      wake();
      timer = setTimeout(() => {
        frame = requestAnimationFrame(() => {
          frame = requestAnimationFrame(rest);
        });
      }, restMs);
    };
    const move = (state: ReactFlowState, before: ReactFlowState) => {
      scheduler?.setRule(movingRule(state, before));
      setClass('moving', true);
      if (state.paneDragging) setClass('dragged', true);
      // Text comes back when the canvas rests: drawing hundreds of labels at every zoom level takes longer than a frame.
      if (isFar(state)) {
        if (!isFar(before)) onSight(null);
      } else if (state.transform[2] !== before.transform[2]) onZoom();
      if (isFar(state)) setClass('far', true);
      restSoon();
    };
    const release = () => {
      setClass('dragged', false);
      restSoon();
    };
    const unsubscribe = store.subscribe((state, before) => {
      if (!state.paneDragging && before.paneDragging) release();
      if (state.transform !== before.transform) move(state, before);
      else if (state.width !== before.width || state.height !== before.height) rest();
    });
    // Not in full: the graph is about to be fitted into view.
    setClass('far', isFar(store.getState()));
    scheduler?.setRule(restingRule(store.getState()));
    restSoon();
    return () => {
      unsubscribe();
      wake();
    };
  }, [store, scheduler, onRest, onSight, onZoom]);
  return null;
}

function cardsInSight(state: ReactFlowState): ReadonlySet<string> {
  if (isFar(state)) return new Set();
  return new Set([...state.nodeLookup.keys()].filter((id) => isCardInSight(state, id)));
}

function isFar({ transform }: ReactFlowState): boolean {
  return transform[2] < farZoom;
}

function restingRule(state: ReactFlowState): FillRule {
  const isNear = !isFar(state);
  return {
    isWanted: (id) => isNear && isCardInSight(state, id),
    cardsPerFrame: cardsPerFrame.resting,
  };
}

/** Cards that pan into view are filled at once; zooming changes nothing until it ends. */
function movingRule(state: ReactFlowState, before: ReactFlowState): FillRule | null {
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
