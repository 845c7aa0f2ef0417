// Bodies with files in them
import { isObject, ownValue, textOf, type Json, type JsonObject } from '@skein/kernel';
import { fileNamed } from '@skein/ports';
import { createHash } from 'node:crypto';
import { isHeaderValue } from './request-headers.ts';

/** A text, or a file of a run. */
export type Piece = string | { readonly file: Json };

export interface Content {
  readonly type: string;
  readonly pieces: readonly Piece[];
}

/** The boundary is made from the content: every attempt sends the same bytes. Ids of files are no part of it: another run has others. */
export function multipartOf(parts: Readonly<Record<string, Json>>): Content {
  const hash = createHash('sha256').update(JSON.stringify(parts, withoutIds)).digest('hex');
  const boundary = `part-${hash.slice(0, 40)}`;
  const pieces = Object.entries(parts).flatMap(([name, value]) =>
    valuesOf(value).flatMap((each) => [`--${boundary}\r\n`, ...partOf(name, each), '\r\n']),
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    pieces: [...pieces, `--${boundary}--\r\n`],
  };
}

function withoutIds(key: string, value: Json): Json {
  if (key !== '$file' || !isObject(value)) return value;
  const { run: _, id: __, ...about } = value;
  return about;
}

function partOf(name: string, given: Json): readonly Piece[] {
  const part: JsonObject =
    isObject(given) && Object.hasOwn(given, 'value') ? given : { value: given };
  const value = ownValue(part, 'value') ?? null;
  const isFile = fileNamed(value) !== null;
  const filename = ownValue(part, 'filename') ?? fileText(value, 'name');
  const type = ownValue(part, 'type') ?? fileText(value, 'type');
  let about = `Content-Disposition: form-data; name="${quotable(name)}"`;
  if (typeof filename === 'string') about += `; filename="${quotable(filename)}"`;
  if (typeof type === 'string') about += `\r\nContent-Type: ${type.replaceAll(/[\r\n]/g, ' ')}`;
  return [`${about}\r\n\r\n`, isFile ? { file: value } : textOf(value)];
}

/** As browsers write names of parts. */
function quotable(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** What the value says about its file. */
export function fileText(value: Json, key: 'name' | 'type'): string | undefined {
  const about: Json = isObject(value) ? (ownValue(value, '$file') ?? null) : null;
  const text = isObject(about) ? ownValue(about, key) : undefined;
  // A name is quoted, a type stands in a header as it is.
  const isSound = typeof text === 'string' && (key === 'name' || isHeaderValue(text));
  return isSound ? text : undefined;
}

/** A list is its items under the same name; null is nothing. */
export function valuesOf(value: Json): readonly Json[] {
  const all: readonly Json[] = Array.isArray(value) ? value : [value];
  return all.filter((each) => each !== null);
}
