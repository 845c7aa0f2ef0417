import { setOwn } from '@skein/kernel';

/**
 * A value of a program without the keys that are undefined, as JSON would have it: `{ policy: undefined }` has no policy. The same
 * object where nothing is absent; what is not JSON for other reasons stays, to be complained about.
 */
export function withoutAbsent(value: unknown): unknown {
  return strip(value, { seen: new Map(), depth: 0 });
}

interface Walk {
  /** A value may contain itself. */
  readonly seen: Map<object, unknown>;
  readonly depth: number;
}

/** What is deeper is refused anyway. */
const depthMax = 201;

function strip(value: unknown, { seen, depth }: Walk): unknown {
  if (typeof value !== 'object' || value === null || depth > depthMax) return value;
  if (seen.has(value)) return seen.get(value);
  seen.set(value, value);
  const inside = { seen, depth: depth + 1 };
  const stripped = Array.isArray(value) ? stripList(value, inside) : stripObject(value, inside);
  seen.set(value, stripped);
  return stripped;
}

function stripList(list: readonly unknown[], walk: Walk): unknown {
  let copy: unknown[] | null = null;
  for (let at = 0; at < list.length; at++) {
    const item = strip(list[at], walk);
    if (item !== list[at]) (copy ??= [...list])[at] = item;
  }
  return copy ?? list;
}

function stripObject(object: object, walk: Walk): unknown {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return object;
  // Any object has keys, with anything in them.
  const given = object as Record<string, unknown>;
  const keys = Object.keys(object);
  /** What differs, by key; undefined leaves the key out. */
  let changed: Map<string, unknown> | null = null;
  for (const key of keys) {
    const value = given[key];
    const item = strip(value, walk);
    if (value === undefined || item !== value) (changed ??= new Map()).set(key, item);
  }
  if (changed === null) return object;
  const copy: { [key: string]: unknown } = {};
  for (const key of keys) {
    const value = changed.has(key) ? changed.get(key) : given[key];
    if (value !== undefined) setOwn(copy, key, value);
  }
  return copy;
}
