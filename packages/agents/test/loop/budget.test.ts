// Goal (P4): a model that calls a tool for ever, through three levels of subagents, ends at the one budget of its run, whatever
// crashes in between. Method: the real engine, a model that counts its calls, a budget of so many of them.
import { runId } from '@skein/kernel';
import { joinTools, registeredTools } from '@skein/agents';
import type { LanguageModel, ModelRequest } from '@skein/ports';
import { describeEngine, type Harness, type MakeHarness } from '@skein/testkit';
import { expect, it } from 'vitest';

const perCall = { input: 60, output: 40 };

/** Each agent calls the next one, the last one a tool, again and again. */
function endless(): { readonly model: LanguageModel; readonly calls: string[] } {
  const calls: string[] = [];
  const next: { readonly [node: string]: string } = { boss: 'left', left: 'deep', deep: 'look' };
  const call = async ({ caller: { node } }: ModelRequest) => {
    calls.push(node);
    const name = next[node] ?? 'look';
    const args = name === 'look' ? {} : { input: 'On.' };
    const toolCalls = [{ id: `c${calls.length}`, name, arguments: args }];
    return { text: '', toolCalls, usage: { ...perCall, usd: 0.001 } };
  };
  const priceOf = ({ input, output }: { readonly input: number; readonly output: number }) =>
    (input + output) / 100_000;
  return {
    model: { provider: 'test', name: 'endless', outputTokensMax: 40, priceOf, call },
    calls,
  };
}

function team(policy: object): object {
  const config = { prompt: 'Go.', tools: ['look'], maxTurns: 1_000_000 };
  return {
    skein: 1,
    id: 'team',
    policy,
    entry: ['boss'],
    nodes: ['boss', 'left', 'deep'].map((id) => ({ id, type: 'agent', config })),
    edges: [
      { from: 'boss', to: 'left', kind: 'subagent' },
      { from: 'left', to: 'deep', kind: 'subagent' },
    ],
  };
}

const harnessOf = (
  make: MakeHarness,
  model: LanguageModel,
  look: () => string | Promise<string>,
): Promise<Harness> =>
  make({
    models: { model: () => model },
    tools: joinTools([
      registeredTools({ look: { description: 'Looks.', effect: 'pure', run: look } }),
    ]),
  });

describeEngine('an agent that never ends', (make) => {
  it.each([
    ['tokens', { tokens: 1_000 }],
    ['usd', { usd: 0.0105 }],
  ])(
    '[A187] [E80] stops at its budget of %s, overrun by one call at most',
    async (limit, budget) => {
      const { model, calls } = endless();
      const { run, store } = await harnessOf(make, model, () => 'nothing');
      const done = await run(team({ budget }));
      expect(done).toMatchObject({
        status: 'failed',
        error: { code: 'LIMIT_REACHED', details: { limit } },
      });
      expect(calls.length).toBeGreaterThanOrEqual(9);
      expect(calls.length).toBeLessThanOrEqual(11);
      expect(new Set(calls)).toEqual(new Set(['boss', 'left', 'deep']));
      expect((await store.budgets.get(done.id)).tokens).toBe(calls.length * 100);
    },
  );

  it('[A187] [E81] [E82] crashes and raises reset nothing, and no paid call is made twice', async () => {
    const { model, calls } = endless();
    let harness = await harnessOf(make, model, () => 'nothing');
    const id = await harness.start(team({ budget: { tokens: 500 }, onLimit: 'pause' }));
    const counts: number[] = [];
    for (const tokens of [1_000, 1_500, 2_000]) {
      await harness.settle();
      counts.push(calls.length);
      harness = await harness.restart();
      await harness.settle();
      expect(await harness.engine.runs.get(id)).toMatchObject({
        status: 'waiting',
        waits: [{ kind: 'limit' }],
      });
      expect(calls).toHaveLength(counts.at(-1) ?? 0);
      await harness.engine.waits.answer({ run: id }, { tokens });
    }
    await harness.settle();
    for (const [index, count] of counts.entries()) {
      expect(count).toBeGreaterThanOrEqual((index + 1) * 5 - 1);
      expect(count).toBeLessThanOrEqual((index + 1) * 5 + 1);
    }
    const rows = (await harness.store.runs.journal(runId(id))) ?? [];
    const paid = rows.filter((row) => row.type === 'step.recorded' && row.usage !== undefined);
    expect(paid).toHaveLength(calls.length);
    expect((await harness.store.budgets.get(runId(id))).tokens).toBe(calls.length * 100);
    await harness.engine.runs.cancel(id);
  });

  it('[A187] a crash in the middle of a turn does not give the budget back', async () => {
    const { model, calls } = endless();
    let looks = 0;
    const stuck = new Promise<string>(() => {});
    const look = () => (++looks === 3 ? stuck : 'nothing');
    const first = await harnessOf(make, model, look);
    const id = await first.start(team({ budget: { tokens: 1_000 } }));
    await first.settle();
    const before = calls.length;
    const second = await first.restart();
    expect(await second.engine.runs.finished(id)).toMatchObject({ status: 'failed' });
    expect(before).toBeLessThan(10);
    expect(calls.length).toBeLessThanOrEqual(11);
  });
});
