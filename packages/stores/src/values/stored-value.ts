// Stored values
// A value as text. Parts of it that are large are kept apart, once for all who have the same, under the hash of their
// text; the text then has a null in their place, and a list says where they belong. The list is a column of its own, so
// no data, whatever it looks like, can be taken for a reference.
// V1. A part is taken out where it is largest without holding another large one: a long text, a long list of small things.
// V2. Nearly all values are small: for those this costs one comparison.
import { createHash } from 'node:crypto';
import type { Json } from '@skein/kernel';

/** In characters of JSON text. */
const largeFrom = 64 * 1024;

export interface StoredValue {
  readonly body: string;
  /** JSON text of `[[path…, hash] …]`, or null. */
  readonly blobs: string | null;
  readonly parts: readonly BlobPart[];
}

export interface BlobPart {
  readonly hash: string;
  readonly body: string;
}

type Path = readonly (string | number)[];

const none: readonly BlobPart[] = [];

export function toStored(value: unknown): StoredValue {
  const body = JSON.stringify(value);
  return body.length <= largeFrom ? { body, blobs: null, parts: none } : takeApart(value, body);
}

export function fromStored(
  { body, blobs }: { readonly body: string; readonly blobs: string | null },
  bodyOf: (hash: string) => string,
): Json {
  const value = JSON.parse(body) as Json;
  if (blobs === null) return value;
  // We wrote it, in this form.
  const places = JSON.parse(blobs) as readonly (readonly [Path, string])[];
  let whole = value;
  for (const [path, hash] of places) whole = put(whole, path, JSON.parse(bodyOf(hash)) as Json);
  return whole;
}

/** The hashes that such a column names. */
export function hashesIn(blobs: string | null): readonly string[] {
  if (blobs === null) return [];
  return (JSON.parse(blobs) as readonly (readonly [Path, string])[]).map(([, hash]) => hash);
}

function takeApart(value: unknown, body: string): StoredValue {
  const found: { readonly path: Path; readonly part: unknown }[] = [];
  measure(value, [], found);
  if (found.length === 0) return { body, blobs: null, parts: none };
  const parts = found.map(({ path, part }) => {
    const text = JSON.stringify(part);
    return { path, body: text, hash: createHash('sha256').update(text).digest('hex') };
  });
  const places = parts.map(({ path, hash }) => [path, hash]);
  const rest = withHoles(value, found);
  return { body: JSON.stringify(rest), blobs: JSON.stringify(places), parts };
}

/**
 * About how long its text is; 0 for one that holds a large part. Adds the large parts to `found`. The path is that of the
 * value while it is looked at: one for each of many small parts would take longer than their text.
 */
function measure(
  value: unknown,
  path: (string | number)[],
  found: { path: Path; part: unknown }[],
): number {
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
    for (const [key, item] of Object.entries(value)) {
      path.push(key);
      size += key.length + 4 + measure(item, path, found);
      path.pop();
    }
  }
  return found.length > before ? 0 : addIfLarge(size, value, path, found);
}

function addIfLarge(
  size: number,
  part: unknown,
  path: Path,
  found: { path: Path; part: unknown }[],
): number {
  if (size <= largeFrom) return size;
  found.push({ path: [...path], part });
  return 0;
}

function withHoles(value: unknown, found: readonly { readonly path: Path }[]): unknown {
  const holes = new Set(found.map(({ path }) => JSON.stringify(path)));
  const starts = new Set(
    found.flatMap(({ path }) => path.map((_, i) => JSON.stringify(path.slice(0, i)))),
  );
  const copy = (item: unknown, path: Path): unknown => {
    const name = JSON.stringify(path);
    if (holes.has(name)) return null;
    if (!starts.has(name)) return item;
    if (Array.isArray(item)) return item.map((each, i) => copy(each, [...path, i]));
    const entries = Object.entries(item as object);
    return Object.fromEntries(entries.map(([key, each]) => [key, copy(each, [...path, key])]));
  };
  return copy(value, []);
}

function put(whole: Json, path: Path, part: Json): Json {
  const last = path.at(-1);
  if (last === undefined) return part;
  let place = whole as { [key: string | number]: Json };
  for (const step of path.slice(0, -1)) place = place[step] as { [key: string | number]: Json };
  // Own properties only: the hole is there already, as data, so even `__proto__` is one.
  Object.defineProperty(place, last, {
    value: part,
    enumerable: true,
    configurable: true,
    writable: true,
  });
  return whole;
}
