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
}

const root = path.join(import.meta.dirname, '..');
// npm wrote it, in this format.
const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Entry>>;
};
const installed = Object.entries(lock.packages).filter(
  ([key, { link }]) => key.includes('node_modules/') && link !== true,
);

describe('the lockfile', () => {
  it('has the integrity of every package, but of binaries for platforms that the registry does not offer here', () => {
    const unchecked = installed.filter(([, { integrity }]) => integrity === undefined);
    const others = unchecked.filter(
      ([, { optional, cpu = [] }]) => optional !== true || cpu.length !== 1,
    );
    expect(others.map(([key]) => key)).toEqual([]);
  });

  it('has strong hashes only', () => {
    const weak = installed.filter(
      ([, { integrity = 'sha512-' }]) => !integrity.startsWith('sha512-'),
    );
    expect(weak.map(([key]) => key)).toEqual([]);
  });
});
