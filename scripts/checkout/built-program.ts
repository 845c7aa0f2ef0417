// The built program of a checkout
// The sources of a command are more than a thousand files, and reading them takes most of the time of a short one. So the launcher
// starts a bundle of them instead, as the package has it, as long as no file that went into it has changed since.
//
// B1. A build is used only if every file that it was made from has the size and the time of its last change that it had then.
// B2. Without such a build the sources are started, and the next one is made in the background when the command has ended.
// B3. What the modules of a user import of `skein` is of the same build: there are never two copies of the engine in a process.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { registerHooks } from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';

const root = path.dirname(path.dirname(import.meta.dirname));
/** Directly below the package, where the built files look for what ships beside them. */
export const buildsFolder = path.join(root, 'packages/skein');
export const buildPrefix = '.built-';
export const inputsFile = 'inputs.json';

/** What a build was made from: path from the root, size, and milliseconds of the last change. */
export type BuildInput = readonly [file: string, size: number, changedMs: number];

/** They run for hours, beside sources that change: what they load lazily has to be there, and they are started rarely. */
const longLived = ['serve', 'worker', 'dev', 'start', 'mcp'];

/** The file to start the command from; null: the sources. */
export function builtProgram(given: readonly string[]): string | null {
  if (process.env['SKEIN_SOURCES'] === '1' || longLived.includes(given[0] ?? '')) return null;
  const [newest] = builds();
  if (newest === undefined || !isFresh(newest, root)) {
    process.once('exit', buildInBackground);
    return null;
  }
  useLibrary(newest);
  return pathToFileURL(path.join(newest, 'cli.js')).href;
}

/** The folders of all builds, the newest first: their names are times of one length. */
export function builds(): readonly string[] {
  const names = readdirSync(buildsFolder).filter((name) => name.startsWith(buildPrefix));
  return names
    .toSorted()
    .toReversed()
    .map((name) => path.join(buildsFolder, name));
}

/** B1. */
export function isFresh(build: string, below: string): boolean {
  try {
    // Written by the build itself.
    const inputs = JSON.parse(
      readFileSync(path.join(build, inputsFile), 'utf8'),
    ) as readonly BuildInput[];
    return inputs.every(([file, size, changedMs]) => {
      const found = statSync(path.join(below, file), { throwIfNoEntry: false });
      return found !== undefined && found.size === size && found.mtimeMs === changedMs;
    });
  } catch {
    return false;
  }
}

/** B3. */
function useLibrary(build: string): void {
  const entries = { skein: 'index', 'skein/testing': 'testing', 'skein/pipelines': 'pipelines' };
  const library = new Map(
    Object.entries(entries).map(([name, file]) => [
      name,
      pathToFileURL(path.join(build, `${file}.js`)).href,
    ]),
  );
  registerHooks({
    resolve(specifier, context, next) {
      const url = library.get(specifier);
      return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
    },
  });
}

/** B2. It outlives this process, and nobody waits for it. */
function buildInBackground(): void {
  const { spawn } = process.getBuiltinModule('node:child_process');
  const program = path.join(import.meta.dirname, 'build-checkout.ts');
  const options = { cwd: root, detached: true, stdio: 'ignore', windowsHide: true } as const;
  // No build is made where it cannot be: the sources are started again.
  spawn(process.execPath, [program], options)
    .on('error', () => {})
    .unref();
}
