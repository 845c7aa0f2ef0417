// npm run bench:writes [-- --write]
// What one step leaves in a SQLite file, beside the same row inserted by hand. `--write` puts the table into BENCHMARKS.md.
import process from 'node:process';
import { parseArgs } from 'node:util';
import { closeAll } from './workloads/workload.ts';
import { measureEngine, measureFloor, type StepWrites } from './writes/measure-writes.ts';
import { writeTable } from './write-table.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const columns: Readonly<Record<keyof StepWrites, string>> = {
  rows: 'rows',
  entries: 'index entries',
  bodyBytes: 'bytes of the row',
  pages: 'pages of the log',
  logBytes: 'bytes of the log',
};
const names = Object.keys(columns) as (keyof StepWrites)[];
const line = (system: string, writes: StepWrites) =>
  `| ${[system, ...names.map((name) => shown(writes[name]))].join(' | ')} |`;
const shown = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 });
const table = [
  `| a step | ${Object.values(columns).join(' | ')} |`,
  `|---|${names.map(() => '---|').join('')}`,
  line('floor', await measureFloor()),
  line('Skein', await measureEngine()),
].join('\n');
await closeAll();
process.stdout.write(`${table}\n`);
if (values.write) await writeTable('writes', table);
