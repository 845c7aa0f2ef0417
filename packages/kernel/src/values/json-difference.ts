// Where two values differ
// For people who compare before and after: the deepest places, in the order of the first value, each with both sides.
import { pointer } from '../definition.ts';
import { isObject, type Json } from '../json.ts';

export interface JsonDifference {
  /** JSON pointer to the place. */
  readonly pointer: string;
  /** Absent where only the other side has a value. */
  readonly before?: Json;
  readonly after?: Json;
}

interface Pair {
  readonly path: readonly (string | number)[];
  readonly before: Json | undefined;
  readonly after: Json | undefined;
}

/** At most `max` of them; none when the values are equal. */
export function findDifferences(
  before: Json | undefined,
  after: Json | undefined,
  max = Number.POSITIVE_INFINITY,
): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  const pending: Pair[] = [{ path: [], before, after }];
  for (let pair = pending.pop(); pair !== undefined && found.length < max; pair = pending.pop()) {
    if (pair.before === pair.after) continue;
    const inside = insideOf(pair);
    // The first one is visited first.
    if (inside !== null) for (const each of inside.toReversed()) pending.push(each);
    else found.push(differenceOf(pair));
  }
  return found;
}

/** The parts of two values of the same kind; null when there is nothing to descend into. */
function insideOf({ path, before, after }: Pair): readonly Pair[] | null {
  if (Array.isArray(before) && Array.isArray(after)) {
    // JSON lists hold JSON.
    const [was, is] = [before as readonly Json[], after as readonly Json[]];
    const length = Math.max(was.length, is.length);
    return Array.from({ length }, (_, i) => ({ path: [...path, i], before: was[i], after: is[i] }));
  }
  if (!isObject(before) || !isObject(after)) return null;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].map((key) => ({
    path: [...path, key],
    before: Object.hasOwn(before, key) ? before[key] : undefined,
    after: Object.hasOwn(after, key) ? after[key] : undefined,
  }));
}

function differenceOf({ path, before, after }: Pair): JsonDifference {
  return {
    pointer: pointer(...path),
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
