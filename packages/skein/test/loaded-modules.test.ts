// Goal: a command pays only for what it uses. Method: a real process writes down each module that it loads.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { watchModules } from './loaded-modules.ts';
import { folderWith, program, skein, sourceProgram } from './spawn-skein.ts';

const watch = watchModules();
const { folder, remove } = folderWith({
  'flow.json': {
    skein: 1,
    id: 'flow',
    nodes: [
      { id: 'first', type: 'transform', config: { value: 'one' } },
      { id: 'second', type: 'transform', config: { value: '${first.output}' } },
    ],
    edges: [{ from: 'first', to: 'second' }],
  },
  'code.json': {
    skein: 1,
    id: 'code',
    nodes: [{ id: 'a', type: 'code', config: { code: 'return 1' } }],
  },
  'computed.json': {
    skein: 1,
    id: 'computed',
    nodes: [{ id: 'sum', type: 'transform', config: { value: '${= [20, 22].sum() }' } }],
  },
});
afterAll(() => {
  watch.remove();
  remove();
});

async function loadedBy(...given: readonly string[]): Promise<readonly string[]> {
  const { code, stderr } = await skein(given, {
    cwd: folder,
    nodeOptions: watch.nodeOptions,
    // Its modules say which room they belong to.
    program: sourceProgram,
  });
  const isRemote = given.includes('--server');
  // Nobody is there at that address.
  if (code !== (isRemote ? 8 : 0)) throw new Error(`It ended with ${code}: ${stderr}`);
  return watch.take();
}

/** Of zod and the rooms, who is among the modules. */
function named(modules: readonly string[]): readonly string[] {
  const names = modules.map(
    (url) => /\/node_modules\/(zod)\/|\/packages\/(\w+)\/src\//.exec(url)?.slice(1).join('') ?? '',
  );
  return [...new Set(names)].filter((name) => name !== '').toSorted();
}

/** Behind the folder of the program, which is itself in a node_modules. */
function tail(url: string): string {
  const home = new URL('..', pathToFileURL(program)).href;
  return url.startsWith(home) ? url.slice(home.length) : url;
}

describe('the modules of a process', () => {
  it.each([
    ['help', ['kernel', 'ports', 'skein']],
    ['validate', ['agents', 'dialects', 'kernel', 'ports', 'skein']],
    ['show', ['agents', 'dialects', 'kernel', 'ports', 'skein']],
    ['run', ['agents', 'dialects', 'engine', 'kernel', 'ports', 'sdk', 'skein', 'stores']],
  ])('[C141] %s loads neither zod nor the contract of the API', async (command, rooms) => {
    const given = command === 'help' ? [command] : [command, 'flow.json'];
    expect(named(await loadedBy(...given))).toEqual(rooms);
  });

  it('[C750] the sandbox is loaded by a run with code, and by nothing else', async () => {
    const isSandbox = (url: string) => /quickjs|code-pool\b|code-thread|run-code/.test(url);
    for (const given of [
      ['run', 'flow.json'],
      ['validate', 'code.json'],
      ['show', 'code.json'],
    ])
      expect((await loadedBy(...given)).filter(isSandbox)).toEqual([]);
    expect((await loadedBy('run', 'code.json')).some(isSandbox)).toBe(true);
  });

  it('[C141] with --server it loads both', async () => {
    const loaded = named(await loadedBy('validate', 'flow.json', '--server', 'http://127.0.0.1:9'));
    expect(loaded).toEqual(expect.arrayContaining(['api', 'zod']));
  });

  it('[C141] no command is loaded but the one that was asked for', async () => {
    const loaded = (await loadedBy('validate', 'flow.json')).filter((url) =>
      /(?<!find)-command\.ts$/.test(url),
    );
    expect(loaded.map((url) => url.replace(/^.*\/src\//, ''))).toEqual([
      'cli/workflows/validate-command.ts',
    ]);
  });

  it.each([
    // Kilobytes: a tenth more than they were when this was written.
    ['help', [], { files: 4, kilobytes: 180 }],
    ['validate', ['flow.json'], { files: 4, kilobytes: 1650 }],
    ['run', ['flow.json'], { files: 5, kilobytes: 2600 }],
  ] as const)('[C3360] in the package, %s loads few files', async (command, given, limit) => {
    const { code } = await skein([command, ...given], {
      cwd: folder,
      nodeOptions: watch.nodeOptions,
    });
    expect(code).toBe(0);
    const all = watch.take();
    expect(all.filter((url) => url.startsWith('node:'))).toEqual([]);
    const loaded = all.filter((url) => url.startsWith('file:'));
    const own = loaded.filter((url) => url.includes('/dist/') && url.endsWith('.js'));
    expect(loaded.filter((url) => /\/node_modules\/(?!\.)/.test(tail(url)))).toEqual([]);
    expect(own.length).toBeGreaterThan(1);
    expect(own.length).toBeLessThanOrEqual(limit.files);
    const bytes = own.reduce((sum, url) => sum + statSync(new URL(url)).size, 0);
    expect(bytes / 1000).toBeLessThanOrEqual(limit.kilobytes);
    // What is decoded at once.
    expect(own.filter((url) => /[^\0-\x7F]/.test(readFileSync(new URL(url), 'utf8')))).toEqual([]);
  });

  it('[C3362] in the package, a run opens no standard input, and loads little of Node', async () => {
    const [hook, file] = [path.join(folder, 'hook.cjs'), path.join(folder, 'of-node.json')];
    writeFileSync(hook, tellAtExit(file));
    const given = ['run', 'flow.json'];
    const { code } = await skein(given, { cwd: folder, nodeOptions: ['--require', hook] });
    expect(code).toBe(0);
    // Written by the process.
    const told = JSON.parse(readFileSync(file, 'utf8')) as { reads: number; modules: string[] };
    expect(told.reads).toBe(0);
    expect(told.modules).toContain('NativeModule crypto');
    const unwanted = /(?:fs|timers)\/promises|readline|fs\/streams|worker_threads|undici/;
    expect(told.modules.filter((name) => unwanted.test(name))).toEqual([]);
  });

  it.each([
    ['validate', 'flow.json', '', 0],
    ['run', 'flow.json', 'one', 0],
    ['run', 'computed.json', '42', 1],
  ])('[C880] in the package, %s %s (%s) loads %i files that compute', async (...row) => {
    const [command, file, output, files] = row;
    const given = [command, file];
    const { code, stdout } = await skein(given, { cwd: folder, nodeOptions: watch.nodeOptions });
    expect(code).toBe(0);
    expect(stdout).toContain(output);
    const loaded = watch.take().filter((url) => url.startsWith('file:'));
    expect(loaded.length).toBeGreaterThan(5);
    // A function of the table, which no other file has a word for.
    const computing = loaded.filter((url) =>
      readFileSync(new URL(url), 'utf8').includes('timeBetween'),
    );
    expect(computing).toHaveLength(files);
  });
});

/** Has a process write down, when it ends, what of Node it has loaded, and how often it asked for its standard input. */
function tellAtExit(file: string): string {
  return `const found = Object.getOwnPropertyDescriptor(process, 'stdin');
    let reads = 0;
    Object.defineProperty(process, 'stdin', { ...found, get() { reads++; return found.get.call(process); } });
    process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(file)},
      JSON.stringify({ reads, modules: process.moduleLoadList })));`;
}
