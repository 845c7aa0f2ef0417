import { describe, expect, it } from 'vitest';
import { nativeNodeTypes } from '@skein/agents';
import type { Json, JsonObject, WaitQuestion } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import { failureOf, fakeNodeIo, nodeCall } from './fake-node-io.ts';

const type = nativeNodeTypes({ functions: new Map() }).get('tool')!;
const parameters = { type: 'object', properties: { n: { type: 'number' } } };
const tools: readonly Tool[] = [
  { name: 'double', description: '', parameters, run: (args) => 2 * (args as { n: number }).n },
  { name: 'broken', description: '', parameters, run: () => Promise.reject(new Error('jammed')) },
  { name: 'secret', description: '', parameters, approve: true, run: () => 'told' },
];

function run(config: JsonObject, { previous, answer }: { previous?: Json; answer?: Json } = {}) {
  const io = fakeNodeIo({ tools, ...(answer !== undefined && { answer: () => answer }) });
  const call = nodeCall({ nodeType: 'tool', config, previous, context: 'chat' });
  return { io, result: Promise.resolve(type.run!(call, io)) };
}

describe('tool', () => {
  it('[A59] one call', async () => {
    const { result, io } = run({ tool: 'double', args: { n: 4 } }, { previous: { node: 'desk' } });
    expect(await result).toEqual({
      value: { results: [{ name: 'double', result: 8 }], last: 'double', node: 'desk' },
    });
    expect([...io.recorded.keys()]).toEqual(['tool:call-1#1?1', 'tool:call-1#1']);
  });

  it('[A320] whom its `notify` names is told of the question about a call', async () => {
    const asked: WaitQuestion[] = [];
    const answer = (question: WaitQuestion) => {
      asked.push(question);
      return 'approve';
    };
    for (const notify of [{ to: ['mail:ana@example.org'], remindAfterMs: 5 }, undefined]) {
      const config = { tool: 'secret', args: {}, ...(notify !== undefined && { notify }) };
      const call = nodeCall({ nodeType: 'tool', config, context: 'chat' });
      await type.run!(call, fakeNodeIo({ tools, answer }));
    }
    const [told, untold] = asked;
    expect(told).toEqual({
      ...untold,
      notify: { to: ['mail:ana@example.org'], remindAfterMs: 5 },
    });
    expect(untold).not.toHaveProperty('notify');
  });

  it('[A3000] `notify` of a node gives nobody a link to calls of a tool that names who approves them', async () => {
    const asked: WaitQuestion[] = [];
    const answer = (question: WaitQuestion) => {
      asked.push(question);
      return 'approve';
    };
    const notify = { to: ['mail:ana@example.org'] };
    const named = tools.map((tool) => ({ ...tool, who: ['group:finance'] }));
    for (const offered of [named, tools]) {
      const config = { tool: 'secret', args: {}, notify, who: ['ana'] };
      const call = nodeCall({ nodeType: 'tool', config, context: 'chat' });
      await type.run!(call, fakeNodeIo({ tools: offered, answer }));
    }
    expect(asked.map((question) => [question.who, question.notify])).toEqual([
      [['group:finance'], { ...notify, linksFor: 'named' }],
      [['ana'], notify],
    ]);
  });

  it('[A560] `who` of the node is one name or a list, and fails the node if it names nobody', async () => {
    const asked: WaitQuestion[] = [];
    const answer = (question: WaitQuestion) => {
      asked.push(question);
      return 'approve';
    };
    const ask = async (who: Json) => {
      const config = { tool: 'secret', args: {}, who };
      const call = nodeCall({ nodeType: 'tool', config, context: 'chat' });
      return type.run!(call, fakeNodeIo({ tools, answer }));
    };
    for (const who of ['ann', ['ann', 'role:boss']]) await ask(who);
    expect(asked.map(({ who }) => who)).toEqual([['ann'], ['ann', 'role:boss']]);
    for (const who of [[], '', [''], 7, { name: 'ann' }, ['ann', 7]]) {
      const failure = await failureOf(() => ask(who));
      expect(failure).toMatchObject({ code: 'BAD_CONFIG', data: { keys: ['who'] } });
    }
    expect(asked).toHaveLength(2);
  });

  it.each<[string, JsonObject, object]>([
    ['unknown', { tool: 'duoble' }, { code: 'TOOL_NOT_FOUND', retry: 'never' }],
    [
      'malformed',
      { tool: 'double', args: { n: 'x' } },
      {
        code: 'TOOL_ARGS_INVALID',
        retry: 'never',
        message: expect.stringContaining('/n must be a number'),
      },
    ],
    ['no object', { tool: 'double', args: 'x' }, { code: 'TOOL_ARGS_INVALID', retry: 'never' }],
    [
      'rejected',
      { tool: 'secret' },
      { code: 'TOOL_FAILED', retry: 'never', data: { reason: 'rejected' } },
    ],
    ['neither tool nor calls', {}, { code: 'BAD_CONFIG', data: { keys: ['tool', 'calls'] } }],
    ['calls that are none', { calls: [{ id: 'x' }] }, { code: 'BAD_CONFIG' }],
  ])('[A59] %s', async (_title, config, failure) => {
    const { result, io } = run(config, { answer: 'reject' });
    expect(await failureOf(() => result)).toMatchObject(failure);
    expect([...io.recorded.keys()].filter((key) => !key.includes('?'))).toEqual([]);
  });

  it.each([
    ['its code', Object.assign(new Error('x'), { code: 'EBUSY' }), 'EBUSY'],
    ['its class', new RangeError('x'), 'RangeError'],
    [
      'that of its failure',
      Object.assign(new Error('x'), { failure: { code: 'HTTP_STATUS' } }),
      'HTTP_STATUS',
    ],
  ])(
    '[A2650] a failed call has the name of the error that the tool threw: %s',
    async (_, thrown, name) => {
      const throwing = {
        name: 'odd',
        description: '',
        parameters,
        run: () => Promise.reject(thrown),
      };
      const call = nodeCall({ nodeType: 'tool', config: { tool: 'odd' }, context: 'chat' });
      const called = async () => type.run!(call, fakeNodeIo({ tools: [throwing] }));
      expect(await failureOf(called)).toMatchObject({ code: 'TOOL_FAILED', name });
    },
  );

  it('[A59] what the tool itself said is worth another attempt, which calls it again', async () => {
    const { result, io } = run({ tool: 'broken' });
    const failure = await failureOf(() => result);
    expect(failure).toEqual({
      code: 'TOOL_FAILED',
      message: 'The tool "broken" failed: jammed',
      data: { tool: 'broken', reason: 'failed' },
    });
    const mended = [{ ...tools[1]!, run: () => 'works' }];
    const again = fakeNodeIo({ tools: mended, recorded: io.recorded });
    const call = nodeCall({ nodeType: 'tool', config: { tool: 'broken' }, attempt: 2 });
    expect(await type.run!(call, again)).toMatchObject({
      value: { results: [{ result: 'works' }] },
    });
  });

  it('[A60] the calls of a message, in order, errors among them', async () => {
    const calls = [
      { id: 'a', name: 'double', arguments: { n: 1 } },
      { id: 'b', name: 'broken', arguments: {} },
      { id: 'c', name: 'nowhere', arguments: {} },
      { id: 'd', name: 'double', arguments: '{"n":' },
      {
        id: 'e',
        name: 'double',
        arguments: { n: 2 },
        problem: { reason: 'not-offered', message: 'not yours' },
      },
      { id: 'f', name: 'double', arguments: '{"n":3}' },
    ];
    const { result } = run({ calls }, { previous: { node: 'desk', toolCalls: calls } });
    const noTool = 'There is no tool "nowhere" here.';
    const { value, context } = await result;
    expect(value).toEqual({
      results: [
        { callId: 'a', name: 'double', result: 2 },
        { callId: 'b', name: 'broken', error: 'jammed' },
        { callId: 'c', name: 'nowhere', error: noTool },
        { callId: 'd', name: 'double', error: expect.stringContaining('are not JSON') },
        { callId: 'e', name: 'double', error: 'not yours' },
        { callId: 'f', name: 'double', result: 6 },
      ],
      last: 'double',
      node: 'desk',
    });
    expect(context?.use).toBe('chat');
    expect(context?.append?.map(({ role, toolCallId }) => [role, toolCallId])).toEqual(
      ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ['tool', id]),
    );
    expect(context?.append?.[2]?.content).toEqual({ error: noTool });
  });

  it('[A60] no calls, and a context of its own choice', async () => {
    const { result } = run({ calls: [], context: 'other' });
    expect(await result).toEqual({
      value: { results: [], last: null, node: null },
      context: { use: 'other', append: [] },
    });
  });

  it.each<[Json, Json]>([
    ['approve', { callId: 'a', name: 'double', result: 2 }],
    [
      { decision: 'no', note: 'wait' },
      { callId: 'a', name: 'double', error: 'A person rejected this call: wait' },
    ],
  ])('[A46] asks a person: %j', async (answer, expected) => {
    const calls = [{ id: 'a', name: 'double', arguments: { n: 1 } }];
    const { result } = run({ calls, approve: ['double'] }, { answer });
    expect(await result).toMatchObject({ value: { results: [expected] } });
  });
});
