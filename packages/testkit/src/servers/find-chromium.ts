import { existsSync } from 'node:fs';
import process from 'node:process';
import { installPackage } from './debian-packages.ts';
import { ServerMissing } from './server-process.ts';

// The shell without a window draws with the same engine, and needs a third of the processor's time.
const shell = '/usr/bin/chromium-headless-shell';
const windowed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The program of a real Chromium: the one that is configured or installed, else Debian's, which root can install. */
export function findChromium(): string {
  const given = process.env['SKEIN_TEST_CHROMIUM'] ?? '';
  const found = [given, shell].find(isThere);
  if (found !== undefined) return found;
  try {
    installPackage('chromium-headless-shell');
    if (isThere(shell)) return shell;
    throw new ServerMissing('the package chromium-headless-shell has no program');
  } catch (error) {
    const other = windowed.find(isThere);
    if (other === undefined) throw error;
    return other;
  }
}

function isThere(place: string): boolean {
  return place !== '' && existsSync(place);
}
