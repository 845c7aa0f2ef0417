// Goal: agents that share a conversation can ask any provider, and see who said what. Method: whole runs over real HTTP, with a
// provider that refuses a conversation that ends on the model's own side, and calls and results without each other.
import type { Json } from '@skein/kernel';
import { startFakeProvider, type FakeProvider, type FakeReply } from '@skein/testkit';
import { createEngine } from 'skein';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  agent,
  always,
  executor,
  graph,
  handOff,
  next,
  when,
} from '../dialects/agent-graph-flow.ts';

let fake: FakeProvider;
beforeAll(async () => {
  fake = await startFakeProvider();
});
afterAll(() => fake.close());

interface Asked {
  readonly input?: Json;
  readonly answers?: readonly (readonly [node: string, answer: Json])[];
}

async function run(
  definition: object,
  replies: readonly FakeReply[],
  { input = 'How long is the notice?', answers = [] }: Asked = {},
) {
  const before = fake.requests.length;
  fake.reply(...replies);
  const engine = await createEngine({
    environment: {
      OPENAI_API_KEY: 'key',
      ANTHROPIC_API_KEY: 'key',
      GOOGLE_GENERATIVE_AI_API_KEY: 'key',
      LOCAL_KEY: 'key',
      OPENAI_BASE_URL: `${fake.url}/v1`,
      ANTHROPIC_BASE_URL: `${fake.url}/v1`,
      GOOGLE_GENERATIVE_AI_BASE_URL: `${fake.url}/v1beta`,
    },
    config: {
      providers: {
        local: { type: 'openai-compatible', baseURL: `${fake.url}/v1`, apiKeyEnv: 'LOCAL_KEY' },
      },
    },
    tools: { search: { description: 'Searches.', effect: 'pure', run: () => 'three months' } },
  });
  try {
    const { id } = await engine.runs.start(definition, { input });
    let ended = await engine.runs.settled(id);
    for (const [node, answer] of answers) {
      await engine.waits.answer({ run: id, node }, answer);
      ended = await engine.runs.settled(id);
    }
    return { ended, sent: fake.requests.slice(before).map(({ body }) => body) };
  } finally {
    await engine.close();
  }
}

const search = { toolCalls: [{ id: 'c1', name: 'search', arguments: { query: 'notice' } }] };

/** Each message of a request to Anthropic as `side: text`, calls and results by their type. */
function linesOf(body: { readonly [key: string]: Json } | undefined): readonly string[] {
  const messages = body?.['messages'] as readonly {
    readonly role: string;
    readonly content: string | readonly { readonly type: string; readonly text?: string }[];
  }[];
  return messages.flatMap(({ role, content }) =>
    typeof content === 'string'
      ? [`${role}: ${content}`]
      : content.map(({ type, text }) => `${role}: ${text ?? type}`),
  );
}

describe('agents of a graph', () => {
  const team = (model: string) =>
    graph(
      [agent('a'), agent('b'), agent('c'), executor],
      [
        when('a', 'B', 'b'),
        when('a', 'END', null),
        when('b', 'tools', 't'),
        always('b', 'c'),
        always('c', 'a'),
      ],
      {
        agents: [
          { id: 'a', model, systemPrompt: 'Route.' },
          { id: 'b', model, tools: [{ name: 'search' }] },
          { id: 'c', model },
        ],
      },
    );
  const replies = [
    { text: next('B') },
    { text: 'I look.', ...search },
    { text: 'Three months.' },
    { text: 'I agree.' },
    { text: `All is said. ${next('END')}` },
  ];

  it.each([
    'openai/gpt-5',
    'anthropic/claude-sonnet-4-5',
    'google/gemini-2.5-flash',
    'local/llama',
  ])('[A216] [GA16] hop from agent to agent to their supervisor with %s', async (model) => {
    const { ended, sent } = await run(team(model), replies);
    expect(ended.error ?? null).toBeNull();
    expect(ended).toMatchObject({ status: 'completed', output: 'All is said.' });
    expect(sent).toHaveLength(replies.length);
    const [, , , toC, toA] = sent.map((body) => JSON.stringify(body));
    expect(toC).toContain('[B] said: Three months.');
    // The agent only names its tool; what it does is registered.
    expect(JSON.stringify(sent[1])).toContain('Searches.');
    expect(toA).toContain('[C] said: I agree.');
  });

  it('[A216] [GA3] a choice by the tool router belongs to the agent that made it', async () => {
    const router = (name: string) => ({
      toolCalls: [{ id: `to-${name}`, name: 'router', arguments: { next_node: name } }],
    });
    const spoken = [router('B'), { text: 'Three.' }, { text: 'I agree.' }, router('END')];
    const { ended, sent } = await run(team('anthropic/claude-sonnet-4-5'), spoken);
    expect(ended).toMatchObject({ status: 'completed', output: 'I agree.' });
    const user = 'user: How long is the notice?';
    expect(linesOf(sent[1])).toEqual([
      user,
      'user: [A] called the tool router with {"next_node":"B"}',
      'user: [A] got from the tool router: ok',
    ]);
    expect(linesOf(sent[3]).slice(0, 3)).toEqual([
      user,
      'assistant: tool_use',
      'user: tool_result',
    ]);
  });

  it('[A216] [GA16] see each other on the other side, named, and themselves on their own', async () => {
    const { sent } = await run(team('anthropic/claude-sonnet-4-5'), replies);
    const user = 'user: How long is the notice?';
    const routed = 'user: [A] said: {"next":"B"}';
    expect(sent.map(linesOf)).toEqual([
      [user],
      [user, routed],
      // Its own call and result.
      [user, routed, 'assistant: I look.', 'assistant: tool_use', 'user: tool_result'],
      [
        user,
        routed,
        'user: [B] said: I look.\n\n[B] called the tool search with {"query":"notice"}',
        'user: [B] got from the tool search: three months',
        'user: [B] said: Three months.',
      ],
      [
        user,
        'assistant: {"next":"B"}',
        'user: [B] said: I look.\n\n[B] called the tool search with {"query":"notice"}',
        'user: [B] got from the tool search: three months',
        'user: [B] said: Three months.',
        'user: [C] said: I agree.',
      ],
    ]);
  });

  it('[A216] an agent that reads the result of the call of another one is told about it', async () => {
    const model = 'anthropic/claude-sonnet-4-5';
    const reader = graph(
      [agent('a'), agent('b'), executor],
      [when('a', 'tools', 't'), when('t', 'search', 'b')],
      {
        agents: [
          { id: 'a', model, tools: [{ name: 'search' }] },
          { id: 'b', model },
        ],
      },
    );
    const { ended, sent } = await run(reader, [search, { text: 'Three.' }]);
    expect(ended).toMatchObject({ status: 'completed', output: 'Three.' });
    expect(linesOf(sent[1]).slice(1)).toEqual([
      'user: [A] called the tool search with {"query":"notice"}',
      'user: [A] got from the tool search: three months',
    ]);
  });

  it('[A216] an agent that is asked again after its own words is told to go on', async () => {
    const model = 'anthropic/claude-sonnet-4-5';
    const help = graph([agent('a'), handOff], [always('a', 'h')], {
      agents: [{ id: 'a', model }],
    });
    const { ended, sent } = await run(help, [{ text: 'Hm.' }, { text: 'Well.' }], {
      answers: [['h', { action: 'route', next: 'A' }]],
    });
    expect(ended.status).toBe('waiting');
    expect(linesOf(sent[1])).toEqual([
      'user: How long is the notice?',
      'assistant: Hm.',
      'user: Go on.',
    ]);
  });
});

describe('other agents', () => {
  const model = 'anthropic/claude-sonnet-4-5';

  it('[A216] [A217] native ones that share a context see who spoke', async () => {
    const speaks = (id: string, more: object = {}) => ({
      id,
      type: 'agent',
      config: { model, context: 'talk', ...more },
    });
    const { ended, sent } = await run(
      {
        skein: 1,
        nodes: [
          speaks('pro', { tools: ['search'] }),
          speaks('contra'),
          speaks('judge', { prompt: 'Decide.' }),
        ],
        edges: [
          { from: 'pro', to: 'contra' },
          { from: 'contra', to: 'judge' },
        ],
      },
      [search, { text: 'Yes.' }, { text: 'No.' }, { text: 'Maybe.' }],
    );
    expect(ended).toMatchObject({ status: 'completed', output: 'Maybe.' });
    expect(sent.map(linesOf).slice(1)).toEqual([
      ['user: How long is the notice?', 'assistant: tool_use', 'user: tool_result'],
      [
        'user: How long is the notice?',
        'user: [pro] called the tool search with {"query":"notice"}',
        'user: [pro] got from the tool search: three months',
        'user: [pro] said: Yes.',
      ],
      [
        'user: How long is the notice?',
        'user: [pro] called the tool search with {"query":"notice"}',
        'user: [pro] got from the tool search: three months',
        'user: [pro] said: Yes.',
        'user: [contra] said: No.',
        'user: Decide.',
      ],
    ]);
  });

  it('[A216] those of a canvas hand over their answer as a message', async () => {
    const node = (id: string, type: string, data: object = {}) => ({ id, type, x: 0, y: 0, data });
    const { ended, sent } = await run(
      {
        nodes: [
          node('s', 'start'),
          node('a', 'agent', { agentName: 'A', model, userPrompt: 'Ask: {{PREVIOUS_OUTPUT}}' }),
          node('b', 'agent', { agentName: 'B', model, userPrompt: '' }),
        ],
        connections: [
          { source: 's', target: 'a' },
          { source: 'a', target: 'b' },
        ],
      },
      [{ text: 'Yes.' }, { text: 'No.' }],
    );
    expect(ended.status).toBe('completed');
    expect(sent.map(linesOf)).toEqual([['user: Ask: How long is the notice?'], ['user: Yes.']]);
  });
});
