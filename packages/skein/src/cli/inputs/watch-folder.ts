import { watch } from 'node:fs';
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
  const watcher = watch(folder, { recursive: true }, (_, file) => {
    if (
      String(file ?? '')
        .split(path.sep)
        .some((part) => ignored.has(part))
    )
      return;
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
      watcher.close();
    },
  };
}
