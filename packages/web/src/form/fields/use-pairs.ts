import { equalJson, setOwn, type Json, type JsonObject } from '@skein/kernel';
import { useState } from 'react';

export interface Pair {
  readonly name: string;
  readonly value: Json;
}

/** An object as a list of pairs, which may be half typed: without a name, or with one that is there twice, they are not written. */
export function usePairs(
  object: JsonObject,
  onChange: (object: JsonObject) => void,
): readonly [readonly Pair[], (pairs: readonly Pair[]) => void] {
  const [draft, setDraft] = useState<readonly Pair[] | null>(null);
  // Once the object is another one, as after an undo, what was typed is of the past.
  const isOwn = draft !== null && equalJson(objectOf(draft), object);
  const written = Object.entries(object).map(([name, value]) => ({ name, value }));
  const write = (pairs: readonly Pair[]) => {
    setDraft(pairs);
    onChange(objectOf(pairs));
  };
  return [isOwn ? draft : written, write];
}

function objectOf(pairs: readonly Pair[]): JsonObject {
  const object: { [name: string]: Json } = {};
  for (const { name, value } of pairs)
    if (name !== '' && !Object.hasOwn(object, name)) setOwn(object, name, value);
  return object;
}
