import { createRequire } from 'node:module';
import path from 'node:path';
import { packPackage } from '@skein/testkit';
import { installPackage, writeFiles } from '../../packages/skein/test/package/installed-package.ts';

export interface InstalledSkein {
  /** A file that exports the library. */
  readonly library: string;
  remove(): Promise<void>;
}

/** The package of today's sources, with the driver of PostgreSQL beside it. */
export async function installSkein(): Promise<InstalledSkein> {
  const packed = await packPackage();
  // The manifest has a version.
  const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
  const { folder, remove } = await installPackage([`pg@${version}`], { packed: packed.url });
  writeFiles(folder, { 'library.mjs': "export { createEngine } from 'skein';\n" });
  return {
    library: path.join(folder, 'library.mjs'),
    remove: async () => {
      remove();
      await packed.stop();
    },
  };
}
