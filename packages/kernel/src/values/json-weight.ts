// How large a value is as JSON
// Values are shared and never copied, so a loop that puts its value twice into the next one doubles the JSON text with every
// round and hardly any memory. Code that composes values checks here before something else has to serialise them.
//
// W1. Each list and object is measured once in its life: its weight is cached, and values never change. Small ones without others
//     inside are measured wherever they are met: a cache of every row of a long list costs far more than that.
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
  const found = known.get(root) ?? smallWeight(root);
  if (found !== null) return found;
  const open: object[] = [root];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const before = open.length;
    const weight = known.get(top) ?? add(top, open);
    if (open.length > before) continue;
    open.pop();
    known.set(top, weight);
  }
  // Just weighed.
  return known.get(root) as Weight;
}

/** `unknown` gets the containers inside that have not been weighed yet; without any of them the weight is right. */
function add(container: object, unknown: object[]): Weight {
  let size = sizeOfKeys(container);
  let depth = 0;
  for (const part of partsOf(container)) {
    if (typeof part !== 'object' || part === null) {
      size += 1 + sizeOfPlain(part);
      continue;
    }
    const inner = known.get(part) ?? smallWeight(part);
    if (inner === null) unknown.push(part);
    else {
      size += 1 + inner.size;
      depth = Math.max(depth, inner.depth);
    }
  }
  return { size, depth: depth + 1 };
}

const SMALL_MAX = 16;

/** Null when it is not small, or holds another list or object. */
function smallWeight(container: object): Weight | null {
  const parts = partsOf(container);
  if (parts.length > SMALL_MAX) return null;
  let size = sizeOfKeys(container);
  for (const part of parts) {
    if (typeof part === 'object' && part !== null) return null;
    size += 1 + sizeOfPlain(part);
  }
  return { size, depth: 1 };
}

function partsOf(container: object): readonly Json[] {
  return Array.isArray(container) ? container : Object.values(container);
}

function sizeOfKeys(container: object): number {
  let size = 2;
  if (!Array.isArray(container)) for (const key of Object.keys(container)) size += key.length + 3;
  return size;
}

function sizeOfPlain(value: Json): number {
  return typeof value === 'string' ? value.length + 2 : 4;
}
