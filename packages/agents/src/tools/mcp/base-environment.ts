import process from 'node:process';

/** What a process needs to run at all. Everything else, especially keys, is passed only by name. */
const inherited = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TERM',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'PATHEXT',
  'APPDATA',
  'LOCALAPPDATA',
  'USERPROFILE',
];

export function baseEnvironment(): Record<string, string> {
  const known: [string, string][] = [];
  for (const name of inherited) {
    const value = process.env[name];
    // A value of this form is a function of a shell, which would be code.
    if (value !== undefined && !value.startsWith('()')) known.push([name, value]);
  }
  return Object.fromEntries(known);
}
