// The lock of a SQLite file
// One process at a time drives the runs of a file. A second, empty database beside it, `FILE-lock`, is the lock: the process
// holds its reserved lock, which the operating system releases when the process ends, however it ends. The file itself stays
// readable for read-only tools.
import { DatabaseSync } from 'node:sqlite';
import { createPrivate } from './file-names.ts';
import { isBusy } from './sqlite-errors.ts';

export interface FileLock {
  release(): void;
}

/** `file` is its real name (File names N1). Null when another process, or another store in this one, has it. */
export function lockFile(file: string): FileLock | null {
  createPrivate(`${file}-lock`);
  const database = new DatabaseSync(`${file}-lock`, { timeout: 0 });
  try {
    database.exec('begin immediate');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => database.close() };
}
