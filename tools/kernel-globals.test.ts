// Proves that the kernel can neither wait, do I/O nor read a clock: most of it does not compile,
// the rest (`Date`, `Math.random`) is part of the language and left to the linter.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readSource, root } from './repository.ts';

const bin = (name: string) => path.join(root, 'node_modules', '.bin', name);
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skein-kernel-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const notCompiled: readonly (readonly [name: string, text: string, code: string])[] = [
  ['setTimeout', 'setTimeout(() => undefined, 1);', 'TS2304'],
  ['setInterval', 'setInterval(() => undefined, 1);', 'TS2304'],
  ['queueMicrotask', 'queueMicrotask(() => undefined);', 'TS2304'],
  ['console', "console.log('hello');", 'TS2'],
  ['fetch', "fetch('http://127.0.0.1');", 'TS2304'],
  ['process', 'process.exit(1);', 'TS2'],
  ['performance', 'performance.now();', 'TS2304'],
  ['crypto', 'crypto.randomUUID();', 'TS2304'],
  ['node:fs', "import { readFileSync } from 'node:fs'; readFileSync('a');", 'TS2'],
];

describe('under the tsconfig of the kernel', () => {
  let found: Printed | undefined;
  beforeAll(() => {
    found = compile('wrong', Object.fromEntries(notCompiled.map(([name, text]) => [name, text])));
  });

  it.each(notCompiled)('%s does not compile', (name, _text, code) => {
    const lines = found?.stdout.split('\n').filter((line) => line.startsWith(fileOf(name))) ?? [];
    expect(lines.join('\n')).toContain(`error ${code}`);
    expect(found?.status).not.toBe(0);
  });

  it('plain code compiles', () => {
    const { status, stdout } = compile('plain', {
      plain: 'export const sum = [1, 2].reduce((a, b) => a + b);',
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

const inKernel: readonly (readonly [name: string, text: string])[] = [
  ['Date', 'export const now = (): number => Date.now();'],
  ['new Date', 'export const now = (): string => new Date().toISOString();'],
  ['Math.random', 'export const chance = (): number => Math.random();'],
  ['console', "export const say = (): void => console.log('hello');"],
  ['setTimeout', 'export const wait = (): unknown => setTimeout(() => undefined, 1);'],
  ['process', 'export const home = (): unknown => process.env;'],
  ['performance', 'export const now = (): number => performance.now();'],
  ['crypto', 'export const id = (): string => crypto.randomUUID();'],
  ['globalThis', "export const now = (): unknown => globalThis['Date'];"],
  ['a package', "export { z } from 'zod';"],
  ['a module of Node', "import { join } from 'node:path'; export const path = join('a', 'b');"],
];
const everywhere: readonly (readonly [name: string, text: string])[] = [
  ['eval', "export const one: unknown = eval('1');"],
  ['new Function', "export const one: unknown = new Function('return 1');"],
  ['node:vm', "import { runInNewContext } from 'node:vm'; export const run = runInNewContext;"],
  ['a default export', 'export default 1;'],
  ['any', 'export const one = (value: any): unknown => value;'],
];
const fine = {
  'packages/kernel/src/plain.ts':
    "import { one } from './one.ts';\nexport const two = Math.max(one, 2);\n",
  'packages/engine/src/clock.ts': 'export const now = (): number => Date.now();\n',
};

describe('the linter', () => {
  let found: ReadonlyMap<string, string> = new Map();
  beforeAll(() => {
    const planted = (room: string, all: readonly (readonly [string, string])[]) =>
      all.map(([name, text]) => [`packages/${room}/src/${fileOf(name)}`, text]);
    found = lint({
      ...Object.fromEntries([...planted('kernel', inKernel), ...planted('engine', everywhere)]),
      ...fine,
    });
  });
  const saidOf = (file: string) => found.get(file) ?? '';

  it.each(inKernel)('refuses %s in the folder of the kernel', (name) => {
    const said = saidOf(`packages/kernel/src/${fileOf(name)}`);
    expect(said).toMatch(/no-restricted-|no-console/);
  });

  it('accepts plain code there', () => {
    expect(saidOf('packages/kernel/src/plain.ts')).toBe('');
  });

  it('accepts the same clock in another room', () => {
    expect(saidOf('packages/engine/src/clock.ts')).toBe('');
  });

  it.each(everywhere)('refuses %s in every folder', (name) => {
    expect(saidOf(`packages/engine/src/${fileOf(name)}`)).toMatch(/error/i);
  });
});

/** A name of its own for what is planted. */
function fileOf(name: string): string {
  return `${name.replaceAll(/[ .:]/g, '-')}.ts`;
}

interface Printed {
  readonly status: number | null;
  readonly stdout: string;
}

/** One program of all of them. */
function compile(name: string, texts: Readonly<Record<string, string>>): Printed {
  for (const [each, text] of Object.entries(texts))
    writeFileSync(path.join(folder, fileOf(each)), text);
  const config = path.join(folder, `${name}.json`);
  const options = { noEmit: true, composite: false, incremental: false, rootDir: folder };
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, 'packages/kernel/tsconfig.json'),
      // Each is a file for itself, also without an import.
      compilerOptions: {
        ...options,
        declarationMap: false,
        tsBuildInfoFile: null,
        moduleDetection: 'force',
      },
      include: Object.keys(texts).map(fileOf),
      references: [],
    }),
  );
  // What it prints names files relative to the folder that it runs in.
  return spawnSync(bin('tsc'), ['-p', config, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  });
}

/** What the linter reports about files at these paths, with the rules of this repository. */
function lint(texts: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const copy = path.join(folder, 'lint');
  const { options: _typeAware, ...config } = JSON.parse(readSource('.oxlintrc.json').text) as {
    options: unknown;
  };
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
    writeFileSync(path.join(copy, file), text);
  }
  writeFileSync(path.join(copy, '.oxlintrc.json'), JSON.stringify(config));
  copyFileSync(path.join(root, '.gitignore'), path.join(copy, '.gitignore'));
  const { stdout } = spawnSync(bin('oxlint'), ['--format', 'unix', 'packages'], {
    cwd: copy,
    encoding: 'utf8',
  });
  // FILE:LINE:COLUMN: MESSAGE [SEVERITY/RULE]
  const lines = stdout.split('\n').filter((line) => line.startsWith('packages/'));
  return new Map(
    [...Map.groupBy(lines, (line) => line.slice(0, line.indexOf(':')))].map(([file, said]) => [
      file,
      said.join('\n'),
    ]),
  );
}
