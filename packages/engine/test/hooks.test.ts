// Goal: hosts hear of every step and read in their log what happens, and nothing that they do there reaches a run.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  EngineError,
  type Logger,
  type ObservedCall,
  type Observer,
  type StepEnd,
  type Within,
} from '@skein/ports';
import { buildWorkflow, describeEngine, task } from '@skein/testkit';
import { memoryStore } from '@skein/stores';
import { expect, it } from 'vitest';

const flow = buildWorkflow({
  id: 'flow',
  nodes: [
    { ...task('a'), retry: { attempts: 2 } },
    { id: 'boss', type: 'approval', config: { prompt: 'Good?' } },
    task('b'),
  ],
  edges: ['a -> boss', 'boss.approved -> b'],
});

const canary = 'CANARY-81fc';

function flakyOnce() {
  let calls = 0;
  return () => {
    calls += 1;
    if (calls === 1) throw Object.assign(new Error(`no ${canary}`), { code: 'FLAKY' });
    return { value: canary };
  };
}

interface Line {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

function recorder(): { readonly logger: Logger; readonly lines: Line[] } {
  const lines: Line[] = [];
  const at =
    (level: string): Logger['info'] =>
    (fields, message) =>
      void lines.push({ level, fields, message });
  return {
    logger: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
    lines,
  };
}

describeEngine('hooks of a host', (make) => {
  it('[E500] each step is told once, with its duration and what it spent, also after a restart', async () => {
    const steps: StepEnd[] = [];
    const harness = await make({
      store: memoryStore(),
      durable: {},
      onStep: (step) => void steps.push(step),
      tasks: {
        a: async (_call, io) => {
          io.spend({ modelCalls: 1, inputTokens: 3, outputTokens: 2, usd: 0.5 });
          await io.step('once', () => 1);
          io.spend({ modelCalls: 1, inputTokens: 4 });
          return { value: 'done' };
        },
        b: () => {
          throw Object.assign(new Error('no paper'), { code: 'NO_PAPER', retry: 'never' });
        },
      },
    });
    const id = await harness.start(flow, { user: 'ann' });
    await harness.engine.runs.settled(id);
    const { engine, clock, settle } = await harness.restart();
    await clock.advance(5_000);
    await engine.waits.answer({ run: id }, 'yes');
    await engine.runs.finished(id);
    await settle();
    const about = { run: id, user: 'ann', workflow: expect.objectContaining({ id: 'flow' }) };
    expect(steps).toEqual([
      {
        ...about,
        node: 'a',
        type: 'task',
        activation: 1,
        attempts: 1,
        status: 'completed',
        durationMs: expect.any(Number),
        usage: { modelCalls: 2, inputTokens: 7, outputTokens: 2, usd: 0.5 },
      },
      {
        ...about,
        node: 'boss',
        type: 'approval',
        activation: 1,
        attempts: 1,
        status: 'completed',
        durationMs: expect.any(Number),
        usage: {},
      },
      {
        ...about,
        node: 'b',
        type: 'task',
        activation: 1,
        attempts: 1,
        status: 'failed',
        durationMs: 0,
        usage: {},
        error: { code: 'NO_PAPER', message: 'no paper' },
      },
    ]);
    expect(steps[1]?.durationMs).toBeGreaterThanOrEqual(5_000);
  });

  it('[E500] a hook that throws, rejects or never ends changes no run', async () => {
    const hooks = [
      () => {
        throw new Error('thrown');
      },
      () => Promise.reject(new Error('rejected')),
      () => new Promise<void>(() => {}),
    ];
    for (const onStep of hooks) {
      const problems: unknown[] = [];
      const { run, settle } = await make({
        onStep,
        onProblem: (error) => problems.push(error),
        task: () => ({ value: 1 }),
      });
      const ended = await run(buildWorkflow({ id: 'f', nodes: [task('a')], edges: [] }));
      await settle();
      expect(ended.status).toBe('completed');
      expect(problems).toHaveLength(onStep === hooks[2] ? 0 : 1);
    }
  });

  it('[E501] a logger reads what happens to runs, with ids and codes, and nothing of what they work with', async () => {
    const { logger, lines } = recorder();
    const fails = () => {
      throw Object.assign(new Error(`no ${canary}`), { code: 'NO_PAPER', retry: 'never' });
    };
    const harness = await make({
      store: memoryStore(),
      durable: {},
      logger,
      tasks: { a: flakyOnce(), b: fails },
    });
    const id = await harness.start(flow, { input: canary });
    await harness.settle();
    await harness.clock.advance(60_000);
    await harness.engine.runs.settled(id);
    const { engine } = await harness.restart();
    await engine.waits.answer({ run: id }, 'yes');
    await engine.runs.finished(id);
    await engine.close();
    const said = lines.map(({ level, message }) => `${level}: ${message}`);
    expect(said).toEqual(
      expect.arrayContaining([
        'debug: A run has started.',
        'warn: A node has failed and is tried again.',
        'debug: A run waits.',
        'info: The engine drains: it begins nothing any more.',
        'info: Stored runs are continued: due, or left behind.',
        'debug: A stored run is continued.',
        'debug: A wait was answered.',
        'warn: A node has failed.',
        'error: A run has failed.',
        'info: The engine is drained.',
      ]),
    );
    const failed = lines.find(({ level }) => level === 'error');
    expect(failed?.fields).toEqual({
      run: id,
      workflow: 'flow',
      code: 'NO_PAPER',
      status: 'failed',
    });
    const retry = lines.find(({ message }) => message.endsWith('tried again.'));
    expect(retry?.fields).toMatchObject({ run: id, node: 'a', activation: 1, code: 'FLAKY' });
    expect(JSON.stringify(lines)).not.toContain(canary);
  });

  it('[E501] problems and runs that were given up are told; a logger that throws changes nothing', async () => {
    const { logger, lines } = recorder();
    const store = memoryStore();
    const full = Object.assign(Object.create(store) as typeof store, {
      runs: Object.assign(Object.create(store.runs) as typeof store.runs, {
        append: (...given: Parameters<typeof store.runs.append>) => {
          const isSecond = given[2].some(({ type }) => type === 'node.completed');
          if (isSecond)
            throw new EngineError('STORE_FENCED', { run: given[0], epoch: 1, found: 2 });
          return store.runs.append(...given);
        },
      }),
    });
    const { start, settle } = await make({
      store: full,
      logger,
      task: () => ({ value: 1 }),
      onStep: () => {
        throw new Error('the hook is broken');
      },
    });
    const one = buildWorkflow({ id: 'f', nodes: [task('a')], edges: [] });
    const id = await start(one);
    await settle();
    expect(lines).toContainEqual({
      level: 'warn',
      message: 'This process has given up a run.',
      fields: { run: id, workflow: 'f', code: 'STORE_FENCED', err: expect.any(Error) },
    });
    const broken = () => {
      throw new Error('the logger is broken');
    };
    const harness = await make({
      logger: { debug: broken, info: broken, warn: broken, error: broken },
      onStep: broken,
      task: () => ({ value: 1 }),
      onProblem: () => {},
    });
    expect((await harness.run(one)).status).toBe('completed');
  });

  it('[E502] code of an activation is called inside of what an observer says, its own promises too', async () => {
    const storage = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const { run } = await make({
      observer: wrapping(({ node, activation }) => (code) => {
        return storage.run(`${node}#${activation}`, code);
      }),
      task: async (call, io) => {
        await io.step('later', () => Promise.resolve(null));
        seen.push([call.node, storage.getStore()]);
        return { value: 1 };
      },
    });
    await run(buildWorkflow({ id: 'f', nodes: [task('a'), task('b')], edges: ['a -> b'] }));
    expect(seen).toEqual([
      ['a', 'a#1'],
      ['b', 'b#1'],
    ]);
  });

  it('[E502] a run keeps the trace that its observer gives it, and starts without one that throws', async () => {
    const given = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const own = given.replace('b7ad', 'c8be');
    const one = buildWorkflow({ id: 'f', nodes: [task('a')], edges: [] });
    const asked: unknown[] = [];
    const { engine, run } = await make({
      observer: {
        ...wrapping(() => undefined),
        callerTrace: (trace) => (asked.push(trace), given),
        starting: ({ trace }) => (asked.push(trace), own),
      },
      task: () => ({ value: 1 }),
    });
    const { id } = await run(one);
    const [first] = (await engine.runs.journal(id)) ?? [];
    expect(asked).toEqual([undefined, given]);
    expect(first).toMatchObject({ type: 'run.started', trace: own });
    const broken = () => {
      throw new Error('the observer is broken');
    };
    const problems: unknown[] = [];
    const harness = await make({
      observer: { ...wrapping(broken), callerTrace: broken, starting: broken },
      onProblem: (error) => problems.push(error),
      task: () => ({ value: 1 }),
    });
    expect((await harness.run(one)).status).toBe('completed');
    expect(problems).toHaveLength(3);
  });
});

function wrapping(within: (call: ObservedCall) => Within | undefined): Observer {
  return {
    watchLoad: () => {},
    rows: () => {},
    resumed: () => {},
    left: () => {},
    model: (model) => model,
    tools: (tools) => tools,
    within,
  };
}
