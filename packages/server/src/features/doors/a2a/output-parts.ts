// What a run gives, as parts of A2A
import { basePath, isObject, ownValue, type Json, type JsonObject } from '@skein/api';
import { fileNamed } from '@skein/ports';
import { textIn } from '../../../values/text-in.ts';

/** Where a file is downloaded. Null: nobody has said where the server is reached. */
export type FileUrl = ((file: { readonly run: string; readonly id: string }) => string) | null;

export function fileUrls(place: string): FileUrl {
  if (!/^https?:/u.test(place)) return null;
  return ({ run, id }) =>
    `${place}${basePath}/runs/${encodeURIComponent(run)}/files/${encodeURIComponent(id)}`;
}

/** A file is a part that says where it is, and so is each of a list of them. */
export function partsOf(output: Json, files: FileUrl): JsonObject[] {
  const values: readonly Json[] = Array.isArray(output) ? output : [output];
  const parts = values.map((value) => filePart(value, files)).filter((part) => part !== null);
  return parts.length > 0 && parts.length === values.length ? parts : [partOf(output)];
}

function filePart(value: Json, files: FileUrl): JsonObject | null {
  const named = fileNamed(value);
  const about = isObject(value) ? ownValue(value, '$file') : undefined;
  if (files === null || named === null || about === undefined || !isObject(about)) return null;
  const { name, type } = about;
  return { url: files(named), filename: textIn(name), mediaType: textIn(type) };
}

function partOf(value: Json): JsonObject {
  return typeof value === 'string' ? { text: value } : { data: value };
}
