// Two users of one server: what one may answer of the other's run, on the command line.
import path from 'node:path';
import type { Json } from '@skein/kernel';
import type { SkeinServer } from '@skein/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';
import { callSkein } from './call-skein.ts';
import { folderWith } from './spawn-skein.ts';

const named: Json = {
  skein: 1,
  id: 'pay',
  nodes: [
    { id: 'clerk', type: 'approval', config: { prompt: 'Correct?' } },
    { id: 'boss', type: 'approval', config: { prompt: 'Pay it?', who: ['role:approver'] } },
  ],
};
const { folder, remove } = folderWith({ 'pay.json': named });
const store = `sqlite:${path.join(folder, 'skein.db')}`;
let server: SkeinServer;
let url = '';
const keys: Record<string, string> = {};

beforeAll(async () => {
  for (const given of [
    ['ada', '--scope', 'write'],
    ['bob', '--scope', 'answer', '--role', 'approver'],
    ['eve', '--scope', 'answer'],
  ]) {
    const made = await callSkein([
      'keys',
      'create',
      '--store',
      store,
      '--json',
      '--user',
      ...given,
    ]);
    keys[given[0] ?? ''] = JSON.parse(made.stdout).key;
  }
  server = await composeServer({ store, folder });
  ({ url } = await server.listen({ port: 0 }));
});

afterAll(async () => {
  await server.close();
  remove();
});

async function as(user: string, ...given: readonly string[]) {
  const env = { SKEIN_KEY: keys[user] ?? '' };
  const { code, stdout } = await callSkein([...given, '--server', url, '--json'], { env });
  return { code, out: JSON.parse(stdout || 'null') };
}

it('[X303] whom a wait names finds and answers it, and sees nothing else of the run', async () => {
  const { out: run } = await as('ada', 'run', path.join(folder, 'pay.json'));
  expect(run.status).toBe('waiting');
  const seen = await as('bob', 'runs', 'waits', '--run', run.id);
  expect(seen.out.items).toMatchObject([
    { run: run.id, node: 'boss', question: { prompt: 'Pay it?', who: ['role:approver'] } },
  ]);
  expect((await as('eve', 'runs', 'waits')).out.items).toEqual([]);

  const other = await as('bob', 'runs', 'answer', run.id, 'clerk=yes');
  expect([other.code, other.out.error.code]).toEqual([5, 'WAIT_NOT_FOUND']);
  const hidden = await as('eve', 'runs', 'answer', run.id, 'boss=yes');
  expect(hidden.out.error.code).toBe('RUN_NOT_FOUND');

  const answered = await as('bob', 'runs', 'answer', run.id, 'boss=yes');
  expect(answered.code).toBe(0);
  expect(answered.out.answered).toMatchObject([{ run: run.id }]);
  const { out: later } = await as('ada', 'runs', 'waits');
  expect(later.items.map(({ node }: { readonly node: string }) => node)).toEqual(['clerk']);
});
