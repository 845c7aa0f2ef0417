// How large a value is as JSON
// Values are shared and never copied, so a loop that puts its value twice into the next one doubles the JSON text with every
// round and hardly any memory. Code that composes values checks here before something else has to serialise them.
//
// W1. Each list and object is measured once in its life: its weight is cached, and values never change.
// W2. Nothing here recurses: depth is what is being measured.
import type { Json } from '../json.ts';

/** Approximate number of characters of JSON. */
export const SIZE_MAX = 16_777_216;
/** The nesting depth of lists and objects. */
const DEPTH_MAX = 200;

interface Weight {
  readonly size: number;
  readonly depth: number;
}

const known = new WeakMap<object, Weight>();

/** What exceeds a limit, as the end of a sentence; null when nothing does. */
export function excessOf(value: Json | undefined): string | null {
  if (typeof value === 'string') return value.length > SIZE_MAX ? tooLarge : null;
  if (typeof value !== 'object' || value === null) return null;
  const { size, depth } = weigh(value);
  if (depth > DEPTH_MAX) return `nested deeper than ${DEPTH_MAX} levels`;
  return size > SIZE_MAX ? tooLarge : null;
}

/** The approximate number of characters as JSON. */
export function sizeOfJson(value: Json): number {
  if (typeof value === 'string') return value.length + 2;
  return typeof value === 'object' && value !== null ? weigh(value).size : 4;
}

const tooLarge = 'larger than 16,777,216 characters as JSON';

function weigh(root: object): Weight {
  const open: object[] = [root];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const before = open.length;
    if (!known.has(top)) {
      for (const part of partsOf(top)) {
        if (typeof part === 'object' && part !== null && !known.has(part)) open.push(part);
      }
    }
    if (open.length > before) continue;
    open.pop();
    if (!known.has(top)) known.set(top, add(top));
  }
  // Just weighed.
  return known.get(root) as Weight;
}

function partsOf(container: object): readonly Json[] {
  return Array.isArray(container) ? container : Object.values(container);
}

/** All nested containers have been weighed. */
function add(container: object): Weight {
  let size = 2;
  let depth = 0;
  if (!Array.isArray(container)) for (const key of Object.keys(container)) size += key.length + 3;
  for (const part of partsOf(container)) {
    const inner = typeof part === 'object' && part !== null ? known.get(part) : undefined;
    size += 1 + (inner?.size ?? (typeof part === 'string' ? part.length + 2 : 4));
    depth = Math.max(depth, inner?.depth ?? 0);
  }
  return { size, depth: depth + 1 };
}
