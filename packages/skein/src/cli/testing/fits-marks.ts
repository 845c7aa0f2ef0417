// Marks in expected values
// Ids and times differ from run to run. In an expected view they are written as marks, each a whole text.
import { findDifferences, isObject, setOwn, type Json, type JsonDifference } from '@skein/kernel';

const marks: ReadonlyMap<Json, (value: Json) => boolean> = new Map<Json, (value: Json) => boolean>([
  ['<id>', (value) => typeof value === 'string' && /^\S{8,}$/.test(value)],
  ['<time>', (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)],
  ['<number>', (value) => typeof value === 'number'],
  ['<text>', (value) => typeof value === 'string'],
]);

/** Where a value differs from what was expected; none when it fits. */
export function fitsMarks(expected: Json, actual: Json): readonly JsonDifference[] {
  return findDifferences(expected, actual).filter(({ before, after }) => {
    if (before === undefined || after === undefined) return true;
    return marks.get(before)?.(after) !== true;
  });
}

/** The value with marks in the place of what differs from run to run, for `--update`. */
export function withMarks(value: Json): Json {
  if (typeof value === 'string') {
    if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)) return '<id>';
    return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? '<time>' : value;
  }
  // A list of JSON holds JSON.
  if (Array.isArray(value)) return (value as readonly Json[]).map(withMarks);
  if (!isObject(value)) return value;
  const marked: { [key: string]: Json } = {};
  for (const [key, held] of Object.entries(value)) setOwn(marked, key, withMarks(held));
  return marked;
}
