import { useCallback, useRef } from 'react';

/**
 * A handler with a stable identity that calls the latest version. The canvas library updates every card and edge when a
 * handler changes identity.
 */
export function useStableCallback<Given extends readonly unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const last = useRef(act);
  last.current = act;
  return useCallback((...given: Given) => last.current(...given), []);
}
