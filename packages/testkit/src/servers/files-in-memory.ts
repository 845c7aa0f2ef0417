// Where a test run keeps its files
// In memory they wait for no disk, with the settings that users have: what was synced outlives its process there as well. Databases of the
// shared servers, SQLite files and projects that npm installs are all below the folder for temporary files, so that is what moves.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';

const memory = '/dev/shm';
/** All of them together need less than two. Containers often give 64 MB. */
const bytesMin = 6 * 1024 ** 3;
const diskVariable = 'SKEIN_TEST_DISK';

/** From here on, and in all processes that are started: called once, by the main process of a test run. */
export function keepFilesInMemory(): void {
  if (process.env[diskVariable] !== undefined || !hasMemory()) return;
  process.env[diskVariable] = tmpdir();
  const folder = mkdtempSync(path.join(memory, 'skein-test-'));
  // Servers that run as other users have files below it, too.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** For what is about the disk itself; without a test run, the folder for temporary files. */
export function diskFolder(): string {
  return process.env[diskVariable] ?? tmpdir();
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesMin;
  } catch {
    // Only Linux has it.
    return false;
  }
}
