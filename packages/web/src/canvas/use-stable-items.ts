import { equalJson, type Json } from '@skein/kernel';
import { useMemo, useRef } from 'react';

/** Items equal to those of the last render keep their identity, and so does the list of them: only what changed re-renders. */
export function useStableItems<Thing extends { readonly id: string }>(next: Thing[]): Thing[] {
  const before = useRef(next);
  const kept = useMemo(() => keepEqual(before.current, next), [next]);
  before.current = kept;
  return kept;
}

function keepEqual<Thing extends { readonly id: string }>(before: Thing[], next: Thing[]): Thing[] {
  const old = new Map(before.map((thing) => [thing.id, thing]));
  const kept = next.map((thing) => {
    const same = old.get(thing.id);
    return same !== undefined && isEqual(same, thing) ? same : thing;
  });
  const isSame =
    kept.length === before.length && kept.every((thing, index) => thing === before[index]);
  return isSame ? before : kept;
}

/** Cards and edges are plain data. */
function isEqual(one: object, other: object): boolean {
  return equalJson(one as Json, other as Json);
}
