// Keys of the encrypted store, sent to a provider over real HTTP.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { knownVariables, providerModels, scriptedModel, secretFile } from '@skein/agents';
import { afterAll, expect, it } from 'vitest';
import { failureOf, providerWorld, request } from './provider-world.ts';

const world = providerWorld();
const stored = 'canary-stored-key-81d2';
const folder = mkdtempSync(path.join(tmpdir(), 'skein-keys-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secrets = secretFile(path.join(folder, 'secrets.json'), () =>
  Buffer.alloc(32, 7).toString('hex'),
);

const modelOf = (environment: { readonly [name: string]: string }, secretNames: string[] = []) =>
  providerModels({
    providers: { openai: { baseURL: `${world.fake.url}/v1`, api: 'chat' } },
    environment,
    secrets,
    secretNames,
    scripted: scriptedModel(),
  }).model('gpt-5-mini');

it('[A204] a key that the environment does not have comes from the store; bound to hosts it goes to no other', async () => {
  const model = modelOf({});
  expect(await failureOf(model.call(request('Hi')))).toMatchObject({
    code: 'MODEL_KEY_MISSING',
    data: { variable: 'OPENAI_API_KEY' },
  });
  await secrets.set('OPENAI_API_KEY', { value: stored, hosts: ['api.openai.com'] });
  const before = world.fake.requests.length;
  const refused = await failureOf(model.call(request('Hi')));
  expect(refused).toMatchObject({ code: 'SECRET_REFUSED', retry: 'never' });
  expect([JSON.stringify(refused).includes(stored), world.fake.requests.length]).toEqual([
    false,
    before,
  ]);
  await secrets.set('OPENAI_API_KEY', { value: stored, hosts: ['127.0.0.1'] });
  expect((await model.call(request('Hi'))).text).toBe('ok');
  expect(world.fake.requests.at(-1)?.headers['authorization']).toBe(`Bearer ${stored}`);
  expect(readFileSync(path.join(folder, 'secrets.json'), 'utf8')).not.toContain(stored);
});

it('[A204] the environment comes first, and a stored name counts as configured', async () => {
  await secrets.set('OPENAI_API_KEY', { value: stored });
  await modelOf({ OPENAI_API_KEY: 'from-the-environment' }).call(request('Hi'));
  expect(world.fake.requests.at(-1)?.headers['authorization']).toContain('from-the-environment');
  expect(knownVariables({ environment: { A: '1' }, secretNames: ['A', 'B'] })).toEqual({
    A: '1',
    B: 'stored',
  });
});
