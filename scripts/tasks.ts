// Tasks
// The checks of `npm test` and `npm run verify`, with one line of progress each: first those that tests need the results of, the others
// beside the tests, which leave the processor alone while they wait for servers.
// T1. Every check runs, even after a failed one: one run shows everything that is wrong.
// T2. The last line is "N passed, N failed, N skipped"; a failed check counts as one failure.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { formatTotals, totalsFileVariable, type Totals } from './totals.ts';

interface Check {
  readonly label: string;
  readonly command: readonly string[];
}

const linted = ['packages', 'tools', 'scripts', 'examples', 'bench', 'vitest.config.ts'];
const present = linted.filter((entry) => existsSync(entry));

const checks = {
  format: { label: 'format', command: ['oxfmt', '--check'] },
  // Every further checker of a project finds out for itself what they all need. Together with `collectLess` below, one takes 34 s of
  // processor time, and four without it 75 s.
  types: { label: 'types', command: ['tsc', '-b', '--checkers', '1'] },
  lint: { label: 'lint', command: ['oxlint', ...present] },
  // Once, before tests that all need it at the same time.
  studio: { label: 'studio', command: ['node', 'scripts/build-web.ts'] },
  unused: { label: 'unused code', command: ['knip', '--no-progress', '--no-config-hints'] },
} satisfies Record<string, Check>;

/** The compiler and the linter are written in Go, and spend less on collecting garbage this way, with the same memory at most. */
const collectLess = { GOGC: process.env['GOGC'] ?? '400' };

const tasks: Readonly<Record<string, (rest: readonly string[]) => Promise<number>>> = {
  test: (rest) =>
    checkAndTest({ first: [checks.types, checks.studio], beside: [checks.lint] }, rest),
  verify: (rest) => {
    const { format, types, studio, ...beside } = checks;
    return checkAndTest({ first: [format, types, studio], beside: Object.values(beside) }, rest);
  },
  format: (rest) => execute(['oxfmt', '--write', ...rest]),
  types: (rest) => execute([...checks.types.command, ...rest]),
  lint: (rest) => execute([...checks.lint.command, ...rest]),
  unused: (rest) => execute([...checks.unused.command, ...rest]),
};

const [name = '', ...rest] = process.argv.slice(2);
const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
if (task === undefined) {
  process.stderr.write(`No task is named "${name}". Tasks: ${Object.keys(tasks).join(', ')}.\n`);
  process.exitCode = 2;
} else {
  process.exitCode = await task(rest);
}

interface Plan {
  readonly first: readonly Check[];
  /** One after the other, while the tests run. */
  readonly beside: readonly Check[];
}

async function checkAndTest({ first, beside }: Plan, rest: readonly string[]): Promise<number> {
  process.stdout.write(`${first.map(({ label }) => label).join(', ')} …\n`);
  // All at once: none of them needs what another makes, and the compiler leaves half of the processor alone.
  const outcomes = await Promise.all(first.map(attempt));
  for (const outcome of outcomes) report(outcome);
  const [{ passed, failed, skipped }, others] = await Promise.all([
    runTests(rest),
    attemptAll(beside),
  ]);
  for (const outcome of others) report(outcome);
  const broken = [...outcomes, ...others].filter(({ code }) => code !== 0);
  const labels = broken.map(({ label }) => label);
  if (broken.length > 0) process.stdout.write(`Failed checks: ${labels.join(', ')}\n`);
  const total = { passed, failed: failed + broken.length, skipped };
  process.stdout.write(`${formatTotals(total)}\n`);
  return total.failed === 0 ? 0 : 1;
}

interface Outcome {
  readonly label: string;
  readonly code: number;
  readonly seconds: number;
  readonly output: Buffer;
}

async function attemptAll(list: readonly Check[]): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const check of list) outcomes.push(await attempt(check));
  return outcomes;
}

async function attempt({ label, command }: Check): Promise<Outcome> {
  const startedMs = performance.now();
  const output: Buffer[] = [];
  const code = await execute(command, output);
  const seconds = (performance.now() - startedMs) / 1000;
  return { label, code, seconds, output: Buffer.concat(output) };
}

/** What a check printed is only of interest if it failed. */
function report({ label, code, seconds, output }: Outcome): void {
  process.stdout.write(`${label}: ${code === 0 ? 'ok' : 'failed'}, ${seconds.toFixed(1)} s\n`);
  if (code !== 0) process.stdout.write(output);
}

async function runTests(rest: readonly string[]): Promise<Totals> {
  process.stdout.write('tests (vitest) …\n');
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-totals-'));
  const file = path.join(folder, 'totals.json');
  try {
    const command = ['vitest', 'run', '--allowOnly=false', ...rest];
    const code = await execute(command, undefined, { [totalsFileVariable]: file });
    const totals = existsSync(file) ? readTotals(file) : { passed: 0, failed: 0, skipped: 0 };
    // Vitest can fail without a failed test, for example when it finds none.
    return code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readTotals(file: string): Totals {
  // Our own reporter has just written it.
  return JSON.parse(readFileSync(file, 'utf8')) as Totals;
}

/** Runs a tool of node_modules/.bin, which the bootstrap has put first in the PATH. */
function execute(
  [program = '', ...programArguments]: readonly string[],
  output?: Buffer[],
  variables: Readonly<Record<string, string>> = {},
): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, programArguments, {
      stdio: output === undefined ? 'inherit' : ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...collectLess, ...variables },
      shell: process.platform === 'win32',
    });
    child.stdout?.on('data', (chunk: Buffer) => output?.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => output?.push(chunk));
    child.on('error', (error) => {
      process.stderr.write(`Could not start ${program}: ${error.message}\n`);
      resolve(127);
    });
    child.on('close', (code) => resolve(code ?? 1));
  });
}
