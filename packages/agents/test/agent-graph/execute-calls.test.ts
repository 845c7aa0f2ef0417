import { dialectBehaviours } from '@skein/agents';
import type { Json, JsonObject, NodeResult } from '@skein/kernel';
import type { NodeFunction, Tool } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { fakeNodeIo, nodeCall } from '../fake-node-io.ts';

// The dialect's own node types are always there.
const run = dialectBehaviours.get('agent-graph.tools')?.run as NodeFunction;

const order: string[] = [];

const tool = (name: string, does: (args: unknown) => unknown): Tool => ({
  name,
  description: '',
  parameters: { type: 'object' },
  effect: 'idempotent',
  run: (args) => {
    order.push(name);
    return does(args);
  },
});

const tools = [
  tool('search', () => ({ hits: 3 })),
  tool('say', () => 'plain $& ${x}'),
  tool('broken', () => {
    throw new Error('no such table');
  }),
];

async function execute(calls: readonly string[], config: JsonObject = {}, more: JsonObject = {}) {
  order.length = 0;
  const toolCalls: Json = calls.map((name, i) => ({ id: `c${i + 1}`, name, arguments: {} }));
  const history = [{ role: 'assistant', content: 'Let me see.' }];
  const io = fakeNodeIo({ tools, contexts: { main: history } });
  const previous = { node: 'a', toolCalls, ...more };
  const result: NodeResult = await run(nodeCall({ node: 't', config, previous }), io);
  return { result, steps: [...io.recorded.keys()], fired: Object.keys(result.ports ?? {}) };
}

describe('the executor', () => {
  it('[GA9] runs all calls in order, each a recorded step, and answers each', async () => {
    const { result, steps } = await execute(['search', 'say']);
    expect(order).toEqual(['search', 'say']);
    expect(steps).toEqual(['tool:c1#1', 'tool:c2#1']);
    expect(result.context?.append).toEqual([
      { role: 'tool', toolCallId: 'c1', name: 'search', content: { hits: 3 } },
      { role: 'tool', toolCallId: 'c2', name: 'say', content: 'plain $& ${x}' },
    ]);
    expect(result.value).toEqual({
      results: [
        { toolCallId: 'c1', name: 'search', content: { hits: 3 } },
        { toolCallId: 'c2', name: 'say', content: 'plain $& ${x}' },
      ],
      last: 'say',
      node: 'a',
    });
  });

  it('[GA9] tells the model what failed, and what is not there', async () => {
    const { result } = await execute(['broken', 'nothing', 'search']);
    expect(result.context?.append?.map(({ content }) => content)).toEqual([
      { error: 'no such table' },
      { error: 'There is no tool "nothing" here.' },
      { hits: 3 },
    ]);
  });

  it('[GA9] does not run what must not be run', async () => {
    const problem = { reason: 'not-offered', message: 'Not yours.' };
    const toolCalls = [{ id: 'c1', name: 'search', arguments: {}, problem }];
    const { result } = await execute([], {}, { toolCalls });
    expect(order).toEqual([]);
    expect(result.context?.append).toMatchObject([{ content: { error: 'Not yours.' } }]);
  });

  it.each([
    ['its own edge', ['say', 'search'], { routes: ['search', 'say'], always: true }, 'route'],
    ['exactly its own', ['search'], { routes: ['Search'], always: true }, 'always'],
    ['the edge for all', ['say'], { routes: ['search'], always: true }, 'always'],
    ['the agent that called', ['say'], { routes: ['search'] }, 'back'],
    ['its own edge, also when it failed', ['broken'], { routes: ['broken'] }, 'route'],
    ['the agent, when there are no calls', [], { routes: ['search'] }, 'back'],
  ])('[GA10] %s follows %j', async (_name, calls, config, port) => {
    const { result, fired } = await execute(calls, config);
    expect(fired).toEqual([port]);
    expect(result.ports?.[port]).toMatchObject({
      node: 'a',
      last: calls.at(-1) ?? null,
      answer: 'Let me see.',
      ...(port === 'route' ? { route: calls.at(-1) } : {}),
    });
  });
});
