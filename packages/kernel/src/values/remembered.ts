// What items remember
// An item carries what it was at nodes with `remember`, by their names, beside its own fields: nobody sees it who does not ask for it.
//
// R1. Only a copy that was made for it gets something to carry. Objects are shared, and the same one may be in other lists.
// R2. Objects alone carry something. What is written as JSON loses it, so `packRemembered` writes it beside.
import { isObject, ownValue, setOwn, type Json, type JsonObject } from '../json.ts';

const carried = new WeakMap<object, JsonObject>();

/** What an item was at a node; undefined when it does not come from there. */
export function rememberedAt(item: Json | undefined, name: string): Json | undefined {
  const known = isObject(item) ? carried.get(item) : undefined;
  return known === undefined ? undefined : ownValue(known, name);
}

/** The same item, which also carries what the other carries; its own counts where both have a name. */
export function inherit(item: Json, from: Json | undefined): Json {
  const known = isObject(from) ? carried.get(from) : undefined;
  if (known === undefined || !isObject(item) || item === from) return item;
  return copyWith(item, { ...carried.get(item), ...known });
}

/** Of two that became one. */
export function inheritBoth(item: JsonObject, first: Json, second: Json): JsonObject {
  const both = { ...carriedBy(second), ...carriedBy(first) };
  return Object.keys(both).length === 0 ? item : copyWith(item, both);
}

/** The same item, which remembers itself under this name. */
export function rememberItself(item: Json, name: string): Json {
  if (!isObject(item)) return item;
  const known: { [name: string]: Json } = { ...carried.get(item) };
  setOwn<Json>(known, name, item);
  return copyWith(item, known);
}

/**
 * The items of a list that was made from another as a whole: those of the same place if they are as many, that of the one there was, and
 * the first for one alone. Items that carry something already come from where they come from.
 */
export function inheritList(items: readonly Json[], from: readonly Json[]): readonly Json[] {
  const isPaired = items.length === from.length || from.length === 1 || items.length === 1;
  if (!isPaired) return items;
  return items.map((item, index) => {
    if (isObject(item) && carried.has(item)) return item;
    return inherit(item, items.length === from.length ? from[index] : from[0]);
  });
}

function carriedBy(item: Json): JsonObject {
  return (isObject(item) ? carried.get(item) : undefined) ?? {};
}

/** R1. */
function copyWith(item: JsonObject, known: JsonObject): JsonObject {
  const copy = { ...item };
  carried.set(copy, known);
  return copy;
}

/** Where something is carried inside of a value. A type, not an interface: it is JSON. */
type Marks = { readonly here?: JsonObject; readonly inside?: { readonly [key: string]: Marks } };

const KEY = '$remembered';

/** A value with what is carried in it beside; as it is where nothing is (R2). */
export function packRemembered(value: Json, pack: (value: Json) => Json): Json {
  const marks = marksIn(value);
  const isMistakable = isObject(value) && Object.hasOwn(value, KEY);
  if (marks === null && !isMistakable) return pack(value);
  // Marks are JSON.
  return { [KEY]: (marks ?? {}) as JsonObject, value: pack(value) };
}

export function unpackRemembered(packed: Json, unpack: (packed: Json) => Json): Json {
  const marks = isObject(packed) ? ownValue(packed, KEY) : undefined;
  if (marks === undefined || !isObject(packed)) return unpack(packed);
  // As `packRemembered` wrote them.
  return withMarks(unpack(ownValue(packed, 'value') ?? null), marks as Marks);
}

function marksIn(value: Json): Marks | null {
  if (typeof value !== 'object' || value === null) return null;
  const here = carried.get(value);
  const inside: { [key: string]: Marks } = {};
  let hasInside = false;
  for (const [key, part] of Object.entries(value)) {
    // Parts of JSON are JSON.
    const marks = marksIn(part as Json);
    if (marks === null) continue;
    setOwn(inside, key, marks);
    hasInside = true;
  }
  if (here === undefined && !hasInside) return null;
  return here === undefined ? { inside } : hasInside ? { here, inside } : { here };
}

function withMarks(value: Json, { here, inside }: Marks): Json {
  const part = (each: Json, key: string): Json => {
    const marks = inside !== undefined && Object.hasOwn(inside, key) ? inside[key] : undefined;
    return marks === undefined ? each : withMarks(each, marks);
  };
  if (Array.isArray(value)) return value.map((each: Json, index) => part(each, String(index)));
  if (!isObject(value)) return value;
  const copy: { [key: string]: Json } = {};
  for (const [key, each] of Object.entries(value)) setOwn(copy, key, part(each, key));
  if (here !== undefined) carried.set(copy, here);
  return copy;
}
