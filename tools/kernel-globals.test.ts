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

describe('under the tsconfig of the kernel', () => {
  it.each([
    ['setTimeout', 'setTimeout(() => undefined, 1);', 'TS2304'],
    ['setInterval', 'setInterval(() => undefined, 1);', 'TS2304'],
    ['queueMicrotask', 'queueMicrotask(() => undefined);', 'TS2304'],
    ['console', "console.log('hello');", 'TS2'],
    ['fetch', "fetch('http://127.0.0.1');", 'TS2304'],
    ['process', 'process.exit(1);', 'TS2'],
    ['performance', 'performance.now();', 'TS2304'],
    ['crypto', 'crypto.randomUUID();', 'TS2304'],
    ['node:fs', "import { readFileSync } from 'node:fs'; readFileSync('a');", 'TS2'],
  ])('%s does not compile', (name, text, code) => {
    const { status, stdout } = compile(name.replace(':', '-'), text);
    expect(stdout).toContain(`error ${code}`);
    expect(status).not.toBe(0);
  });

  it('plain code compiles', () => {
    const { status, stdout } = compile(
      'plain',
      'export const sum = [1, 2].reduce((a, b) => a + b);',
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });
});

describe('in the folder of the kernel', () => {
  it.each([
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
  ])('the linter refuses %s', (_name, text) => {
    expect(lint('packages/kernel/src/planted.ts', text)).toMatch(/no-restricted-|no-console/);
  });

  it('the linter accepts plain code', () => {
    const text = "import { one } from './one.ts';\nexport const two = Math.max(one, 2);\n";
    expect(lint('packages/kernel/src/planted.ts', text)).toBe('');
  });

  it('the same clock is fine in another room', () => {
    const text = 'export const now = (): number => Date.now();\n';
    expect(lint('packages/engine/src/planted.ts', text)).toBe('');
  });
});

describe('in every folder', () => {
  it.each([
    ['eval', "export const one: unknown = eval('1');"],
    ['new Function', "export const one: unknown = new Function('return 1');"],
    ['node:vm', "import { runInNewContext } from 'node:vm'; export const run = runInNewContext;"],
    ['a default export', 'export default 1;'],
    ['any', 'export const one = (value: any): unknown => value;'],
  ])('the linter refuses %s', (_name, text) => {
    expect(lint('packages/engine/src/planted.ts', text)).toMatch(/error/i);
  });
});

function compile(name: string, text: string) {
  writeFileSync(path.join(folder, `${name}.ts`), text);
  const config = path.join(folder, `${name}.json`);
  const options = { noEmit: true, composite: false, incremental: false, rootDir: folder };
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, 'packages/kernel/tsconfig.json'),
      compilerOptions: { ...options, declarationMap: false, tsBuildInfoFile: null },
      include: [`${name}.ts`],
      references: [],
    }),
  );
  return spawnSync(bin('tsc'), ['-p', config, '--pretty', 'false'], { encoding: 'utf8' });
}

/** What the linter reports about a file at this path, with the rules of this repository; empty when there is nothing. */
function lint(file: string, text: string): string {
  const copy = path.join(folder, 'lint');
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  const { options: _typeAware, ...config } = JSON.parse(readSource('.oxlintrc.json').text) as {
    options: unknown;
  };
  writeFileSync(path.join(copy, '.oxlintrc.json'), JSON.stringify(config));
  copyFileSync(path.join(root, '.gitignore'), path.join(copy, '.gitignore'));
  writeFileSync(path.join(copy, file), text);
  const { status, stdout, stderr } = spawnSync(bin('oxlint'), [file], {
    cwd: copy,
    encoding: 'utf8',
  });
  return status === 0 ? '' : stdout + stderr;
}
