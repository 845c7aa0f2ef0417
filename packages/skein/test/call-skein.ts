// Runs a command line in this process: what it prints and its exit code are those of the real command, without the half second that the
// start of a process costs. For tests of what a command does; how it starts, reads stdin, ends and is interrupted is tested with real
// processes (spawn-skein.ts), and so is each dialect, in dialects/views.test.ts.
import process from 'node:process';
import { runCommandLine } from '../src/cli/main.ts';
import { createPaint } from '../src/cli/output/paint.ts';
import type { Ended, SpawnOptions } from './spawn-skein.ts';

let last: Promise<unknown> = Promise.resolve();

/** One after the other: the folder and the environment are those of the process. */
export function callSkein(
  given: readonly string[],
  options: Pick<SpawnOptions, 'cwd' | 'env'> = {},
): Promise<Ended> {
  const called = last.then(() => inPlace(given, options));
  last = called.catch(() => {});
  return called;
}

async function inPlace(
  given: readonly string[],
  { cwd, env = {} }: Pick<SpawnOptions, 'cwd' | 'env'>,
): Promise<Ended> {
  const [folder, environment] = [process.cwd(), { ...process.env }];
  if (cwd !== undefined) process.chdir(cwd);
  Object.assign(process.env, env);
  try {
    return await collect(given);
  } finally {
    process.chdir(folder);
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, environment);
  }
}

async function collect(given: readonly string[]): Promise<Ended> {
  let [stdout, stderr] = ['', ''];
  const data = (text: string) => void (stdout += text);
  const code = await runCommandLine(given, {
    data,
    foreignData: data,
    note: (text) => void (stderr += text),
    paint: createPaint(false),
    paintData: createPaint(false),
    isLive: false,
    canAsk: false,
  });
  return { code, stdout, stderr };
}
