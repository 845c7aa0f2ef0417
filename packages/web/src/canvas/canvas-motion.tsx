// Moving the canvas
// What the drawing leaves out while it moves, and from far away, where texts cannot be read. Said to the page by classes and to
// the cards by their turns: nothing is rendered anew because somebody pans or zooms.
import { useStoreApi, type ReactFlowState } from '@xyflow/react';
import { useContext, useEffect } from 'react';
import { isInSight } from '../graph/layout/shift-into-view.ts';
import { cardHeight, cardWidth } from '../graph/layout/layout-sketch.ts';
import { PortContext } from './port-turns.ts';

const farZoom = 0.35;
const restMs = 250;

interface CanvasMotionProps {
  readonly onRest: (isFar: boolean) => void;
}

export function CanvasMotion({ onRest }: CanvasMotionProps): null {
  const store = useStoreApi();
  const turns = useContext(PortContext);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const setClass = (name: string, isSet: boolean) =>
      store.getState().domNode?.classList.toggle(name, isSet);
    const rest = () => {
      setClass('moving', false);
      setClass('far', isFar(store.getState()));
      turns.want((id) => isReachable(store.getState(), id));
      onRest(isFar(store.getState()));
    };
    const move = (state: ReactFlowState) => {
      turns.pause();
      setClass('moving', true);
      // Texts come back when the canvas rests: drawing hundreds of them at every new size takes longer than a frame.
      if (isFar(state)) setClass('far', true);
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
    };
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform !== before.transform) move(state);
      else if (state.width !== before.width || state.height !== before.height) rest();
    });
    rest();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, turns, onRest]);
  return null;
}

function isFar({ transform }: ReactFlowState): boolean {
  return transform[2] < farZoom;
}

/** Whether a line could be drawn to the card. */
function isReachable(state: ReactFlowState, id: string): boolean {
  const at = state.nodeLookup.get(id)?.internals.positionAbsolute;
  if (at === undefined || isFar(state)) return false;
  const [x, y, zoom] = state.transform;
  return isInSight({ x, y, zoom }, state, { ...at, width: cardWidth, height: cardHeight });
}
