// Reading what somebody gives to be imported: files, and archives of files.
import type { GivenFile } from './given-file.ts';
import { readArchive } from './read-archive.ts';

/** As the route that converts them takes it. */
const charactersMax = 20_000_000;
/** An archive is smaller than what is in it. */
const bytesMax = 200_000_000;

export async function readFiles(files: readonly File[]): Promise<readonly GivenFile[]> {
  const read: GivenFile[] = [];
  for (const file of files) read.push(...(await readFile(file)));
  return read;
}

async function readFile(file: File): Promise<readonly GivenFile[]> {
  const { name } = file;
  try {
    if (await isArchive(file)) {
      if (file.size > bytesMax) return [{ name, problem: 'large' }];
      const found = await readArchive(file, charactersMax);
      if (found === null) return [{ name, problem: 'unreadable' }];
      return found.length === 0 ? [{ name, problem: 'empty' }] : found;
    }
    // A character has at most four bytes.
    if (file.size > charactersMax * 4) return [{ name, problem: 'large' }];
    const text = await file.text();
    if (text.length > charactersMax) return [{ name, problem: 'large' }];
    if (text.includes('\0')) return [{ name, problem: 'binary' }];
    return text.trim() === '' ? [{ name, problem: 'empty' }] : [{ name, text }];
  } catch {
    // A folder, or a file that is gone.
    return [{ name, problem: 'unreadable' }];
  }
}

async function isArchive(file: File): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  return start[0] === 0x50 && start[1] === 0x4b && start[2] === 3 && start[3] === 4;
}
