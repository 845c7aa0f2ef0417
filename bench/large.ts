// npm run bench:large [-- --write]
// Values of 10 MB through chains: passed on as they are, and another one in every step. `--write` puts the table into BENCHMARKS.md.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { measureLarge, type LargeChain } from './large/measure-large.ts';
import { writeTable } from './write-table.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const megabyte = 1_000_000;
const chains: readonly LargeChain[] = [
  { steps: 10, bytes: 10 * megabyte, isNew: false },
  { steps: 100, bytes: 10 * megabyte, isNew: false },
  { steps: 10, bytes: 10 * megabyte, isNew: true },
  { steps: 30, bytes: 10 * megabyte, isNew: true },
];
const lines = ['| value of a step | steps | MB stored | ms of CPU a step |', '|---|---|---|---|'];
// The first one also compiles the code.
await measureLarge({ steps: 5, bytes: megabyte, isNew: true });
for (const chain of chains) {
  const { storedBytes, cpuMsPerStep } = await measureLarge(chain);
  const what = `10 MB, ${chain.isNew ? 'another one in each step' : 'passed on'}`;
  const stored = (storedBytes / megabyte).toFixed(1);
  lines.push(`| ${what} | ${chain.steps} | ${stored} | ${cpuMsPerStep.toFixed(1)} |`);
}
const table = lines.join('\n');
process.stdout.write(`${table}\n`);
if (values.write) await writeTable('large', table);
