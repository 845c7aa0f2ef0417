// Goal: when a race is decided, nothing of its losers is left, while the function goes on and after it was called again.
import { memoryStore } from '@skein/stores';
import { dyingStore } from '@skein/testkit';
import { createEngine, StepError, workflow } from 'skein';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { whenAsked } from './when-asked.ts';

const never = () => new Promise<never>(() => {});

describe('a race', () => {
  it('[SD1200] closes what its losers wait for while the function goes on', async () => {
    const child = workflow(
      'asks',
      async (io) => (await io.approval('inner', { prompt: '?' })).note,
    );
    let aborted: unknown = null;
    const begunAfter: string[] = [];
    const flow = workflow('races', { workflows: [child] }, async (io) => {
      const first = await io.race('first', [
        async (own) => {
          await own.sleep('1h');
          return 'slept' as const;
        },
        (own) => own.run('child', child, null),
        async (own) => {
          try {
            return await own.approval('loser', { prompt: '?' });
          } finally {
            await own.step('after', () => begunAfter.push('after')).catch(() => null);
          }
        },
        (own) =>
          own.step('slow', ({ signal }) => {
            signal.addEventListener('abort', () => (aborted = signal.reason));
            return never();
          }),
        async (own) => {
          await own.approval('winner', { prompt: '?' });
          return { number: await own.step('quick', () => 1) };
        },
      ]);
      expectTypeOf(first).toExtend<
        | 'slept'
        | string
        | { readonly approved: boolean; readonly decision: string; readonly note: string }
        | { number: number }
      >();
      await io.approval('next', { prompt: '?' });
      return first;
    });
    await using engine = await createEngine({ workflows: [flow] });
    const run = await engine.start(flow, null);
    const asked = async () => (await engine.runs.get(run.id)).waits.length;
    await expect.poll(asked).toBe(3);
    await run.answer('first#1[4]/winner', true);
    await whenAsked(engine, run.id, 1);
    await expect.poll(asked).toBe(1);
    const { items: all } = await engine.runs.list({});
    expect(all.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'waiting']);
    expect(aborted).toMatchObject({ name: 'AbortError' });
    await run.answer('next', true);
    expect((await run.result()).output).toEqual({ number: 1 });
    expect(begunAfter).toEqual([]);
    const keys = (await engine.runs.journal(run.id)).flatMap((row) =>
      row.type === 'step.recorded' ? [row.key] : [],
    );
    expect(keys).not.toContain('first#1[3]/slow#1');
  });

  it('[SD1200] is decided the same way after every death of its process', async () => {
    const expected = [
      { winner: 'quick 0', failed: 'no 0' },
      { winner: 'quick 1', failed: 'no 1' },
    ];
    let hasDied = true;
    let appends = 0;
    while (hasDied) {
      appends += 1;
      const store = memoryStore();
      const flow = workflow('rounds', async (io) => {
        const log: unknown[] = [];
        for (const round of [0, 1]) {
          const winner = await io.race('first', [
            (own) => own.sleep('1h').then(() => 'slept'),
            async (own) => {
              await own.step('a', () => null);
              return own.step('b', () => `quick ${round}`);
            },
            async (own) => {
              await own.step('a', () => null);
              await own.approval('boss', { prompt: '?' });
              return 'approved';
            },
          ]);
          const failed = await io
            .race('second', [
              (own) => own.sleep('1h').then(() => 'slept'),
              (own) =>
                own.step('fail', () => {
                  throw new Error(`no ${round}`);
                }),
            ])
            .catch((error: unknown) => (error instanceof StepError ? error.message : 'lost'));
          log.push({ winner, failed });
        }
        return log;
      });
      const died = Promise.withResolvers<null>();
      const durable = { sharing: { pollMs: 5, leaseMs: 60 } };
      const dying = dyingStore(store, appends, () => died.resolve(null));
      const first = await createEngine({ store: dying, durable, workflows: [flow] });
      const begun = first
        .start(flow, null, { key: 'once' })
        .then(async (run) => (await run.result()).output);
      const early = await Promise.race([begun, died.promise]);
      hasDied = early === null;
      const second = await createEngine({ store, durable, workflows: [flow] });
      const run = await second.start(flow, null, { key: 'once' });
      expect([appends, (await run.result()).output]).toEqual([appends, expected]);
      expect((await second.waits.list({ run: run.id })).items).toEqual([]);
      await second.close();
      if (!hasDied) await first.close();
    }
    expect(appends).toBeGreaterThan(8);
  });

  it('[SD1200] needs a branch', async () => {
    const flow = workflow('empty', (io) => io.race('none', []));
    await using engine = await createEngine({ workflows: [flow] });
    await expect(engine.run(flow, null)).rejects.toThrow('The race "none" has no branch');
  });
});

it('[SD1201] questions of children are listed with the parent, and answered through its handle', async () => {
  const child = workflow('asks below', async (io) => {
    const { approved } = await io.approval('inner', { prompt: 'Below?' });
    return approved;
  });
  const middle = workflow('between', { workflows: [child] }, (io) => io.run('kid', child, null));
  const flow = workflow('above', { workflows: [middle] }, async (io) =>
    Promise.all([io.run('one', middle, null), io.run('two', middle, null)]),
  );
  const store = memoryStore();
  const first = await createEngine({ store, workflows: [flow] });
  const { id } = await first.start(flow, null);
  const waits = async () => (await first.runs.get(id)).waits.map(({ node }) => node);
  await expect.poll(waits).toEqual(['run/0/run/0/run', 'run/1/run/0/run']);
  await first.close();
  await using second = await createEngine({ store, workflows: [flow] });
  const run = second.get(flow, id);
  await run.answer('inner', true);
  await run.answer('inner', false);
  expect((await run.result()).output).toEqual([true, false]);
  await expect(run.answer('inner', true)).rejects.toMatchObject({ code: 'WAIT_NOT_FOUND' });
});
