// Every name that a program imports is explained where it is exported, and used by an example that is compiled and run.
import { expect, it } from 'vitest';
import { listFiles, readSource } from './repository.ts';

const entries = ['index', 'testing', 'pipelines'].map((name) => `packages/skein/src/${name}.ts`);

/** Exports of values, with what stands before each. */
function exportsOf(file: string): readonly { names: readonly string[]; isExplained: boolean }[] {
  const { text } = readSource(file);
  return [...text.matchAll(/(\*\/\n)?export \{([^}]*)\}/g)].map(([, comment, inner = '']) => ({
    names: inner
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type ')),
    isExplained: comment !== undefined,
  }));
}

const exported = entries.flatMap(exportsOf).filter(({ names }) => names.length > 0);

it('are all found', () => {
  expect(exported.flatMap(({ names }) => names).length).toBeGreaterThan(40);
});

it('have a comment where they are exported', () => {
  const bare = exported.filter(({ isExplained }) => !isExplained);
  expect(bare.flatMap(({ names }) => names)).toEqual([]);
});

it('are each used by an example', () => {
  const examples = listFiles('examples').filter((file) => file.endsWith('.ts'));
  const words = new Set(
    examples.flatMap((file) => readSource(file).text.match(/[A-Za-z_$][\w$]*/g) ?? []),
  );
  const unused = exported.flatMap(({ names }) => names).filter((name) => !words.has(name));
  expect(unused).toEqual([]);
});
