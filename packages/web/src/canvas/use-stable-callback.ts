import { useCallback, useRef } from 'react';

/**
 * A handler with a stable identity that calls the latest version. The canvas library updates every card and edge when a
 * handler changes identity.
 */
export function useStableCallback<Given extends readonly unknown[], Result = void>(
  act: (...given: Given) => Result,
): (...given: Given) => Result {
  const last = useRef(act);
  last.current = act;
  return useCallback((...given: Given) => last.current(...given), []);
}
