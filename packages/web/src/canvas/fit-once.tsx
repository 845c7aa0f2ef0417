import { useReactFlow } from '@xyflow/react';
import { useEffect } from 'react';

interface FitOnceProps {
  readonly isReady: boolean;
  readonly padding: number;
}

/** Shows everything as soon as it is known where it is. */
export function FitOnce({ isReady, padding }: FitOnceProps): null {
  const flow = useReactFlow();
  useEffect(() => {
    if (isReady) requestAnimationFrame(() => void flow.fitView({ padding, maxZoom: 1 }));
  }, [flow, isReady, padding]);
  return null;
}
