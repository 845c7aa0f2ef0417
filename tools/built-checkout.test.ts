// Goal: a command of a checkout starts as quickly as that of the package, and never does what the sources no longer say.
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { afterAll, expect, it } from 'vitest';
import { builds, inputsFile, isFresh } from '../scripts/checkout/built-program.ts';
import { watchModules } from '../packages/skein/test/loaded-modules.ts';
import { folderWith, skein, sourceProgram } from '../packages/skein/test/spawn-skein.ts';

const watch = watchModules();
const { folder, remove } = folderWith({
  'skein.config.json': { functions: ['./functions.mjs'] },
  'functions.mjs': `import { EngineError } from 'skein';
export const functions = { name: () => EngineError.name };`,
  'flow.json': {
    skein: 1,
    id: 'flow',
    nodes: [{ id: 'only', type: 'function', config: { name: 'name' } }],
  },
});
mkdirSync(path.join(folder, 'node_modules'));
symlinkSync(
  path.join(import.meta.dirname, '../packages/skein'),
  path.join(folder, 'node_modules/skein'),
);
afterAll(() => {
  watch.remove();
  remove();
});

const isSource = (url: string) => /\/packages\/\w+\/src\//.test(url);
const isBuilt = (url: string) => url.includes('/.built-');

async function loadedBy(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const { code, stdout, stderr } = await skein(['run', 'flow.json'], {
    cwd: folder,
    nodeOptions: watch.nodeOptions,
    program: sourceProgram,
    env,
  });
  expect(stderr).toContain('completed');
  expect([code, stdout]).toEqual([0, 'EngineError\n']);
  return watch.take();
}

it('[C3361] a build is started in place of the sources, also for the modules of a user', async () => {
  const before = builds();
  const build = path.join(import.meta.dirname, '../scripts/checkout/build-checkout.ts');
  const { status, stderr } = spawnSync(process.execPath, [build], { encoding: 'utf8' });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  const made = builds().filter((each) => !before.includes(each));
  expect(made).toHaveLength(1);
  try {
    const loaded = await loadedBy({ SKEIN_SOURCES: '' });
    expect(loaded.filter(isSource)).toEqual([]);
    expect(loaded.some(isBuilt)).toBe(true);
    const sources = await loadedBy({ SKEIN_SOURCES: '1' });
    expect(sources.some(isSource)).toBe(true);
    expect(sources.filter(isBuilt)).toEqual([]);
  } finally {
    for (const each of made) rmSync(each, { recursive: true });
  }
});

it('[C3361] a build is fresh until one of its files has another time, another size, or is gone', () => {
  const [build, file] = [path.join(folder, 'build'), path.join(folder, 'source.ts')];
  mkdirSync(build);
  expect(isFresh(build, folder)).toBe(false);
  const made = 1_700_000_000;
  const reset = (text: string) => {
    writeFileSync(file, text);
    utimesSync(file, made, made);
  };
  writeFileSync(path.join(build, inputsFile), JSON.stringify([['source.ts', 4, made * 1000]]));
  reset('true');
  expect(isFresh(build, folder)).toBe(true);
  reset('false');
  expect(isFresh(build, folder)).toBe(false);
  reset('true');
  utimesSync(file, made, made + 1);
  expect(isFresh(build, folder)).toBe(false);
  reset('true');
  expect(isFresh(build, folder)).toBe(true);
  rmSync(file);
  expect(isFresh(build, folder)).toBe(false);
  appendFileSync(path.join(build, inputsFile), '!');
  expect(isFresh(build, folder)).toBe(false);
});
