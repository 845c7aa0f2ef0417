// Node's own `recursive` follows each file by its inode on Linux: after a save that replaces the file, as most editors and git do, it
// hears of it no more. A folder tells of all its files by name, so every folder has a watcher, and files have none.
import { readdirSync, watch, type FSWatcher } from 'node:fs';
import path from 'node:path';

const ignored = new Set(['node_modules', '.git', '.skein']);
/** Editors write a file in several steps. */
const settleMs = 100;

export interface FolderWatch {
  /** Resolves after the next change, or the one that nobody has waited for yet. */
  next(): Promise<void>;
  close(): void;
}

/** Hears of changed files below a folder, but for what is installed and what Skein writes itself. */
export function watchFolder(folder: string): FolderWatch {
  let isChanged = false;
  let tell = () => {};
  let timer: NodeJS.Timeout | undefined;
  const folders = watchFoldersBelow(folder, () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isChanged = true;
      tell();
    }, settleMs);
  });
  return {
    async next() {
      if (!isChanged) await new Promise<void>((resolve) => (tell = resolve));
      isChanged = false;
    },
    close() {
      clearTimeout(timer);
      folders.close();
    },
  };
}

function watchFoldersBelow(top: string, changed: () => void): { close(): void } {
  const watchers = new Map<string, FSWatcher>();

  function forget(folder: string): void {
    for (const [watched, watcher] of watchers) {
      if (watched !== folder && !watched.startsWith(folder + path.sep)) continue;
      watcher.close();
      watchers.delete(watched);
    }
  }

  function heard(folder: string, kind: string, name: string | null): void {
    if (name !== null && ignored.has(name)) return;
    // What has come, gone or been replaced may be a folder.
    if (kind === 'rename' && name !== null) {
      const inner = path.join(folder, name);
      forget(inner);
      follow(inner);
    }
    changed();
  }

  function follow(folder: string): void {
    const inner = foldersIn(folder);
    if (inner === null) return;
    const watcher = watch(folder, (kind, name) => heard(folder, kind, name));
    // A folder that is deleted: the one around it tells.
    watcher.on('error', () => watcher.close());
    watchers.set(folder, watcher);
    for (const each of inner) if (!ignored.has(each)) follow(path.join(folder, each));
  }

  follow(path.resolve(top));
  return { close: () => forget(path.resolve(top)) };
}

/** The names of the folders in a folder; null if it is none. */
function foldersIn(folder: string): readonly string[] | null {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  } catch {
    return null;
  }
}
