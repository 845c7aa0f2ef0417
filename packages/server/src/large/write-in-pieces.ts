// JSON text in pieces
// The text of a large value, put together in slices of a few milliseconds. The same as JSON.stringify of a value that is JSON.
import type { Json } from '@skein/api';
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
  const isList = Array.isArray(value);
  let separator = isList ? '[' : '{';
  // `for in` lists the keys one by one, where a list of half a million would take its time. JSON has own keys only.
  for (const key in value) {
    const item = (value as { readonly [key: string]: Json | undefined })[key];
    if (item === undefined && !isList) continue;
    pieces.push(isList ? separator : `${separator}${JSON.stringify(key)}:`);
    separator = ',';
    if (typeof item === 'object' && item !== null) await write(item, pieces, slices);
    else {
      pieces.push(JSON.stringify(item ?? null));
      if (slices.isOver()) await slices.pause();
    }
  }
  pieces.push(
    separator === '[' || separator === '{'
      ? `${separator}${isList ? ']' : '}'}`
      : isList
        ? ']'
        : '}',
  );
}
