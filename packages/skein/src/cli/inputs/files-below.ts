import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { problemError } from '../errors/command-error.ts';

/** What is installed or built, and what begins with a dot, is not of one's own. */
const skipped = /^(?:node_modules|dist|build|coverage|\..*)$/;

/** Files with this ending in a folder and below it, in the order of their names. */
export async function filesBelow(folder: string, ending: string): Promise<readonly string[]> {
  try {
    return (await search(folder, ending)).toSorted();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw problemError('FILE_UNREADABLE', { file: folder, reason });
  }
}

async function search(folder: string, ending: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !skipped.test(name))
      .map(async (entry) => {
        const place = path.join(folder, entry.name);
        if (entry.isDirectory()) return search(place, ending);
        return entry.isFile() && entry.name.endsWith(ending) ? [place] : [];
      }),
  );
  return found.flat();
}
