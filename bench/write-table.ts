import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { must } from './workloads/workload.ts';

/** Puts a table into BENCHMARKS.md, between the marks with its name. */
export async function writeTable(name: string, table: string): Promise<void> {
  const file = path.join(import.meta.dirname, 'BENCHMARKS.md');
  const text = await readFile(file, 'utf8');
  const part = new RegExp(`(<!-- ${name}: begin -->\n)[^]*(\n<!-- ${name}: end -->)`);
  must(part.test(text), `the place for ${name} in BENCHMARKS.md`);
  await writeFile(
    file,
    text.replace(part, (_, begin: string, end: string) => `${begin}\n${table}\n${end}`),
  );
}
