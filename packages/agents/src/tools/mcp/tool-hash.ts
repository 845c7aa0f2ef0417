import { createHash } from 'node:crypto';

/** Of everything in a tool's description that a model or we act on. The order of keys does not matter. */
export function toolHash(description: object): string {
  return `sha256:${createHash('sha256')
    .update(JSON.stringify(sorted(description)))
    .digest('hex')}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  // As pairs: a key `__proto__` stays what it is.
  return entries.map(([key, inner]) => [key, sorted(inner)]);
}
