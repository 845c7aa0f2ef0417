import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPrefix } from '../scripts/checkout/built-program.ts';
import { checkCode, checkLimits, checkName, checkText, isText, linesMax } from './hygiene.ts';
import { isCode, listFiles, readSource, root } from './repository.ts';

describe('this repository', () => {
  const files = listFiles();

  it('holds no note to do it later, no machine path, no registry host', () => {
    const texts = files.filter((file) => isText(file) && file !== 'tools/hygiene.test.ts');
    expect(texts.map(readSource).flatMap(checkText)).toEqual([]);
  });

  it('names files after what is in them', () => {
    expect(files.filter(isCode).flatMap(checkName)).toEqual([]);
  });

  it('has short sources without code from strings and default exports', () => {
    const sources = files.filter((file) => /^packages\/[^/]+\/src\//.test(file) && isCode(file));
    expect(sources.map(readSource).flatMap(checkCode)).toEqual([]);
  });

  it('has no test with a shorter time limit of its own', () => {
    const tests = files.filter((file) => file.endsWith('.test.ts'));
    expect(tests.map(readSource).flatMap(checkLimits)).toEqual([]);
  });
});

it('builds of a checkout are none of its files: they come and go beside the tests', () => {
  const build = path.join(root, `tools/${buildPrefix}planted`);
  mkdirSync(build);
  try {
    writeFileSync(path.join(build, 'planted.js'), '');
    expect(listFiles('tools').filter((file) => file.includes('planted'))).toEqual([]);
  } finally {
    rmSync(build, { recursive: true });
  }
});

describe('a planted problem is found', () => {
  it.each([
    ['}, 60_000);', 1],
    ['  }, 120000);', 1],
    ['}, 240_000);', 0],
    ['}, 50);', 0],
  ])('in the limit %s', (text, count) => {
    expect(checkLimits({ path: 'a.test.ts', text })).toHaveLength(count);
  });

  it.each([
    ['// TODO: later'],
    ['/* FIXME */'],
    ["const home = '/home/someone/skein';"],
    ["const file = '/root/x.json'"],
    ['see /work/main/a.ts'],
    ['C:\\Users\\someone'],
    ['registry=https://example.org'],
    ['https://registry.npmjs.org/zod'],
    ['"resolved": "https://example.org/zod.tgz"'],
  ])('in the text %s', (text) => {
    expect(checkText({ path: 'a.md', text })).toHaveLength(1);
  });

  it.each([
    'a todo list',
    'docs/work/flow.md',
    'https://example.org/home/page',
    'the registry. It',
  ])('but not in the text %s', (text) => {
    expect(checkText({ path: 'a.md', text })).toEqual([]);
  });

  it.each([
    ['packages/engine/src/utils.ts', 1],
    ['packages/engine/src/helpers/clock.ts', 1],
    ['packages/engine/src/common.test.ts', 1],
    ['packages/engine/src/common-ancestor.ts', 0],
  ])('in the name %s', (name, count) => {
    expect(checkName(name)).toHaveLength(count);
  });

  it.each([
    ['eval', `export const one = eval('1');`],
    ['a function from a string', `export const one = new Function('return 1');`],
    ['a function from a string, called', `export const one = Function('return 1');`],
    ['node:vm', `import { Script } from 'node:vm';`],
    ['vm, dynamically', `const vm = await import('vm');`],
    ['a default export', 'export default 1;'],
    ['a renamed default export', 'const one = 1; export { one as default };'],
    ['too many lines', 'export {};\n'.repeat(linesMax + 1)],
  ])('in the code: %s', (_name, text) => {
    expect(checkCode({ path: 'packages/engine/src/a.ts', text })).toHaveLength(1);
  });

  it('but not in a comment or a text', () => {
    const text = `// eval('1')\nexport const text = "export default eval";\n`;
    expect(checkCode({ path: 'packages/engine/src/a.ts', text })).toEqual([]);
  });
});
