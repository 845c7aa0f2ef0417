import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { InstalledPackage } from './installed-package.ts';

const repository = path.join(import.meta.dirname, '../../../..');

/** The last stage: the package as it was packed, and beside it what the lockfile has besides tools of development. */
export function layOutImage(packed: InstalledPackage): Pick<InstalledPackage, 'with'> {
  const app = path.join(packed.folder, 'app');
  const { packages } = JSON.parse(readFileSync(path.join(repository, 'package-lock.json'), 'utf8'));
  const kept = Object.entries<Locked>(packages).filter(
    ([key, { dev, link }]) =>
      /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(key) && dev !== true && link !== true,
  );
  for (const [key] of kept.filter(([key]) => existsSync(path.join(repository, key)))) {
    mkdirSync(path.dirname(path.join(app, key)), { recursive: true });
    symlinkSync(path.join(repository, key), path.join(app, key));
  }
  const built = path.join(path.dirname(packed.packed), 'package');
  cpSync(built, path.join(app, 'packages/skein'), { recursive: true });
  symlinkSync('../packages/skein', path.join(app, 'node_modules/skein'));
  mkdirSync(path.join(app, 'node_modules/.bin'));
  symlinkSync('../skein/bin/skein.mjs', path.join(app, 'node_modules/.bin/skein'));
  return {
    with: ({ cwd, env }) =>
      packed.with({
        cwd,
        env: { ...env, PATH: `${path.join(app, 'node_modules/.bin')}:${process.env['PATH']}` },
      }),
  };
}

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
}
