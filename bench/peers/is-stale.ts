import { spawnSync } from 'node:child_process';

/** What is measured runs no code of the studio and of the tests. */
const measured = [
  ':(glob)packages/*/src/**',
  ...['web', 'testkit', 'simulation'].map((room) => `:(exclude)packages/${room}`),
];

/** Whether what is measured has changed since a commit, which may be written with "with changes" behind it. */
export function isStale(root: string, commit: string): boolean {
  const [id = ''] = commit.split(' ');
  const differs = ['diff', '--quiet', id, 'HEAD', '--', ...measured];
  return spawnSync('git', differs, { cwd: root }).status !== 0;
}
