// Goal: the calls of one message run side by side, and nothing that is recorded depends on which of them ends first.
import type { Json } from '@skein/kernel';
import { describe, expect, it } from 'vitest';
import type { SubagentTool } from '@skein/agents';
import { fakeSubagent, loopWorld } from './loop-world.ts';

const calls = (...names: readonly string[]) => ({
  replies: [
    { toolCalls: names.map((name, i) => ({ id: `c${i + 1}`, name, arguments: {} })) },
    { text: 'Done.' },
  ],
});

/** Tools of which none returns before all have begun; the last one returns first. */
function meeting(...names: readonly string[]) {
  const waiting: (() => void)[] = [];
  const run = (name: string) => () =>
    new Promise<Json>((resolve) => {
      waiting.push(() => resolve(name));
      if (waiting.length === names.length) for (const go of waiting.toReversed()) go();
    });
  return Object.fromEntries(names.map((name) => [name, { run: run(name) }]));
}

function subagentTool(node: string, plan: () => never): SubagentTool {
  return { name: node, description: node, subagent: fakeSubagent(node), plan };
}

describe('calls of one message', () => {
  it('[A232] run side by side, and are answered in the order of the message', async () => {
    const world = loopWorld(calls('a', 'b', 'c'), { tools: meeting('a', 'b', 'c') });
    const { messages } = await world.run();
    expect(messages.slice(1, 4).map(({ toolCallId, content }) => [toolCallId, content])).toEqual([
      ['c1', 'a'],
      ['c2', 'b'],
      ['c3', 'c'],
    ]);
    expect([...world.io.recorded.keys()]).toEqual([
      'model#1',
      'tool:c1#1',
      'tool:c2#1',
      'tool:c3#1',
      'model#2',
    ]);
    expect(world.called.map(({ call }) => call.idempotencyKey)).toEqual([
      'run/node/1/1',
      'run/node/1/2',
      'run/node/1/3',
    ]);
  });

  it('[A232] the result of a guarded call is recorded as soon as it is known', async () => {
    const late = () => new Promise<Json>((resolve) => setImmediate(() => resolve('a')));
    const tools = { a: { run: late, effect: 'guarded' }, b: { effect: 'guarded' } } as const;
    const world = loopWorld(calls('a', 'b'), { tools });
    await world.run();
    expect([...world.io.recorded.keys()]).toEqual([
      'model#1',
      'tool:c1#1?1',
      'tool:c2#1?1',
      'tool:c2#1',
      'tool:c1#1',
      'model#2',
    ]);
  });

  it('[A232] at most eight at a time', async () => {
    let [running, most] = [0, 0];
    const run = async () => {
      most = Math.max(most, (running += 1));
      for (let i = 0; i < 500; i++) await Promise.resolve();
      running -= 1;
      return 'ok';
    };
    const names = Array.from({ length: 30 }, (_, i) => `t${i}`);
    const tools = Object.fromEntries(names.map((name) => [name, { run }]));
    await loopWorld(calls(...names), { tools }).run();
    expect([most, running]).toEqual([8, 0]);
  });

  it('[A233] one after the other where the policy says so', async () => {
    const order: string[] = [];
    const run = (name: string) => async () => {
      order.push(`${name} begins`);
      for (let i = 0; i < 20; i++) await Promise.resolve();
      order.push(`${name} ends`);
      return name;
    };
    const tools = { a: { run: run('a') }, b: { run: run('b') } };
    await loopWorld(calls('a', 'b'), { tools, toolCalls: 'sequential' }).run();
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('[A232] people are asked in the order of the message, each about its own call', async () => {
    const world = loopWorld(calls('a', 'b', 'c'), {
      tools: { a: { approve: true }, b: {}, c: { approve: true } },
      answers: ['approve', 'reject'],
    });
    const { messages } = await world.run();
    expect(world.asked.map(({ data }) => (data as { tool: string }).tool)).toEqual(['a', 'c']);
    expect(messages.slice(1, 4).map(({ content }) => content)).toEqual([
      'a done',
      'b done',
      { error: 'A person rejected this call.' },
    ]);
  });

  it('[A232] a failure of the node waits for the calls beside it, so that none is left in doubt', async () => {
    const ended: string[] = [];
    const broken = subagentTool('broken', () => {
      throw Object.assign(new Error('overloaded'), {
        failure: { code: 'X', message: 'overloaded', retry: 'default' },
      });
    });
    const slow = async () => {
      for (let i = 0; i < 50; i++) await Promise.resolve();
      ended.push('slow');
      return 'ok';
    };
    const script = {
      replies: [
        {
          toolCalls: [
            { id: 'c1', name: 'broken', arguments: { input: 'x' } },
            { id: 'c2', name: 'slow', arguments: {} },
          ],
        },
      ],
    };
    const world = loopWorld(script, { tools: { slow: { run: slow } }, attemptsLeft: 1 });
    const plan = world.run({ tools: [broken, ...world.tools] });
    await expect(plan).rejects.toThrow('overloaded');
    expect(ended).toEqual(['slow']);
    expect(world.io.recorded.get('tool:c2#1')).toMatchObject({ result: 'ok' });
  });
});
