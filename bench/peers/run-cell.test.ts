import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCell } from './run-cell.ts';
import { systemOf } from './sample-measurement.ts';

const harness = mkdtempSync(path.join(tmpdir(), 'skein-cells-'));
const store = path.join(harness, 'store');
// What the harness's own file does as far as the command sees it; it says how often it was started on its folder.
const child = `import { appendFileSync, readFileSync } from 'node:fs';
const { file, dir, size, pg } = JSON.parse(process.argv[2]);
appendFileSync(dir + '/starts', 'x');
if (file === 'late') setInterval(() => {}, 1000);
else if (file === 'fails') { console.log('noise\\n@@ERROR Error: no server\\n  at x'); process.exit(1); }
else if (file === 'dies') process.exit(3);
else console.log('@@RESULT ' + JSON.stringify({ value: readFileSync(dir + '/starts').length, cpu: size, seen: pg }));
`;
beforeAll(() => {
  writeFileSync(path.join(harness, 'child.mjs'), child);
});
afterAll(() => {
  rmSync(harness, { recursive: true });
});

const run = (id: string, { shape = 'chain', timeoutS = 60 } = {}) =>
  runCell(
    {
      system: systemOf(id),
      size: 7,
      round: 2,
      database: null,
      workload: { shape, kinds: [], sizes: [], unit: '', title: '' },
    },
    { harness, store, timeoutS, env: process.env },
  );

it('measures in a process with a folder of its own, and leaves nothing behind', async () => {
  expect(await run('good:x')).toMatchObject({ system: 'good:x', round: 2, value: 1, cpu: 7 });
  expect(readdirSync(store)).toEqual([]);
});

it('starts a second time on the same store for a cold start', async () => {
  expect(await run('good:x', { shape: 'cold' })).toMatchObject({ value: 2 });
});

it('says why there is no figure', async () => {
  expect(await run('fails:x')).toMatchObject({ dnf: 'Error: no server' });
  expect(await run('dies:x')).toMatchObject({ dnf: 'ended with 3' });
  expect(await run('late:x', { timeoutS: 0.5 })).toMatchObject({ dnf: 'over 0.5 s' });
});
