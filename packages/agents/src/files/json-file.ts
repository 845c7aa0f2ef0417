// JSON files of our own
// Written to a temporary file and renamed, so that a crash leaves the old file or the new one. Readable by their owner only. They are small:
// what Node needs to read files beside the main thread takes longer than a short run, and reading one takes microseconds.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Json } from '@skein/kernel';

/** Undefined if there is no such file. A file that exists but cannot be read is an error, never treated as empty. */
export async function readJsonFile(file: string): Promise<Json | undefined> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  // JSON.parse gives JSON.
  return JSON.parse(text) as Json;
}

export async function writeJsonFile(file: string, value: Json): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}
