// Large parts of a value
// Code that stores or sends values can take large parts out of them, and put them back: stores keep large parts once, the live
// stream sends a reference instead. The places are listed next to the value, so no data can be mistaken for
// a reference.
// V1. A part is taken out where it is largest without containing another large one: a long text, a long list of small things.
import type { Json } from '../json.ts';

/** In characters of JSON. */
export const LARGE_FROM = 64 * 1024;

export type PartPath = readonly (string | number)[];

export interface LargePart {
  readonly path: PartPath;
  readonly part: Json;
}

export interface TakenApart {
  /** The value with a null in place of each part. */
  readonly rest: unknown;
  readonly parts: readonly LargePart[];
}

export function takeLargeParts(value: unknown): TakenApart {
  const parts: LargePart[] = [];
  measure(value, [], parts);
  return { rest: parts.length === 0 ? value : withHoles(value, parts), parts };
}

/** Puts a part into its place; returns the whole, which is a new value only where all of it was taken out. */
export function putLargePart(whole: Json, path: PartPath, part: Json): Json {
  const last = path.at(-1);
  if (last === undefined) return part;
  let place = whole as { [key: string | number]: Json };
  for (const step of path.slice(0, -1)) place = place[step] as { [key: string | number]: Json };
  // Own properties only: the hole already exists as data, so even `__proto__` is one.
  Object.defineProperty(place, last, {
    value: part,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return whole;
}

/**
 * The approximate length of its text; 0 for one that contains a large part. Adds the large parts to `found`. The path is shared
 * and mutated during the walk: one for each of many small parts would take longer than their text.
 */
function measure(value: unknown, path: (string | number)[], found: LargePart[]): number {
  if (typeof value === 'string') return addIfLarge(value.length + 2, value, path, found);
  if (typeof value !== 'object' || value === null) return 8;
  const before = found.length;
  let size = 2;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      path.push(i);
      size += measure(value[i], path, found) + 1;
      path.pop();
    }
  } else {
    for (const key of Object.keys(value)) {
      path.push(key);
      // One of its own keys.
      size += key.length + 4 + measure((value as Record<string, unknown>)[key], path, found);
      path.pop();
    }
  }
  // What is measured is JSON, whatever its type says.
  return found.length > before ? 0 : addIfLarge(size, value as Json, path, found);
}

function addIfLarge(size: number, part: Json, path: PartPath, found: LargePart[]): number {
  if (size <= LARGE_FROM) return size;
  found.push({ path: [...path], part });
  return 0;
}

function withHoles(value: unknown, found: readonly { readonly path: PartPath }[]): unknown {
  const holes = new Set(found.map(({ path }) => JSON.stringify(path)));
  const starts = new Set(
    found.flatMap(({ path }) => path.map((_, i) => JSON.stringify(path.slice(0, i)))),
  );
  const copy = (item: unknown, path: PartPath): unknown => {
    const name = JSON.stringify(path);
    if (holes.has(name)) return null;
    if (!starts.has(name)) return item;
    if (Array.isArray(item)) return item.map((each, i) => copy(each, [...path, i]));
    const entries = Object.entries(item as object);
    return Object.fromEntries(entries.map(([key, each]) => [key, copy(each, [...path, key])]));
  };
  return copy(value, []);
}
