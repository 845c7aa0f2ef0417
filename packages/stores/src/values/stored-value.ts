// Stored values
// A value as text. Large parts of it are stored separately, once for all values that share them, under the hash of their
// text; the text then has a null in their place, and a list says where they belong. The list is a column of its own.
// V2. Nearly all values are small: for those this costs one comparison.
// V3. The text of a large part is written once, also where it is the only one of a value whose text was written before.
import { createHash } from 'node:crypto';
import {
  LARGE_FROM,
  putLargePart,
  takeLargeParts,
  type Json,
  type LargePart,
  type PartPath,
} from '@skein/kernel';
import { createSlices, isLargerThan, writeInPieces } from '@skein/ports';

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
  if (hasLongText(value)) return takeApart(value, null);
  const body = JSON.stringify(value);
  return body.length <= LARGE_FROM ? { body, blobs: null, parts: none } : takeApart(value, body);
}

/** What a node returned is a long text: what is most often large is known to be so before anything is written. */
export function hasLongText(value: unknown, from = LARGE_FROM): boolean {
  if (typeof value !== 'object' || value === null || !('value' in value)) return false;
  return typeof value.value === 'string' && value.value.length > from;
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

/** The same, in slices of a few milliseconds, for what may have megabytes. */
export function toStoredInPieces(value: unknown): StoredValue | Promise<StoredValue> {
  return isLargerThan(value, LARGE_FROM) ? takeApartInPieces(value) : toStored(value);
}

/** `whole`: its text, where that is known. */
function takeApart(value: unknown, whole: string | null): StoredValue {
  const { rest, parts: found } = takeLargeParts(value);
  if (whole !== null && found.length === 0) return { body: whole, blobs: null, parts: none };
  const body = JSON.stringify(rest);
  // What a node returned often leaves it by a port too: it is the same part, and looked at once.
  const texts = new Map<Json, BlobPart>();
  const add = (part: Json, text: string) => {
    const hash = createHash('sha256').update(text).digest('hex');
    texts.set(part, { body: text, hash });
  };
  const cut = whole === null ? null : cutOnly(found, { whole, body });
  if (cut !== null) add(cut.part, cut.text);
  const parts = found.map(({ path, part }) => {
    if (!texts.has(part)) add(part, JSON.stringify(part));
    // It was just added.
    return { path, ...(texts.get(part) as BlobPart) };
  });
  return storedIn(body, parts);
}

/**
 * The only large part with its text, which is in that of the whole where the text of the rest has a `null`. Null where there are several:
 * where one of them ends is not known then.
 */
function cutOnly(
  found: readonly LargePart[],
  { whole, body }: { readonly whole: string; readonly body: string },
): { readonly part: Json; readonly text: string } | null {
  const [first] = found;
  if (first === undefined || found.some(({ part }) => part !== first.part)) return null;
  // The text of a part begins with none of the letters of `null`: up to it, the two texts are the same.
  let at = 0;
  while (whole.charCodeAt(at) === body.charCodeAt(at)) at += 1;
  const length = (whole.length - body.length) / found.length + 'null'.length;
  return { part: first.part, text: whole.slice(at, at + length) };
}

async function takeApartInPieces(value: unknown): Promise<StoredValue> {
  const { rest, parts: found } = takeLargeParts(value);
  const parts: PlacedBlob[] = [];
  const blobs = new Map<Json, BlobPart>();
  for (const { path, part } of found) {
    const blob = blobs.get(part) ?? (await blobInPieces(part));
    blobs.set(part, blob);
    parts.push({ path, ...blob });
  }
  const body = await writeInPieces(rest);
  return parts.length === 0 ? { body, blobs: null, parts: none } : storedIn(body, parts);
}

async function blobInPieces(part: Json): Promise<BlobPart> {
  const body = await writeInPieces(part);
  return { body, hash: await hashInPieces(body) };
}

const hashedAtOnce = 1024 * 1024;

async function hashInPieces(text: string): Promise<string> {
  const slices = createSlices();
  const bytes = Buffer.from(text);
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    hash.update(bytes.subarray(at, at + hashedAtOnce));
    if (slices.isOver()) await slices.pause();
  }
  return hash.digest('hex');
}

interface PlacedBlob extends BlobPart {
  readonly path: PartPath;
}

function storedIn(body: string, parts: readonly PlacedBlob[]): StoredValue {
  const places = parts.map(({ path, hash }) => [path, hash]);
  return { body, blobs: JSON.stringify(places), parts };
}
