import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildPrefix } from '../scripts/checkout/built-program.ts';

/** A text file of this repository; `path` is relative to the root, with slashes. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export const root: string = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

// What .gitignore excludes. Not read from git: the checks also run in an unpacked archive.
const ignored = new Set([
  'node_modules',
  'dist',
  'coverage',
  '.git',
  '.skein',
  '.skein-install.lock',
  '.vitest',
  'results',
]);

/** The paths of all files below a folder of the repository, sorted; none when it does not exist. */
export function listFiles(folder = ''): readonly string[] {
  const found: string[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of readFolder(next)) {
      const child = path.posix.join(next, entry.name);
      // In a second git worktree `.git` is a file.
      if (ignored.has(entry.name) || entry.name.startsWith(buildPrefix)) continue;
      if (entry.isDirectory()) open.push(child);
      if (entry.isFile()) found.push(child);
    }
  }
  return found.sort();
}

export function readSource(file: string): SourceFile {
  return { path: file, text: readFileSync(path.join(root, file), 'utf8') };
}

/** The folders in packages/ that hold a package. */
export function listRooms(): readonly string[] {
  return listFiles('packages')
    .filter((file) => /^packages\/[^/]+\/package\.json$/.test(file))
    .map((file) => file.split('/')[1] ?? '');
}

/** The code in the `src` folders of all rooms. */
export function listSources(): readonly SourceFile[] {
  return listFiles('packages')
    .filter((file) => /^packages\/[^/]+\/src\//.test(file) && isCode(file))
    .map(readSource);
}

export function isCode(file: string): boolean {
  return /\.(?:[cm]?[jt]s|tsx)$/.test(file);
}

function readFolder(folder: string) {
  try {
    return readdirSync(path.join(root, folder), { withFileTypes: true });
  } catch (error) {
    // Another process may remove a folder while we walk; a missing folder has no files.
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
