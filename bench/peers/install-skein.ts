import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { packPackage } from '@skein/testkit';
import {
  installPackage,
  quietly,
  writeFiles,
} from '../../packages/skein/test/package/installed-package.ts';

export interface InstalledSkein {
  /** A file that exports the library. */
  readonly library: string;
  readonly remove: () => Promise<void>;
}

/** The package of today's sources, with the driver of PostgreSQL beside it. */
export async function installSkein(): Promise<InstalledSkein> {
  const packed = await packPackage();
  const { library, remove } = await installLibrary(packed.url);
  return {
    library,
    remove: async () => {
      await remove();
      await packed.stop();
    },
  };
}

/** The same of an earlier commit, built by its own scripts in `place`, where it is found again. */
export function installEarlier(commit: string, place: string): Promise<InstalledSkein> {
  const root = path.join(import.meta.dirname, '../..');
  const inside = (program: string, ...words: readonly string[]) =>
    execFileSync(program, words, { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  if (!existsSync(path.join(place, 'dist'))) {
    rmSync(place, { recursive: true, force: true });
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', root, place]);
    inside('git', 'checkout', '--quiet', '--detach', commit);
    inside('npm', 'ci', ...quietly);
    inside('npm', 'run', 'pack', '--silent');
  }
  const file = readdirSync(path.join(place, 'dist')).find((name) => name.endsWith('.tgz'));
  if (file === undefined) throw new Error(`${commit} has packed nothing into ${place}/dist.`);
  return installLibrary(path.join(place, 'dist', file));
}

async function installLibrary(packed: string): Promise<InstalledSkein> {
  // The manifest has a version.
  const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
  const { folder, remove } = await installPackage([`pg@${version}`], { packed });
  writeFiles(folder, { 'library.mjs': "export { createEngine } from 'skein';\n" });
  return { library: path.join(folder, 'library.mjs'), remove: async () => remove() };
}
