// Every name that a program imports is explained where it is exported, and used by an example that is compiled and run. Types that nobody
// writes down are listed with the reason (Inferred types).
import { expect, it } from 'vitest';
import { inferredTypes } from './inferred-types.ts';
import { listFiles, readSource } from './repository.ts';

const entries = ['index', 'client', 'testing', 'pipelines'].map(
  (name) => `packages/skein/src/${name}.ts`,
);

interface Exported {
  readonly name: string;
  readonly isType: boolean;
  /** Whether a comment stands before it. */
  readonly isExplained: boolean;
}

function exportsOf(file: string): readonly Exported[] {
  const { text } = readSource(file);
  return [...text.matchAll(/(\*\/\n)?export (type )?\{([^}]*)\}/g)].flatMap(
    ([, comment, type, inner = '']) =>
      inner
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '')
        .map((each) => ({
          name: each.replace(/^type /, '').replace(/^.* as /, ''),
          isType: type !== undefined || each.startsWith('type '),
          isExplained: comment !== undefined,
        })),
  );
}

const exported = entries.flatMap(exportsOf);
const types = new Set(exported.filter(({ isType }) => isType).map(({ name }) => name));
const values = exported.filter(({ isType }) => !isType).map(({ name }) => name);
const examples = listFiles('examples').filter((file) => file.endsWith('.ts'));
const words = new Set(
  examples.flatMap((file) => readSource(file).text.match(/[A-Za-z_$][\w$]*/g) ?? []),
);
const inferred = inferredTypes.flatMap(({ names }) => names);

it('are all found', () => {
  expect(values.length).toBeGreaterThan(40);
  expect(types.size).toBeGreaterThan(150);
});

it('have a comment where they are exported', () => {
  expect(exported.filter(({ isExplained }) => !isExplained).map(({ name }) => name)).toEqual([]);
});

it('are each used by an example', () => {
  expect(values.filter((name) => !words.has(name))).toEqual([]);
  const known = new Set(inferred);
  expect([...types].filter((name) => !words.has(name) && !known.has(name))).toEqual([]);
});

it('which are listed as inferred are exported, once each, and named by no example', () => {
  expect(inferred.filter((name) => !types.has(name) || words.has(name))).toEqual([]);
  expect(new Set(inferred).size).toBe(inferred.length);
});
