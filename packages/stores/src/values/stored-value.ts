// Stored values
// A value as text. Large parts of it are stored separately, once for all values that share them, under the hash of their
// text; the text then has a null in their place, and a list says where they belong. The list is a column of its own.
// V2. Nearly all values are small: for those this costs one comparison.
import { createHash } from 'node:crypto';
import { LARGE_FROM, putLargePart, takeLargeParts, type Json, type PartPath } from '@skein/kernel';

export interface StoredValue {
  readonly body: string;
  /** JSON text of `[[path…, hash] …]`, or null. */
  readonly blobs: string | null;
  readonly parts: readonly BlobPart[];
}

export interface BlobPart {
  readonly hash: string;
  readonly body: string;
}

const none: readonly BlobPart[] = [];

export function toStored(value: unknown): StoredValue {
  const body = JSON.stringify(value);
  return body.length <= LARGE_FROM ? { body, blobs: null, parts: none } : takeApart(value, body);
}

export function fromStored(
  { body, blobs }: { readonly body: string; readonly blobs: string | null },
  bodyOf: (hash: string) => string,
): Json {
  const value = JSON.parse(body) as Json;
  if (blobs === null) return value;
  // Written by us, in this form.
  const places = JSON.parse(blobs) as readonly (readonly [PartPath, string])[];
  let whole = value;
  for (const [path, hash] of places) {
    whole = putLargePart(whole, path, JSON.parse(bodyOf(hash)) as Json);
  }
  return whole;
}

/** The hashes that such a column contains. */
export function hashesIn(blobs: string | null): readonly string[] {
  if (blobs === null) return [];
  return (JSON.parse(blobs) as readonly (readonly [PartPath, string])[]).map(([, hash]) => hash);
}

function takeApart(value: unknown, body: string): StoredValue {
  const { rest, parts: found } = takeLargeParts(value);
  if (found.length === 0) return { body, blobs: null, parts: none };
  const parts = found.map(({ path, part }) => {
    const text = JSON.stringify(part);
    return { path, body: text, hash: createHash('sha256').update(text).digest('hex') };
  });
  const places = parts.map(({ path, hash }) => [path, hash]);
  return { body: JSON.stringify(rest), blobs: JSON.stringify(places), parts };
}
