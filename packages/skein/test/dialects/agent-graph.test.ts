// Goal: graphs of agents run as the dialect says. Method: whole runs on a real engine with the offline model and a clock
// that is told what time it is.
import { describe, expect, it } from 'vitest';
import {
  agent,
  always,
  calls,
  executor,
  graph,
  linesOf,
  next,
  play,
  says,
  when,
} from './agent-graph-flow.ts';

const tools = { search: { result: { hits: 3 } }, store: { error: 'no such table' } };

describe('who is next', () => {
  const pair = graph([agent('a'), agent('b')], [when('a', 'B', 'b'), when('a', 'END', null)]);

  it('[GA2] is what the text of an agent chooses; the last text is the output', async () => {
    const { run, view } = await play(pair, { replies: [says('a', next('B')), says('b', 'Done.')] });
    expect(run).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(view).toEqual({
      messages: [
        { role: 'user', content: 'hello' },
        { role: 'assistant', content: '{"next":"B"}', name: 'A' },
        { role: 'assistant', content: 'Done.', name: 'B' },
      ],
      next: null,
      currentNode: null,
      steps: 2,
      status: 'completed',
    });
  });

  it('[GA3] is what the tool router chooses', async () => {
    const { view } = await play(pair, {
      replies: [calls('A', 'router', { next_node: 'B' }), says('B', 'Done.')],
    });
    expect(linesOf(view)).toEqual(['user: hello', 'A: ', 'tool: ok', 'B: Done.']);
  });

  it.each([
    ['an edge', [when('a', 'END', null)]],
    ['no edge', []],
  ])('[GA5] END halts with %s', async (_name, edges) => {
    const { run, view } = await play(graph([agent('a')], edges), {
      replies: [says('a', next('END'))],
    });
    expect([run.status, view.next, view.steps]).toEqual(['completed', 'END', 1]);
  });

  it('[GA5] a wrong choice gets another turn, once', async () => {
    const repaired = await play(pair, {
      replies: [says('a', next('X')), says('a', next('b')), says('b', 'Done.')],
    });
    expect(linesOf(repaired.view)).toEqual([
      'user: hello',
      'A: {"next":"X"}',
      'user: "X" is none of your choices. Choose one of: B, END.',
      'A: {"next":"b"}',
      'B: Done.',
    ]);
    const lost = await play(pair, { replies: [says('a', next('X')), says('a', next('Y'))] });
    expect(lost.run).toMatchObject({
      status: 'failed',
      error: { code: 'ROUTE_UNKNOWN', node: 'a' },
    });
    expect(lost.run.error?.message).toContain('Choose one of: B, END.');
    expect(lost.view.next).toBe('X');
    expect(linesOf(lost.view).at(-1)).toBe('A: {"next":"Y"}');
  });

  it('[GA14] a choice beside prose is followed', async () => {
    const { run, view } = await play(pair, {
      replies: [says('a', `I think so. ${next('B')}`), says('b', 'Done.')],
    });
    expect(run).toMatchObject({ status: 'completed', output: 'Done.' });
    expect(linesOf(view)).toEqual(['user: hello', 'A: I think so. {"next":"B"}', 'B: Done.']);
  });

  it('[GA15] a supervisor that ends the run leaves the answer of its worker as the output', async () => {
    const team = graph(
      [agent('a'), agent('b')],
      [when('a', 'B', 'b'), when('a', 'END', null), always('b', 'a')],
    );
    const replies = [says('a', next('B')), says('b', 'Three months.'), says('a', next('END'))];
    const { run, view } = await play(team, { replies });
    expect(run).toMatchObject({ status: 'completed', output: 'Three months.' });
    expect(view.next).toBe('END');
  });

  it('[GA6] without a choice the ALWAYS edge is followed, also to the end', async () => {
    const chain = graph([agent('a'), agent('b')], [always('a', 'b'), always('b', null)], {
      isConversational: true,
    });
    const { run } = await play(chain, { replies: [says('a', 'One.'), says('b', 'Two.')] });
    expect(run).toMatchObject({ status: 'completed', output: 'Two.' });
  });

  it('[GA7] the output is the last text that is not empty', async () => {
    const toolCalls = [{ name: 'router', arguments: { next_node: 'B' } }];
    const { run } = await play(pair, {
      replies: [says('a', 'Said.', { toolCalls }), says('b', '')],
    });
    expect(run).toMatchObject({ status: 'completed', output: 'Said.' });
  });
});

describe('a conversation', () => {
  const talk = graph([agent('a'), agent('b')], [when('a', 'B', 'b'), when('a', 'END', null)], {
    isConversational: true,
    policy: { maxSteps: 2 },
    agents: [
      { id: 'a', systemPrompt: 'Be kind.' },
      { id: 'b', systemPrompt: 'Be brief.' },
    ],
  });

  it("[GA6] waits for the user under the agent's id, and counts anew after each message", async () => {
    const replies = [
      says('a', next('B')),
      says('b', 'Hi.'),
      says('b', 'Again?'),
      says('b', 'And again?'),
      says('b', 'Bye.', { toolCalls: [{ name: 'end', arguments: {} }] }),
    ];
    const first = await play(talk, { replies });
    expect(first.view).toMatchObject({ status: 'waiting', currentNode: 'B', steps: 2 });
    expect(first.run.waits).toMatchObject([{ node: 'b', kind: 'agent-graph.turn', prompt: 'Hi.' }]);
    expect(first.run.nodes).toMatchObject({ b: { status: 'waiting', activations: 1 } });
    const answers = ['one', 'two', 'three'].map((text) => ['b', text] as const);
    const all = await play(talk, { replies }, { answers });
    expect(linesOf(all.view).slice(2)).toEqual([
      'B: Hi.',
      'user: one',
      'B: Again?',
      'user: two',
      'B: And again?',
      'user: three',
      'B: Bye.',
      'tool: ok',
    ]);
    expect(all.view).toMatchObject({ status: 'completed', next: 'END', steps: 5 });
    expect(all.run.output).toBe('Bye.');
  });

  it('[GA3] has a sentence about the tool end in every system prompt', async () => {
    const prompted = (contains: string) => ({ when: { contains }, text: 'Heard.' });
    const both = await play(talk, {
      replies: [prompted('call the tool "end"')],
      otherwise: 'fail',
    });
    expect(linesOf(both.view)).toEqual(['user: hello', 'A: Heard.']);
  });
});

describe('tools', () => {
  const withTools = (edges: readonly object[]) =>
    graph([agent('a'), agent('b'), executor], [when('a', 'tools', 't'), ...edges]);
  const replies = [calls('a', 'search', { q: 1 }), says('a', 'A has it.'), says('b', 'B has it.')];

  it.each([
    ['its own edge', [when('t', 'search', 'b'), always('t', 'a')], 'B has it.'],
    ['the edge for all', [when('t', 'other', 'a'), always('t', 'b')], 'B has it.'],
    ['the agent that called', [when('t', 'other', 'b')], 'A has it.'],
  ])('[GA10] after a tool: %s', async (_name, edges, output) => {
    const { run, view } = await play(withTools(edges), { replies, tools });
    expect(run).toMatchObject({ status: 'completed', output });
    expect(view.messages.slice(1, 3)).toEqual([
      {
        role: 'assistant',
        content: '',
        name: 'A',
        toolCalls: [{ id: 'a-1-1', name: 'search', arguments: { q: 1 } }],
      },
      { role: 'tool', content: '{"hits":3}', name: 'search', toolCallId: 'a-1-1' },
    ]);
    expect(view.steps).toBe(3);
  });

  it('[GA9] all calls of a message run in order; the last decides', async () => {
    const both = {
      when: { node: 'a' },
      toolCalls: [
        { name: 'search', arguments: {} },
        { name: 'store', arguments: {} },
      ],
    };
    const edges = [when('t', 'store', 'b'), when('t', 'search', 'a')];
    const { view } = await play(withTools(edges), { replies: [both, says('b', 'Oh.')], tools });
    expect(linesOf(view).slice(1)).toEqual([
      'A: ',
      'tool: {"hits":3}',
      'tool: {"error":"no such table"}',
      'B: Oh.',
    ]);
  });

  it('[GA4] tools first: a choice beside them is not taken', async () => {
    const mixed = {
      when: { node: 'a' },
      toolCalls: [
        { name: 'router', arguments: { next_node: 'B' } },
        { name: 'search', arguments: {} },
      ],
    };
    const { view } = await play(withTools([when('a', 'B', 'b')]), {
      replies: [mixed, says('a', 'Seen.')],
      tools,
    });
    expect(linesOf(view).slice(2)).toEqual([
      'tool: not taken: tools first',
      'tool: {"hits":3}',
      'A: Seen.',
    ]);
  });

  it('[GA8] a described agent cannot call what is not on its list', async () => {
    const { view } = await play(
      { ...withTools([]), agents: [{ id: 'a', tools: [{ name: 'search' }] }, { id: 'b' }] },
      { replies: [calls('a', 'store'), says('a', 'Hm.')], tools },
    );
    expect(linesOf(view)[2]).toContain('There is no tool');
  });

  it('[GA9] placeholders in what tools and agents say stay texts', async () => {
    const hostile = '${trigger} {{PREVIOUS_OUTPUT}} <<trigger_output>> @{SESSION_ID}.a $& $1 `';
    const { run, view } = await play(
      withTools([]),
      { replies: [calls('a', 'echo'), says('a', hostile)], tools: { echo: { result: hostile } } },
      { input: hostile },
    );
    expect(linesOf(view)).toEqual([`user: ${hostile}`, 'A: ', `tool: ${hostile}`, `A: ${hostile}`]);
    expect(run.output).toBe(hostile);
  });
});
