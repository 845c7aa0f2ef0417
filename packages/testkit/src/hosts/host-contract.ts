// What every host of runs must do
// One list of scenarios, run on each host; the examples of all dialects are run next to it (examples/hosts.test.ts).
import { nativeNodeTypes, checkJsonSchema, type RegisteredFunction } from '@skein/agents';
import type { Engine } from '@skein/engine';
import type { Json } from '@skein/kernel';
import type { NodeIo, Tool } from '@skein/ports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildWorkflow, inline } from '../engine/build-workflow.ts';
import { answerContract } from './answer-contract.ts';
import { moveContract } from './move-contract.ts';
import { hosts, type HostName, type HostWorld } from './host-world.ts';
import { slotContract } from './slot-contract.ts';

type Functions = { [name: string]: RegisteredFunction['run'] };

const chain = buildWorkflow({
  id: 'chain',
  nodes: [
    { id: 'in', type: 'start' },
    { id: 'a', type: 'function', config: { name: 'f', arguments: {} } },
    { id: 'ask', type: 'approval', config: { prompt: 'Go on?' } },
    { id: 'b', type: 'function', config: { name: 'g' } },
  ],
  edges: ['in -> a', 'a -> ask', 'ask.approved -> b'],
});

export function hostContract(host: HostName): void {
  describe(`on ${host}`, () => {
    let world: HostWorld;
    /** What the functions of the current scenario do. */
    let functions: Functions = {};
    const paid: unknown[] = [];
    const pay: Tool = {
      name: 'pay',
      description: 'Pays.',
      parameters: { type: 'object', properties: { usd: { type: 'number' } } },
      run: (args) => paid.push(args),
    };
    beforeAll(async () => {
      const named = (name: string): RegisteredFunction => ({
        run: (args, io, call) => functions[name]?.(args, io, call) ?? null,
      });
      world = await hosts[host]({
        nodeTypes: nativeNodeTypes({
          functions: new Map(['f', 'g', 'h'].map((name) => [name, named(name)])),
        }),
        checkSchema: checkJsonSchema,
        tools: { list: () => [pay], find: (name) => (name === pay.name ? pay : undefined) },
      });
    });
    afterAll(() => world.close());

    const play = async (given: Functions, scenario: (engine: Engine) => Promise<void>) => {
      functions = given;
      await scenario(world.engine);
    };

    it('[RS3] a run goes through functions and a question, and its journal has every event once', () =>
      play({ f: () => 'made', g: () => 'done' }, async ({ runs, waits }) => {
        const { id } = await runs.start(chain, { input: 'x' });
        expect(await runs.settled(id)).toMatchObject({ status: 'waiting' });
        await waits.answer({ run: id }, 'approve');
        expect(await runs.finished(id)).toMatchObject({ status: 'completed', output: 'done' });
        expect((await runs.journal(id)).map(({ seq, type }) => `${seq} ${type}`)).toEqual([
          '1 run.started',
          '2 node.completed',
          '3 wait.answered',
          '4 node.completed',
        ]);
        expect((await runs.list({ q: id })).items).toMatchObject([{ id, status: 'completed' }]);
        expect(await runs.explain(id, 'b')).toMatchObject({ status: 'completed' });
      }));

    it('[RS4] of many equal answers and starts one takes effect', () =>
      play({}, async ({ runs, waits }) => {
        const starts = Array.from({ length: 10 }, () =>
          runs.start(chain, { idempotencyKey: 'the same' }),
        );
        const ids = new Set((await Promise.all(starts)).map(({ id }) => id));
        expect(ids.size).toBe(1);
        const [run = ''] = ids;
        const other = runs.start(chain, { idempotencyKey: 'the same', input: 'another' });
        await expect(other).rejects.toMatchObject({ code: 'START_REPEATED', details: { run } });
        await runs.settled(run);
        const answers = Array.from({ length: 10 }, () =>
          waits.answer({ run, node: 'ask' }, 'approve').catch((error: unknown) => error),
        );
        await Promise.all(answers);
        await runs.finished(run);
        const rows = await runs.journal(run);
        expect(rows.filter(({ type }) => type === 'wait.answered')).toHaveLength(1);
      }));

    it('[RS5] recorded steps are not made again by the next attempt, which comes after its backoff', () => {
      let made = 0;
      let attempts = 0;
      const f = async (_: Json, io: NodeIo) => {
        const value = await io.step('once', () => ++made);
        attempts += 1;
        if (attempts === 1) throw new Error('Not yet.');
        return value;
      };
      const workflow = buildWorkflow({
        nodes: [
          {
            id: 'a',
            type: 'function',
            config: { name: 'f' },
            retry: { attempts: 2, backoffMs: 5 },
          },
        ],
      });
      return play({ f }, async ({ runs }) => {
        const { id } = await runs.start(workflow);
        expect(await runs.finished(id)).toMatchObject({ status: 'completed', output: 1 });
        expect({ made, attempts }).toEqual({ made: 1, attempts: 2 });
        const types = (await runs.journal(id)).map(({ type }) => type);
        expect(types).toContain('timer.fired');
      });
    });

    it('[RS2650] attempts and their pauses differ by the code of the failure', () => {
      const codes = ['BUSY', 'ODD', 'BUSY', 'GONE'];
      const f = () => {
        const code = codes.shift() ?? 'NONE';
        throw Object.assign(new Error(`It was ${code}.`), { code });
      };
      const rules = [
        { on: ['BUSY'], attempts: 3, backoffMs: 5 },
        { on: ['GONE'], attempts: 1 },
      ];
      const retry = { attempts: 2, backoffMs: 5, rules };
      const node = { id: 'a', type: 'function', config: { name: 'f' }, retry };
      return play({ f }, async ({ runs }) => {
        const { id } = await runs.start(buildWorkflow({ nodes: [node] }));
        const done = await runs.finished(id);
        expect([done.status, done.error?.code, codes]).toEqual(['failed', 'GONE', []]);
      });
    });

    it('[RS6] a cancel reaches the signal of a function within two seconds, nothing follows it, and other runs continue', () => {
      const aborted: string[] = [];
      const begun: string[] = [];
      const release = Promise.withResolvers<string>();
      const f: Functions['f'] = (_, { signal }, { run }) => {
        begun.push(run);
        signal.addEventListener('abort', () => aborted.push(run));
        return release.promise;
      };
      return play({ f }, async ({ runs }) => {
        const ids = await Promise.all([1, 2, 3].map(async () => (await runs.start(chain)).id));
        const [other = '', id = '', another = ''] = ids;
        await expect.poll(() => begun.toSorted()).toEqual(ids.toSorted());
        await runs.cancel(id, { reason: 'enough' });
        await expect.poll(() => aborted).toEqual([id]);
        expect(await runs.finished(id)).toMatchObject({ status: 'cancelled' });
        expect((await runs.journal(id)).at(-1)).toMatchObject({ type: 'run.cancelled' });
        await expect(runs.cancel(id)).resolves.toBeUndefined();
        release.resolve('made');
        for (const run of [other, another]) {
          expect(await runs.settled(run)).toMatchObject({ status: 'waiting' });
        }
        expect(aborted).toEqual([id]);
      });
    });

    it('[RS7] deadlines, delays and races end by themselves', () => {
      const workflow = buildWorkflow({
        nodes: [
          { id: 'in', type: 'start' },
          { id: 'ask', type: 'input', config: { prompt: 'Name?', deadlineMs: 50 } },
          { id: 'nap', type: 'delay', config: { ms: 10 } },
          { id: 'slow', type: 'delay', config: { ms: 600_000 } },
          { id: 'first', type: 'function', config: { name: 'f' }, join: 'any', cancels: ['slow'] },
          { id: 'end', type: 'join' },
        ],
        edges: [
          'in -> ask',
          'in -> nap',
          'in -> slow',
          'nap -> first',
          'slow -> first',
          'ask.expired -> end',
          'first -> end',
        ],
      });
      return play({ f: () => 'first' }, async ({ runs }) => {
        const { id } = await runs.start(workflow);
        const ended = await runs.finished(id);
        expect(ended).toMatchObject({ status: 'completed' });
        expect(ended.nodes).toMatchObject({
          ask: { status: 'completed' },
          slow: { status: 'cancelled' },
        });
      });
    });

    it('[RS8] children run, wait, are answered through their parent, and are cancelled with it', () => {
      const item = buildWorkflow({
        id: 'item',
        nodes: [{ id: 'review', type: 'input', config: { prompt: 'How?' } }],
      });
      const workflow = buildWorkflow({
        nodes: [
          { id: 'in', type: 'start' },
          { id: 'each', type: 'map', config: { items: [1, 2], workflow: inline(item) } },
        ],
        edges: ['in -> each'],
      });
      return play({}, async ({ runs, waits }) => {
        const { id } = await runs.start(workflow);
        const waiting = await runs.settled(id);
        expect(waiting.waits.map(({ node }) => node).toSorted()).toEqual([
          'each/0/review',
          'each/1/review',
        ]);
        await waits.answer({ run: id, node: 'each/1/review' }, 'two');
        await runs.settled(id);
        await waits.answer({ run: id, node: 'each/0/review' }, 'one');
        expect(await runs.finished(id)).toMatchObject({ output: ['one', 'two'] });
        const { id: other } = await runs.start(workflow);
        await runs.settled(other);
        await runs.cancel(other);
        const children = (await runs.list({ parent: other })).items;
        expect(children).toHaveLength(2);
        for (const child of children) {
          expect(await runs.finished(child.id)).toMatchObject({ status: 'cancelled' });
        }
      });
    });

    it('[RS9] a question inside a function is answered, and the function continues where it was', () => {
      const made: string[] = [];
      const f = async (_: Json, io: NodeIo) => {
        const before = await io.step('before', () => {
          made.push('before');
          return 1;
        });
        const answer = await io.wait({ kind: 'input', prompt: 'More?' });
        return { before, answer };
      };
      const workflow = buildWorkflow({
        nodes: [{ id: 'a', type: 'function', config: { name: 'f' } }],
      });
      return play({ f }, async ({ runs, waits }) => {
        const { id } = await runs.start(workflow);
        await runs.settled(id);
        await waits.answer({ run: id }, 'yes');
        expect(await runs.finished(id)).toMatchObject({ output: { before: 1, answer: 'yes' } });
        expect(made).toEqual(['before']);
      });
    });

    it('[RS10] events find their runs, also before these wait for them', () => {
      const workflow = buildWorkflow({
        nodes: [
          { id: 'in', type: 'start' },
          { id: 'a', type: 'function', config: { name: 'f' } },
          { id: 'wait', type: 'event', config: { name: 'paid' } },
        ],
        edges: ['in -> a', 'a -> wait'],
      });
      const gate = Promise.withResolvers<string>();
      return play({ f: () => gate.promise }, async ({ runs, events }) => {
        const { id } = await runs.start(workflow);
        expect(await events.send('paid', 7, { run: id })).toEqual({ delivered: 0, kept: true });
        gate.resolve('go');
        expect(await runs.finished(id)).toMatchObject({ output: 7 });
      });
    });

    answerContract(() => world.engine, paid);
    moveContract(play);
    slotContract(play);

    it('[RS11] a fork continues by itself with what still holds', () =>
      play({ f: () => 'made', g: () => 'done' }, async ({ runs, waits }) => {
        const { id } = await runs.start(chain);
        await runs.settled(id);
        await waits.answer({ run: id }, 'approve');
        await runs.finished(id);
        const { id: fork, reused } = await runs.fork(id, { from: 'b' });
        expect(reused).toBe(2);
        expect(await runs.finished(fork)).toMatchObject({ status: 'completed', output: 'done' });
      }));

    it('[RS12] a budget that is reached pauses the run, which continues when it is raised', () => {
      const spend = async (_: Json, io: NodeIo) => {
        const cost = { least: { tokens: 10, usd: 0 }, most: { tokens: 10, usd: 0 } };
        const giveBack = await io.reserve(() => cost);
        const value = await io.step('pay', () => {
          io.spend({ inputTokens: 10 });
          return 'paid';
        });
        giveBack();
        return value;
      };
      const workflow = buildWorkflow({
        policy: { budget: { tokens: 15 }, onLimit: 'pause' },
        nodes: [
          { id: 'in', type: 'start' },
          { id: 'a', type: 'function', config: { name: 'f' } },
          { id: 'b', type: 'function', config: { name: 'f' } },
        ],
        edges: ['in -> a', 'a -> b'],
      });
      return play({ f: spend }, async ({ runs, waits }) => {
        const { id } = await runs.start(workflow);
        expect(await runs.settled(id)).toMatchObject({ status: 'waiting' });
        await waits.answer({ run: id }, { tokens: 100 });
        expect(await runs.finished(id)).toMatchObject({ status: 'completed', output: 'paid' });
      });
    });

    it('[RS12] children side by side pay from one budget: none too much, and nobody twice', () => {
      const cost = { least: { tokens: 10, usd: 0 }, most: { tokens: 10, usd: 0 } };
      const two = Promise.withResolvers<void>();
      let paid = 0;
      const pay = async (_: Json, io: NodeIo) => {
        let giveBack = () => {};
        const made = io.step('pay', async () => {
          giveBack = await io.reserve(() => cost);
          paid += 1;
          // There is room for two at a time.
          if (paid === 2) two.resolve();
          await two.promise;
          io.spend({ inputTokens: 10 });
          return 'paid';
        });
        return made.finally(() => giveBack());
      };
      const item = buildWorkflow({
        id: 'item',
        nodes: [{ id: 'pay', type: 'function', config: { name: 'f' } }],
      });
      const workflow = buildWorkflow({
        policy: { budget: { tokens: 25 }, onLimit: 'pause' },
        nodes: [
          {
            id: 'each',
            type: 'map',
            config: { items: [1, 2, 3, 4], workflow: inline(item), concurrency: 4 },
          },
        ],
      });
      return play({ f: pay }, async ({ runs, waits }) => {
        const { id } = await runs.start(workflow);
        expect(await runs.settled(id)).toMatchObject({ waits: [{ kind: 'limit', node: '' }] });
        expect(await world.store.budgets.get(id)).toMatchObject({ tokens: 20, usd: 0 });
        await waits.answer({ run: id }, { tokens: 100 });
        const output = ['paid', 'paid', 'paid', 'paid'];
        expect(await runs.finished(id)).toMatchObject({ status: 'completed', output });
        expect(await world.store.budgets.get(id)).toMatchObject({ tokens: 40, usd: 0 });
        expect(paid).toBe(4);
      });
    });
  });
}
