// Goal: a durable function gives the same results wherever its process ends, does nothing twice that was recorded, and says what it waits
// for. Each world is a store in memory that several engines use, one after the other.
import { memoryStore } from '@skein/stores';
import { dyingStore } from '@skein/testkit';
import {
  createEngine,
  event,
  FatalError,
  StepError,
  TimeoutError,
  workflow,
  type Engine,
  type RunHandle,
  type Workflow,
} from 'skein';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { whenAsked } from './when-asked.ts';

const store = () => memoryStore();

/** Ends the process with everything that was in it, and goes on in another one. */
async function restarted<Out>(
  world: { readonly engine: Engine; readonly store: ReturnType<typeof memoryStore> },
  flow: Workflow<never, Out>,
  id: string,
  workflows: readonly Workflow[],
): Promise<{ engine: Engine; run: RunHandle<Out> }> {
  await world.engine.close();
  const engine = await createEngine({ store: world.store, workflows });
  return { engine, run: engine.get(flow, id) };
}

describe('a durable function', () => {
  it('[SD1705] has not settled when its child has ended, but when it asks', async () => {
    const child = workflow('quick-child', async (io) => io.step('double', () => 2));
    const order = workflow('asks-after', { workflows: [child] }, async (io) => {
      await io.run('twice', child, null);
      await io.step('after', () => 1);
      return (await io.approval('boss', { prompt: 'Buy it?' })).approved;
    });
    await using engine = await createEngine({ workflows: [order] });
    const run = await engine.start(order, null);
    expect(await run.settled()).toMatchObject({ status: 'waiting', waits: [{ name: 'boss' }] });
    await run.answer('boss', true);
    expect((await run.result()).output).toBe(true);
  });

  it('[SD10] is a workflow with the types of its ends, and runs its steps in order', async () => {
    const order = workflow(
      'order',
      { input: z.object({ item: z.string(), count: z.number().default(1) }) },
      async (io, { item, count }) => {
        const price = await io.step('price', () => (item === 'tea' ? 4 : 40));
        const at = await io.step('date', () => new Date(0));
        return { total: price * count, at };
      },
    );
    await using engine = await createEngine({ workflows: [order] });
    const { output } = await engine.run(order, { item: 'tea' });
    expectTypeOf(output).toEqualTypeOf<{ total: number; at: string }>();
    expect(output).toEqual({ total: 4, at: '1970-01-01T00:00:00.000Z' });
    expect(order.definition['metadata']).toEqual({ origin: { language: 'typescript' } });
  });

  it('[SD11] parallel branches with the same names keep their results after a restart', async () => {
    const seen: string[][] = [];
    const pair = workflow('pair', async (io) => {
      const one = async (name: string, ms: number) => {
        await io.step('a', () => new Promise<null>((done) => setTimeout(done, ms, null)));
        return io.step('b', () => `b of ${name}`);
      };
      const both = await Promise.all([one('slow', 40), one('fast', 1)]);
      seen.push(both);
      await io.approval('ok', { prompt: '?' });
      return both;
    });
    const world = { store: store() };
    const first = await createEngine({ ...world, workflows: [pair] });
    const begun = await first.start(pair, null);
    await begun.settled();
    const { engine, run } = await restarted({ ...world, engine: first }, pair, begun.id, [pair]);
    await run.answer('ok', true);
    expect((await run.result()).output).toEqual(['b of slow', 'b of fast']);
    expect(seen).toEqual([seen[0], seen[0]]);
    await engine.close();
  });

  it('[SD12] refuses calls of one name that overlap, and takes those that are made in one go', async () => {
    const steps = (ms: number) => () => new Promise<number>((done) => setTimeout(done, ms, ms));
    const mixed = workflow('mixed', async (io) => {
      const one = async (ms: number) => {
        await io.step('a', steps(ms));
        return io.step('b', steps(60));
      };
      return Promise.all([one(30), one(1)]);
    });
    const together = workflow('together', async (io) =>
      Promise.all([io.step('a', steps(9)), io.step('a', steps(3))]),
    );
    await using engine = await createEngine({ workflows: [mixed, together] });
    await expect(engine.run(mixed, null)).rejects.toMatchObject({
      code: 'STEP_AMBIGUOUS',
      message: expect.stringContaining('Two calls named "b"'),
    });
    expect((await engine.run(together, null)).output).toEqual([9, 3]);
  });

  it('[SD13] a failure that was caught is recorded, and the same after a restart', async () => {
    let calls = 0;
    const pay = workflow('pay', async (io) => {
      let way = 'card';
      try {
        await io.step('charge', () => {
          calls += 1;
          if (calls === 1) throw Object.assign(new Error('declined'), { code: 'DECLINED' });
        });
      } catch (error) {
        way = error instanceof StepError ? `invoice: ${error.code} ${error.message}` : 'lost';
      }
      await io.approval('ok', { prompt: '?' });
      return way;
    });
    const world = { store: store() };
    const first = await createEngine({ ...world, workflows: [pay] });
    const begun = await first.start(pay, null);
    await begun.settled();
    const { engine, run } = await restarted({ ...world, engine: first }, pay, begun.id, [pay]);
    await run.answer('ok', true);
    expect((await run.result()).output).toBe('invoice: DECLINED declined');
    expect(calls).toBe(1);
    await engine.close();
  });

  it('[SD14] tries a step again as often as it is told, unless the failure is fatal', async () => {
    const tried: string[] = [];
    const flow = workflow('tries', async (io) => {
      const third = await io.step(
        'third',
        ({ attempt, key }) => {
          tried.push(key);
          if (attempt < 3) throw new Error('not yet');
          return attempt;
        },
        { retry: { attempts: 3, backoff: 1 } },
      );
      let fatal = 0;
      const gaveUp = await io
        .step(
          'fatal',
          () => {
            fatal += 1;
            throw new FatalError('never');
          },
          { retry: 5 },
        )
        .catch((error: unknown) => (error instanceof StepError ? error.message : 'lost'));
      const late = await io
        .step('late', () => new Promise(() => {}), { timeout: 5 })
        .catch((error: unknown) => error instanceof TimeoutError);
      return { third, gaveUp, fatal, late };
    });
    await using engine = await createEngine({ workflows: [flow] });
    const { output } = await engine.run(flow, null);
    expect(output).toEqual({ third: 3, gaveUp: 'never', fatal: 1, late: true });
    expect(new Set(tried).size).toBe(1);
  });

  it('[SD1100] a timeout that is longer than any timer is not over at once', async () => {
    const flow = workflow('patient', async (io) => ({
      days: await io.step('days', () => 'done', { timeout: '30d' }),
      years: await io.step('years', () => 'done', { timeout: '3650d' }),
    }));
    await using engine = await createEngine({ workflows: [flow] });
    const { output } = await engine.run(flow, null);
    expect(output).toEqual({ days: 'done', years: 'done' });
  });

  it('[SD15] asks people by name, several at a time, and catches a deadline', async () => {
    const flow = workflow('asks', async (io) => {
      const silent = await io
        .approval('silent', { prompt: 'Anybody?', within: 5 })
        .catch((error: unknown) => (error instanceof TimeoutError ? 'nobody' : 'lost'));
      const [boss, size] = await Promise.all([
        io.approval('boss', { prompt: 'Go?', who: ['ann'] }),
        io.input('size', { prompt: 'Size?', schema: z.number().int() }),
      ]);
      return { silent, boss, size: size + 1 };
    });
    await using engine = await createEngine({ workflows: [flow] });
    const run = await engine.start(flow, null);
    const { waits } = await whenAsked(engine, run.id, 2);
    const names = waits.map(({ question }) => question.name ?? '');
    expect(new Set(names)).toEqual(new Set(['boss', 'size']));
    await expect(run.answer('size', 'large')).rejects.toMatchObject({ code: 'ANSWER_REFUSED' });
    await run.answer('size', 41);
    await whenAsked(engine, run.id, 1);
    await run.answer('boss', { decision: 'approve', note: 'fine' }, { by: 'ann' });
    expect((await run.result()).output).toEqual({
      silent: 'nobody',
      boss: { approved: true, decision: 'approve', note: 'fine' },
      size: 42,
    });
  });

  it('[SD16] sleeps, races and leaves no question open', async () => {
    const flow = workflow('races', async (io) => {
      await io.sleep('5ms');
      const first = await Promise.race([
        io.sleep('1h').then(() => 'slept'),
        io.approval('now', { prompt: '?' }).then(() => 'asked'),
      ]);
      return first;
    });
    await using engine = await createEngine({ workflows: [flow] });
    const run = await engine.start(flow, null);
    await whenAsked(engine, run.id, 1);
    await run.answer('now', true);
    expect((await run.result()).output).toBe('asked');
    expect((await engine.waits.list({ run: run.id })).items).toEqual([]);
  });

  it('[SD17] waits for events with the wanted data, and sends some', async () => {
    const signed = event('signed', z.object({ user: z.string() }));
    const heard = event<{ by: string }>('heard');
    const flow = workflow('hears', async (io, user: string) => {
      const data = await io.event(signed, { if: { user } });
      await io.emit(heard, { by: data.user });
      return data.user;
    });
    const other = workflow('other', async (io) => (await io.event(heard)).by);
    await using engine = await createEngine({ workflows: [flow, other] });
    const listening = await engine.start(other, null);
    const run = await engine.start(flow, 'ada');
    await listening.settled();
    await run.settled();
    expect(await engine.send(signed, { user: 'bob' })).toMatchObject({ delivered: 0 });
    expect(await engine.send(signed, { user: 'ada' })).toMatchObject({ delivered: 1 });
    expect((await run.result()).output).toBe('ada');
    expect((await listening.result()).output).toBe('ada');
    // A step like others: no run of its own.
    expect((await engine.runs.list({})).items).toHaveLength(2);
  });

  it('[SD440] an event that is sent again after a crash comes once to those who wait for the next one', async () => {
    const ping = event<{ n: number }>('ping');
    const pings = workflow('pings', async (io) => {
      await io.emit(ping, { n: 1 });
      await io.approval('ok', { prompt: '?' });
      await io.emit(ping, { n: 2 });
      return null;
    });
    const hears = workflow('hears all', async (io) => [
      (await io.event(ping)).n,
      (await io.event(ping)).n,
    ]);
    const world = { store: store() };
    const first = await createEngine({ ...world, workflows: [hears] });
    const listening = await first.start(hears, null);
    await listening.settled();
    await first.close();
    // Dies when it has sent the event, before it could record that.
    const died = Promise.withResolvers<null>();
    const dying = dyingStore(world.store, 3, () => died.resolve(null));
    const durable = { sharing: { pollMs: 5, leaseMs: 60 } };
    const second = await createEngine({ store: dying, durable, workflows: [pings, hears] });
    const begun = await second.start(pings, null);
    await died.promise;
    const third = await createEngine({ ...world, durable, workflows: [pings, hears] });
    const run = third.get(pings, begun.id);
    await whenAsked(third, run.id, 1);
    await run.answer('ok', true);
    await run.result();
    expect((await third.get(hears, listening.id).result()).output).toEqual([1, 2]);
    await third.close();
  });

  it('[SD18] runs workflows below it, typed, and catches how they fail', async () => {
    const twice = workflow('twice', async (io, n: number) => {
      if (n < 0) throw Object.assign(new Error('negative'), { code: 'NEGATIVE' });
      return { twice: await io.step('twice', () => n * 2) };
    });
    const flow = workflow('parent', { workflows: [twice] }, async (io, n: number) => {
      const [one, two] = await Promise.all([io.run('kid', twice, n), io.run('kid', twice, n + 1)]);
      expectTypeOf(one).toEqualTypeOf<{ twice: number }>();
      const failed = await io
        .run('bad', twice, -1)
        .catch((error: unknown) => (error instanceof StepError ? error.code : 'lost'));
      return [one.twice, two.twice, failed];
    });
    await using engine = await createEngine({ workflows: [flow] });
    expect((await engine.run(flow, 2)).output).toEqual([4, 6, 'NEGATIVE']);
  });

  it('[SD19] maps items in scopes of their own, in order, and settles what fails', async () => {
    const flow = workflow('maps', async (io, items: readonly number[]) => {
      let most = 0;
      let now = 0;
      const mapped = await io.map(
        'items',
        items,
        async (item, own) => {
          now += 1;
          most = Math.max(most, now);
          const a = await own.step(
            'a',
            () => new Promise<number>((done) => setTimeout(done, 9 - item, item)),
          );
          const b = await own.step('b', () => a * 10);
          now -= 1;
          return b;
        },
        { concurrency: 3 },
      );
      const settled = await io.mapSettled('odd', items, async (item, own) =>
        own.step('check', () => {
          if (item % 2 === 0) throw new Error(`${item} is even`);
          return item;
        }),
      );
      const plain = await io.map('plain', items, (item) => item * 2);
      expectTypeOf(plain).toEqualTypeOf<number[]>();
      return { mapped, most, settled, plain };
    });
    await using engine = await createEngine({ workflows: [flow] });
    const { output } = await engine.run(flow, [1, 2, 3, 4, 5]);
    const settled = [1, 2, 3, 4, 5].map((item) =>
      item % 2 === 1
        ? { ok: true, value: item }
        : { ok: false, error: { code: 'STEP_FAILED', message: `${item} is even` } },
    );
    const plain = [2, 4, 6, 8, 10];
    expect(output).toEqual({ mapped: [10, 20, 30, 40, 50], most: 3, settled, plain });
  });

  it('[SD20] the time and ids are the same after a restart', async () => {
    const seen: string[] = [];
    const flow = workflow('same', async (io) => {
      const [now, first, second] = [await io.now(), io.uuid(), io.uuid()];
      seen.push(`${now.toISOString()} ${first} ${second}`);
      await io.approval('ok', { prompt: '?' });
      return first === second;
    });
    const world = { store: store() };
    const before = await createEngine({ ...world, workflows: [flow] });
    const begun = await before.start(flow, null);
    await begun.settled();
    const { engine, run } = await restarted({ ...world, engine: before }, flow, begun.id, [flow]);
    await run.answer('ok', true);
    expect((await run.result()).output).toBe(false);
    expect(seen).toEqual([seen[0], seen[0]]);
    await engine.close();
  });

  it('[SD21] begins anew with another input, and forgets what it recorded', async () => {
    const flow = workflow('counts', async (io, n: number) => {
      const next = await io.step('add', () => n + 1);
      if (next < 50) io.restart(next);
      return next;
    });
    await using engine = await createEngine({ workflows: [flow] });
    expect((await engine.run(flow, 0)).output).toBe(50);
  });

  it('[SD22] calls models, with a schema for what they answer', async () => {
    const flow = workflow('asks a model', async (io) => {
      const title = await io.llm('title', { prompt: 'A title for ${x}' });
      const { stars } = await io.llm('stars', {
        prompt: 'Stars?',
        output: z.object({ stars: z.number() }),
      });
      return { title, stars };
    });
    const script = { replies: [{ text: 'Tea' }, { text: '{"stars":5}' }] };
    await using engine = await createEngine({ workflows: [flow], script });
    const { output, usage } = await engine.run(flow, null);
    expect(output).toEqual({ title: 'Tea', stars: 5 });
    expect(usage.modelCalls).toBe(2);
  });
});
