// npm run fuzz
//   --seeds N    how many random expressions are compared with JavaScript (default 100000)
//   --from N     the first seed (default 0)
// A seed that differs is computed again with `npm run fuzz -- --from SEED --seeds 1`.
import process from 'node:process';
import { compareWithJavaScript } from '../expressions/compare-with-javascript.ts';
import { measureBombs } from '../expressions/measure-bombs.ts';
import { measureRowBombs } from '../expressions/row-bombs.ts';
import { readOptions } from './read-options.ts';

const SHOWN_MAX = 10;
const AT_ONCE = 2000;

const values = readOptions(import.meta.filename, {
  seeds: { type: 'string', default: '100000' },
  from: { type: 'string', default: '0' },
});

const from = Number(values.from);
const seeds = Number(values.seeds);

process.exitCode = compareAll();
for (const { expression, ms, outcome } of measureBombs())
  process.stdout.write(`${ms.toFixed(1).padStart(8)} ms  ${outcome}  ${expression.slice(0, 80)}\n`);
for (const { name, ms, outcome } of measureRowBombs())
  process.stdout.write(`${ms.toFixed(1).padStart(8)} ms  ${outcome}  rows: ${name}\n`);

function compareAll(): number {
  let compared = 0;
  let differences = 0;
  for (let done = 0; done < seeds; done += AT_ONCE) {
    const count = Math.min(AT_ONCE, seeds - done);
    for (const { seed, isCompared, difference } of compareWithJavaScript(from + done, count)) {
      if (isCompared) compared += 1;
      if (difference === null) continue;
      differences += 1;
      if (differences <= SHOWN_MAX) process.stdout.write(`seed ${seed}: ${difference}\n`);
    }
  }
  process.stdout.write(
    `${seeds} expressions, ${compared} with a value in both, ${differences} differences\n`,
  );
  return differences === 0 ? 0 : 1;
}
