import { useStore, useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';

const farZoom = 0.35;

/** From far away texts cannot be read; hiding them keeps large graphs fluid. */
export function FarView(): null {
  const isFar = useStore((state) => state.transform[2] < farZoom);
  const store = useStoreApi();
  useEffect(() => {
    // A class of the canvas itself: a selector that looks for something inside would be checked at every change of a card.
    store.getState().domNode?.classList.toggle('far', isFar);
  }, [store, isFar]);
  return null;
}
