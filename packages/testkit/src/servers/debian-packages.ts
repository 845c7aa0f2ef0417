import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { ServerMissing } from './server-process.ts';

/** Installs a Debian package once, showing its progress; only root on Debian can. */
export function installPackage(name: string): void {
  if (process.getuid?.() !== 0) {
    throw new ServerMissing(`${name} is not installed, and only root could install it`);
  }
  if (!existsSync('/etc/debian_version')) {
    throw new ServerMissing(`${name} is not installed, and this is no Debian`);
  }
  process.stderr.write(`Installing ${name} for the tests …\n`);
  const apt = (...given: readonly string[]) =>
    spawnSync('apt-get', given, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const install = () => apt('install', '-y', '--no-install-recommends', name);
  if (!install() && !(apt('update') && install())) {
    throw new ServerMissing(`${name} could not be installed`);
  }
}
