import { describe, expect, it } from 'vitest';
import type { ScriptReply } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { failureOf } from '../fake-node-io.ts';
import { loopWorld } from './loop-world.ts';

const calls = (...names: readonly string[]): ScriptReply => ({
  toolCalls: names.map((name) => ({ name, arguments: { q: 1 } })),
});
const tools = { search: {}, mail: {} };

describe('the agent loop', () => {
  it('[A40] asks, runs, tells, and gives the answer', async () => {
    const world = loopWorld(
      { replies: [{ text: 'I look.', ...calls('search') }, { text: 'Found it.' }] },
      { tools: { search: { run: () => ({ hits: 3 }) } } },
    );
    const toolCalls = [{ id: 'boss-1-1', name: 'search', arguments: { q: 1 } }];
    expect(await world.run({ system: 'Be short.', model: 'm' })).toEqual({
      value: 'Found it.',
      text: 'Found it.',
      turns: 2,
      history: 0,
      provider: 'scripted',
      model: 'm',
      messages: [
        { role: 'assistant', content: 'I look.', toolCalls },
        { role: 'tool', toolCallId: 'boss-1-1', name: 'search', content: { hits: 3 } },
        { role: 'assistant', content: 'Found it.' },
      ],
    });
    expect(world.requests.map(({ system, tools: offered }) => [system, offered?.length])).toEqual([
      ['Be short.', 2 - 1],
      ['Be short.', 1],
    ]);
    expect(world.requests[1]?.messages).toHaveLength(3);
  });

  it('[A40] the steps say what happened', async () => {
    const world = loopWorld({ replies: [calls('search'), { text: 'Done.' }] }, { tools });
    await world.run();
    expect([...world.io.recorded]).toMatchObject([
      ['model#1', { type: 'model', text: '', toolCalls: [{ name: 'search' }] }],
      [
        'tool:boss-1-1#1',
        {
          type: 'tool',
          callId: 'boss-1-1',
          name: 'search',
          arguments: { q: 1 },
          result: 'search done',
        },
      ],
      ['model#2', { type: 'model', text: 'Done.', toolCalls: [] }],
    ]);
    expect(world.io.spent).toHaveLength(2);
  });

  it('[A40] the final answer is parsed by the schema', async () => {
    const schema = { type: 'object', required: ['city'] };
    const replies = [calls('search'), { text: '```json\n{"city":"Ghent"}\n```' }];
    const world = loopWorld({ replies }, { tools });
    expect(await world.run({ schema })).toMatchObject({ value: { city: 'Ghent' } });
    const wrong = loopWorld({ replies: [{ text: '{}' }] });
    expect(await failureOf(() => wrong.run({ schema }))).toMatchObject({
      code: 'MODEL_OUTPUT_INVALID',
    });
  });

  it('[A234] JSON in the prose of the final answer is checked by the schema', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
    const right = loopWorld({ replies: [calls('search'), { text: 'Sure: {"a": 1}' }] }, { tools });
    expect(await right.run({ schema })).toMatchObject({ value: { a: 1 } });
    const wrong = loopWorld({ replies: [{ text: 'Sure: {"a": "wrong type"}' }] });
    expect(await failureOf(() => wrong.run({ schema }))).toMatchObject({
      code: 'MODEL_OUTPUT_INVALID',
      message: expect.stringContaining('/a must be a number'),
    });
  });

  it.each([
    [1, undefined, 'maxTurns (1)'],
    [3, 'max_turns', 'max_turns (3)'],
    [undefined, undefined, 'maxTurns (20)'],
  ])('[A41] a model that never stops: limit %s %s', async (maxTurns, limitName, named) => {
    const world = loopWorld({ replies: [{ ...calls('search'), repeat: true }] }, { tools });
    expect(await failureOf(() => world.run({ maxTurns, limitName }))).toMatchObject({
      code: 'AGENT_TURNS_EXCEEDED',
      message: expect.stringContaining(named),
      retry: 'never',
      data: { node: 'boss', max: maxTurns ?? 20 },
    });
    expect(world.requests).toHaveLength(maxTurns ?? 20);
    // Nobody would read the results of the last reply's calls.
    expect(world.called).toHaveLength((maxTurns ?? 20) - 1);
  });

  it('[A41] an answer in the last turn is one', async () => {
    const world = loopWorld({ replies: [calls('search'), { text: 'Done.' }] }, { tools });
    expect(await world.run({ maxTurns: 2 })).toMatchObject({ text: 'Done.', turns: 2 });
  });

  it('[A42][A233] calls of one message begin in its order, and one by one where the policy says so', async () => {
    const order: string[] = [];
    const slow = (name: string) => ({
      run: async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
      },
    });
    const world = loopWorld(
      { replies: [calls('mail', 'search', 'mail'), { text: 'Done.' }] },
      { tools: { search: slow('search'), mail: slow('mail') }, toolCalls: 'sequential' },
    );
    const { messages } = await world.run();
    expect(order.map((line) => line.split(' ')[0])).toEqual([
      'mail',
      'mail',
      'search',
      'search',
      'mail',
      'mail',
    ]);
    expect(messages.slice(1, 4).map(({ toolCallId }) => toolCallId)).toEqual([
      'boss-1-1',
      'boss-1-2',
      'boss-1-3',
    ]);
  });

  it('[A42] ids that cannot serve are replaced', async () => {
    const toolCalls = ['a', 'a', '', 'x'.repeat(201)].map((id) => ({ name: 'search', id }));
    const world = loopWorld(
      { replies: [{ toolCalls }, { toolCalls }, { text: 'Done.' }] },
      { tools },
    );
    const { messages } = await world.run();
    const ids = messages.flatMap((message) => message.toolCalls?.map(({ id }) => id) ?? []);
    expect(ids).toEqual(['a', 'a-2', 'call-3', 'call-4', 'a-3', 'a-4', 'call-3-2', 'call-4-2']);
    expect(new Set(world.called.map(({ call }) => call.idempotencyKey)).size).toBe(8);
  });

  it.each<[string, ScriptReply, RegExp]>([
    [
      'a tool that is not there',
      calls('searhc'),
      /There is no tool "searhc" here\. Offered: search/,
    ],
    ['a name of the prototype', calls('constructor'), /no tool "constructor"/],
    ['a tool that throws', calls('broken'), /^disk full$/],
    ['a tool that throws no error', calls('odd'), /^odd$/],
    ['a result that is no JSON', calls('big'), /Its result is not JSON/],
    ['a result that contains itself', calls('round'), /Its result is not JSON/],
    ['a result that is too deep', calls('deep'), /nested deeper than 100/],
  ])('[A45] %s is told to the model', async (_title, reply, message) => {
    const round: { self?: object } = {};
    round.self = round;
    let deep: Json = 1;
    for (let level = 0; level < 150; level++) deep = [deep];
    const world = loopWorld(
      { replies: [reply, { text: 'Pity.' }] },
      {
        tools: {
          search: {},
          broken: { run: () => Promise.reject(new Error('disk full')) },
          odd: {
            run: () => {
              throw 'odd';
            },
          },
          big: { run: () => 10n },
          round: { run: () => round },
          deep: { run: () => deep },
        },
      },
    );
    const { text, messages } = await world.run();
    expect(text).toBe('Pity.');
    expect(messages[1]).toMatchObject({ content: { error: expect.stringMatching(message) } });
  });

  it('[A45] a result is what JSON makes of it', async () => {
    const world = loopWorld(
      { replies: [calls('date', 'nothing'), { text: 'Done.' }] },
      { tools: { date: { run: () => ({ at: new Date(0), x: undefined }) }, nothing: {} } },
    );
    const { messages } = await world.run({
      tools: [
        {
          name: 'date',
          description: '',
          parameters: {},
          run: () => ({ at: new Date(0), x: undefined }),
        },
        { name: 'nothing', description: '', parameters: {}, run: () => undefined },
      ],
    });
    expect(messages.slice(1, 3).map(({ content }) => content)).toEqual([
      { at: '1970-01-01T00:00:00.000Z' },
      null,
    ]);
  });

  it('[A45] too many calls in one message', async () => {
    const world = loopWorld({ replies: [calls(...Array<string>(129).fill('search'))] }, { tools });
    expect(await failureOf(() => world.run())).toMatchObject({ code: 'MODEL_OUTPUT_INVALID' });
    expect(world.io.recorded.size).toBe(0);
  });
});
