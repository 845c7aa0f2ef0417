// Programs that import `skein` load the built library of the test run, as programs of users do: they start in a fifth of the processor
// time that the sources take, and tests start dozens of them.
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { skeinProgram, testServersVariable } from './skein-program.ts';

/** The variables for such a program; none outside of test runs, where it loads the sources. */
export async function withBuiltLibrary(): Promise<Readonly<Record<string, string>>> {
  if (process.env[testServersVariable] === undefined) return {};
  const preload = pathToFileURL(path.join(import.meta.dirname, 'load-built-library.ts'));
  preload.searchParams.set('folder', path.dirname(path.dirname(await skeinProgram())));
  return { NODE_OPTIONS: `--import=${preload.href}` };
}
