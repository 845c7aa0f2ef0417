// A real Chromium: the one that is installed, else Debian's, which root can install. Where neither is possible the tests are
// skipped, and counted with the reason.
import { existsSync } from 'node:fs';
import process from 'node:process';
import { installPackage, ServerMissing } from '@skein/testkit';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface FoundChromium {
  readonly program: string | null;
  /** Why there is none, for the title of what is skipped; empty when there is one. */
  readonly missing: string;
}

export function findChromium(): FoundChromium {
  const given = process.env['SKEIN_TEST_CHROMIUM'];
  const present = () => [given ?? '', ...places].find((place) => place !== '' && existsSync(place));
  const found = present();
  if (found !== undefined) return { program: found, missing: '' };
  try {
    installPackage('chromium');
    return present() === undefined
      ? skipped('it has no program')
      : { program: present() ?? null, missing: '' };
  } catch (error) {
    if (error instanceof ServerMissing) return skipped(error.message);
    throw error;
  }
}

function skipped(reason: string): FoundChromium {
  return { program: null, missing: ` (skipped: ${reason})` };
}
