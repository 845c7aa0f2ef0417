// JSON text in pieces
// The text of a large value, put together in slices of a few milliseconds. The same as JSON.stringify of a value that is JSON.
import type { Json, JsonObject } from '@skein/api';
import { isLargerThan } from './is-larger-than.ts';
import { createSlices, type Slices } from './slices.ts';

/** What is smaller is written at once. */
const pieceLength = 16_384;

export async function writeInPieces(value: unknown): Promise<string> {
  const pieces: string[] = [];
  // JSON, at most 200 levels deep; a key that is undefined is left out, as JSON.stringify does.
  await write(value as Json, pieces, createSlices());
  return pieces.join('');
}

async function write(value: Json, pieces: string[], slices: Slices): Promise<void> {
  if (slices.isOver()) await slices.pause();
  if (!isLargerThan(value, pieceLength) || typeof value !== 'object' || value === null) {
    pieces.push(JSON.stringify(value));
    return;
  }
  if (Array.isArray(value)) await writeList(value, pieces, slices);
  // It is neither a scalar nor a list.
  else await writeObject(value as JsonObject, pieces, slices);
}

async function writeList(items: readonly Json[], pieces: string[], slices: Slices): Promise<void> {
  pieces.push('[');
  for (let i = 0; i < items.length; i++) {
    if (i > 0) pieces.push(',');
    await write(items[i] ?? null, pieces, slices);
  }
  pieces.push(']');
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
