// `npm run pack [FOLDER]`: the package as users get it, as a file in `dist` or in that folder. `npm install FILE` in any folder
// installs it.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { stagePackage } from './pack/stage-package.ts';

const target = path.resolve(
  process.argv[2] ?? path.join(path.dirname(import.meta.dirname), 'dist'),
);
const staged = path.join(target, 'package');
await stagePackage(staged);
const { status } = spawnSync('npm', ['pack', staged, '--pack-destination', target, '--silent'], {
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
if (status === 0) process.stdout.write(`It is in ${path.relative(process.cwd(), target)}.\n`);
process.exitCode = status ?? 1;
