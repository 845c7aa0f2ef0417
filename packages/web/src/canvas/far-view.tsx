// From far away
// Texts cannot be read and ports cannot be hit. Cards leave both out then: every port listens to each move of the canvas, and
// a thousand of them take most of the time of a frame.
import { useStore } from '@xyflow/react';
import { createContext, useEffect } from 'react';

const farZoom = 0.35;

export const FarContext = createContext(false);

interface FarViewProps {
  readonly onChange: (isFar: boolean) => void;
}

/** Tells, from inside of the canvas, when one goes far away or comes near. */
export function FarView({ onChange }: FarViewProps): null {
  const isFar = useStore((state) => state.transform[2] < farZoom);
  useEffect(() => onChange(isFar), [isFar, onChange]);
  return null;
}
