// Goal: canvases run as they are meant to, on the real engine with the real agents and the scripted model.
import type { Json, JsonObject } from '@skein/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { createEngine, type CreateEngineOptions, type Engine } from '../../src/index.ts';

interface View {
  readonly status: string;
  readonly logs: readonly { nodeId: string; type: string; content: string; timestamp: string }[];
  readonly state: JsonObject;
  readonly waitingForInput: boolean;
  readonly currentNodeId: string | null;
}

const engines: Engine[] = [];
afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

interface Started {
  readonly id: string;
  readonly engine: Engine;
  readonly view: () => Promise<View>;
  readonly logs: (...types: readonly string[]) => Promise<readonly string[]>;
  /** Answers, then waits until nothing can go on. */
  readonly answer: (node: string | undefined, answer: Json) => Promise<View>;
}

async function start(
  definition: object,
  script: CreateEngineOptions['script'] = {},
  input?: Json,
): Promise<Started> {
  const engine = await createEngine({ script });
  engines.push(engine);
  const { id } = await engine.runs.start(definition, input === undefined ? {} : { input });
  await engine.runs.settled(id);
  const view = async () => (await engine.runs.view(id)) as unknown as View;
  return {
    id,
    engine,
    view,
    logs: async (...types) =>
      (await view()).logs
        .filter(({ type }) => types.length === 0 || types.includes(type))
        .map(({ nodeId, type, content }) => `${nodeId} ${type}: ${content}`),
    async answer(node, answer) {
      await engine.waits.answer({ run: id, ...(node === undefined ? {} : { node }) }, answer);
      await engine.runs.settled(id);
      return view();
    },
  };
}

const node = (id: string, type: string, data: JsonObject = {}) => ({ id, type, data });
const from = (source: string, target: string, sourceHandle?: string) => ({
  source,
  target,
  ...(sourceHandle === undefined ? {} : { sourceHandle }),
});

const review = {
  nodes: [
    node('start', 'start', { initialInput: { draft: 1 } }),
    node('check', 'approval', { prompt: 'Fine?' }),
    node('yes', 'agent', { userPrompt: 'yes {{PREVIOUS_OUTPUT}}' }),
    node('no', 'agent', { userPrompt: 'no {{PREVIOUS_OUTPUT}}' }),
  ],
  connections: [
    from('start', 'check'),
    from('check', 'yes', 'approve'),
    from('check', 'no', 'reject'),
  ],
};

describe('approvals', () => {
  it.each<[Json, string, JsonObject, string]>([
    [true, 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [false, 'no', { decision: 'reject', note: '' }, 'User rejected this step.'],
    ['OK', 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [
      'Okay: but soon',
      'yes',
      { decision: 'approve', note: 'but soon' },
      'User approved this step. Feedback: but soon',
    ],
    ['approved', 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [
      'rejected, sorry',
      'no',
      { decision: 'reject', note: 'sorry' },
      'User rejected this step. Feedback: sorry',
    ],
    [
      'I must reject it',
      'no',
      { decision: 'reject', note: 'I must reject it' },
      'User rejected this step. Feedback: I must reject it',
    ],
    [{ decision: 'Approve' }, 'yes', { decision: 'approve', note: '' }, 'User approved this step.'],
    [
      { decision: 'REJECT', note: '$& {{PREVIOUS_OUTPUT}}' },
      'no',
      { decision: 'reject', note: '$& {{PREVIOUS_OUTPUT}}' },
      'User rejected this step. Feedback: $& {{PREVIOUS_OUTPUT}}',
    ],
  ])('[CV19] %j goes to %s', async (answer, way, kept, said) => {
    const run = await start(review);
    expect(await run.view()).toMatchObject({
      status: 'paused',
      waitingForInput: true,
      currentNodeId: 'check',
    });
    const view = await run.answer('check', answer);
    expect(view).toMatchObject({ status: 'completed', currentNodeId: null });
    expect(view.state).toEqual({
      start: { draft: 1 },
      check_approval: kept,
      [way]: `${way} {"draft":1}`,
      previous_output: `${way} {"draft":1}`,
    });
    expect(await run.logs('input_received')).toEqual([`check input_received: ${said}`]);
  });

  it.each<[Json]>([
    ['maybe'],
    [''],
    [null],
    [7],
    [{ decision: 'later' }],
    [{ decision: 'approve', note: 5 }],
  ])('[CV19] %j is refused, naming approve and reject, and the wait stays open', async (answer) => {
    const run = await start(review);
    await expect(run.answer('check', answer)).rejects.toMatchObject({
      code: 'ANSWER_REFUSED',
      message: expect.stringMatching(/approve.*reject/) as string,
    });
    expect(await run.view()).toMatchObject({ status: 'paused', currentNodeId: 'check' });
    expect((await run.answer('check', 'yes')).status).toBe('completed');
  });

  it('[CV19] several from one fan-out are open at once; without a node the oldest is answered', async () => {
    const run = await start({
      nodes: [
        node('start', 'start'),
        node('a', 'approval'),
        node('b', 'approval'),
        node('c', 'approval'),
      ],
      connections: [from('start', 'b'), from('start', 'a'), from('start', 'c')],
    });
    expect((await run.view()).currentNodeId).toBe('b');
    expect(await run.answer('a', 'no')).toMatchObject({ status: 'paused', currentNodeId: 'b' });
    expect(await run.answer(undefined, 'yes')).toMatchObject({
      currentNodeId: 'c',
      state: { b_approval: { decision: 'approve' } },
    });
    expect(await run.answer(undefined, 'yes')).toMatchObject({
      status: 'completed',
      currentNodeId: null,
    });
  });
});

describe('the gate', () => {
  const deferred = {
    nodes: [
      node('start', 'start', { initialInput: 'go' }),
      node('ask', 'approval'),
      node('side', 'agent'),
      node('more', 'agent'),
      node('ask2', 'approval'),
      node('last', 'agent'),
      node('next', 'agent'),
    ],
    connections: [
      from('start', 'ask'),
      from('start', 'side'),
      from('side', 'more'),
      from('side', 'ask2'),
      from('side', 'last'),
      from('ask', 'next', 'approve'),
    ],
  };

  it('[CV19] what runs finishes, what follows is queued; the answered branch goes first, then the queue', async () => {
    const run = await start(deferred);
    expect(await run.view()).toMatchObject({
      status: 'paused',
      currentNodeId: 'ask',
      state: { side: 'go' },
    });
    expect(await run.answer('ask', 'approve')).toMatchObject({
      status: 'paused',
      currentNodeId: 'ask2',
    });
    const begun = async () => (await run.logs('step_start')).map((line) => line.split(' ')[0]);
    expect(await begun()).toEqual(['start', 'ask', 'side', 'next', 'more', 'ask2']);
    expect((await run.answer('ask2', 'reject')).status).toBe('completed');
    expect((await begun()).slice(6)).toEqual(['last']);
  });

  it('[CV19] branches run at the same time', async () => {
    const both = {
      nodes: [
        node('start', 'start'),
        node('a', 'agent'),
        node('b', 'agent'),
        node('join', 'agent'),
      ],
      connections: [from('start', 'a'), from('start', 'b'), from('a', 'join'), from('b', 'join')],
    };
    const script = {
      replies: ['a', 'b'].map((id) => ({ when: { node: id }, text: id, delayMs: 50 })),
    };
    const run = await start(both, script);
    const order = (await run.view()).logs.map(({ nodeId, type }) => `${nodeId} ${type}`);
    expect(order.indexOf('b step_start')).toBeLessThan(order.indexOf('a llm_response'));
    expect(order.filter((line) => line === 'join step_start')).toHaveLength(2);
  });
});

describe('agents', () => {
  it('[CV19] one that goes on calling tools fails at 20 turns, naming the limit', async () => {
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
      await run.answer('check', 'no, not yet');
      outputs.push((await run.engine.runs.get(run.id)).output);
    }
    expect(outputs).toEqual(['no {"draft":1}', 'no {"draft":1}']);
  });

  it('[CV19] a web search that nobody offers is told to the model and warned of; the run goes on', async () => {
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

  it('[CV19] one that fails is an error for its parent, and the run goes on', async () => {
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

describe('the end', () => {
  it('[CV19] a cancelled run is failed, with an error', async () => {
    const run = await start(review);
    await run.engine.runs.cancel(run.id, { reason: 'Enough.' });
    await run.engine.runs.finished(run.id);
    expect(await run.view()).toMatchObject({
      status: 'failed',
      waitingForInput: false,
      currentNodeId: null,
    });
    expect(await run.logs('error')).toEqual(['system error: Enough.']);
  });
});
