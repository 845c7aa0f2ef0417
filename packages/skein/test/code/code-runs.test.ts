// Goal: nodes of type `code` in whole runs: what they read, who approves their calls, and what a replay asks again.
import { createEngine, type CreateEngineOptions, type Engine } from 'skein';
import { afterEach, describe, expect, it } from 'vitest';
import { refundFlow } from './refund-flow.ts';

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

async function world(options: CreateEngineOptions = {}) {
  const called: string[] = [];
  const tool = (name: string, effect: 'pure' | 'idempotent' | 'guarded') => ({
    description: name,
    parameters: { type: 'object' },
    effect,
    run: () => {
      called.push(name);
      return `${name} done`;
    },
  });
  const engine = await createEngine({
    tools: {
      look: tool('look', 'pure'),
      reserve: tool('reserve', 'idempotent'),
      pay: tool('pay', 'guarded'),
    },
    ...options,
  });
  engines.push(engine);
  return { engine, called };
}

const flowWith = (code: string, config: object = {}) => ({
  skein: 1,
  id: 'flow',
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'sum', type: 'code', config: { code, ...config } },
  ],
  edges: [{ from: 'start', to: 'sum' }],
});

async function refund({ engine }: Awaited<ReturnType<typeof world>>, answer: unknown) {
  const { id } = await engine.runs.start(refundFlow, { input: { order: 7 } });
  expect(await engine.runs.settled(id)).toMatchObject({ status: 'waiting' });
  const [wait] = (await engine.waits.list({ run: id })).items;
  expect(wait).toMatchObject({ node: 'refund', question: { data: { tool: 'pay' } } });
  await engine.waits.answer(wait!.id, answer as 'approve');
  return { id, ended: await engine.runs.settled(id) };
}

describe('runs with code', () => {
  it('[A751][K751] code reads the input of the run, with or without one', async () => {
    const { engine } = await world();
    const flow = flowWith('return [trigger, previous, inputs]');
    const of = async (given: { input?: { a: number } }) => {
      const { id } = await engine.runs.start(flow, given);
      return (await engine.runs.settled(id)).output;
    };
    expect(await of({ input: { a: 1 } })).toEqual([{ a: 1 }, { a: 1 }, { input: { a: 1 } }]);
    expect(await of({})).toEqual([null, null, expect.anything()]);
  });

  it('[A751][K751] code reads the state of the run, which it cannot change', async () => {
    const { engine } = await world();
    const flow = { ...flowWith('const was = state.n; state.n = 9; return was'), state: { n: 4 } };
    const { id } = await engine.runs.start(flow, {});
    expect((await engine.runs.settled(id)).output).toBe(4);
    const none = await engine.runs.start(flowWith('return state'), {});
    expect((await engine.runs.settled(none.id)).output).toBeNull();
  });

  it('[A751] what only looks like a template in code is none', async () => {
    const { engine } = await world();
    const flow = flowWith('const a = 1; return `${a} ${args.b} $${trigger}`;', {
      args: { b: '${trigger}' },
    });
    const { id } = await engine.runs.start(flow, { input: '${x.output}' });
    expect((await engine.runs.settled(id)).output).toBe('1 ${x.output} $${x.output}');
  });

  it('[A757] nothing is paid before a person approves the call, and nothing is done twice', async () => {
    const made = await world();
    const approved = await refund(made, 'approve');
    expect(approved.ended).toMatchObject({
      status: 'completed',
      output: { paid: 'pay done', place: 'reserve done' },
    });
    expect(made.called).toEqual(['look', 'look', 'reserve', 'pay']);
    made.called.length = 0;
    const rejected = await refund(made, { decision: 'reject', note: 'no' });
    expect(rejected.ended).toMatchObject({
      status: 'failed',
      error: { code: 'CODE_THREW', message: expect.stringMatching(/no.*line 6/s) },
    });
    expect(made.called).toEqual(['look', 'look', 'reserve']);
  });

  it('[C753] a replay calls no tool again', async () => {
    const made = await world();
    const { id } = await refund(made, 'approve');
    made.called.length = 0;
    const report = await made.engine.runs.replay(id);
    expect(made.called).toEqual([]);
    expect(report).toMatchObject({
      status: { after: 'completed' },
      divergence: null,
      output: { equal: true },
    });
  });

  it('[C753] the log is part of the journal', async () => {
    const { engine } = await world();
    const { id } = await engine.runs.start(flowWith('console.warn("late", [1]); return 1'), {});
    await engine.runs.settled(id);
    const rows = await engine.runs.journal(id);
    expect(rows.filter(({ type }) => type === 'step.recorded')).toMatchObject([
      { key: 'code#1' },
      { key: 'log:1#1', value: { type: 'code.log', lines: [{ level: 'warn', text: 'late [1]' }] } },
    ]);
  });
});
