import { setOwn, type Json, type JsonObject } from '@skein/kernel';

/** An object of those entries that have a value. */
export function given(entries: { readonly [key: string]: Json | undefined }): JsonObject {
  const made: { [key: string]: Json } = {};
  for (const [key, value] of Object.entries(entries))
    if (value !== undefined) setOwn(made, key, value);
  return made;
}
