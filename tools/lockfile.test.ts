// What is installed is what was locked.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

interface Entry {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
}

const root = path.join(import.meta.dirname, '..');
// npm wrote it, in this format.
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const installed = Object.entries(lock.packages).filter(
  ([key, { link }]) => key.includes('node_modules/') && link !== true,
);

/**
 * The only packages without an integrity: the native parts of these seven, which check, format, build and test this repository, for
 * platforms other than those that it was locked on. The registry that it was locked from offers none of them in the version that the
 * tool names, so no hash could be had (looked up one by one in November 2026: all missing). `npm run lock` adds the hash of
 * each as soon as a registry tells it.
 */
const unhashed = [
  '@oxc-parser/binding-',
  '@oxfmt/binding-',
  '@oxlint/binding-',
  '@oxlint-tsgolint/',
  '@pydantic/monty-',
  '@rolldown/binding-',
  '@tailwindcss/oxide-',
];

describe('the lockfile', () => {
  it('has the integrity of every package but of native parts of tools that the registry does not offer', () => {
    const unchecked = installed.filter(([, { integrity }]) => integrity === undefined);
    const isOf = (key: string, prefix: string) => key.startsWith(`node_modules/${prefix}`);
    const others = unchecked.filter(
      ([key, { optional, cpu = [] }]) =>
        optional !== true || cpu.length !== 1 || !unhashed.some((prefix) => isOf(key, prefix)),
    );
    expect(others.map(([key]) => key)).toEqual([]);
    const inVain = unhashed.filter((prefix) => !unchecked.some(([key]) => isOf(key, prefix)));
    expect(inVain).toEqual([]);
  });

  it('has the integrity of everything that the image and users of the package install', () => {
    const needed = neededBy('packages/skein');
    expect(needed.length).toBeGreaterThan(100);
    const unchecked = needed.filter((key) => lock.packages[key]?.integrity === undefined);
    expect(unchecked).toEqual([]);
  });

  it('has strong hashes only', () => {
    const weak = installed.filter(
      ([, { integrity = 'sha512-' }]) => !integrity.startsWith('sha512-'),
    );
    expect(weak.map(([key]) => key)).toEqual([]);
  });
});

/** The places of all packages that a room leads to, other rooms left out. */
function neededBy(room: string): readonly string[] {
  const found = [room];
  for (const place of found) {
    const { dependencies = {} } = lock.packages[place] ?? {};
    for (const name of Object.keys(dependencies)) {
      const next = name.startsWith('@skein/')
        ? `packages/${name.slice('@skein/'.length)}`
        : placeOf(place, name);
      if (!found.includes(next)) found.push(next);
    }
  }
  return found.filter((place) => place.includes('node_modules/'));
}

/** Where Node finds a package: in the folder itself, or in one above. */
function placeOf(from: string, name: string): string {
  for (let place = from; place !== '.'; place = path.posix.dirname(place)) {
    const nested = `${place}/node_modules/${name}`;
    if (lock.packages[nested] !== undefined) return nested;
  }
  return `node_modules/${name}`;
}
