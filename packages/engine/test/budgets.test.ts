// Goal: one budget for a whole tree of runs, whoever spends and however often the process dies. Method: functions that pay ten
// tokens for each call and count their calls; the counter of the store is compared with the sum over all journals.
import { runId, type JsonObject, type RunEvent } from '@skein/kernel';
import type { NodeFunction, Store } from '@skein/ports';
import { buildWorkflow, deferred, describeEngine, task } from '@skein/testkit';
import { expect, it } from 'vitest';

const price = { least: { tokens: 1, usd: 0 }, most: { tokens: 10, usd: 0 } };

/** Pays for one call and remembers it; `gate` holds calls back. */
function payer(calls: string[], gate?: (name: string) => Promise<void> | undefined): NodeFunction {
  return async ({ run, node }, io) => {
    let giveBack = (): void => {};
    const made = io.step('call', async () => {
      giveBack = await io.reserve(() => price);
      calls.push(`${run}/${node}`);
      await gate?.(node);
      io.spend({ modelCalls: 1, inputTokens: 4, outputTokens: 6 });
      return 'paid';
    });
    return { value: await made.finally(() => giveBack()) };
  };
}

const inner = { nodes: [{ id: 'pay', type: 'task' }] };
const items = (count: number, concurrency = count) =>
  ({
    id: 'all',
    type: 'map',
    config: { items: Array.from({ length: count }, (_, i) => i), workflow: inner, concurrency },
  }) as const;

async function journaled(store: Store): Promise<number> {
  let tokens = 0;
  for (const { id } of (await store.runs.list({})).items) {
    for (const row of (await store.runs.journal(id)) ?? []) tokens += tokensIn(row);
  }
  return tokens;
}

function tokensIn(row: RunEvent): number {
  if (row.type === 'child.finished' || !('usage' in row)) return 0;
  return (row.usage?.inputTokens ?? 0) + (row.usage?.outputTokens ?? 0);
}

describeEngine('budgets', (make) => {
  it('[E43] [E80] children side by side share one budget, which is overrun by one call at most', async () => {
    const calls: string[] = [];
    const { run, store } = await make({ task: payer(calls) });
    const done = await run(
      buildWorkflow({ policy: { budget: { tokens: 25 } }, nodes: [items(8)] }),
    );
    expect(done).toMatchObject({
      status: 'failed',
      error: { code: 'LIMIT_REACHED', details: { limit: 'tokens' } },
    });
    expect(calls).toHaveLength(3);
    expect(await store.budgets.get(done.id)).toMatchObject({ tokens: 30, usd: 0 });
    expect(await journaled(store)).toBe(30);
  });

  it('[E80] a call waits for those in flight: most cost less than they reserved', async () => {
    const calls: string[] = [];
    const held = deferred<void>();
    const gate = (node: string) => (node === 'a' ? held.promise : undefined);
    const { start, settle, engine } = await make({ task: payer(calls, gate) });
    const nodes = [task('a'), task('b')];
    const id = await start(
      buildWorkflow({
        policy: { budget: { tokens: 20 }, concurrency: 2 },
        nodes: [...nodes, task('c')],
      }),
    );
    await settle();
    expect(calls.map((call) => call.slice(-1))).toEqual(['a', 'b']);
    held.resolve();
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'failed' });
    expect(calls).toHaveLength(2);
  });

  it('[E81] a pause lets what is paid for finish, and a raise repeats none of it', async () => {
    const calls: string[] = [];
    const { start, settle, engine, store } = await make({ task: payer(calls) });
    const id = await start(
      buildWorkflow({
        policy: { budget: { tokens: 25 }, onLimit: 'pause' },
        nodes: [items(6), task('beside')],
      }),
    );
    await settle();
    const paused = await engine.runs.get(id);
    expect(paused).toMatchObject({
      status: 'waiting',
      waits: [{ node: '', kind: 'limit', data: { limit: 'tokens' } }],
    });
    const before = calls.length;
    expect(before).toBeLessThanOrEqual(3);
    await expect(engine.waits.answer({ run: id }, { tokens: 'many' })).rejects.toMatchObject({
      code: 'ANSWER_REFUSED',
    });
    await engine.waits.answer({ run: id }, { tokens: 100 });
    const done = await engine.runs.finished(id);
    expect(done).toMatchObject({ status: 'completed', usage: { modelCalls: 7 } });
    expect([calls.length, new Set(calls).size]).toEqual([7, 7]);
    expect(await store.budgets.get(runId(id))).toMatchObject({ tokens: 70, usd: 0 });
    expect(await journaled(store)).toBe(70);
  });

  it('[E81] an answer without a number grants the same again, children in flight included', async () => {
    const calls: string[] = [];
    const { start, settle, engine } = await make({ task: payer(calls) });
    const workflow: JsonObject = {
      nodes: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id, type: 'task' })),
      edges: ['ab', 'bc', 'cd', 'de', 'ef'].map(([from = '', to = '']) => ({ from, to })),
    };
    const sub = { id: 'sub', type: 'subworkflow', config: { workflow } };
    const id = await start(
      buildWorkflow({ policy: { budget: { tokens: 20 }, onLimit: 'pause' }, nodes: [sub] }),
    );
    const counts: number[] = [];
    for (let rounds = 0; rounds < 3; rounds++) {
      await settle();
      counts.push(calls.length);
      if ((await engine.runs.get(id)).status === 'waiting')
        await engine.waits.answer({ run: id }, {});
    }
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
    expect(counts).toEqual([2, 4, 6]);
  });

  it.each(['pause', 'fail'] as const)(
    '[E80] who spends without asking is stopped before the next step (%s)',
    async (onLimit) => {
      const calls: number[] = [];
      const spender: NodeFunction = async (_, io) => {
        for (let i = 1; i <= 6; i++) {
          await io.step('call', () => {
            calls.push(i);
            io.spend({ modelCalls: 1, inputTokens: 60 });
            return i;
          });
        }
        return { value: 'done' };
      };
      const { start, engine } = await make({ task: spender });
      const policy = { budget: { tokens: 100 }, onLimit };
      const id = await start(buildWorkflow({ policy, nodes: [task('a')] }));
      await engine.runs.settled(id);
      expect(calls).toEqual([1, 2]);
      if (onLimit === 'fail') return;
      await engine.waits.answer({ run: id }, { tokens: 1000 });
      expect((await engine.runs.finished(id)).usage).toMatchObject({ inputTokens: 360 });
      expect(calls).toEqual([1, 2, 3, 4, 5, 6]);
    },
  );

  it('[E82] a restart resets nothing, while it is paused and while it is not', async () => {
    const calls: string[] = [];
    const first = await make({ task: payer(calls) });
    const id = await first.start(
      buildWorkflow({ policy: { budget: { tokens: 25 }, onLimit: 'pause' }, nodes: [items(6)] }),
    );
    await first.settle();
    const before = calls.length;
    const second = await first.restart();
    await second.settle();
    expect(await second.engine.runs.get(id)).toMatchObject({
      status: 'waiting',
      waits: [{ kind: 'limit' }],
    });
    expect(calls).toHaveLength(before);
    await second.engine.waits.answer({ run: id }, { tokens: 45 });
    await second.settle();
    const third = await second.restart();
    await third.settle();
    expect(await third.engine.runs.get(id)).toMatchObject({ status: 'waiting' });
    expect(calls.length).toBeLessThanOrEqual(5);
    await third.engine.waits.answer({ run: id }, { tokens: 1000 });
    expect(await third.engine.runs.finished(id)).toMatchObject({ status: 'completed' });
    expect([calls.length, new Set(calls).size]).toEqual([6, 6]);
  });

  it('[E82] what cancelled children have spent is not forgotten', async () => {
    const calls: string[] = [];
    const first = await make({ task: payer(calls) });
    const slow = {
      nodes: [
        { id: 'pay', type: 'task' },
        { id: 'ask', type: 'input', config: { prompt: '?' } },
      ],
      edges: [{ from: 'pay', to: 'ask' }],
    };
    const config = { items: [1, 2], workflow: slow };
    const id = await first.start(
      buildWorkflow({
        policy: { budget: { tokens: 25 } },
        nodes: [
          { id: 'all', type: 'map', config },
          { id: 'go', type: 'input', config: { prompt: 'go?' } },
          { ...task('last'), cancels: ['all'] },
          task('more'),
        ],
        edges: ['go -> last', 'last -> more'],
      }),
    );
    await first.settle();
    expect(calls).toHaveLength(2);
    const second = await first.restart();
    await second.engine.waits.answer({ run: id, node: 'go' }, 'yes');
    const done = await second.engine.runs.finished(id);
    expect([done.status, calls.length]).toEqual(['failed', 3]);
    expect(await second.store.budgets.get(runId(id))).toMatchObject({ tokens: 30, usd: 0 });
  });

  it('[E80] a node that takes over is outside the budget, and its answer restarts the count', async () => {
    const calls: string[] = [];
    const { start, settle, engine } = await make({ task: payer(calls) });
    const flow = buildWorkflow({
      policy: { budget: { tokens: 15 }, onLimit: 'help' },
      nodes: [
        items(4),
        { id: 'help', type: 'input', config: { prompt: 'now what?' } },
        task('end'),
      ],
      edges: ['help -> end'],
    });
    const id = await start({ ...flow, entry: ['all'] });
    await settle();
    expect(await engine.runs.get(id)).toMatchObject({
      status: 'waiting',
      waits: [{ node: 'help' }],
    });
    expect(calls.length).toBeLessThanOrEqual(2);
    await engine.waits.answer({ run: id, node: 'help' }, 'finish');
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed', output: 'paid' });
  });

  it('[E80] a child with a budget of its own pauses by itself; the tree continues', async () => {
    const calls: string[] = [];
    const { start, settle, engine } = await make({ task: payer(calls) });
    const bounded = {
      policy: { budget: { tokens: 10 }, onLimit: 'pause' },
      nodes: [
        { id: 'a', type: 'task' },
        { id: 'b', type: 'task' },
      ],
      edges: [{ from: 'a', to: 'b' }],
    };
    const sub = { id: 'sub', type: 'subworkflow', config: { workflow: bounded } };
    const id = await start(
      buildWorkflow({ policy: { budget: { tokens: 1000 } }, nodes: [sub, task('beside')] }),
    );
    await settle();
    const { waits } = await engine.runs.get(id);
    expect(waits).toMatchObject([{ node: 'sub/0/', kind: 'limit' }]);
    await engine.waits.answer(waits[0]?.id ?? '', { tokens: 50 });
    expect(await engine.runs.finished(id)).toMatchObject({ status: 'completed' });
    expect(calls).toHaveLength(3);
  });
});
