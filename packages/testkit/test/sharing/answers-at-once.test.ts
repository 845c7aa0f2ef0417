// Goal: concurrent equal requests to several servers take effect once. Two engines with connections of their own share one
// PostgreSQL database.
import { createEngine, type Engine } from '@skein/engine';
import { checkJsonSchema, nativeNodeTypes } from '@skein/agents';
import { EngineError, type Store } from '@skein/ports';
import { openStore } from '@skein/stores';
import { buildWorkflow, freshPostgres, testServer, type FreshDatabase } from '@skein/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const server = await testServer('postgres');
const many = 50;
const calls: string[] = [];

const flow = buildWorkflow({
  id: 'asking',
  nodes: [
    { id: 'ask', type: 'input', config: { prompt: 'How many?' } },
    { id: 'work', type: 'function', config: { name: 'work' } },
  ],
  edges: ['ask -> work'],
});
const work = buildWorkflow({
  id: 'working',
  nodes: [{ id: 'work', type: 'function', config: { name: 'work' } }],
});

describe.skipIf('missing' in server)(
  `C10 two servers on one PostgreSQL ${'missing' in server ? `(${server.missing})` : ''}`,
  () => {
    let database: FreshDatabase;
    const stores: Store[] = [];
    const engines: Engine[] = [];
    const problems: unknown[] = [];
    beforeAll(async () => {
      database = await freshPostgres('url' in server ? server.url : '');
      for (const _ of [1, 2]) {
        const store = await openStore(database.url);
        stores.push(store);
        engines.push(await engineOn(store, problems));
      }
      for (const each of [flow, work]) await engines[0]?.workflows.save(each);
    });
    afterAll(async () => {
      for (const engine of engines) await engine.close();
      for (const store of stores) await store.close();
      await database.drop();
    });
    const nth = (i: number) => engines[i % 2] as Engine;

    async function asked(isReleased: boolean): Promise<{ run: string; wait: string }> {
      const { id: run } = await nth(0).runs.start('asking');
      const { waits } = await nth(0).runs.settled(run);
      // The newest ones stay in memory; others that wait push it out.
      if (isReleased) for (const _ of [1, 2]) await nth(0).runs.start('asking');
      return { run, wait: waits[0]?.id ?? '' };
    }

    it.each([
      ['that the first one drives', false],
      ['that nobody drives', true],
    ])('C10 [E18] fifty identical answers to a run %s are one', async (_, isReleased) => {
      calls.length = 0;
      const { run, wait } = await asked(isReleased);
      const answers = Array.from({ length: many }, (__, i) => nth(i).waits.answer(wait, 7));
      expect(await Promise.all(answers)).toHaveLength(many);
      expect(await nth(1).runs.finished(run)).toMatchObject({ status: 'completed', output: 1 });
      const rows = await nth(1).runs.journal(run);
      expect(rows.filter(({ type }) => type === 'wait.answered')).toHaveLength(1);
      expect(calls).toEqual([run]);
    });

    it('C10 [E18] of fifty different answers one is taken, the others are told so', async () => {
      const { run, wait } = await asked(false);
      const answers = await Promise.allSettled(
        Array.from({ length: many }, (__, i) => nth(i).waits.answer(wait, i)),
      );
      const taken = answers.flatMap(({ status }, i) => (status === 'fulfilled' ? [i] : []));
      const codes = answers.flatMap((each) =>
        each.status === 'rejected' && each.reason instanceof EngineError ? [each.reason.code] : [],
      );
      expect(taken).toHaveLength(1);
      expect(codes).toHaveLength(many - 1);
      expect(new Set(codes)).toEqual(new Set(['WAIT_ANSWERED']));
      const rows = await nth(1).runs.journal(run);
      expect(rows.find(({ type }) => type === 'wait.answered')).toMatchObject({ answer: taken[0] });
    });

    it('C10 [E53] fifty starts with one idempotency key are one run', async () => {
      calls.length = 0;
      const starts = Array.from({ length: many }, (__, i) =>
        nth(i).runs.start('working', { user: 'ada', idempotencyKey: 'once' }),
      );
      const started = await Promise.all(starts);
      const ids = new Set(started.map(({ id }) => id));
      expect(ids.size).toBe(1);
      expect(started.filter(({ isRepeated }) => isRepeated !== true)).toHaveLength(1);
      const [run = ''] = ids;
      expect(await nth(1).runs.finished(run)).toMatchObject({ status: 'completed' });
      expect((await nth(0).runs.list({ workflow: 'working' })).items).toHaveLength(1);
      expect(calls).toEqual([run]);
    });

    it('C10 a hundred starts at once are all taken, and the lease is renewed meanwhile', async () => {
      const starts = Array.from({ length: 100 }, (__, i) => nth(i).runs.start('working'));
      const started = await Promise.all(starts);
      for (const { id } of started) {
        expect(await nth(1).runs.finished(id)).toMatchObject({ status: 'completed' });
      }
      expect(problems).toEqual([]);
    });
  },
);

function engineOn(store: Store, problems: unknown[]): Promise<Engine> {
  const functions = new Map([
    [
      'work',
      {
        run(_args: unknown, _io: unknown, { run }: { readonly run: string }) {
          calls.push(run);
          return 1;
        },
      },
    ],
  ]);
  return createEngine({
    store,
    nodeTypes: nativeNodeTypes({ functions }),
    checkSchema: checkJsonSchema,
    durable: { residentMax: 1, sharing: { pollMs: 50, leaseMs: 3000 } },
    onProblem: (error) => problems.push(error),
  });
}
