// JSON from text, in pieces
// Parses a large text in slices of a few milliseconds. The text is valid JSON, which a thread of its own has found out before: only where
// its values end is looked for here, and JSON.parse reads them, many at once.
import type { Json } from '@skein/api';
import { createSlices, type Slices } from '@skein/ports';

/** What is shorter is parsed at once. */
const pieceLength = 32_768;

export async function readInPieces(text: string): Promise<Json> {
  const reader: Reader = { text, at: 0, slices: createSlices() };
  skipSpace(reader);
  return readValue(reader);
}

interface Reader {
  readonly text: string;
  at: number;
  readonly slices: Slices;
}

/** The value at the place of the reader, which is then after it. */
async function readValue(reader: Reader): Promise<Json> {
  const { text, at } = reader;
  const first = text.charCodeAt(at);
  const isList = first === openList;
  if (!isList && first !== openObject) {
    reader.at = endOfScalar(text, at);
    return parse(text.slice(at, reader.at));
  }
  const end = endWithin(text, at, at + pieceLength);
  if (end !== null) {
    reader.at = end;
    return parse(text.slice(at, end));
  }
  return isList ? readList(reader) : readObject(reader);
}

async function readList(reader: Reader): Promise<Json> {
  const items: Json[] = [];
  reader.at += 1;
  for (;;) {
    if (reader.slices.isOver()) await reader.slices.pause();
    const end = skipTogether(reader, false);
    // A loop: the arguments of a call are limited.
    if (end > reader.at)
      for (const item of Object.values(parse(`[${reader.text.slice(reader.at, end)}]`) ?? []))
        items.push(item);
    reader.at = end;
    if (isAtEnd(reader, closeList)) return items;
    if (isAtComma(reader)) continue;
    items.push(await readValue(reader));
    if (!isAtComma(reader) && isAtEnd(reader, closeList)) return items;
  }
}

async function readObject(reader: Reader): Promise<Json> {
  const object: { [key: string]: Json } = {};
  reader.at += 1;
  for (;;) {
    if (reader.slices.isOver()) await reader.slices.pause();
    const end = skipTogether(reader, true);
    if (end > reader.at) copyInto(object, parse(`{${reader.text.slice(reader.at, end)}}`));
    reader.at = end;
    if (isAtEnd(reader, closeObject)) return object;
    if (isAtComma(reader)) continue;
    const key = readKey(reader);
    define(object, key, await readValue(reader));
    if (!isAtComma(reader) && isAtEnd(reader, closeObject)) return object;
  }
}

function copyInto(object: { [key: string]: Json }, part: Json): void {
  for (const [key, value] of Object.entries(part ?? {})) define(object, key, value);
}

function parse(text: string): Json {
  // JSON.parse gives JSON.
  return JSON.parse(text) as Json;
}

/** `__proto__` is a key like any other. */
function define(object: { [key: string]: Json }, key: string, value: Json): void {
  if (key === '__proto__')
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  else object[key] = value;
}

/** The end of as many entries as are read at once; where the reader is, when the next one is too long for that. */
function skipTogether(reader: Reader, hasKeys: boolean): number {
  const { text } = reader;
  skipSpace(reader);
  const limit = reader.at + pieceLength;
  let [end, at] = [reader.at, reader.at];
  while (at < limit) {
    const entry = endOfEntry(text, at, { limit, hasKeys });
    if (entry === null) break;
    end = entry;
    at = spaceAfter(text, end);
    if (text.charCodeAt(at) !== comma) break;
    at = spaceAfter(text, at + 1);
  }
  return end;
}

function endOfEntry(
  text: string,
  from: number,
  { limit, hasKeys }: { readonly limit: number; readonly hasKeys: boolean },
): number | null {
  const first = text.charCodeAt(from);
  if (first === closeList || first === closeObject) return null;
  let at = from;
  if (hasKeys) {
    const colon = spaceAfter(text, endOfScalar(text, at));
    at = spaceAfter(text, colon + 1);
    if (at > limit) return null;
  }
  const code = text.charCodeAt(at);
  if (code === openList || code === openObject) return endWithin(text, at, limit);
  return endOfScalar(text, at);
}

/** The end of a list or object; null when it is not before the limit. */
function endWithin(text: string, from: number, limit: number): number | null {
  let depth = 0;
  for (let at = from; at < limit && at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfScalar(text, at) - 1;
    else if (code === openList || code === openObject) depth += 1;
    else if (code === closeList || code === closeObject) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
}

/** The end of a text, or of a number or word. */
function endOfScalar(text: string, from: number): number {
  let at = from;
  if (text.charCodeAt(at) !== quote) {
    while (at < text.length && !isAfterScalar(text.charCodeAt(at))) at += 1;
    return at;
  }
  for (;;) {
    at = text.indexOf('"', at + 1);
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    // An even number of them escape each other.
    if (slashes % 2 === 0) return at + 1;
  }
}

function readKey(reader: Reader): string {
  const { text } = reader;
  const end = endOfScalar(text, reader.at);
  // A text of JSON: `JSON.parse` has accepted the whole before.
  const key = parse(text.slice(reader.at, end)) as string;
  reader.at = spaceAfter(text, spaceAfter(text, end) + 1);
  return key;
}

function isAtComma(reader: Reader): boolean {
  skipSpace(reader);
  if (reader.text.charCodeAt(reader.at) !== comma) return false;
  reader.at += 1;
  skipSpace(reader);
  return true;
}

function isAtEnd(reader: Reader, close: number): boolean {
  skipSpace(reader);
  if (reader.text.charCodeAt(reader.at) !== close) return false;
  reader.at += 1;
  return true;
}

function skipSpace(reader: Reader): void {
  reader.at = spaceAfter(reader.text, reader.at);
}

function spaceAfter(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isAfterScalar(code: number): boolean {
  return code === comma || code === closeList || code === closeObject || isSpace(code);
}

const quote = 0x22;
const comma = 0x2c;
const openList = 0x5b;
const backslash = 0x5c;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
