// The names of a SQLite file
// The lock and the write-ahead log of a file stand beside one name of it. A process that came by another name would find neither: two
// would write at once, or one without what the other has committed.
//
// N1. Symbolic links are followed, so every way leads to one name.
// N2. A file with hard links is opened only by the name that it was last opened by, which is kept in the file. Whoever comes by another
//     name is refused, whether somebody has the file or not.
// N3. The kept name is in the file itself, not only in its log: whoever comes by another name does not see that log.
// N4. A file that was moved, so that its kept name is not the one that it is opened by, is opened only if no process has it open: the lock
//     of that process would stand beside the earlier name.
import { closeSync, openSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { EngineError } from '@skein/ports';
import { isBusy } from './sqlite-errors.ts';

const linksMax = 40;

/** The file that a name stands for, which need not exist yet. */
export function realFile(file: string, links = 0): string {
  try {
    return realpathSync(file);
  } catch {
    const target = targetOf(file);
    if (target !== null && links < linksMax) return realFile(target, links + 1);
    return path.join(realFolder(path.dirname(file)), path.basename(file));
  }
}

/** Of a link, perhaps to what does not exist yet. */
function targetOf(file: string): string | null {
  try {
    return path.resolve(path.dirname(file), readlinkSync(file));
  } catch {
    return null;
  }
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

/** Under which name in `skein_meta` a file keeps its own. */
export const ownName = 'file';

/** Refuses a file that has another name (N2). */
export function checkNames(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false });
  // A folder has several names, and is refused by SQLite.
  const names = found?.isFile() === true ? found.nlink : 1;
  if (names > 1 && nameIn(file) !== file) throw new EngineError('STORE_LINKED', { file, names });
}

/** Refuses a file that was moved while a process had it open, which still has (N4). */
export function checkMoved(file: string): void {
  const kept = nameIn(file);
  if (kept === null || kept === file || !isOpenSomewhere(file)) return;
  throw new EngineError('STORE_LOCKED', { file, pid: null });
}

/** Whoever has a file in WAL mode open holds a shared lock of the file itself, whatever its name is: nobody gets an exclusive one. */
function isOpenSomewhere(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive');
    database.prepare('select count(*) from sqlite_master').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

/** Without the log, which may stand beside another name. */
export function nameIn(file: string): string | null {
  try {
    const address = new URL('?immutable=1', pathToFileURL(file));
    const database = new DatabaseSync(address, { readOnly: true });
    try {
      const row = database.prepare('select value from skein_meta where name = ?').get(ownName);
      return typeof row?.['value'] === 'string' ? row['value'] : null;
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

/** SQLite would delete the log of an empty file, and with it all that was committed last. */
export function checkNotEmptied(file: string): void {
  const sizeOf = (name: string) => statSync(name, { throwIfNoEntry: false })?.size ?? 0;
  const [size, log] = [sizeOf(file), sizeOf(`${file}-wal`)];
  if (size > 0 || log === 0) return;
  const reason = `the file is empty or missing, and beside it is a write-ahead log of ${log} bytes.`;
  throw new EngineError('STORE_CORRUPT', { place: file, reason });
}

/** Creates a missing file for its user alone; SQLite gives its log the same permissions. What is there keeps its own. */
export function createPrivate(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch {
    // It exists, or cannot be created: SQLite says why.
  }
}
