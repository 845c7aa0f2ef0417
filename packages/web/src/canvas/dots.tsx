// The dots in the background
// One image of dots, shifted by less than a gap and scaled by less than two, instead of a pattern redrawn every frame: that
// took half of the time of zooming a large graph.
import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef, type ReactNode } from 'react';

const gap = 20;

export function Dots(): ReactNode {
  const store = useStoreApi();
  const dots = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      const [x, y, zoom] = store.getState().transform;
      // Dots are one to two gaps apart on the screen at every zoom level.
      const scale = zoom / 2 ** Math.floor(Math.log2(zoom));
      const step = gap * scale;
      const shift = (length: number) => (((length % step) + step) % step) - step;
      if (dots.current !== null)
        dots.current.style.transform = `translate(${shift(x)}px, ${shift(y)}px) scale(${scale})`;
    };
    place();
    return store.subscribe((state, before) => {
      if (state.transform !== before.transform) place();
    });
  }, [store]);
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 -z-1 overflow-hidden">
      <div ref={dots} className="dots absolute top-0 left-0" />
    </div>
  );
}
