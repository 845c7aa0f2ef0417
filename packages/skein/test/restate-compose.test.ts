// The compose file of an installation on Restate. There is no Docker in tests: what it says is given to the programs that would read it.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { restateProgram } from '@skein/testkit';
import { expect, it } from 'vitest';
import { findCommand } from '../src/cli/find-command.ts';
import { parseArguments } from '../src/cli/parse-arguments.ts';

const file = path.join(import.meta.dirname, '../../../deploy/restate.yml');
const text = readFileSync(file, 'utf8');

/** Of each service, the lines below its name. */
const services = new Map(
  [...text.slice(text.indexOf('\nservices:')).matchAll(/^ {2}([\w-]+):\n((?: {4}.*\n)+)/gm)].map(
    ([, name = '', lines = '']) => [name, lines],
  ),
);

it('[RS32] has three Restate nodes, PostgreSQL, two servers and two workers, and publishes the servers alone', () => {
  const names = [...services.keys()].filter((name) => name !== 'private');
  expect(names.join(' ')).toBe(
    'postgres restate-1 restate-2 restate-3 server-1 server-2 worker-1 worker-2',
  );
  const published = [...services].filter(([, lines]) => /^ {4}ports:/m.test(lines));
  expect(published.map(([name]) => name)).toEqual(['server-1', 'server-2']);
  expect(text).toMatch(/^ {2}private:\n {4}internal: true$/m);
});

it('[RS32] its settings are all known to Restate', () => {
  const settings = [...text.matchAll(/^ +(RESTATE_\w+): '?(.*?)'?$/gm)];
  expect(settings.length).toBeGreaterThan(8);
  for (const [, name = '', value = ''] of settings) {
    const key = (name.split('__').at(-1) ?? '').replace('RESTATE_', '').toLowerCase();
    const dumped = execFileSync(restateProgram(), ['--dump-config'], {
      env: { DO_NOT_TRACK: '1', [name]: value },
      encoding: 'utf8',
    });
    const [, found] =
      new RegExp(`^${key.replaceAll('_', '-')} = (\\[[^\\]]*\\]|.*)$`, 'm').exec(dumped) ?? [];
    const words = value.match(/[\w:/.-]+/g) ?? [];
    expect(
      words.filter((word) => found?.includes(word) !== true),
      `${name} is ${found}`,
    ).toEqual([]);
  }
});

it('[RS32] its commands are understood', () => {
  const commands = [...text.matchAll(/^ {4}command: (.*)$/gm)].map(([, words = '']) => words);
  expect(commands).toHaveLength(4);
  for (const words of commands) {
    const { command, rest } = findCommand(words.split(' '));
    expect(() => parseArguments(command, rest)).not.toThrow();
  }
});
