// The public surface
// What users depend on, as texts that are committed: a change in one is a change for users, and has to be accepted on purpose.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { root } from '../repository.ts';
import { commandReport } from './command-report.ts';
import { configReport } from './config-report.ts';
import { errorReport } from './error-report.ts';
import { libraryReport } from './library-report.ts';
import { nodeReport } from './node-report.ts';
import { routeReport } from './route-report.ts';

export const reportFolder = 'packages/skein/api';

const reports: Readonly<Record<string, readonly [title: string, make: () => string]>> = {
  commands: ['The command line: commands, arguments, options, exit codes', commandReport],
  errors: ['The codes of problems, failures and diagnostics', errorReport],
  files: ['The files that users write: configuration, tests, cassettes', configReport],
  library: ['The library: exported names and their signatures', libraryReport],
  nodes: ['Node types and their settings', nodeReport],
  routes: ['The routes of the server', routeReport],
};

/** The current reports, by file. Types are taken from the compiler's output, so it runs first. */
export function makeReports(): ReadonlyMap<string, string> {
  const program = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [program, '-b', 'packages/skein'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The types cannot be compiled:\n${stdout}`);
  return new Map(
    Object.entries(reports).map(([name, [title, make]]) => [
      `${reportFolder}/${name}.txt`,
      `${title}. Written by \`npm run api\`; a test compares.\n\n${make()}\n`,
    ]),
  );
}
