// Lock
// `npm run lock`: updates node_modules and package-lock.json after a change to a package.json.
// npm omits an optional package from the lockfile when the current registry does not offer it, as mirrors
// do with binaries of other platforms, and then rejects its own lockfile in `npm ci`. So this writes an entry
// for each of them: the version is the one its parent requires, the platform is in its name. Its integrity is added as soon as a
// registry tells it; until then npm trusts what it downloads on those platforms.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';

interface LockEntry {
  readonly version?: string;
  readonly optional?: boolean;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Lockfile {
  readonly packages: Readonly<Record<string, LockEntry>>;
}

const file = 'package-lock.json';
const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
];
const processors = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];

process.exitCode = install() && complete() ? 0 : 1;

function install(): boolean {
  const npmArguments = ['install', '--ignore-scripts', '--no-audit', '--no-fund'];
  const options = { stdio: 'inherit', shell: process.platform === 'win32' } as const;
  return spawnSync('npm', npmArguments, options).status === 0;
}

/** Adds what is missing and lets npm normalise it. */
function complete(): boolean {
  // npm has just written it, in this format.
  const lock = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
  const missing = Object.entries(lock.packages).flatMap(([parent, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(lock, parent, name))
      .map(([name, version]) => [`node_modules/${name}`, toEntry(name, version)] as const),
  );
  const all = [...Object.entries(lock.packages), ...missing].map(withIntegrity);
  const packages = all.sort(([left], [right]) => left.localeCompare(right, 'en'));
  const text = JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, undefined, 2);
  writeFileSync(file, `${text}\n`);
  for (const [key] of missing) process.stdout.write(`added to the lockfile: ${key}\n`);
  return missing.length === 0 || install();
}

/** Only what a registry did not offer when it was locked has none. */
function withIntegrity([key, entry]: readonly [string, LockEntry]): readonly [string, LockEntry] {
  const { integrity, optional, version = '' } = entry;
  if (integrity !== undefined || optional !== true) return [key, entry];
  const name = key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const asked = ['view', `${name}@${version}`, 'dist.integrity'];
  const shell = process.platform === 'win32';
  const told = spawnSync('npm', asked, { encoding: 'utf8', shell }).stdout.trim();
  return [key, told.startsWith('sha512-') ? { ...entry, integrity: told } : entry];
}

/** Whether Node would find the package from its parent: in its own node_modules or in one above. */
function isLocked({ packages }: Lockfile, parent: string, name: string): boolean {
  for (
    let place = parent;
    place !== '';
    place = place.slice(0, Math.max(0, place.lastIndexOf('/')))
  )
    if (packages[`${place}/node_modules/${name}`] !== undefined) return true;
  return packages[`node_modules/${name}`] !== undefined;
}

function toEntry(name: string, version: string): LockEntry {
  const words = name.split(/[^a-z0-9]+/);
  const os = systems.filter((system) => words.includes(system));
  const cpu = processors.filter((processor) => words.includes(processor));
  if (!/^\d+\.\d+\.\d+/.test(version) || cpu.length !== 1 || os.length > 1)
    throw new Error(
      `${name}@${version} is missing in ${file}, and its name does not tell for which platform it is.`,
    );
  const isMusl = words.some((word) => word.startsWith('musl'));
  const isGnu = words.some((word) => word.startsWith('gnu'));
  return {
    version,
    cpu,
    ...(isMusl ? { libc: ['musl'] } : isGnu && os[0] === 'linux' ? { libc: ['glibc'] } : {}),
    optional: true,
    ...(os.length === 1 ? { os } : {}),
  };
}
