// npm run oracle
//   --seeds N    how many random runs are compared with the oracle (default 20000)
//   --from N     the first seed (default 0)
//   --reload N   load the kernel's state after every N events (default: by seed, every fifth run without)
import process from 'node:process';
import { compareWithKernel } from '../oracle/compare-with-kernel.ts';
import { reloadOf, reproduction } from '../oracle/reproduction.ts';
import { readOptions } from './read-options.ts';

const PROGRESS_MS = 5_000;
const SHOWN_MAX = 10;

const values = readOptions(import.meta.filename, {
  seeds: { type: 'string', default: '20000' },
  from: { type: 'string', default: '0' },
  reload: { type: 'string' },
});

const from = Number(values.from);
const seeds = Number(values.seeds);
const reload = values.reload === undefined ? null : Number(values.reload);

if (Number.isNaN(reload)) {
  process.stderr.write('--reload takes a number.\n');
  process.exitCode = 2;
} else {
  process.exitCode = compareAll();
}

function compareAll(): number {
  const startedMs = performance.now();
  let shownMs = startedMs;
  let activations = 0;
  let differences = 0;
  for (let seed = from; seed < from + seeds; seed++) {
    const reloadEvery = reload ?? reloadOf(seed);
    const comparison = compareWithKernel(seed, { reloadEvery });
    activations += comparison.activations;
    if (comparison.difference !== null) {
      differences += 1;
      if (differences <= SHOWN_MAX) {
        process.stdout.write(`seed ${seed}: ${comparison.difference}\n`);
        process.stdout.write(`  ${reproduction({ seed, reloadEvery })}\n`);
      }
    }
    const nowMs = performance.now();
    if (nowMs - shownMs < PROGRESS_MS) continue;
    shownMs = nowMs;
    process.stdout.write(`${seed - from + 1} of ${seeds} runs, ${differences} differences\n`);
  }
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  process.stdout.write(
    `${seeds} runs, ${activations} activations, ${differences} differences, ${seconds} s\n`,
  );
  return differences === 0 ? 0 : 1;
}
