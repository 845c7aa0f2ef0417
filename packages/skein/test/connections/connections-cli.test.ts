// `skein connections`: the real command against a real server.
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '@skein/stores';
import { composeServer } from '../../src/server/compose-server.ts';
import { folderWith, skein } from '../spawn-skein.ts';

const secret = 'canary-of-the-client-91ab';

it('[X2515] connections are set up, listed and removed on the command line', async () => {
  const { folder, remove } = folderWith({});
  onTestFinished(remove);
  const server = await composeServer({ store: await openStore('memory'), environment: {} });
  onTestFinished(() => server.close());
  const { url } = await server.listen({ port: 0 });
  const seen: string[] = [];
  const run = async (given: readonly string[], stdin = '') => {
    const ended = await skein(['connections', ...given, '--server', url], { cwd: folder, stdin });
    seen.push(ended.stdout, ended.stderr);
    return [ended.code, ended.stdout + ended.stderr] as const;
  };
  const rows: [string[], string, number, RegExp][] = [
    [['presets'], '', 0, /google Google https:/],
    [
      ['set', 'gh', '--preset', 'github', '--client-id', 'c1', '--scope', 'repo'],
      secret,
      0,
      /gh was set up[^]*\/connections\/callback/,
    ],
    [['ls'], '', 0, /gh GitHub not signed in only to api\.github\.com/],
    [['sign-in', 'gh'], '', 0, /Sign in here: .*\/settings\?tab=connections/],
    [['test', 'gh'], '', 1, /nobody has signed in/],
    [['sign-out', 'gh'], '', 5, /NOT_FOUND|no sign-in/i],
    [['set', 'gh'], '', 2, /Which client\?/],
    [['set', 'bad', '--client-id', 'x', '--preset', 'nowhere'], '', 2, /there is no preset/],
    [['rm', 'gh'], '', 0, /gh was removed/],
    [['rm'], '', 2, /needs one name/],
    [['nothing'], '', 2, /Choose from: ls, presets/],
  ];
  for (const [given, stdin, code, said] of rows) {
    const [ended, text] = await run(given, stdin);
    expect([given, ended, text]).toEqual([given, code, expect.stringMatching(said)]);
  }
  expect(seen.join('')).not.toContain(secret);
});
