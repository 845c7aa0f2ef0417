// The cost of test files
// With SKEIN_FILE_COSTS=FILE every test file appends a line to FILE: the processor time of its worker and of the processes
// that it started and that have ended, and how long it took. Time alone does not say which tests are expensive, because four
// workers share the cores. Servers that the whole test run shares are in lines of their own at the end.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect } from 'vitest';

const costs = process.env['SKEIN_FILE_COSTS'];

if (costs !== undefined && process.platform === 'linux') {
  let before = measure();
  beforeAll(() => {
    before = measure();
  });
  afterAll(() => {
    const after = measure();
    const line = {
      file: path.relative(process.cwd(), expect.getState().testPath ?? ''),
      ownMs: after.ownMs - before.ownMs,
      childrenMs: after.childrenMs - before.childrenMs,
      wallMs: Math.round(after.wallMs - before.wallMs),
    };
    appendFileSync(costs, `${JSON.stringify(line)}\n`);
  });
}

/** Linux counts in hundredths of a second. */
function measure() {
  const line = readFileSync('/proc/self/stat', 'utf8');
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = (index: number) => Number(fields[index]) * 10;
  return {
    ownMs: ticks(11) + ticks(12),
    childrenMs: ticks(13) + ticks(14),
    wallMs: performance.now(),
  };
}
