import { isObject, ownValue, type Json } from '../json.ts';
import { isList } from './is-list.ts';

/** Words lead into objects, numbers into lists (negative: from the end). Anything else, including `length`, leads nowhere. */
export function walkPath(value: Json, path: readonly (string | number)[]): Json | undefined {
  let current: Json | undefined = value;
  for (const segment of path) {
    if (typeof segment === 'number') {
      current = isList(current) ? current.at(segment) : undefined;
    } else {
      current = isObject(current) ? ownValue(current, segment) : undefined;
    }
    if (current === undefined) return undefined;
  }
  return current;
}
