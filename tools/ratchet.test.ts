import { describe, expect, it } from 'vitest';
import { checkFolders, largeFolders } from './folders.ts';
import { checkCounts, countHabits, findHabits, lowerCounts, type Counts } from './ratchet.ts';
import { listSources, readSource } from './repository.ts';

describe('the sources', () => {
  const sources = listSources();

  it('have no more casts without a reason and conditional spreads than before', () => {
    // Written by `npm run refresh`.
    const kept = JSON.parse(readSource('tools/ratchet.json').text) as Counts;
    expect(checkCounts(countHabits(sources), kept)).toEqual([]);
  });

  it('are in folders that fit on a screen', () => {
    const paths = sources.map(({ path }) => path);
    expect(checkFolders(paths, largeFolders)).toEqual([]);
  });
});

describe('the check', () => {
  const count = (text: string) => {
    const found = findHabits({ path: 'packages/kernel/src/a.ts', text });
    return [found.castsWithoutReason.length, found.conditionalSpreads.length];
  };

  it.each<[text: string, casts: number, spreads: number]>([
    ['const a = b as string;', 1, 0],
    ['const a = [1] as const;', 0, 0],
    ['// It was checked.\nconst a = b as string;', 0, 0],
    ['const a = b as string; // It was checked.', 0, 0],
    ['// It was checked.\n\nconst a = b as string;', 1, 0],
    ['// It was checked.\nconst a = of(\n  b as string,\n);', 0, 0],
    ['const a = {\n  // It was checked.\n  b: c as string,\n  d: e as string,\n};', 1, 0],
    ['const a = { ...(b === undefined ? {} : { b }) };', 0, 1],
    ['const a = { ...(b !== undefined && { b }), ...(c ? { c } : {}) };', 0, 2],
    ['const a = { ...b, ...(c ?? {}), ...(d ? { e } : { f }) };', 0, 0],
    ['const a = [...(b === undefined ? [] : [b])];', 0, 0],
  ])('counts %j', (text, casts, spreads) => {
    expect(count(text)).toEqual([casts, spreads]);
  });

  const counts = (kernel: number): Counts => ({
    castsWithoutReason: { kernel },
    conditionalSpreads: { kernel: 1 },
  });

  it('lets a number fall, and not rise', () => {
    expect(checkCounts(counts(3), counts(3))).toEqual([]);
    expect(checkCounts(counts(4), counts(3))).toEqual([
      'castsWithoutReason of kernel rose from 3 to 4',
    ]);
    expect(checkCounts(counts(2), counts(3))).toHaveLength(1);
    expect(lowerCounts(counts(2), counts(3))).toEqual(counts(2));
    expect(lowerCounts(counts(4), counts(3))).toEqual(counts(3));
  });

  it('finds folders with too many files, and exceptions that are not needed', () => {
    const many = Array.from({ length: 26 }, (_, i) => `packages/a/src/b/${i}.ts`);
    const problem = 'packages/a/src/b has 26 files, more than 25';
    expect(checkFolders([...many, 'packages/a/src/c/1.ts'], {})).toEqual([problem]);
    expect(checkFolders(many, { 'packages/a/src/b': 'They are a list.' })).toEqual([]);
    expect(checkFolders([], { 'packages/a/src/b': 'They are a list.' })).toHaveLength(1);
  });
});
