import { equalJson, type Json } from '@skein/kernel';
import { useRef } from 'react';

/**
 * The list of the last render as long as a new one says the same. Inputs that filter a list render once more for each new one, and
 * fast typing beside several of them adds that up to more than React allows.
 */
export function useEqualList<Thing extends object>(next: readonly Thing[]): readonly Thing[] {
  const kept = useRef(next);
  if (kept.current !== next && !isEqual(kept.current, next)) kept.current = next;
  return kept.current;
}

function isEqual(one: readonly object[], other: readonly object[]): boolean {
  // Suggestions and choices are plain data.
  return equalJson(one as unknown as Json, other as unknown as Json);
}
