import { describe, expect, it } from 'vitest';
import { importsOf } from './parse.ts';
import { isCode, listFiles, listRooms, readSource } from './repository.ts';
import { checkManifest, checkSource, checkTest, rooms, type Manifest } from './rooms.ts';

const sourcesOf = (room: string) =>
  listFiles(`packages/${room}/src`).filter(isCode).map(readSource);

describe('the rooms of this repository', () => {
  it('are all in the table', () => {
    expect(listRooms().filter((room) => rooms[room] === undefined)).toEqual([]);
  });

  it.each(listRooms())('%s imports only what it may', (room) => {
    const tests = listFiles(`packages/${room}/test`).filter(isCode).map(readSource);
    expect([...sourcesOf(room).flatMap(checkSource), ...tests.flatMap(checkTest)]).toEqual([]);
  });

  it.each(listRooms())('%s lists in package.json what it imports', (room) => {
    const { text } = readSource(`packages/${room}/package.json`);
    const imported = sourcesOf(room).flatMap(importsOf);
    expect(checkManifest(room, JSON.parse(text) as Manifest, imported)).toEqual([]);
  });
});

describe('the table', () => {
  it('names only rooms, and has no circle', () => {
    const depth = (room: string, above: readonly string[]): number => {
      if (above.includes(room)) throw new Error(`circle: ${[...above, room].join(' → ')}`);
      const row = rooms[room];
      if (row === undefined) throw new Error(`no room ${room}`);
      return 1 + Math.max(0, ...row.imports.map((next) => depth(next, [...above, room])));
    };
    expect(Object.keys(rooms).map((room) => depth(room, []))).not.toContain(0);
  });
});

describe('a planted violation is found', () => {
  const source = (file: string, text: string) => checkSource({ path: `packages/${file}`, text });

  it.each([
    ['a forbidden room', 'ports/src/a.ts', `import { run } from '@skein/engine';`],
    ['a forbidden room, type only', 'ports/src/a.ts', `import type { Run } from '@skein/engine';`],
    ['a forbidden room, re-exported', 'stores/src/a.ts', `export { run } from '@skein/engine';`],
    ['a forbidden room, all of it', 'stores/src/a.ts', `export * from '@skein/engine';`],
    [
      'a forbidden room, dynamically',
      'agents/src/a.ts',
      `const it = await import('@skein/engine');`,
    ],
    ['a forbidden room, in a type', 'agents/src/a.ts', `type Run = import('@skein/engine').Run;`],
    ['the published package', 'engine/src/a.ts', `import { createEngine } from 'skein';`],
    ['the test kit', 'engine/src/a.ts', `import { fakeStore } from '@skein/testkit';`],
    ['a room that does not exist', 'engine/src/a.ts', `import '@skein/cellar';`],
    ['its own name', 'engine/src/a.ts', `import { run } from '@skein/engine';`],
    ['a deep path', 'engine/src/a.ts', `import { x } from '@skein/kernel/src/run.ts';`],
    [
      'a climb into another room',
      'engine/src/a.ts',
      `import { x } from '../../kernel/src/index.ts';`,
    ],
    [
      'a climb to the root',
      'engine/src/deep/a.ts',
      `import { x } from '../../../../tools/rooms.ts';`,
    ],
    ['an absolute path', 'engine/src/a.ts', `import '/srv/a.ts';`],
    ['a package in the kernel', 'kernel/src/a.ts', `import { z } from 'zod';`],
    ['Node in the kernel', 'kernel/src/a.ts', `import { readFileSync } from 'node:fs';`],
    ['Node in a browser room', 'dialects/src/a.ts', `import { createHash } from 'node:crypto';`],
  ])('%s', (_name, file, text) => {
    expect(source(file, text)).toHaveLength(1);
  });

  it('and what is allowed is not', () => {
    const text = `
      // import '@skein/skein' in a comment
      import { transition } from '@skein/kernel';
      import type { Store } from '@skein/ports';
      import { v7 } from 'uuid';
      import { setTimeout } from 'node:timers/promises';
      export { other } from './other.ts';
      const text = "import '@skein/stores'";`;
    expect(source('engine/src/deep/a.ts', text)).toEqual([]);
  });

  it('in a test that reaches into another room', () => {
    const text = `import '../../kernel/src/run.ts'; import '@skein/kernel/src/run.ts'; import '../src/a.ts';`;
    expect(checkTest({ path: 'packages/engine/test/a.test.ts', text })).toHaveLength(2);
  });

  it('in a list of dependencies', () => {
    const manifest = {
      name: '@skein/ports',
      version: '0.1.0',
      dependencies: { '@skein/engine': '0.1.0', '@skein/kernel': '0.0.9', zod: '^4.0.0' },
    };
    expect(checkManifest('ports', manifest, ['ajv/dist/2020', 'zod', 'node:fs', './a.ts'])).toEqual(
      [
        'packages/ports/package.json lists @skein/engine, which ports may not import',
        'packages/ports/package.json lists @skein/kernel 0.0.9, but all rooms are 0.1.0',
        'packages/ports/package.json lists zod without exact version',
        'packages/ports/package.json does not list ajv',
      ],
    );
    const kernel = { name: '@skein/kernel', version: '0.1.0', dependencies: { zod: '4.0.0' } };
    expect(checkManifest('kernel', kernel, [])).toHaveLength(1);
  });
});
