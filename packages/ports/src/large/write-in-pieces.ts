// JSON text in pieces
// The text of a large value, put together in slices of a few milliseconds. The same as JSON.stringify of a value that is JSON.
import type { Json, JsonObject } from '@skein/kernel';
import { isLargerThan, leftAfter } from './is-larger-than.ts';
import { createSlices, type Slices } from './slices.ts';

/** What is smaller is written at once: many small pieces take longer to put together than their text to write. */
const pieceLength = 16_384;
/** A text of so many characters takes a millisecond. */
const textLength = 262_144;

export async function writeInPieces(value: unknown): Promise<string> {
  const pieces: string[] = [];
  // JSON, at most 200 levels deep; a key that is undefined is left out, as JSON.stringify does.
  await write(value as Json, pieces, createSlices());
  return pieces.join('');
}

async function write(value: Json, pieces: string[], slices: Slices): Promise<void> {
  if (slices.isOver()) await slices.pause();
  if (typeof value === 'string' && value.length > textLength) {
    await writeText(value, pieces, slices);
    return;
  }
  if (typeof value !== 'object' || value === null || !isLargerThan(value, pieceLength)) {
    pieces.push(JSON.stringify(value));
    return;
  }
  if (Array.isArray(value)) await writeList(value, pieces, slices);
  // It is neither a scalar nor a list.
  else await writeObject(value as JsonObject, pieces, slices);
}

async function writeText(text: string, pieces: string[], slices: Slices): Promise<void> {
  pieces.push('"');
  for (let from = 0; from < text.length;) {
    if (slices.isOver()) await slices.pause();
    let end = Math.min(from + textLength, text.length);
    // Half a letter would be written as its number.
    if (end < text.length && isFirstHalf(text.charCodeAt(end - 1))) end += 1;
    pieces.push(JSON.stringify(text.slice(from, end)).slice(1, -1));
    from = end;
  }
  pieces.push('"');
}

/** Letters beyond the first 65,536 are two units long. */
function isFirstHalf(unit: number): boolean {
  return unit >= 0xd8_00 && unit <= 0xdb_ff;
}

/** Items that are small together are written together. */
async function writeList(items: readonly Json[], pieces: string[], slices: Slices): Promise<void> {
  pieces.push('[');
  for (let from = 0; from < items.length;) {
    if (from > 0) pieces.push(',');
    const end = endOfSmall(items, from);
    if (end > from) {
      if (slices.isOver()) await slices.pause();
      pieces.push(JSON.stringify(items.slice(from, end)).slice(1, -1));
      from = end;
    } else {
      await write(items[from] ?? null, pieces, slices);
      from += 1;
    }
  }
  pieces.push(']');
}

/** The end of as many items as are small together; where it was to begin, when the first one is not small. */
function endOfSmall(items: readonly Json[], from: number): number {
  let left = pieceLength;
  for (let at = from; at < items.length; at++) {
    left = leftAfter(items[at], left);
    if (left < 0) return at;
  }
  return items.length;
}

async function writeObject(object: JsonObject, pieces: string[], slices: Slices): Promise<void> {
  let separator = '{';
  for (const key of Object.keys(object)) {
    const item = object[key];
    if (item === undefined) continue;
    pieces.push(`${separator}${JSON.stringify(key)}:`);
    separator = ',';
    await write(item, pieces, slices);
  }
  pieces.push(separator === '{' ? '{}' : '}');
}
