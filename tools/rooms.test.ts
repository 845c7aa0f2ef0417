import { describe, expect, it } from 'vitest';
import { checkManifest, checkSource, checkTest, type Manifest } from './check-rooms.ts';
import { checkFloors, findCycles } from './floors.ts';
import { importsOf } from './parse.ts';
import { isCode, listFiles, listRooms, readSource } from './repository.ts';
import { rooms } from './rooms.ts';

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

  it.each(listRooms())('%s imports only downwards inside, and in no cycle', (room) => {
    const files = sourcesOf(room);
    expect(checkFloors(rooms[room]?.floors ?? {}, files)).toEqual([]);
    expect(findCycles(files)).toEqual([]);
  });

  it.each(listRooms())('%s lists in package.json what it imports', (room) => {
    const { text } = readSource(`packages/${room}/package.json`);
    const imported = sourcesOf(room).flatMap(importsOf);
    expect(checkManifest(room, JSON.parse(text) as Manifest, imported)).toEqual([]);
  });
});

describe('the table', () => {
  it('names only rooms, and has no cycle', () => {
    const depth = (room: string, above: readonly string[]): number => {
      if (above.includes(room)) throw new Error(`cycle: ${[...above, room].join(' → ')}`);
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

  it('in the floors of a room', () => {
    const file = (name: string, text: string) => ({ path: `packages/engine/src/${name}`, text });
    const floors = {
      'engine.ts': 'composes',
      runs: 'starts runs',
      'core/pump': 'drives',
      core: '',
    };
    const files = [
      file('index.ts', `export { a } from './engine.ts';`),
      file('engine.ts', `import './runs/start.ts'; import '../../elsewhere.ts';`),
      file('runs/start.ts', `import type { Run } from '../core/run.ts';`),
      file('core/pump/pump.ts', `import '../run.ts';`),
      file('core/run.ts', `export const run = 1;`),
    ];
    expect(checkFloors(floors, files)).toEqual([]);
    const bad = [
      ...files,
      file('core/upwards.ts', `import type { Start } from '../runs/start.ts';`),
      file('core/inside.ts', `import './pump/pump.ts';`),
      file('lost.ts', ''),
    ];
    expect(checkFloors({ ...floors, cellar: '' }, bad)).toEqual([
      'the floor "cellar" has no file',
      'packages/engine/src/core/upwards.ts (core) imports packages/engine/src/runs/start.ts (runs), which is above it',
      'packages/engine/src/core/inside.ts (core) imports packages/engine/src/core/pump/pump.ts (core/pump), which is above it',
      'packages/engine/src/lost.ts stands on no floor',
    ]);
  });

  it('in a cycle of files or folders, of types alone too', () => {
    const file = (name: string, text: string) => ({ path: `packages/engine/src/${name}`, text });
    expect(
      findCycles([
        file('a.ts', `import type { B } from './b.ts';`),
        file('b.ts', `import { c } from './deep/c.ts';`),
        file('deep/c.ts', `export type A = import('../a.ts').A;`),
        file('runs/start.ts', `import '../waits/answer.ts';`),
        file('runs/end.ts', ''),
        file('waits/answer.ts', ''),
        file('waits/ask.ts', `import '../runs/end.ts';`),
        file('sound/one.ts', `import './two.ts';`),
        file('sound/two.ts', ''),
      ]),
    ).toHaveLength(1);
    expect(
      findCycles([
        file('sound/one.ts', `import './two.ts';`),
        file('sound/two.ts', `import type { One } from './one.ts';`),
        file('sound/three.ts', `import './one.ts';`),
      ]),
    ).toEqual([
      'packages/engine/src/sound/one.ts → packages/engine/src/sound/two.ts → packages/engine/src/sound/one.ts',
    ]);
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
