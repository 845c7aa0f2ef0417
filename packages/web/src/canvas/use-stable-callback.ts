import { useCallback, useRef } from 'react';

/**
 * A handler that stays the same value and does what the last render says. The canvas library tells every card and line of each
 * handler that is another one.
 */
export function useStableCallback<Given extends readonly unknown[]>(
  act: (...given: Given) => void,
): (...given: Given) => void {
  const last = useRef(act);
  last.current = act;
  return useCallback((...given: Given) => last.current(...given), []);
}
