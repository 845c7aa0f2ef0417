import { useStore } from '@xyflow/react';
import type { ReactNode } from 'react';

const farZoom = 0.35;

/** From far away texts cannot be read; hiding them keeps large graphs fluid. */
export function FarView(): ReactNode {
  const isFar = useStore((state) => state.transform[2] < farZoom);
  return isFar ? <i className="lod" hidden /> : null;
}
