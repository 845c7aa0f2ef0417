// Pictures of the eleven jobs: their tests take them, where the job is done. A job without a picture is an error.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';

const root = path.join(import.meta.dirname, '../../../..');
const here = path.relative(root, import.meta.dirname);
const tests = [
  'building',
  'debugging',
  'job-build',
  'job-keyboard',
  'large-canvas',
  'setup-jobs',
  'shipping',
];
const jobs = ['1', '2', '3', '4', '5', '6', '7', '8', '9-300', '9-1000', '10', '10-link', '11'];
const looks = ['desktop-light', 'desktop-dark', 'phone-light', 'phone-dark'];

/** Runs the tests of all jobs, which write into the folder; gives the pictures, and throws when one is missing. */
export function shootJobs(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const files = tests.map((name) => path.join(here, `${name}.test.ts`));
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(process.execPath, [vitest, 'run', ...files], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, SKEIN_SHOTS: folder },
  });
  const taken = jobs.flatMap((job) =>
    looks.map((look) => path.join(folder, `job-${job}-${look}.png`)),
  );
  const missing = taken.filter((file) => !existsSync(file));
  if (status !== 0 || missing.length > 0)
    throw new Error(`The tests ended with ${status}; missing: ${missing.join(', ') || 'nothing'}`);
  return taken;
}
