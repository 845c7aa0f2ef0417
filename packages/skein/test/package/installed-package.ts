// The package as a user gets it: installed by npm into an empty folder outside the repository.
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { neededServer } from '@skein/testkit';
import type { Ended } from '../spawn-skein.ts';

/**
 * How npm is called: with what it has already downloaded, and no more than is asked for. A connection that hangs is tried again soon:
 * npm itself waits for five minutes.
 */
export const quietly = [
  '--fetch-timeout=20000',
  '--fetch-retries=4',
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
  '--silent',
] as const;
const root = path.join(import.meta.dirname, '../../../..');

export interface InstalledPackage {
  /** Has nothing but node_modules and what tests put there. */
  readonly folder: string;
  /** The file that was installed. */
  readonly packed: string;
  /** Runs a program of the folder, as a shell there would find it. */
  readonly run: (program: string, ...given: readonly string[]) => Promise<Ended>;
  readonly start: (program: string, ...given: readonly string[]) => ChildProcess;
  /** The same in another folder, with more variables. */
  readonly with: (place: Place) => Pick<InstalledPackage, 'run' | 'start'>;
  readonly remove: () => void;
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

interface InstallOptions extends Partial<Pick<Place, 'env'>> {
  /** The file to install; default: the one that all tests of a run share. */
  readonly packed?: string;
}

/** Installs the package into an empty folder, with what else is named. */
export async function installPackage(
  beside: readonly string[] = [],
  options: InstallOptions = {},
): Promise<InstalledPackage> {
  const prepared = await packedPackage(options);
  const npm = ['install', prepared.packed, ...beside, '--prefix', prepared.folder];
  await succeed('npm', [...npm, ...quietly], path.dirname(prepared.folder));
  return prepared;
}

/** The packed file, and the folder to install it in, which is not there yet. */
export async function packedPackage({
  env = {},
  packed: given,
}: InstallOptions = {}): Promise<InstalledPackage> {
  const place = mkdtempSync(path.join(tmpdir(), 'skein-package-'));
  const folder = path.join(place, 'empty');
  const packed = given ?? (await neededServer('package'));
  const inside = (inner: Place): Pick<InstalledPackage, 'run' | 'start'> => {
    const options = { cwd: inner.cwd, env: { ...environment(folder), ...env, ...inner.env } };
    return {
      run: (program, ...words) => ended(program, words, options),
      start: (program, ...words) => spawn(program, words, options),
    };
  };
  return {
    folder,
    packed,
    ...inside({ cwd: folder, env: {} }),
    with: inside,
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
}

/** A folder below it, with these files. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
}

/** Its own programs first, then this Node, and nothing of the repository. */
function environment(folder: string): NodeJS.ProcessEnv {
  const given = (process.env['PATH'] ?? '').split(path.delimiter);
  const foreign = given.filter((entry) => !entry.startsWith(root));
  const own = [path.join(folder, 'node_modules/.bin'), path.dirname(process.execPath)];
  const { NODE_OPTIONS: _, ...rest } = process.env;
  return { ...rest, PATH: [...own, ...foreign].join(path.delimiter) };
}

async function succeed(program: string, given: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await ended(program, given, { cwd, env: environment(cwd) });
  if (code !== 0) throw new Error(`${program} ${given.join(' ')} ended with ${code}: ${stderr}`);
}

function ended(
  program: string,
  given: readonly string[],
  place: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { ...place, maxBuffer: 64 * 1024 * 1024 };
    const child = execFile(program, given, options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
    child.stdin?.end();
  });
}
