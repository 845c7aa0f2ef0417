// `skein dev`
// One process after another on the same file. Each loads the code as it is then, so nothing of an old version stays in memory, and the
// runs go on as after any other restart.
// V1. A process has ended before the next one begins: the file has one owner at a time.
// V2. What keeps a process from starting is shown, and the next change tries again.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { packageFile } from '../../package-file.ts';
import type { CommandCall } from '../arguments/command.ts';
import type { ParsedArguments } from '../arguments/parse-arguments.ts';
import { hasDefinitions } from '../inputs/definitions-below.ts';
import { watchFolder } from '../inputs/watch-folder.ts';
import { openStudio } from './open-studio.ts';
import { portOf } from './port-of.ts';
import { stopSignals } from './stop-signals.ts';

const store = 'sqlite:.skein/dev.db';
/** Calls that take longer are made again by the next process. */
const drainSeconds = '2';

export async function devCommand({ arguments: given, terminal }: CommandCall): Promise<number> {
  mkdirSync('.skein', { recursive: true });
  const port = portOf(given, '4680');
  const shared = ['--store', store, ...passed(given, 'config')];
  const serving = ['--port', String(port), '--drain', drainSeconds, '--log', 'text'];
  const signals = stopSignals();
  const watch = watchFolder('.');
  if (given.has('open')) void openStudio(`http://127.0.0.1:${port}`);
  try {
    for (;;) {
      // A project may have its workflows in code only.
      if (await hasDefinitions('.')) await ended(start(['deploy', '.', ...shared]));
      const server = start(['serve', ...shared, ...serving, ...passed(given, 'script')]);
      const next = await Promise.race([
        signals.first.then(() => 'stopped' as const),
        watch.next().then(() => 'changed' as const),
      ]);
      server.kill('SIGTERM');
      await ended(server);
      if (next === 'stopped') return 0;
      terminal.note('A file has changed: starting again, runs go on …\n');
    }
  } finally {
    watch.close();
  }
}

function passed(given: ParsedArguments, option: string): readonly string[] {
  const value = given.one(option);
  return value === undefined ? [] : [`--${option}`, value];
}

function start(words: readonly string[]): ChildProcess {
  const program = fileURLToPath(packageFile('bin/skein.mjs'));
  return spawn(process.execPath, [program, ...words], { stdio: ['ignore', 'inherit', 'inherit'] });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
}
