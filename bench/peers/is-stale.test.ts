// Goal: figures of an earlier engine are marked. Method: a repository with a commit for each kind of change.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { isStale } from './is-stale.ts';

const root = mkdtempSync(path.join(tmpdir(), 'skein-stale-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const git = (...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
    cwd: root,
    encoding: 'utf8',
  });

function commit(file: string): string {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), file);
  git('add', '--all');
  git('commit', '--quiet', '--message', file);
  return git('rev-parse', '--short', 'HEAD').trim();
}

it('figures are stale once the engine has changed since, and not by the studio, tests and documents', () => {
  git('init', '--quiet');
  const first = commit('packages/engine/src/core/driver.ts');
  for (const other of ['packages/web/src/app.tsx', 'packages/engine/test/a.ts', 'docs/a.md'])
    commit(other);
  expect(isStale(root, first)).toBe(false);
  expect(isStale(root, `${first} with changes`)).toBe(false);
  commit('packages/kernel/src/deep/in/kernel.ts');
  expect(isStale(root, first)).toBe(true);
  expect(isStale(root, 'unknown')).toBe(true);
});
