import { readFileSync } from 'node:fs';
import { packageFile } from './package-file.ts';

export function packageVersion(): string {
  // Our own manifest, which has a version.
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
    readonly version: string;
  };
  return manifest.version;
}
