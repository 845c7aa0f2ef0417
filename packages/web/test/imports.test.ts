// What the floors in tools/rooms.ts cannot say about the studio's imports.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.join(import.meta.dirname, '../src');

it('pages do not import each other', () => {
  const foreign = importsBelow('pages').filter(({ file, target }) => {
    const [, page] = file.split('/');
    return target.startsWith('pages/') && target.split('/')[1] !== page;
  });
  expect(foreign).toEqual([]);
});

it('the graph and its texts are plain functions on the kernel and the dialects', () => {
  const allowed = ['graph/', 'text/', '@skein/kernel', '@skein/dialects'];
  const foreign = [...importsBelow('graph'), ...importsBelow('text')].filter(
    ({ target }) => !allowed.some((start) => target.startsWith(start)),
  );
  expect(foreign).toEqual([]);
});

interface Import {
  readonly file: string;
  /** A path below `src`, or the name of a package. */
  readonly target: string;
}

function importsBelow(folder: string): readonly Import[] {
  return globSync(`${folder}/**/*.{ts,tsx}`, { cwd: source }).flatMap((file) => {
    const text = readFileSync(path.join(source, file), 'utf8');
    return [...text.matchAll(/(?:from |import\()'([^']+)'/g)].map(([, name = '']) => ({
      file,
      target: name.startsWith('.') ? path.join(path.dirname(file), name) : name,
    }));
  });
}
