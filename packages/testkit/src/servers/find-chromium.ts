import { existsSync } from 'node:fs';
import process from 'node:process';
import { installPackage } from './debian-packages.ts';
import { ServerMissing } from './server-process.ts';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The program of a real Chromium: the one that is configured or installed, else Debian's, which root can install. */
export function findChromium(): string {
  const found = present();
  if (found !== undefined) return found;
  installPackage('chromium');
  const installed = present();
  if (installed === undefined) throw new ServerMissing('the package chromium has no program');
  return installed;
}

function present(): string | undefined {
  const given = process.env['SKEIN_TEST_CHROMIUM'] ?? '';
  return [given, ...places].find((place) => place !== '' && existsSync(place));
}
