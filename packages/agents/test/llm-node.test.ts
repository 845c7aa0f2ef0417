import { describe, expect, it } from 'vitest';
import { runId, type JsonObject } from '@skein/kernel';
import { nativeNodeTypes } from '@skein/agents';
import { failureOf, fakeModel, fakeNodeIo, nodeCall } from './fake-node-io.ts';

const type = nativeNodeTypes({ functions: new Map() }).get('llm')!;
const chat = [
  { role: 'user', content: 'hi' },
  { role: 'assistant', content: 'hello' },
];
const schema = {
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
};

function ask(config: JsonObject, text = 'It is sunny.') {
  const model = fakeModel(text);
  const asked: (string | undefined)[] = [];
  const io = fakeNodeIo({
    contexts: { chat, main: [{ role: 'user', content: 'unrelated' }] },
    model: (name) => {
      asked.push(name);
      return model;
    },
  });
  const call = nodeCall({ node: 'draft', nodeName: 'Draft', nodeType: 'llm', config });
  return { model, io, asked, call, result: async () => type.run!(call, io) };
}

describe('llm', () => {
  it('[A9] makes one recorded call, reports its usage and streams', async () => {
    const { io, model, asked, result } = ask({
      model: 'gpt-5',
      system: 'Be short.',
      prompt: 'Weather?',
    });
    expect(await result()).toEqual({ value: 'It is sunny.' });
    expect(asked).toEqual(['gpt-5']);
    expect(model.requests).toEqual([
      {
        system: 'Be short.',
        messages: [{ role: 'user', content: 'Weather?' }],
        signal: io.signal,
        onToken: expect.anything(),
        onPiece: expect.anything(),
        caller: { run: 'run', root: 'run', node: 'draft', nodeName: 'Draft', context: 'main' },
      },
    ]);
    expect(io.emitted).toEqual([{ type: 'token', text: 'It is sunny.', step: 'model#1' }]);
    expect(io.spent).toEqual([{ modelCalls: 1, inputTokens: 7, outputTokens: 2, usd: 0.5 }]);
    expect([...io.recorded]).toEqual([
      [
        'model#1',
        {
          type: 'model',
          text: 'It is sunny.',
          toolCalls: [],
          usage: { input: 7, output: 2, usd: 0.5 },
          provider: 'fake',
          model: 'parrot',
        },
      ],
    ]);
  });

  it('[A9] a recorded reply is neither asked for nor paid for again', async () => {
    const { call } = ask({ prompt: 'Weather?' });
    const model = fakeModel('other');
    const recorded = new Map([['model#1', { text: 'old', toolCalls: [], usage: {} }]]);
    const io = fakeNodeIo({ recorded, model: () => model });
    expect(await type.run!(call, io)).toEqual({ value: 'old' });
    expect([model.requests, io.spent, io.emitted]).toEqual([[], [], []]);
  });

  it('[A9] a failing call is not recorded', async () => {
    const failing = { ...fakeModel(''), call: () => Promise.reject(new Error('cut')) };
    const io = fakeNodeIo({ model: () => failing });
    expect(await failureOf(() => type.run!(ask({ prompt: 'x' }).call, io))).toEqual(
      new Error('cut'),
    );
    expect(io.recorded.size).toBe(0);
  });

  it('[A10] sends and appends to the context that it names', async () => {
    const { model, result } = ask({ prompt: 'Weather?', context: 'chat', temperature: 0.2 });
    expect(await result()).toEqual({
      value: 'It is sunny.',
      context: {
        use: 'chat',
        append: [
          { role: 'user', content: 'Weather?' },
          { role: 'assistant', content: 'It is sunny.' },
        ],
        set: { provider: 'fake', model: 'parrot' },
      },
    });
    expect(model.requests).toMatchObject([
      {
        messages: [...chat, { role: 'user', content: 'Weather?' }],
        temperature: 0.2,
        caller: { context: 'chat' },
      },
    ]);
  });

  it('[A10] a context that an engine cannot read yet is an empty one', async () => {
    const { model, call } = ask({ prompt: 'Weather?', context: 'new' });
    const io = fakeNodeIo({ model: () => model });
    const main = { id: 'main', messages: chat, settings: {} };
    await type.run!(call, { ...io, context: () => main });
    expect(model.requests[0]?.messages).toEqual([{ role: 'user', content: 'Weather?' }]);
  });

  it.each([
    ['plain', '{"city":"Ghent"}'],
    ['in a json fence', '```json\n{"city": "Ghent"}\n```'],
    ['in a bare fence, with space around', '\n```\n{"city":\n"Ghent"}\n```  \n'],
    ['in a fence of other letter case', '```JSON\r\n{"city":"Ghent"}\r\n```'],
  ])('[A11] the parsed answer: %s', async (_title, text) => {
    const { model, result } = ask({ prompt: 'Where?', schema }, text);
    expect(await result()).toEqual({ value: { city: 'Ghent' } });
    expect(model.requests[0]?.schema).toEqual(schema);
  });

  it.each([
    ['text that is not JSON', 'Ghent', /it is not JSON \(.+\)/],
    ['a misfit', '{"city":7}', /\/city must be a text/],
    [
      'two misfits',
      '{"town":"Ghent"}',
      /must have the property "city"; it must not have the property "town"/,
    ],
  ])('[A11] %s is a failure', async (_title, text, message) => {
    const { result, io } = ask({ prompt: 'Where?', schema }, text);
    expect(await failureOf(result)).toEqual({
      code: 'MODEL_OUTPUT_INVALID',
      message: expect.stringMatching(message),
      retry: 'never',
      data: { text },
    });
    expect(io.recorded.size).toBe(1);
  });

  it('[A2700] a reply of another format than its schema names is a failure', async () => {
    const dated = { properties: { on: { format: 'date' } } };
    const { result } = ask({ prompt: 'When?', schema: dated }, '{"on":"soon"}');
    expect(await failureOf(result)).toMatchObject({
      code: 'MODEL_OUTPUT_INVALID',
      message: expect.stringContaining('/on must be a date such as 2026-03-31'),
    });
  });

  it.each([
    ['after a sentence', 'Sure: {"city":"Ghent"}'],
    ['before a sentence', '{"city":"Ghent"} is where.'],
    [
      'in a fence after a sentence',
      'Here you are:\n```json\n{"city":"Ghent"}\n```\nAnything else?',
    ],
    ['twice the same', '{"city":"Ghent"}, that is: {"city": "Ghent"}'],
    ['beside JSON that does not match', 'Not {"city":7} or [1] but {"city":"Ghent"}.'],
    ['beside braces that are no JSON', 'For {place} {see above} it is {"city":"Ghent"}.'],
  ])('[A234] JSON in prose is checked and taken: %s', async (_title, text) => {
    expect(await ask({ prompt: 'Where?', schema }, text).result()).toEqual({
      value: { city: 'Ghent' },
    });
  });

  it('[A234] a list in prose is found as well', async () => {
    const list = { type: 'array', items: { type: 'string' } };
    const { result } = ask({ prompt: 'Where?', schema: list }, 'Two: ["Ghent", "Bruges"]');
    expect(await result()).toEqual({ value: ['Ghent', 'Bruges'] });
  });

  it.each([
    ['a value of the wrong type', 'Sure: {"city": 7}', /\/city must be a text/],
    ['the same in a fence', 'Sure:\n```json\n{"city": 7}\n```', /\/city must be a text/],
    ['a key too many', 'Sure: {"city":"Ghent","zip":9000}', /must not have the property "zip"/],
    ['several that do not match', 'Either {"city":7} or {}.', /none of its 2 JSON values matches/],
    [
      'two different answers',
      '{"city":"Ghent"} or {"city":"Bruges"}',
      /2 different JSON values match/,
    ],
    ['an answer that breaks off', 'Sure: {"all": [{"city":"Ghent"}, {"ci', /it is not JSON/],
    ['a draft before what breaks off', 'No: {"city":"Ghent"} but {"city":"Br', /it is not JSON/],
    ['a draft before what is no JSON', 'No: {"city":"Ghent"} but {"city":"Br",}', /it is not JSON/],
    ['an answer inside something else', 'Sure: {all: {"city":"Ghent"}}', /it is not JSON/],
    [
      'an answer inside other JSON',
      'Sure: {"all": {"city":"Ghent"}}',
      /must have the property "city"/,
    ],
  ])('[A234] JSON in prose is a failure: %s', async (_title, text, message) => {
    const { result } = ask({ prompt: 'Where?', schema }, text);
    expect(await failureOf(result)).toEqual({
      code: 'MODEL_OUTPUT_INVALID',
      message: expect.stringMatching(message),
      retry: 'never',
      data: { text },
    });
  });

  it('[A2] a schema that is none, a prompt that is missing', async () => {
    const bad = ask({ prompt: 'Where?', schema: { type: 'town' } }, '{}');
    expect(await failureOf(bad.result)).toMatchObject({
      code: 'BAD_CONFIG',
      data: { keys: ['schema'] },
    });
    const { model, result } = ask({ temperature: 'hot', schema: 5 });
    expect(await failureOf(result)).toMatchObject({
      code: 'BAD_CONFIG',
      message: expect.stringMatching(/^The config of node "draft" \(llm\) is invalid: "prompt": /),
      retry: 'never',
      data: { node: 'draft', keys: ['prompt', 'schema', 'temperature'] },
    });
    expect(model.requests).toEqual([]);
  });

  it('[A12] null means not given', async () => {
    const nothing = { model: null, system: null, schema: null, context: null, temperature: null };
    const { model, asked, result } = ask({ prompt: 'x', ...nothing, reasoningEffort: null });
    expect(await result()).toEqual({ value: 'It is sunny.' });
    expect(asked).toEqual([undefined]);
    expect(Object.keys(model.requests[0] ?? {}).toSorted()).toEqual([
      'caller',
      'files',
      'messages',
      'onPiece',
      'onToken',
      'signal',
    ]);
  });

  it('[A22] tells the model which run began it all', async () => {
    const { model, io, call } = ask({ prompt: 'x', reasoningEffort: 'low' });
    const child = { ...call, run: runId('child'), root: runId('top') };
    await type.run!(child, io);
    expect(model.requests).toMatchObject([
      { reasoningEffort: 'low', caller: { run: 'child', root: 'top' } },
    ]);
  });
});

describe('pictures', () => {
  const png = 'data:image/png;base64,iVBORw0KGgo=';

  it.each([
    ['one', png, [png]],
    ['several', [png, 'https://example.org/cat.png'], [png, 'https://example.org/cat.png']],
  ])('[A188] %s beside the prompt, and the limit of output', async (_name, images, sent) => {
    const model = fakeModel('a cat');
    const config = { prompt: 'What is it?', images, maxOutputTokens: 99 };
    await type.run?.(nodeCall({ config }), fakeNodeIo({ model: () => model }));
    expect(model.requests[0]).toMatchObject({
      maxOutputTokens: 99,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is it?' },
            ...sent.map((image) => ({ type: 'image', image })),
          ],
        },
      ],
    });
  });

  it.each(['http://example.org/cat.png', 'file:///etc/passwd', 'cat.png', 'data:text/plain,x'])(
    '[A188] %s is refused before the model is asked',
    async (images) => {
      const model = fakeModel('a cat');
      const run = () =>
        type.run?.(
          nodeCall({ config: { prompt: 'What?', images } }),
          fakeNodeIo({ model: () => model }),
        );
      expect(await failureOf(run)).toMatchObject({
        code: 'BAD_CONFIG',
        data: { keys: ['images'] },
      });
      expect(model.requests).toEqual([]);
    },
  );
});

it.each([
  ['with a context', { context: 'chat' }, 'full'],
  ['without one', {}, undefined],
])('[A214] the journal says how history was sent: %s', async (_name, more, sent) => {
  const { io, result } = ask({ prompt: 'Hi', ...more });
  await result();
  expect(io.recorded.get('model#1')).toMatchObject({ type: 'model' });
  expect((io.recorded.get('model#1') as JsonObject)['historySent']).toBe(sent);
});
