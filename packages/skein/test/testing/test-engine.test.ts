// Goal: users test workflows in code, without waiting and without touching anything outside. Method: workflows with timers, people,
// retries, schedules and effects, played in the tests of this file as a user would.
import { beforeEach, describe, expect, it } from 'vitest';
import type { Workflow } from '../../src/index.ts';
import {
  assertCompleted,
  assertFailed,
  assertWaitingFor,
  matchers,
  testEngine,
  type RunMatchers,
} from '../../src/testing.ts';

declare module 'vitest' {
  interface Matchers extends RunMatchers {}
}
expect.extend(matchers);

let sent: string[] = [];
beforeEach(() => {
  sent = [];
});
const functions = {
  mail: (args: unknown) => {
    sent.push(String(args));
    return args as string;
  },
};

function flow<In, Out>(id: string, nodes: readonly object[], pairs: readonly string[]) {
  const edges = pairs.map((pair) => {
    const [from, to] = pair.split(' ');
    return { from, to };
  });
  const definition = { skein: 1, id, nodes, edges };
  return { id, definition, nodeTypes: new Map(), workflows: [] } as unknown as Workflow<In, Out>;
}

const start = { id: 'start', type: 'start' };
const onboard = flow<{ name: string }, string>(
  'onboard',
  [
    start,
    { id: 'welcome', type: 'function', config: { name: 'mail', args: '${trigger.name}' } },
    { id: 'pause', type: 'delay', config: { ms: 3 * 86_400_000 } },
    { id: 'sign', type: 'input', config: { prompt: 'Sign?' } },
    { id: 'done', type: 'function', config: { name: 'mail', args: '${previous}' } },
  ],
  ['start welcome', 'welcome pause', 'pause sign', 'sign done'],
);

describe('testEngine', () => {
  it('[SD420] time passes when told, a crash loses nothing, and what a test holds goes on', async () => {
    await using engine = await testEngine({ workflows: [onboard], functions });
    const begun = engine.now().getTime();
    const run = await engine.start(onboard, { name: 'Ada' });
    expect(await run.now()).toMatchObject({ status: 'waiting' });
    await engine.advance('2d');
    expect(await run.asked()).toEqual([]);
    await engine.crash();
    await engine.advance('1d');
    expect(engine.now().getTime() - begun).toBe(3 * 86_400_000);
    await expect(run).toBeWaitingFor('sign');
    await engine.crash();
    await run.answer('sign', 'yes');
    await expect(run).toHaveCompleted('yes');
    expect((await engine.get(onboard, run.id).result()).output).toBe('yes');
    expect(sent).toEqual(['Ada', 'yes']);
  });

  it('[SD421] steps and nodes are answered by the test, and touch nothing', async () => {
    let tries = 0;
    const work = flow<null, string>(
      'work',
      [
        start,
        { id: 'make', type: 'steps' },
        { id: 'tell', type: 'function', config: { name: 'mail', args: 'told' } },
      ],
      ['start make', 'make tell'],
    );
    const steps = {
      kind: { type: 'steps', mode: 'execute' as const, ports: ['output'] },
      description: 'Makes something.',
      run: async (_: unknown, io: { step(name: string, make: () => string): Promise<string> }) => ({
        value: await io.step('create', () => functions.mail('really') as string),
      }),
    };
    await using engine = await testEngine({
      workflows: [work],
      functions,
      nodeTypes: { steps: steps as never },
      steps: {
        create: ({ attempt }) => {
          tries = attempt;
          return 'a1';
        },
        tell: () => 'not told',
      },
    });
    const run = await engine.start(work, null);
    await expect(run).toHaveCompleted('not told');
    expect(await run.now()).toMatchObject({ outputs: { make: [{ value: 'a1' }] } });
    expect([tries, sent]).toEqual([1, []]);
  });

  it('[SD422] retries and schedules happen in the order of their times', async () => {
    let failures = 2;
    const flaky = flow<null, string>(
      'flaky',
      [
        start,
        {
          id: 'call',
          type: 'function',
          config: { name: 'call' },
          retry: { attempts: 3, delayMs: 60_000 },
        },
      ],
      ['start call'],
    );
    await using engine = await testEngine({
      workflows: [flaky, onboard],
      functions: {
        ...functions,
        call: () => {
          failures -= 1;
          if (failures >= 0) throw new Error('not yet');
          return 'reached';
        },
      },
      startAt: '2026-11-15T00:00:00Z',
    });
    const run = await engine.start(flaky, null);
    await engine.advance('1h');
    await expect(run).toHaveCompleted('reached');
    await engine.schedule(onboard, { cron: '0 9 * * 1' }, { name: 'weekly' });
    await engine.advance('3w');
    const { items } = await engine.runs.list({ workflow: 'onboard' });
    expect(items.map(({ createdAt }) => new Date(createdAt).toISOString()).toSorted()).toEqual([
      '2026-11-16T09:00:00.000Z',
      '2026-11-23T09:00:00.000Z',
      '2026-11-30T09:00:00.000Z',
    ]);
    expect(sent).toEqual(['weekly', 'weekly', 'weekly']);
  });

  it('[SD423] models answer from a script, and never from a provider', async () => {
    const ask = flow<string, string>(
      'ask',
      [start, { id: 'say', type: 'llm', config: { prompt: '${trigger}', model: 'openai/gpt-5' } }],
      ['start say'],
    );
    await using scripted = await testEngine({
      workflows: [ask],
      script: { replies: [{ text: 'hello' }] },
    });
    await expect(await scripted.start(ask, 'Hi')).toHaveCompleted('hello');
    const environment = { OPENAI_API_KEY: 'none' };
    await using silent = await testEngine({ workflows: [ask], environment });
    await expect(await silent.start(ask, 'Hi')).toHaveCompleted();
  });

  it('[SD424] what does not hold says what the run is instead, as a matcher and as an assertion', async () => {
    await using engine = await testEngine({ workflows: [onboard], functions });
    const run = await engine.start(onboard, { name: 'Ada' });
    await expect(assertWaitingFor(run, 'sign')).rejects.toThrow(
      'The run is waiting for time to pass, in a sleep or before the next attempt of a step: engine.advance(\'1h\'); it was expected to ask for "sign".',
    );
    await engine.advance('4d');
    const asking = 'The run is waiting and asks for "sign"';
    await expect(expect(run).toHaveCompleted()).rejects.toThrow(asking);
    await expect(expect(run).toHaveFailed()).rejects.toThrow(asking);
    await expect(assertCompleted(run)).rejects.toThrow(asking);
    await expect(assertFailed(run)).rejects.toThrow(asking);
    await assertWaitingFor(run, 'sign');
    await expect(assertWaitingFor(run, 'pay')).rejects.toThrow('expected to ask for "pay"');
    await run.answer('sign', 'yes');
    await assertCompleted(run, 'yes');
    await expect(assertCompleted(run, 'no')).rejects.toThrow('completed with "yes"');
    await expect(run).toHaveCompleted(expect.any(String));
    await run.cancel().catch(() => {});
  });
});
