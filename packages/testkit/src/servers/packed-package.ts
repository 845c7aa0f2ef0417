// The package as users get it: a file that npm installs, packed from the sources once for all tests of a run.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import type { TestServer } from './server-process.ts';

const root = path.join(import.meta.dirname, '../../../..');

/** Not a server, but as expensive to make as one: `url` is the path of the file, in a folder with its contents in `package`. */
export async function packPackage(): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-packed-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const program = path.join(root, 'scripts/pack.ts');
    await promisify(execFile)(process.execPath, [program, folder], { cwd: root });
  } catch (error) {
    remove();
    throw error;
  }
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? '';
  return { url: path.join(folder, name), stop: () => Promise.resolve(remove()) };
}
