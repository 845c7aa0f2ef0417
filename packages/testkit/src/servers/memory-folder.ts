// Where the shared servers of a test run keep their data. In memory they wait for no disk, with the settings that users have: what a
// server has synced outlives its processes there as well.
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const memory = '/dev/shm';
/** All of them together need less than one. Containers often give 64 MB. */
const bytesMin = 4 * 1024 ** 3;

export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= bytesMin ? memory : tmpdir();
  } catch {
    // Only Linux has it.
    return tmpdir();
  }
}
