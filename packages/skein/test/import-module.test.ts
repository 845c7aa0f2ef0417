// Goal: whoever edits modules beside `skein dev` is told where the mistake is. Method: modules with mistakes, imported by a process of its
// own, because the runner of the tests reads modules in its own way.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../src/config/import-module.ts');
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-modules-'));
  const files = {
    'broken.ts': 'export const one = 1;\nexport const list = [\n',
    'uses-broken.ts': "\nimport './broken.ts';\n",
    'misses.ts': "import { two } from './one.ts';\nexport { two };\n",
    'one.ts': 'export const one = 1;\n',
    'throws.ts':
      'const options: { deep?: { key: string } } = {};\n\nexport const key = options.deep.key;\n',
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['./broken.ts', 'broken.ts, line 2'],
  ['./uses-broken.ts', 'broken.ts, line 2'],
  ['./misses.ts', 'misses.ts, line 1'],
  ['./throws.ts', 'throws.ts, line 3'],
])('[X2362] %s is reported with its place', async (name, place) => {
  const code = `
    import { importModule } from ${JSON.stringify(pathToFileURL(source).href)};
    await importModule(${JSON.stringify(name)}, ${JSON.stringify(folder)}).catch((error) => console.log(error.message));
  `;
  const args = ['--input-type=module', '-e', code];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain(`(the module ${name})`);
  expect(stdout).toContain(`, in ${place}`);
});
