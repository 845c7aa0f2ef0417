// Goal: documents promise only what the package has. Method: the names that their code imports are exported, and the functions of an
// engine that they call are functions of an engine.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describeFunctions } from '@skein/kernel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as client from '../../src/client.ts';
import * as library from '../../src/index.ts';
import * as pipelines from '../../src/pipelines.ts';
import * as testing from '../../src/testing.ts';

const repository = path.join(import.meta.dirname, '../../../..');
const pages = [
  'README.md',
  'packages/skein/README.md',
  ...readdirSync(path.join(repository, 'docs'), { recursive: true })
    .map((file) => path.join('docs', String(file)))
    // Decisions also tell what was not done.
    .filter((file) => file.endsWith('.md') && !file.startsWith('docs/decisions')),
].map((file) => ({ file, text: read(file) }));

/** Types are gone at run time; the report of the public surface has a line for each. */
const types = [...read('packages/skein/api/library.txt').matchAll(/^(?:interface|type) (\w+)/gm)];
const exported = new Set([
  ...Object.keys({ ...library, ...client, ...pipelines, ...testing }),
  ...types.map(([, name]) => name),
]);

/** One of each kind: that for tests does more. */
let engines: readonly (library.Engine | testing.TestEngine)[];
beforeAll(async () => {
  engines = [await library.createEngine({}), await testing.testEngine({})];
});
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

describe('[PK10] what the documents say', () => {
  it('every name that they import from the package is exported', () => {
    const imported = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/import (?:type )?\{([^}]*)\} from 'skein'/g)].flatMap(([, names = '']) =>
        names
          .split(',')
          .map((name) => name.replace(/\btype | as .*/g, '').trim())
          .filter((name) => name !== '')
          .map((name) => ({ file, name })),
      ),
    );
    expect(imported.length).toBeGreaterThanOrEqual(3);
    expect(imported.filter(({ name }) => !exported.has(name))).toEqual([]);
  });

  it('every function that they name in the text is exported', () => {
    const named = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/`([a-z]+[A-Z]\w*)\(/g)].map(([, name = '']) => ({ file, name })),
    );
    const inExpressions = new Set(describeFunctions().map(({ name }) => name));
    const isKnown = ({ file, name }: (typeof named)[number]) =>
      exported.has(name) || (file === 'docs/expressions.md' && inExpressions.has(name));
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((each) => !isKnown(each))).toEqual([]);
  });

  it('every function of an engine that they name is there', () => {
    const named = pages.flatMap(({ file, text }) =>
      [...text.matchAll(/\bengine((?:\.\w+)+)\(/g)].map(([, chain = '']) => ({ file, chain })),
    );
    expect(named.length).toBeGreaterThan(20);
    const isThere = (chain: string) =>
      engines.some((engine) => typeof memberAt(engine, chain) === 'function');
    expect(named.filter(({ chain }) => !isThere(chain))).toEqual([]);
  });
});

/** `.runs.start` of an engine. */
function memberAt(engine: object, chain: string): unknown {
  return chain
    .slice(1)
    .split('.')
    .reduce<unknown>(
      (found, name) => (found as Record<string, unknown> | undefined)?.[name],
      engine,
    );
}

function read(file: string): string {
  return readFileSync(path.join(repository, file), 'utf8');
}
