import { describe, expect, it } from 'vitest';
import { nativeNodeTypes, scriptedModel, type Script } from '@skein/agents';
import type { Json, JsonObject, Message } from '@skein/kernel';
import type { ModelRequest, NodeCall, Subagent, Tool } from '@skein/ports';
import { failureOf, fakeNodeIo, nodeCall } from './fake-node-io.ts';
import { fakeSubagent } from './loop/loop-world.ts';

const agent = nativeNodeTypes({ functions: new Map() }).get('agent')!;
const tool = (name: string): Tool => ({
  name,
  description: name,
  parameters: { type: 'object' },
  effect: 'pure',
  run: () => `${name} done`,
});
const tools = [tool('search'), tool('mail'), tool('shop')];

interface Options {
  readonly script?: Script;
  readonly call?: Partial<NodeCall>;
  readonly contexts?: { readonly [id: string]: readonly Message[] };
  readonly subagents?: readonly Subagent[];
  readonly tools?: readonly Tool[];
}

function run(config: JsonObject, options: Options = {}) {
  const requests: ModelRequest[] = [];
  const models = scriptedModel(options.script ?? { otherwise: 'Fine.' });
  const io = fakeNodeIo({
    tools: options.tools ?? tools,
    ...(options.contexts !== undefined && { contexts: options.contexts }),
    ...(options.subagents !== undefined && { subagents: options.subagents }),
    model: (name) => {
      const model = models.model(name);
      return { ...model, call: (request) => (requests.push(request), model.call(request)) };
    },
  });
  const call = nodeCall({
    node: 'desk',
    nodeName: 'Desk',
    nodeType: 'agent',
    config,
    ...options.call,
  });
  return { requests, io, result: Promise.resolve(agent.run!(call, io)) };
}

const names = (requests: readonly ModelRequest[]) =>
  requests.map((request) => request.tools?.map(({ name }) => name) ?? []);

describe('agent', () => {
  it.each<[string, Json, readonly string[]]>([
    ['none', null, []],
    ['an empty list', [], []],
    ['names, each once, in their order', ['mail', 'search', 'mail'], ['mail', 'search']],
    [
      'what is enabled',
      { shop: { enabled: true }, mail: { enabled: false }, search: {} },
      ['shop', 'search'],
    ],
    ['short forms', { shop: true, mail: false }, ['shop']],
    ['auto', 'auto', ['search', 'mail', 'shop']],
  ])('[A55] %s', async (_title, wanted, offered) => {
    const { result, requests } = run({ prompt: 'Hi', tools: wanted });
    expect(await result).toEqual({ value: 'Fine.' });
    expect(names(requests)).toEqual([offered]);
  });

  it.each<[Json, string]>([
    [['serch'], 'Did you mean "search"?'],
    [{ 'x-y': { enabled: true } }, 'Register it, or use one of: search, mail, shop.'],
  ])('[A55] %j cannot be found', async (wanted, hint) => {
    const { result, requests } = run({ prompt: 'Hi', tools: wanted });
    expect(await failureOf(() => result)).toMatchObject({
      code: 'TOOL_NOT_FOUND',
      retry: 'never',
      data: { hint },
    });
    expect(requests).toEqual([]);
  });

  it('[A55] what is registered but not offered is never run', async () => {
    const script = { replies: [{ toolCalls: [{ name: 'mail' }] }, { text: 'Pity.' }] };
    const { result, io } = run({ prompt: 'Hi', tools: ['search'] }, { script });
    expect(await result).toEqual({ value: 'Pity.' });
    expect(io.recorded.get('tool:desk-1-1#1')).toMatchObject({ reason: 'not-offered' });
  });

  it('[A2] a config that does not fit', async () => {
    const { result } = run({ prompt: 'Hi', tools: 5, maxTurns: 0, approve: 'yes', turns: 'two' });
    expect(await failureOf(() => result)).toMatchObject({
      code: 'BAD_CONFIG',
      data: { keys: ['tools', 'maxTurns', 'approve', 'turns'] },
    });
  });

  const chat: readonly Message[] = [
    { role: 'user', content: 'one' },
    { role: 'assistant', content: 'two' },
  ];
  const set = { provider: 'scripted', model: 'scripted' };
  const fine = { role: 'assistant', content: 'Fine.', name: 'Desk' };

  it.each<[string, JsonObject, readonly Json[], Json]>([
    ['no context', { prompt: 'Hi' }, ['Hi'], null],
    [
      'a context',
      { prompt: 'Hi', context: 'chat' },
      ['one', 'two', 'Hi'],
      { use: 'chat', append: [{ role: 'user', content: 'Hi' }, fine], set },
    ],
    ['no prompt', { context: 'chat' }, ['one', 'two'], { use: 'chat', append: [fine], set }],
    [
      'no prompt in an empty context',
      {},
      ['{"x":1}'],
      { use: 'main', append: [{ role: 'user', content: '{"x":1}' }, fine], set },
    ],
  ])('[A56] %s', async (_title, config, sent, context) => {
    const options = { contexts: { chat }, call: { previous: { x: 1 } } };
    const { result, requests } = run(config, options);
    expect((await result).context ?? null).toEqual(context);
    expect(requests[0]?.messages.map(({ content }) => content)).toEqual(sent);
  });

  it('[A56] [A217] replies and results are appended in order, replies with a name', async () => {
    const script = { replies: [{ toolCalls: [{ name: 'search', id: 'c' }] }, { text: 'Done.' }] };
    const { result } = run({ prompt: 'Hi', context: 'chat', tools: ['search'] }, { script });
    expect((await result).context?.append).toEqual([
      { role: 'user', content: 'Hi' },
      {
        role: 'assistant',
        content: '',
        name: 'Desk',
        toolCalls: [{ id: 'c', name: 'search', arguments: {} }],
      },
      { role: 'tool', toolCallId: 'c', name: 'search', content: 'search done' },
      { role: 'assistant', content: 'Done.', name: 'Desk' },
    ]);
  });

  it('[A56] there must be something to say', async () => {
    expect(await failureOf(() => run({}).result)).toMatchObject({
      code: 'BAD_CONFIG',
      data: { keys: ['prompt'] },
    });
  });

  it('[A57] a single turn runs no tool', async () => {
    const script = {
      replies: [
        {
          text: 'Well.',
          toolCalls: [
            { name: 'search', id: 'c' },
            { name: 'mail', id: 'd' },
          ],
        },
      ],
    };
    const config = { prompt: 'Hi', turns: 'one', tools: ['search'] };
    const { result, io } = run(config, { script });
    expect(await result).toEqual({
      value: {
        text: 'Well.',
        toolCalls: [
          { id: 'c', name: 'search', arguments: {} },
          {
            id: 'd',
            name: 'mail',
            arguments: {},
            problem: { reason: 'not-offered', message: expect.stringContaining('"mail"') },
          },
        ],
        next: null,
        node: 'desk',
      },
      context: {
        use: 'main',
        append: [
          { role: 'user', content: 'Hi' },
          {
            role: 'assistant',
            content: 'Well.',
            name: 'Desk',
            toolCalls: [
              { id: 'c', name: 'search', arguments: {} },
              { id: 'd', name: 'mail', arguments: {} },
            ],
          },
        ],
        set,
      },
    });
    expect([...io.recorded.keys()]).toEqual(['model#1']);
  });

  it.each<[string, string | null]>([
    ['{"next":"refund"}', 'refund'],
    ['```json\n{"next":"refund"}\n```', 'refund'],
    ['{"next":7}', null],
    ['["next"]', null],
    ['{"__proto__":{"next":"x"}}', null],
    ['next: refund', null],
  ])('[A57] next of %s', async (text, next) => {
    const { result } = run({ prompt: 'Hi', turns: 'one' }, { script: { replies: [{ text }] } });
    expect(await result).toMatchObject({ value: { next } });
  });

  it('[A58] names of subagents', async () => {
    const subagents = ['search', 'Ann & Bob', 'Ann ö Bob', 'x'.repeat(70), 'x'.repeat(80)];
    const { result, requests } = run(
      { prompt: 'Hi', tools: ['search'] },
      {
        subagents: [
          ...subagents.map((node) => fakeSubagent(node)),
          fakeSubagent('bob', { toolName: 'ask bob' }),
        ],
      },
    );
    await result;
    expect(names(requests)).toEqual([
      [
        'search',
        'search_2',
        'Ann___Bob',
        'Ann___Bob_2',
        'x'.repeat(64),
        `${'x'.repeat(62)}_2`,
        'ask_bob',
      ],
    ]);
    expect(requests[0]?.tools?.[1]?.description).toBe('Asks the agent "The search".');
  });

  it.each<[string, JsonObject, string]>([
    ['the prompt where it holds the input', { prompt: 'Find: rivers!' }, 'Find: rivers!'],
    ['the prompt, then the input', { prompt: 'Find it.' }, 'Find it.\n\nrivers'],
    ['the input alone', {}, 'rivers'],
  ])('[A58] its message is %s', async (_title, config, message) => {
    const left = fakeSubagent('left', {
      description: 'Knows rivers.',
      resolve: () => ({ ok: true, config: { ...config, system: 'Be exact.', tools: ['shop'] } }),
    });
    const replies = [{ toolCalls: [{ name: 'left', arguments: { input: 'rivers' } }] }];
    const options = { script: { replies, otherwise: 'Fine.' }, subagents: [left] };
    const { result, requests } = run({ prompt: 'Hi' }, options);
    expect(await result).toEqual({ value: 'Fine.' });
    expect(requests[0]?.tools?.[0]).toMatchObject({ description: 'Knows rivers.' });
    expect(requests[1]).toMatchObject({
      system: 'Be exact.',
      messages: [{ role: 'user', content: message }],
      caller: { node: 'left', nodeName: 'The left', agent: 'The left' },
    });
    expect(names(requests)).toEqual([['left'], ['shop'], ['left']]);
  });

  it('[A53] a subagent with a config that does not fit', async () => {
    const left = fakeSubagent('left', { resolve: () => ({ ok: true, config: { maxTurns: 'x' } }) });
    const replies = [{ toolCalls: [{ name: 'left', arguments: { input: 'x' } }] }];
    const { result, io } = run({ prompt: 'Hi' }, { script: { replies }, subagents: [left] });
    await result;
    expect(io.recorded.get('subagent:desk-1-1:end#1')).toMatchObject({
      error: expect.stringContaining('The config of node "left" (agent) is invalid: "maxTurns"'),
    });
  });
});
