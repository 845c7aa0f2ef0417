// The community edition of Neo4j has one database, and test files run in parallel. So a test file first creates a lock file, and
// the others wait until it is gone. The lock file of a dead process is ignored.
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';

const lookMs = 100;

/** Returns the function that releases the lock. */
export async function aloneOnNeo4j(server: string): Promise<() => void> {
  const name = createHash('sha256').update(server).digest('hex').slice(0, 12);
  const file = path.join(tmpdir(), `skein-neo4j-${name}.lock`);
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      return () => rmSync(file, { force: true });
    } catch {
      if (isLeft(file)) rmSync(file, { force: true });
      await pause(lookMs);
    }
  }
}

/** Whether its process is dead. A file that is already gone must not be removed: the next one may already be there. */
function isLeft(file: string): boolean {
  try {
    process.kill(Number(readFileSync(file, 'utf8')), 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
