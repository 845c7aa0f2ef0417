import { equalJson, type Json } from '@skein/kernel';
import { useMemo, useRef } from 'react';

/** Things of the canvas that say the same as before stay the same values: only what has changed is drawn anew. */
export function useStableItems<Thing extends { readonly id: string }>(next: Thing[]): Thing[] {
  const before = useRef(next);
  const kept = useMemo(() => keepEqual(before.current, next), [next]);
  before.current = kept;
  return kept;
}

function keepEqual<Thing extends { readonly id: string }>(
  before: readonly Thing[],
  next: Thing[],
): Thing[] {
  const old = new Map(before.map((thing) => [thing.id, thing]));
  return next.map((thing) => {
    const same = old.get(thing.id);
    return same !== undefined && isEqual(same, thing) ? same : thing;
  });
}

/** Cards and lines are plain data. */
function isEqual(one: object, other: object): boolean {
  return equalJson(one as Json, other as Json);
}
