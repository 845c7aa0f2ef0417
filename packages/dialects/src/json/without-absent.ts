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
  const items = list.map((item) => strip(item, walk));
  return items.every((item, at) => item === list[at]) ? list : items;
}

function stripObject(object: object, walk: Walk): unknown {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) return object;
  const entries: [string, unknown][] = Object.entries(object);
  const kept = entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => [key, value, strip(value, walk)] as const);
  if (kept.length === entries.length && kept.every(([, before, after]) => before === after))
    return object;
  const copy: { [key: string]: unknown } = {};
  for (const [key, , value] of kept) setOwn(copy, key, value);
  return copy;
}
