// Goal: on a store that processes share, a run whose process was killed goes on with the next command that asks for it, although the
// dead process still has its lease.
import path from 'node:path';
import { isObject, type Json } from '@skein/kernel';
import { aloneOnNeo4j, emptyNeo4j, freshMysql, freshPostgres, neededServer } from '@skein/testkit';
import { afterAll, describe, expect, it } from 'vitest';
import { folderWith, skein } from './spawn-skein.ts';

/** Two model calls with a pause between them, which is where the first process dies. */
const pair: Json = {
  skein: 1,
  id: 'pair',
  nodes: [
    { id: 'first', type: 'llm', config: { prompt: 'one' } },
    { id: 'sleep', type: 'function', config: { name: 'time.sleep', args: { ms: 1500 } } },
    { id: 'second', type: 'llm', config: { prompt: 'two after ${first.output}' } },
  ],
  edges: [
    { from: 'first', to: 'sleep' },
    { from: 'sleep', to: 'second' },
  ],
};
const script = (node: string): Json => ({
  replies: [{ when: { node }, text: `from the ${node}` }],
  otherwise: 'fail',
});
const { folder, remove } = folderWith({
  'pair.json': pair,
  'first.json': script('first'),
  'second.json': script('second'),
});
afterAll(remove);
const file = (name: string) => path.join(folder, name);

const stores = {
  async neo4j() {
    const url = await neededServer('neo4j');
    const leave = await aloneOnNeo4j(url);
    await emptyNeo4j(url);
    return { url, end: async () => leave() };
  },
  async postgres() {
    const database = await freshPostgres(await neededServer('postgres'));
    return { url: database.url, end: () => database.drop() };
  },
  async mysql() {
    const database = await freshMysql(await neededServer('mysql'));
    return { url: database.url, end: () => database.drop() };
  },
};

describe.each(Object.entries(stores))('kill -9 on %s', (_, open) => {
  it('[C152] a tail and a start with the same key say what they wait for, and go on when the lease ends', async () => {
    const { url, end } = await open();
    const env = { SKEIN_STORE: url };
    try {
      // Each is asked for as soon as its process is dead: on a busy machine the lease might end before that otherwise.
      const asked = (given: readonly string[]) =>
        skein([...given, '--json', '--script', file('second.json')], { env });
      const [[tailed, tail], [repeated, again]] = await Promise.all([
        killedRun(env, 'tailed').then(
          async (id) => [id, await asked(['runs', 'tail', id])] as const,
        ),
        killedRun(env, 'repeated').then(
          async (id) => [id, await asked(['run', file('pair.json'), '--key', 'repeated'])] as const,
        ),
      ]);
      const done = { status: 'completed', output: 'from the second' };
      const last = JSON.parse(tail.stdout.trim().split('\n').at(-1) ?? 'null') as Json;
      expect(isObject(last) && last['run']).toMatchObject({ ...done, id: tailed });
      expect(JSON.parse(again.stdout)).toMatchObject({ ...done, id: repeated });
      for (const { stderr, code } of [tail, again]) {
        expect(code).toBe(0);
        expect(stderr).toMatch(
          /Another process drives this run\. Unless it renews its lease, which ends at \d{4}-\S+Z, the run continues here then\./,
        );
      }
    } finally {
      await end();
    }
  });
});

/** The id of a run whose process is dead. */
async function killedRun(env: Readonly<Record<string, string>>, key: string): Promise<string> {
  let isKilled = false;
  const given = ['run', file('pair.json'), '--key', key, '--script', file('first.json')];
  const killed = await skein(given, {
    env,
    onStderr: (text, child) => {
      if (isKilled || !text.includes('sleep started')) return;
      isKilled = child.kill('SIGKILL');
    },
  });
  expect(killed.code).toBeNull();
  return /Run (\S+) is stored/.exec(killed.stderr)?.[1] ?? '';
}
