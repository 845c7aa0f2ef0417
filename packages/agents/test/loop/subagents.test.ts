import { describe, expect, it } from 'vitest';
import type { AgentPlan, ScriptReply, SubagentTool } from '@skein/agents';
import type { Json } from '@skein/kernel';
import { failureOf } from '../fake-node-io.ts';
import { fakeSubagent, loopWorld } from './loop-world.ts';

const ask = (name: string, args: Json = { input: `for ${name}` }): ScriptReply => ({
  toolCalls: [{ name, arguments: args, id: `to-${name}` }],
});
const by = (node: string, reply: ScriptReply): ScriptReply => ({ ...reply, when: { node } });

function tool(node: string, plan: Partial<AgentPlan> = {}): SubagentTool {
  return {
    name: node,
    description: node,
    subagent: fakeSubagent(node, { resolve: (input) => ({ ok: true, config: { input } }) }),
    plan: (config) => ({
      messages: [{ role: 'user', content: config['input'] ?? null }],
      tools: [],
      agent: `agent ${node}`,
      ...plan,
    }),
  };
}

describe('subagents', () => {
  it('[A50][A51] run inside the call of their parent, at any depth', async () => {
    const world = loopWorld({
      replies: [
        by('boss', ask('left')),
        by('left', ask('deep')),
        by('deep', { text: 'bottom' }),
        by('The left', { text: 'left is done' }),
        by('boss', { text: 'Done.' }),
      ],
      otherwise: 'fail',
    });
    const { messages } = await world.run({
      tools: [tool('left', { model: 'small', system: 'Dig.', tools: [tool('deep')] })],
    });
    expect(messages[1]).toMatchObject({ role: 'tool', content: 'left is done' });
    expect(
      world.requests.map(({ caller, system, messages: sent }) => [
        caller.node,
        caller.agent,
        system,
        sent[0]?.content,
      ]),
    ).toEqual([
      ['boss', undefined, undefined, 'Go.'],
      ['left', 'agent left', 'Dig.', 'for left'],
      ['deep', 'agent deep', undefined, 'for deep'],
      ['left', 'agent left', 'Dig.', 'for left'],
      ['boss', undefined, undefined, 'Go.'],
    ]);
    const leftCall = { callId: 'to-left', name: 'left', node: 'left', nodeName: 'The left' };
    const deepCall = { callId: 'to-deep', name: 'deep', node: 'deep', nodeName: 'The deep' };
    const left = { ...leftCall, parent: 'boss', depth: 1 };
    const deep = { ...deepCall, parent: 'left', parentCallId: 'to-left', depth: 2 };
    expect([...world.io.recorded]).toMatchObject([
      ['model#1', { type: 'model' }],
      [
        'subagent:to-left:start#1',
        { type: 'subagent.start', ...left, input: 'for left', config: { input: 'for left' } },
      ],
      ['to-left/model#1', { inside: { node: 'left', callId: 'to-left', depth: 1 } }],
      ['to-left/subagent:to-deep:start#1', { type: 'subagent.start', ...deep }],
      ['to-left/to-deep/model#1', { inside: { node: 'deep', callId: 'to-deep', depth: 2 } }],
      ['to-left/subagent:to-deep:end#1', { type: 'subagent.end', ...deep, result: 'bottom' }],
      ['to-left/model#2', {}],
      ['subagent:to-left:end#1', { type: 'subagent.end', ...left, result: 'left is done' }],
      ['model#2', { type: 'model' }],
    ]);
  });

  it('[A52] scripts count their calls apart, tokens carry their node, usage adds up', async () => {
    const replies = [
      { when: { node: 'boss', call: 1 }, ...ask('left') },
      { when: { agent: 'agent left', call: 1 }, text: 'one' },
      { when: { node: 'boss', call: 2 }, text: 'two' },
    ];
    const world = loopWorld({ replies, otherwise: 'fail' });
    await world.run({ tools: [tool('left')] });
    expect(world.io.emitted).toEqual([
      { type: 'token', text: 'one', step: expect.stringContaining('model#1'), node: 'left' },
      { type: 'token', text: 'two', step: 'model#2' },
    ]);
    expect(world.io.spent).toHaveLength(3);
  });

  it.each<[string, SubagentTool, readonly ScriptReply[], RegExp]>([
    [
      'its model',
      tool('left'),
      [by('left', { error: { status: 400, message: 'too long' } })],
      /^too long$/,
    ],
    [
      'its limit',
      tool('left', { tools: [tool('deep')], maxTurns: 1 }),
      [by('left', ask('deep'))],
      /maxTurns \(1\)/,
    ],
    [
      'its config',
      {
        ...tool('left'),
        subagent: fakeSubagent('left', { resolve: () => ({ ok: false, missing: ['${a.b}'] }) }),
      },
      [],
      /\$\{a\.b\} is missing/,
    ],
    [
      'its plan',
      { ...tool('left'), plan: () => Promise.reject(new Error('no plan')) },
      [],
      /^no plan$/,
    ],
  ])('[A53] a failure of %s is told to the parent', async (_title, left, replies, message) => {
    const world = loopWorld({
      replies: [by('boss', ask('left')), ...replies, by('boss', { text: 'Done.' })],
    });
    const { messages, text } = await world.run({ tools: [left] });
    expect(text).toBe('Done.');
    expect(messages[1]).toMatchObject({ content: { error: expect.stringMatching(message) } });
    expect(world.io.recorded.get('subagent:to-left:end#1')).toMatchObject({
      error: expect.stringMatching(message),
    });
  });

  it('[A53] what is worth another attempt is tried again first', async () => {
    const replies = [by('boss', ask('left')), by('left', { error: { status: 503 } })];
    const world = loopWorld({ replies }, { attemptsLeft: 2 });
    expect(await failureOf(() => world.run({ tools: [tool('left')] }))).toMatchObject({
      code: 'MODEL_CALL_FAILED',
    });
    expect([...world.io.recorded.keys()]).toEqual(['model#1', 'subagent:to-left:start#1']);
    const recorded = world.io.recorded;
    const rest = { replies: [by('left', { text: 'late' }), by('boss', { text: 'Done.' })] };
    const again = loopWorld(rest, { recorded, attemptsLeft: 1 });
    expect((await again.run({ tools: [tool('left')] })).messages[1]?.content).toBe('late');
  });

  it.each<[string, Json]>([
    ['no input', {}],
    ['an input that is no text', { input: 7 }],
    ['more than the input', { input: 'x', model: 'large' }],
  ])('[A50] malformed: %s', async (_title, args) => {
    const world = loopWorld({ replies: [ask('left', args), { text: 'Done.' }] });
    const { messages } = await world.run({ tools: [tool('left')] });
    expect(messages[1]).toMatchObject({
      content: { error: expect.stringContaining('are invalid') },
    });
    expect(world.io.recorded.get('tool:to-left#1')).toMatchObject({ reason: 'malformed' });
    expect(world.requests).toHaveLength(2);
  });

  it('[A54] approvals of the parent hold for its subagents', async () => {
    const mail = { name: 'mail', description: '', parameters: {}, run: () => 'sent' };
    const replies = [
      by('boss', ask('left')),
      by('left', { toolCalls: [{ name: 'mail', arguments: { to: 'x' } }] }),
      by('left', { text: 'ok' }),
      by('boss', { text: 'Done.' }),
    ];
    const world = loopWorld({ replies }, { answers: ['approve'] });
    await world.run({
      tools: [tool('left', { tools: [mail], approve: false })],
      approve: ['mail'],
    });
    expect(world.asked).toMatchObject([
      {
        prompt: 'May "The left" call the tool "mail"?',
        data: { tool: 'mail', inside: { node: 'left', callId: 'to-left', depth: 1 } },
      },
    ]);
    const all = loopWorld({ replies }, { answers: ['approve', 'approve'] });
    await all.run({ tools: [tool('left', { tools: [mail] })], approve: true });
    expect(all.asked.map(({ data }) => (data as { tool: string }).tool)).toEqual(['left', 'mail']);
  });

  it.each([
    ['the outermost that wants it', ['mail'], ['mail'], ['ann']],
    ['the one that wants it', [], ['mail'], ['bob']],
  ])('[A560] of several agents it is %s that says by whom', async (_title, above, own, who) => {
    const mail = { name: 'mail', description: '', parameters: {}, run: () => 'sent' };
    const replies = [
      by('boss', ask('left')),
      by('left', { toolCalls: [{ name: 'mail', arguments: {} }] }),
      by('left', { text: 'ok' }),
      by('boss', { text: 'Done.' }),
    ];
    const world = loopWorld({ replies }, { answers: ['approve'] });
    const left = tool('left', { tools: [mail], approve: own, who: ['bob'] });
    await world.run({ tools: [left], approve: above, who: ['ann'] });
    expect(world.asked.map((question) => question.who)).toEqual([who]);
  });
});
