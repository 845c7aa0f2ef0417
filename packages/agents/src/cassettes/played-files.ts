// Files of a cassette
// An answer that names one stores its bytes again, as a file of the run that asks, and names that.
import { isObject, setOwn, type Json } from '@skein/kernel';
import { fileNamed } from '@skein/ports';
import type { Cassette, CassetteFile } from './cassette.ts';

/** Stores the bytes and gives the value that names them. */
export type StoreFile = (file: CassetteFile, bytes: Uint8Array) => Promise<Json>;

export async function withFiles(
  cassette: Cassette,
  value: Json,
  store: StoreFile | undefined,
): Promise<Json> {
  const { files = [] } = cassette;
  return store === undefined || files.length === 0 ? value : replaced(value, files, store);
}

async function replaced(
  value: Json,
  files: readonly CassetteFile[],
  store: StoreFile,
): Promise<Json> {
  const named = fileNamed(value);
  const file = named === null ? undefined : files.find(({ id }) => id === named.id);
  if (file !== undefined) return store(file, Buffer.from(file.base64, 'base64'));
  if (Array.isArray(value)) {
    const list: Json[] = [];
    const items: readonly Json[] = value;
    for (const item of items) list.push(await replaced(item, files, store));
    return list;
  }
  if (!isObject(value)) return value;
  const copy: { [key: string]: Json } = {};
  for (const [key, each] of Object.entries(value))
    setOwn(copy, key, await replaced(each, files, store));
  return copy;
}
