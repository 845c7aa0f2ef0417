// `skein secrets`: the real command, and a run whose provider key is in the encrypted file only.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonObject } from '@skein/kernel';
import { startFakeProvider } from '@skein/testkit';
import { expect, it, onTestFinished } from 'vitest';
import { folderWith, skein } from './spawn-skein.ts';

const value = 'canary-in-the-file-55aa';
const env = { SKEIN_SECRETS_KEY: Buffer.alloc(32, 3).toString('base64') };

it('[C135] puts a value in by stdin, lists names, removes them, and never prints a value', async () => {
  const { folder, remove } = folderWith({});
  onTestFinished(remove);
  const run = (given: string[], stdin = '', more: Record<string, string> = env) =>
    skein(['secrets', ...given], { cwd: folder, env: more, stdin });
  const seen: string[] = [];
  const rows: [string[], string, number, RegExp][] = [
    [
      ['set', 'WEATHER_KEY', '--host', 'api.example.com'],
      `${value}\n`,
      0,
      /WEATHER_KEY was stored/,
    ],
    [['set', 'OTHER'], value, 0, /OTHER was stored/],
    [['ls'], '', 0, /^OTHER|WEATHER_KEY {2}only to api\.example\.com/m],
    [['rm', 'OTHER'], '', 0, /OTHER was removed/],
    [['rm', 'OTHER'], '', 5, /SECRET_NOT_FOUND|There is no secret "OTHER"/],
    [['set', 'EMPTY'], '\n', 2, /No value was given on stdin/],
    [['set', 'A=b'], value, 2, /not a valid name/],
    [['set'], value, 2, /needs one name/],
    [['get', 'WEATHER_KEY'], '', 2, /Choose from: set, ls, rm/],
  ];
  for (const [given, stdin, code, said] of rows) {
    const ended = await run(given, stdin);
    seen.push(ended.stdout, ended.stderr);
    expect([given, ended.code]).toEqual([given, code]);
    expect(ended.stdout + ended.stderr).toMatch(said);
  }
  const listed = await run(['ls', '--json']);
  expect(JSON.parse(listed.stdout)).toEqual({
    secrets: [{ name: 'WEATHER_KEY', hosts: ['api.example.com'] }],
  });
  const locked = await run(['set', 'X'], value, { SKEIN_SECRETS_KEY: '' });
  expect([locked.code, locked.stderr]).toEqual([4, expect.stringContaining('SKEIN_SECRETS_KEY')]);
  seen.push(readFileSync(path.join(folder, '.skein', 'secrets.json'), 'utf8'), locked.stderr);
  expect(seen.join('')).not.toContain(value);
});

it('[C135] the key of a provider may be there only', async () => {
  const fake = await startFakeProvider();
  onTestFinished(() => fake.close());
  const { folder, remove } = folderWith({
    'flow.json': {
      skein: 1,
      nodes: [{ id: 'ask', type: 'llm', config: { model: 'gpt-5-mini', prompt: 'Hi' } }],
    },
  });
  onTestFinished(remove);
  const options = { cwd: folder, env: { ...env, OPENAI_BASE_URL: `${fake.url}/v1` } };
  await skein(['secrets', 'set', 'OPENAI_API_KEY', '--host', '127.0.0.1'], {
    ...options,
    stdin: value,
  });
  fake.reply({ text: 'Hello.' });
  const ended = await skein(['run', 'flow.json', '--json'], options);
  const run = JSON.parse(ended.stdout) as JsonObject;
  expect([ended.code, run['output']]).toEqual([0, 'Hello.']);
  expect(fake.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${value}`);
  expect(ended.stdout + ended.stderr).not.toContain(value);
});
