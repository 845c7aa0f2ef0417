// JSON files of our own
// Written to a temporary file and renamed, so that a crash leaves the old file or the new one. Readable by their owner only.
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import type { Json } from '@skein/kernel';

/** Undefined if there is no such file. A file that exists but cannot be read is an error, never treated as empty. */
export async function readJsonFile(file: string): Promise<Json | undefined> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // JSON.parse gives JSON.
  return JSON.parse(text) as Json;
}

export async function writeJsonFile(file: string, value: Json): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  await writeFile(fresh, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  await rename(fresh, file);
}
