// Goal: agents and subagents of a canvas run as they are meant to, on the real engine with the scripted model.
import type { Json } from '@skein/kernel';
import type { ModelRequest } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../src/index.ts';
import { start, node, from, review } from './start-canvas.ts';

describe('agents', () => {
  it('[CV19] one that continues calling tools fails at 20 turns, naming the limit', async () => {
    const script = {
      replies: [{ repeat: true, text: 'hm', toolCalls: [{ name: 'web_search', arguments: {} }] }],
      tools: { web_search: { result: 'nothing' } },
    };
    const run = await start(
      {
        nodes: [node('start', 'start'), node('a', 'agent', { tools: { web_search: true } })],
        connections: [from('start', 'a')],
      },
      script,
    );
    expect((await run.view()).status).toBe('failed');
    expect(await run.logs('error', 'llm_error', 'llm_response')).toEqual([
      expect.stringMatching(/^a error: .*20/),
    ]);
  });

  it('[CV19] an error of a call is an llm_error, and nothing else', async () => {
    const script = { replies: [{ error: { status: 400, message: 'No such model.' } }] };
    const run = await start(
      { nodes: [node('start', 'start'), node('a', 'agent')], connections: [from('start', 'a')] },
      script,
    );
    expect((await run.view()).status).toBe('failed');
    expect((await run.logs()).slice(2)).toEqual([
      'a start_prompt: ',
      'a llm_error: No such model.',
    ]);
  });

  it('[CV19] a call that helps at the second attempt leaves its error in the log', async () => {
    const script = {
      replies: [{ error: { status: 429, message: 'Busy.', retryAfterMs: 1 } }, { text: 'done' }],
    };
    const run = await start(
      { nodes: [node('start', 'start'), node('a', 'agent')], connections: [from('start', 'a')] },
      script,
    );
    await run.engine.runs.finished(run.id);
    expect((await run.logs()).slice(1)).toEqual([
      'a step_start: Agent agent node',
      'a start_prompt: ',
      'a llm_error: Busy.',
      'a llm_response: done',
    ]);
  });

  it('[CV19] says the same as its native form', async () => {
    const native = {
      skein: 1,
      policy: { whileWaiting: 'hold' },
      nodes: [
        { id: 'start', type: 'start' },
        { id: 'check', type: 'approval', config: { prompt: 'Fine?' } },
        { id: 'yes', type: 'agent', config: { prompt: 'yes ${previous}' } },
        { id: 'no', type: 'agent', config: { prompt: 'no ${previous}' } },
      ],
      edges: [
        { from: 'start', to: 'check' },
        { from: 'check', out: 'approved', to: 'yes' },
        { from: 'check', out: 'rejected', to: 'no' },
      ],
    };
    const outputs = [];
    for (const definition of [review, native]) {
      const run = await start(definition, {}, { draft: 1 });
      await run.answer('check', { decision: 'no', note: 'not yet' });
      outputs.push((await run.engine.runs.get(run.id)).output);
    }
    expect(outputs).toEqual(['no {"draft":1}', 'no {"draft":1}']);
  });

  it('[CV19] a web search that nobody offers is told to the model and warned of; the run continues', async () => {
    const script = {
      replies: [
        { when: { call: 1 }, toolCalls: [{ name: 'web_search', arguments: { query: 'tea' } }] },
        { text: 'done' },
      ],
    };
    const run = await start(
      {
        nodes: [node('start', 'start'), node('a', 'agent', { tools: { web_search: true } })],
        connections: [from('start', 'a')],
      },
      script,
    );
    expect(await run.view()).toMatchObject({ status: 'completed', state: { a: 'done' } });
    expect(await run.logs('warn')).toEqual([
      expect.stringMatching(/^a warn: Tool web_search failed: /),
    ]);
  });

  const hostile = [
    '$& $1 $$ ${previous} ${trigger}',
    '{{PREVIOUS_OUTPUT}} <<trigger_output>> <<step_output.x>> <<CURRENT_DATE>>',
    '@{SESSION_ID}.a.x|d {{state.x}} \\ " \u0000',
  ];

  it.each(hostile)(
    '[CV19] an output stays literal in prompts, conditions and later steps: %j',
    async (text) => {
      const run = await start({
        nodes: [
          node('start', 'start', { initialInput: text }),
          node('a', 'agent', { userPrompt: 'x {{PREVIOUS_OUTPUT}} y' }),
          node('same', 'if', { conditions: [{ operator: 'equal', value: `x ${text} y` }] }),
          node('b', 'agent'),
        ],
        connections: [from('start', 'a'), from('a', 'same'), from('same', 'b', 'condition-0')],
      });
      expect(await run.view()).toMatchObject({
        status: 'completed',
        state: { start: text, a: `x ${text} y`, b: `x ${text} y` },
      });
    },
  );
});

describe('subagents', () => {
  const on = { subagents: true };
  const team = {
    nodes: [
      node('start', 'start', { initialInput: 'q' }),
      node('a', 'agent', { agentName: 'A', tools: on }),
      node('b', 'agent', { agentName: 'B', tools: on, model: 'model-b', systemPrompt: 'I am B.' }),
      node('c', 'agent', { agentName: 'C', tools: on }),
      node('d', 'agent', { agentName: 'D', userPrompt: 'ignored' }),
    ],
    connections: [
      from('start', 'a'),
      from('a', 'b', 'subagent'),
      from('b', 'c', 'subagent'),
      from('c', 'd', 'subagent'),
    ],
  };
  const asks = (id: string, next: string) => ({
    when: { node: id, call: 1 },
    text: 'beside the call',
    toolCalls: [
      { id: `call-${next}`, name: `subagent_${next}_${next}`, arguments: { input: `${id} asks` } },
    ],
  });
  const script = {
    replies: [
      asks('a', 'b'),
      { ...asks('b', 'c'), when: { node: 'b', call: 1, model: 'model-b', contains: 'a asks' } },
      asks('c', 'd'),
      { when: { node: 'd', history: 'c asks' }, text: 'd answers' },
      { when: { node: 'c', contains: 'd answers' }, text: 'c answers' },
      { when: { node: 'b', contains: 'c answers' }, text: 'b answers' },
      { when: { node: 'a', contains: 'b answers' }, text: 'a answers' },
    ],
    otherwise: 'fail',
  };

  it('[CV19] nest three deep, with their own model, prompt and tools; only calls are in the log', async () => {
    const run = await start(team, script);
    const { status, logs, state } = await run.view();
    expect(status).toBe('completed');
    expect(state).toEqual({ start: 'q', a: 'a answers', previous_output: 'a answers' });
    const calls = logs.filter(({ type }) => type.startsWith('subagent_call'));
    expect(calls.map(({ nodeId, content }) => [nodeId, JSON.parse(content) as Json])).toEqual(
      [
        ['a', 'b', 'call-b', undefined, 1, 'start', 'a asks'],
        ['b', 'c', 'call-c', 'call-b', 2, 'start', 'b asks'],
        ['c', 'd', 'call-d', 'call-c', 3, 'start', 'c asks'],
        ['c', 'd', 'call-d', 'call-c', 3, 'end', 'd answers'],
        ['b', 'c', 'call-c', 'call-b', 2, 'end', 'c answers'],
        ['a', 'b', 'call-b', undefined, 1, 'end', 'b answers'],
      ].map(([parent, child, callId, parentCallId, depth, end, message]) => [
        parent,
        {
          type: `subagent_call_${String(end)}`,
          parentNodeId: parent,
          subagentNodeId: child,
          subagentName: String(child).toUpperCase(),
          callId,
          ...(parentCallId === undefined ? {} : { parentCallId }),
          depth,
          message,
        },
      ]),
    );
    const others = logs.filter(({ type }) => !type.startsWith('subagent_call'));
    expect(others.map(({ nodeId, type }) => `${nodeId} ${type}`)).toEqual([
      'start step_start',
      'a step_start',
      'a start_prompt',
      'a llm_response',
    ]);
  });

  it('[CV40] the previous output is in the system prompt of an agent, and of a subagent the message to it', async () => {
    const run = await start(
      {
        nodes: [
          node('start', 'start', { initialInput: 'tea' }),
          node('a', 'agent', { tools: on, systemPrompt: 'Sell {{PREVIOUS_OUTPUT}}.' }),
          node('b', 'agent', {
            agentName: 'B',
            systemPrompt: 'You were asked: {{PREVIOUS_OUTPUT}}',
          }),
          node('check', 'approval', { prompt: 'Send {{PREVIOUS_OUTPUT}}?' }),
        ],
        connections: [from('start', 'a'), from('a', 'b', 'subagent'), from('a', 'check')],
      },
      {
        replies: [
          { ...asks('a', 'b'), when: { node: 'a', call: 1, contains: 'Sell tea.' } },
          { when: { node: 'b', contains: 'You were asked: a asks' }, text: 'b answers' },
          { when: { node: 'a', contains: 'b answers' }, text: 'the letter' },
        ],
        otherwise: 'fail',
      },
    );
    const [wait] = (await run.engine.waits.list({ run: run.id })).items;
    expect(wait?.question.prompt).toBe('Send the letter?');
  });

  it('[CV19] one that fails is an error for its parent, and the run continues', async () => {
    const replies = script.replies.map((reply) =>
      reply.when.node === 'd'
        ? { when: reply.when, error: { status: 400, message: 'No.' } }
        : reply,
    );
    const run = await start(team, {
      replies: replies.map((reply) =>
        'when' in reply && reply.when.node === 'c' && !('toolCalls' in reply)
          ? { when: { node: 'c', contains: 'No.' }, text: 'c answers' }
          : reply,
      ),
    });
    expect((await run.view()).status).toBe('completed');
    expect(await run.logs('subagent_call_error', 'llm_error', 'error', 'warn')).toEqual([
      expect.stringMatching(/^c subagent_call_error: .*"message":"No\."/),
    ]);
  });
});

it("[CV22] the parent's model is told what a subagent is good for", async () => {
  const told: (readonly (readonly [string, string])[])[] = [];
  const model = {
    provider: 'own',
    name: 'own',
    call: async ({ tools = [] }: ModelRequest) => {
      told.push(tools.map(({ name, description }) => [name, description]));
      return { text: 'Done.', toolCalls: [], usage: { input: 1, output: 1, usd: 0 } };
    },
  };
  const engine = await createEngine({ models: { model: () => model } });
  const { id } = await engine.runs.start({
    nodes: [
      node('start', 'start'),
      node('boss', 'agent', { tools: { subagents: true } }),
      node('law', 'agent', { agentName: 'Lawyer', description: 'Knows the law of the sea.' }),
      node('cook', 'agent', { agentName: 'Cook' }),
    ],
    connections: [
      from('start', 'boss'),
      from('boss', 'law', 'subagent'),
      from('boss', 'cook', 'subagent'),
    ],
  });
  await engine.runs.finished(id);
  expect(told).toEqual([
    [
      ['subagent_lawyer_law', 'Knows the law of the sea.'],
      ['subagent_cook_cook', 'Asks the agent "Cook".'],
    ],
  ]);
  await engine.close();
});
