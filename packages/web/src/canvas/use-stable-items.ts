import { equalJson, type Json } from '@skein/kernel';
import { useMemo, useRef } from 'react';

/** Items equal to those of the last render keep their identity, so that only changed ones re-render. */
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

/** Cards and edges are plain data. */
function isEqual(one: object, other: object): boolean {
  return equalJson(one as Json, other as Json);
}
