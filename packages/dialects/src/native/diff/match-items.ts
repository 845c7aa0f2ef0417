// Matching two lists
// Pairs the entries of two lists that are the same thing, by the first of their keys that both sides have.
import type { JsonObject } from '@skein/kernel';

export interface Matched {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Where the entry stands in the second list. */
  readonly place: number;
}

export interface Matching {
  /** In the order of the first list. */
  readonly pairs: readonly Matched[];
  readonly removed: readonly JsonObject[];
  readonly added: readonly JsonObject[];
}

/** `keysOf` names an entry, strongest name first; equal entries are paired in their order. */
export function matchItems(
  before: readonly JsonObject[],
  after: readonly JsonObject[],
  keysOf: (item: JsonObject) => readonly string[],
): Matching {
  const partners = new Map<number, number>();
  const taken = new Set<number>();
  for (const nameOf of [strongest, weakest]) {
    const free = placesByKey(after, taken, (item) => nameOf(keysOf(item)));
    for (const [index, item] of before.entries()) {
      if (partners.has(index)) continue;
      const place = free.get(nameOf(keysOf(item)))?.pop();
      if (place === undefined) continue;
      partners.set(index, place);
      taken.add(place);
    }
  }
  return {
    pairs: before.flatMap((item, index) => {
      const place = partners.get(index);
      return place === undefined
        ? []
        : [{ before: item, after: after[place] as JsonObject, place }];
    }),
    removed: before.filter((_, index) => !partners.has(index)),
    added: after.filter((_, place) => !taken.has(place)),
  };
}

function placesByKey(
  items: readonly JsonObject[],
  taken: ReadonlySet<number>,
  keyOf: (item: JsonObject) => string,
): Map<string, number[]> {
  const places = new Map<string, number[]>();
  // Backwards, so that the first of several is taken from the end of its list.
  for (let place = items.length - 1; place >= 0; place--) {
    if (taken.has(place)) continue;
    const key = keyOf(items[place] as JsonObject);
    const found = places.get(key);
    if (found === undefined) places.set(key, [place]);
    else found.push(place);
  }
  return places;
}

function strongest(keys: readonly string[]): string {
  return keys[0] ?? '';
}

function weakest(keys: readonly string[]): string {
  return keys.at(-1) ?? '';
}
