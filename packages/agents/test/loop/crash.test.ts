// Goal: agents on the real engine, live and rebuilt after every append: crashes, retries, cancels, waits, budgets.
import { joinTools, registeredTools, scriptedModel, scriptTools, type Script } from '@skein/agents';
import type { RegisteredTool } from '@skein/agents';
import { runId, type Json, type StepRecorded } from '@skein/kernel';
import { deferred, describeEngine, type Harness, type MakeHarness } from '@skein/testkit';
import { expect, it } from 'vitest';

interface World {
  readonly script: Script;
  readonly tools?: { readonly [name: string]: RegisteredTool };
}

function boss(config: object = {}, rest: object = {}): object {
  return {
    skein: 1,
    id: 'agents',
    entry: ['boss'],
    nodes: [
      { id: 'boss', type: 'agent', config: { prompt: 'Go.', tools: 'auto', ...config }, ...rest },
      { id: 'left', type: 'agent', config: { prompt: '${previous}', tools: 'auto' } },
      { id: 'deep', type: 'agent', config: { tools: 'auto' } },
    ],
    edges: [
      { from: 'boss', to: 'left', kind: 'subagent' },
      { from: 'left', to: 'deep', kind: 'subagent' },
    ],
  };
}

const harnessOf = (make: MakeHarness, { script, tools = {} }: World): Promise<Harness> =>
  make({
    models: scriptedModel(script),
    tools: joinTools([registeredTools(tools), scriptTools(script)]),
  });

async function steps({ store }: Harness, run: string): Promise<readonly string[]> {
  const rows = (await store.runs.journal(runId(run))) ?? [];
  return rows
    .filter((row): row is StepRecorded => row.type === 'step.recorded')
    .map(({ key }) => key);
}

const call = (name: string, args: object = {}) => ({
  toolCalls: [{ name, arguments: { ...args }, id: `c-${name}` }],
});

describeEngine('agents', (make) => {
  it('[A40][A50] a run with tools and nested subagents', async () => {
    const harness = await harnessOf(make, {
      script: {
        replies: [
          { when: { node: 'boss' }, ...call('left', { input: 'Dig.' }) },
          { when: { node: 'left' }, ...call('deep', { input: 'Deeper.' }) },
          { when: { node: 'deep' }, ...call('look') },
          { when: { node: 'deep' }, text: 'gold' },
          { when: { node: 'left' }, text: 'found gold' },
          { when: { node: 'boss' }, text: 'We have it.' },
        ],
        otherwise: 'fail',
        tools: { look: { result: { hits: 3 } } },
      },
    });
    const run = await harness.run(boss());
    expect(run).toMatchObject({ status: 'completed', output: 'We have it.' });
    expect(run.usage).toMatchObject({ modelCalls: 6 });
    expect(await steps(harness, run.id)).toEqual([
      'model#1',
      'subagent:c-left:start#1',
      'c-left/model#1',
      'c-left/subagent:c-deep:start#1',
      'c-left/c-deep/model#1',
      'c-left/c-deep/tool:c-look#1',
      'c-left/c-deep/model#2',
      'c-left/subagent:c-deep:end#1',
      'c-left/model#2',
      'subagent:c-left:end#1',
      'model#2',
    ]);
  });

  it('[A46][A47] waits inside a subagent; what was done before is not done again', async () => {
    let sent = 0;
    const harness = await harnessOf(make, {
      script: {
        replies: [
          { when: { node: 'boss' }, ...call('note') },
          { when: { node: 'boss' }, ...call('left', { input: 'Mail Ann.' }) },
          { when: { node: 'left' }, ...call('mail', { to: 'ann' }) },
          { when: { node: 'left' }, text: 'mailed' },
          { when: { node: 'boss' }, text: 'Done.' },
        ],
        otherwise: 'fail',
      },
      tools: {
        note: { run: () => (sent += 1) },
        mail: { run: (args) => ({ ...(args as object), sent: (sent += 10) }) },
      },
    });
    const id = await harness.start(boss({ approve: ['mail'] }));
    await harness.settle();
    const [wait] = (await harness.engine.waits.list({ run: id })).items;
    expect(wait?.question.data).toMatchObject({ tool: 'mail', arguments: { to: 'ann' } });
    await expect(
      harness.engine.waits.answer({ run: id, node: 'boss' }, 'hm'),
    ).rejects.toMatchObject({ code: 'ANSWER_REFUSED' });
    // The process ends while a person thinks. The script begins anew, so it must not be asked again for what is recorded.
    const next = await harness.restart();
    await next.engine.waits.answer({ run: id, node: 'boss' }, 'approve');
    // A fresh script answers the parent's first call again if it is made again: it is not.
    expect((await next.engine.runs.finished(id)).status).toBe('completed');
    expect(sent).toBe(11);
    const keys = await steps(next, id);
    expect(new Set(keys).size).toBe(keys.length);
  });

  /** A tool is called and takes effect; the process ends before the result is written. */
  async function interrupted(
    workflow: object,
    effect?: 'idempotent',
  ): Promise<{ readonly next: Harness; readonly id: string; readonly keys: readonly string[] }> {
    const keys: string[] = [];
    const first = deferred<string>();
    const script = {
      replies: [
        { when: { node: 'boss', call: 1 }, ...call('pay', { amount: 7 }), repeat: true },
        { when: { history: 'Go.' }, text: 'Done.' },
      ],
    };
    const harness = await harnessOf(make, {
      script,
      tools: {
        pay: {
          ...(effect !== undefined && { effect }),
          run: (_args, { idempotencyKey }) => {
            keys.push(idempotencyKey);
            return keys.length === 1 ? first.promise : 'paid again';
          },
        },
      },
    });
    const id = await harness.start(workflow);
    await harness.settle();
    expect(keys).toHaveLength(1);
    const next = await harness.restart();
    await next.settle();
    return { next, id, keys };
  }

  async function toolStep({ store }: Harness, id: string): Promise<unknown> {
    const rows = (await store.runs.journal(runId(id))) ?? [];
    return rows.find(
      (row): row is StepRecorded => row.type === 'step.recorded' && /tool:[^#]*#1$/.test(row.key),
    )?.value;
  }

  const payNode = {
    skein: 1,
    id: 'pay',
    nodes: [
      {
        id: 'boss',
        type: 'tool',
        config: { tool: 'pay', args: { amount: 7 } },
        retry: { attempts: 3 },
      },
    ],
  };

  it('[A48] an idempotent call that a crash interrupted is retried with the same key', async () => {
    const { next, id, keys } = await interrupted(boss(), 'idempotent');
    expect((await next.engine.runs.finished(id)).status).toBe('completed');
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await toolStep(next, id)).toMatchObject({ result: 'paid again' });
  });

  it.each<[string, Json, number, object]>([
    ['made again', { action: 'retry' }, 2, { result: 'paid again' }],
    [
      'given its result',
      { action: 'result', result: { by: 'hand' } },
      1,
      { result: { by: 'hand' } },
    ],
    [
      'given up',
      { action: 'fail', message: 'no money' },
      1,
      { error: 'no money', reason: 'unclear' },
    ],
  ])(
    '[A48] a guarded call that a crash interrupted: a person sees it, and it is %s',
    async (_title, answer, times, outcome) => {
      const { next, id, keys } = await interrupted(boss());
      const [wait] = (await next.engine.waits.list({ run: id })).items;
      expect(wait?.question).toMatchObject({
        kind: 'outcome',
        data: { type: 'tool.begin', name: 'pay', arguments: { amount: 7 }, callId: 'c-pay' },
      });
      const name = { run: id, node: 'boss' };
      await expect(next.engine.waits.answer(name, 'approve')).rejects.toMatchObject({
        code: 'ANSWER_REFUSED',
      });
      expect(keys).toHaveLength(1);
      // Another crash while the person thinks changes nothing.
      const last = await next.restart();
      await last.engine.waits.answer(name, answer);
      expect((await last.engine.runs.finished(id)).status).toBe('completed');
      expect(keys).toHaveLength(times);
      expect(new Set(keys).size).toBe(1);
      expect(await toolStep(last, id)).toMatchObject({ type: 'tool', callId: 'c-pay', ...outcome });
    },
  );

  it.each<[Json, object, number]>([
    [
      { action: 'result', result: 'by hand' },
      { output: { results: [{ name: 'pay', result: 'by hand' }] } },
      1,
    ],
    [{ action: 'retry' }, { output: { results: [{ name: 'pay', result: 'paid again' }] } }, 2],
    [
      { action: 'fail', message: 'no money' },
      {
        status: 'failed',
        error: { code: 'TOOL_FAILED', message: 'The tool "pay" failed: no money' },
      },
      1,
    ],
  ])('[A48] the node "tool" asks too: %j', async (answer, end, times) => {
    const { next, id, keys } = await interrupted(payNode);
    await next.engine.waits.answer({ run: id, node: 'boss' }, answer);
    expect(await next.engine.runs.finished(id)).toMatchObject(end);
    expect(keys).toHaveLength(times);
  });

  it('[A47] a failed model call is tried again, with nothing done twice', async () => {
    let looked = 0;
    const harness = await harnessOf(make, {
      script: {
        replies: [
          { when: { call: 1 }, ...call('look') },
          { when: { call: 2 }, error: { status: 503, retryAfterMs: 10 } },
          { when: { call: 3 }, text: 'Done.' },
        ],
        otherwise: 'fail',
      },
      tools: { look: { effect: 'pure', run: () => (looked += 1) } },
    });
    const id = await harness.start(boss());
    await harness.settle();
    await harness.clock.advance(1_000);
    const run = await harness.engine.runs.finished(id);
    expect([run.output, looked]).toEqual(['Done.', 1]);
    const rows = (await harness.store.runs.journal(runId(id))) ?? [];
    expect(rows.filter(({ type }) => type === 'attempt.failed')).toHaveLength(1);
  });

  it('[A49] a cancel in the middle of a tool call', async () => {
    const entered = deferred<AbortSignal>();
    const harness = await harnessOf(make, {
      script: { replies: [call('slow')], otherwise: 'fail' },
      tools: {
        slow: {
          run: (_args, { signal }) =>
            new Promise((_resolve, reject) => {
              signal.addEventListener('abort', () => reject(new Error('stopped')));
              entered.resolve(signal);
            }),
        },
      },
    });
    const id = await harness.start(boss());
    const signal = await entered.promise;
    expect(signal.aborted).toBe(false);
    await harness.engine.runs.cancel(id);
    expect((await harness.engine.runs.finished(id)).status).toBe('cancelled');
    expect(signal.aborted).toBe(true);
    await harness.settle();
    expect(await steps(harness, id)).toEqual(['model#1', 'tool:c-slow#1?1']);
  });

  it('[A49] a timeout in the middle of a tool call', async () => {
    const harness = await harnessOf(make, {
      script: { replies: [{ ...call('slow'), repeat: true }] },
      tools: { slow: { run: () => new Promise(() => {}) } },
    });
    const id = await harness.start(boss({}, { timeoutMs: 50, retry: null }));
    await harness.settle();
    await harness.clock.advance(50);
    const run = await harness.engine.runs.finished(id);
    expect(run).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT' } });
  });

  it('[A52] three levels of agents that never stop end at the shared budget', async () => {
    const usage = { input: 60, output: 40 };
    const harness = await harnessOf(make, {
      script: {
        replies: [
          { when: { node: 'boss' }, ...call('left', { input: 'x' }), usage, repeat: true },
          { when: { node: 'left' }, ...call('deep', { input: 'x' }), usage, repeat: true },
          { when: { node: 'deep' }, ...call('look'), usage, repeat: true },
        ],
        tools: { look: { result: 1 } },
      },
    });
    const run = await harness.run({ ...boss(), policy: { budget: { tokens: 1_000 } } });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'LIMIT_REACHED' } });
    const { inputTokens, outputTokens } = run.usage;
    expect(inputTokens + outputTokens).toBeLessThanOrEqual(1_100);
  });

  it('[A51] the config of a subagent is that of its call', async () => {
    const harness = await harnessOf(make, {
      script: {
        replies: [
          { when: { node: 'boss', call: 1 }, ...call('left', { input: '${trigger} $& one' }) },
          { when: { node: 'boss', call: 2 }, text: 'Done.' },
        ],
      },
    });
    const run = await harness.run(boss(), { input: 'secret' });
    expect(run.status).toBe('completed');
    const rows = (await harness.store.runs.journal(run.id)) ?? [];
    const recorded = rows.filter((row): row is StepRecorded => row.type === 'step.recorded');
    expect(recorded.map(({ value }) => value)).toMatchObject([
      {},
      { type: 'subagent.start', config: { prompt: '${trigger} $& one' } },
      { type: 'model', text: '${trigger} $& one' },
      { type: 'subagent.end', result: '${trigger} $& one' },
      {},
    ]);
  });
});
