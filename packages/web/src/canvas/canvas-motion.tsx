// Moving the canvas
// What the drawing leaves out while it moves, and from far away, where texts cannot be read. Said to the page by classes and to
// the cards by their turns: nothing is rendered anew because somebody pans or zooms.
import { useStoreApi } from '@xyflow/react';
import { useContext, useEffect } from 'react';
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
    const isFar = () => store.getState().transform[2] < farZoom;
    const rest = () => {
      setClass('moving', false);
      turns.want(!isFar());
      onRest(isFar());
    };
    const move = () => {
      turns.pause();
      setClass('moving', true);
      setClass('far', isFar());
      clearTimeout(timer);
      timer = setTimeout(rest, restMs);
    };
    const unsubscribe = store.subscribe((state, before) => {
      if (state.transform !== before.transform) move();
    });
    setClass('far', isFar());
    rest();
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [store, turns, onRest]);
  return null;
}
