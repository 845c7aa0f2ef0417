import { isObject, type Json } from '@skein/kernel';

/** Enough to know what rows look like. */
const rowsMax = 20;
const fieldsMax = 100;

/** The names of the fields that rows have, those inside of other fields as `address.city`. */
export function rowFields(rows: readonly Json[]): readonly string[] {
  const found = new Set<string>();
  for (const row of rows.slice(0, rowsMax)) {
    if (!isObject(row)) continue;
    for (const [key, value] of Object.entries(row)) {
      // A dot in a key would be read as a field in a field.
      if (key === '' || key.includes('.')) continue;
      found.add(key);
      if (!isObject(value)) continue;
      for (const inner of Object.keys(value))
        if (inner !== '' && !inner.includes('.')) found.add(`${key}.${inner}`);
    }
  }
  return [...found].slice(0, fieldsMax);
}
