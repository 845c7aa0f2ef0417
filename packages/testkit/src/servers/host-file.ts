// The programs that tests start in processes of their own and kill, built once for all tests of a run. Commands such as `npm run crash`
// start the sources.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '../../../..');

/** The folder of the built ones, which the first that needs one builds; set by the main process of a test run. */
export const builtHostsVariable = 'SKEIN_TEST_HOSTS';

/** Of a program at its path in the repository: the built file in a test run, else the source. */
export function hostFile(source: string): string {
  const folder = process.env[builtHostsVariable];
  if (folder === undefined) return path.join(root, source);
  if (!existsSync(folder)) build(folder);
  return path.join(folder, 'dist', path.basename(source).replace(/\.ts$/, '.js'));
}

function build(folder: string): void {
  const script = path.join(root, 'scripts/build-hosts.ts');
  const { status, stderr } = spawnSync(process.execPath, [script, folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`The hosts of tests cannot be built: ${stderr}`);
}
