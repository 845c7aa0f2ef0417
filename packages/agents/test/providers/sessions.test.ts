// What only some providers have: sessions, searches of their own, signed thoughts.
import { describe, expect, it } from 'vitest';
import type { ModelMessage } from '@skein/ports';
import { failureOf, providerWorld, request, search } from './provider-world.ts';

const world = providerWorld();

const talk: readonly ModelMessage[] = [
  { role: 'user', content: 'first question' },
  { role: 'assistant', content: 'first answer' },
  { role: 'user', content: 'second question' },
];

describe('sessions', () => {
  it('[A211] OpenAI is sent only what its last response has not seen', async () => {
    const model = world.model('openai/gpt-5');
    expect(model.hasSessions).toBe(true);
    const first = await model.call(request(talk.slice(0, 1), { session: {} }));
    expect(first.session).toMatch(/^answer_/);
    expect(world.fake.requests.at(-1)?.body).toMatchObject({ store: true });
    const session = { id: first.session ?? '', known: 2 };
    await model.call(request(talk, { session }));
    const { body } = world.fake.requests.at(-1) ?? {};
    expect(body).toMatchObject({ previous_response_id: first.session });
    expect(JSON.stringify(body)).not.toContain('first');
    expect(JSON.stringify(body)).toContain('second question');
  });

  it('[A211] Gemini is sent only what its last interaction has not seen', async () => {
    const model = world.model('google/gemini-2.5-flash');
    expect(model.hasSessions).toBe(true);
    world.fake.reply({ toolCalls: [{ id: 'c1', name: 'search', arguments: { query: 'x' } }] });
    const asked = request(talk.slice(0, 1), { session: {}, tools: [search] });
    const first = await model.call(asked);
    expect(first).toMatchObject({ toolCalls: [{ id: 'c1', arguments: { query: 'x' } }] });
    expect(first.session).toMatch(/^answer_/);
    const called = first.toolCalls[0] ?? { id: '', name: '', arguments: {} };
    const messages: readonly ModelMessage[] = [
      ...talk.slice(0, 1),
      { role: 'assistant', content: '', toolCalls: [called] },
      { role: 'tool', toolCallId: 'c1', name: 'search', content: 'three hits' },
    ];
    const session = { id: first.session ?? '', known: 2 };
    const second = await model.call(request(messages, { session, tools: [search] }));
    expect(second.text).toBe('ok');
    const { body, path } = world.fake.requests.at(-1) ?? {};
    expect(path).toMatch(/interactions$/);
    expect(body).toMatchObject({ previous_interaction_id: first.session });
    expect(JSON.stringify(body)).toContain('three hits');
    expect(JSON.stringify(body)).not.toContain('first question');
  });

  it('[A211] without a session the whole history is sent, and nothing is left behind', async () => {
    for (const name of ['openai/gpt-5', 'anthropic/claude-sonnet-4-5', 'google/gemini-2.5-pro']) {
      const reply = await world.model(name).call(request(talk));
      expect(reply.session).toBeUndefined();
      expect(JSON.stringify(world.fake.requests.at(-1)?.body)).toContain('first answer');
    }
    await world.model('openai/gpt-5').call(request(talk));
    expect(world.fake.requests.at(-1)?.body).toMatchObject({ store: false });
    expect(world.model('anthropic/claude-sonnet-4-5').hasSessions).toBe(false);
    expect(world.model('local/llama').hasSessions).toBe(false);
  });
});

describe('web search', () => {
  const webSearch = {
    name: 'web_search',
    description: 'Searches the web.',
    parameters: { type: 'object' },
    builtIn: 'web_search',
  } as const;

  it.each([
    ['openai/gpt-5', { tools: [{ type: 'web_search' }] }],
    ['anthropic/claude-sonnet-4-5', { tools: [{ type: 'web_search_20250305' }] }],
    ['google/gemini-2.5-flash', { tools: [{ googleSearch: {} }] }],
  ])('[A212] %s is offered its own, where it has one', async (name, body) => {
    await world.model(name).call(request('News?', { tools: [webSearch] }));
    expect(world.fake.requests.at(-1)?.body).toMatchObject(body);
  });

  it('[A212] a model without one is not offered a search that nobody could run', async () => {
    const model = world.model('local/llama');
    await model.call(request('News?', { tools: [webSearch] }));
    expect(world.fake.requests.at(-1)?.body).not.toHaveProperty('tools');
    await model.call(request('News?', { tools: [webSearch, search] }));
    expect(world.fake.requests.at(-1)?.body).toMatchObject({
      tools: [{ function: { name: 'search' } }],
    });
    const { builtIn: _, ...own } = webSearch;
    await model.call(request('News?', { tools: [own] }));
    expect(world.fake.requests.at(-1)?.body).toMatchObject({
      tools: [{ function: { name: 'web_search' } }],
    });
  });

  it.each(['openai/gpt-5', 'anthropic/claude-sonnet-4-5', 'google/gemini-2.5-flash'])(
    '[A212] what %s looked up itself is no call for us, and the conversation goes on',
    async (name) => {
      const model = world.model(name);
      const asked = request('News?', { tools: [webSearch, search] });
      world.fake.reply({
        searched: 'news',
        text: 'There is news.',
        toolCalls: [{ id: 'c1', name: 'search', arguments: { query: 'x' } }],
      });
      const first = await model.call(asked);
      expect(first).toMatchObject({ text: 'There is news.', toolCalls: [{ name: 'search' }] });
      expect(first.toolCalls).toHaveLength(1);
      const { text, toolCalls, original } = first;
      const reply = { role: 'assistant', content: text, toolCalls } as const;
      const result = { role: 'tool', toolCallId: toolCalls[0]?.id ?? '', name: 'search' } as const;
      world.fake.reply({ text: 'Done.' });
      const messages: readonly ModelMessage[] = [
        { role: 'user', content: 'News?' },
        { ...reply, ...(original !== undefined && { original }) },
        { ...result, content: 'hits' },
      ];
      const second = await model.call(request(messages, { tools: [webSearch, search] }));
      expect(second.text).toBe('Done.');
      expect(JSON.stringify(world.fake.requests.at(-1)?.body)).toContain('hits');
    },
  );
});

describe('thoughts', () => {
  it.each([
    ['anthropic/claude-sonnet-4-5', 'low'],
    ['google/gemini-2.5-flash', undefined],
    ['openai/gpt-5', undefined],
  ])('[A213] signatures of %s go back with its calls', async (name, reasoningEffort) => {
    const model = world.model(name);
    const effort = reasoningEffort === undefined ? {} : { reasoningEffort };
    world.fake.reply({
      thought: { text: 'Hm.', signature: 'c2lnbmVkLWJ5LW1l' },
      toolCalls: [{ id: 'c1', name: 'search', arguments: { query: 'x' } }],
    });
    const first = await model.call(request('Look', { tools: [search], ...effort }));
    expect(first.original).toBeDefined();
    const { original, toolCalls } = first;
    const messages: readonly ModelMessage[] = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: '', toolCalls, ...(original !== undefined && { original }) },
      { role: 'tool', toolCallId: toolCalls[0]?.id ?? '', name: 'search', content: 'hits' },
    ];
    await model.call(request(messages, { tools: [search], ...effort }));
    expect(JSON.stringify(world.fake.requests.at(-1)?.body)).toContain('c2lnbmVkLWJ5LW1l');
    // Another provider gets the same message in plain form.
    await world.model('local/llama').call(request(messages, { tools: [search] }));
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    expect(sent).not.toContain('c2lnbmVkLWJ5LW1l');
    expect(sent).toContain('search');
  });
});

describe('images and effort', () => {
  it('[A202] nothing is downloaded for a model', async () => {
    const content = [{ type: 'image', image: `${world.fake.url}/secret.png` }];
    const before = world.fake.requests.length;
    const messages: readonly ModelMessage[] = [{ role: 'user', content }];
    const failure = await failureOf(world.model('openai/gpt-5').call(request(messages)));
    expect(failure.retry).toBe('never');
    const https = [{ type: 'image', image: 'https://127.0.0.1:1/secret.png' }];
    const asked = request([{ role: 'user', content: https }]);
    expect((await failureOf(world.model('google/gemini-2.5-flash').call(asked))).retry).toBe(
      'never',
    );
    expect(world.fake.requests.length).toBe(before);
  });

  it('[A202] an effort that does not exist is refused before anything is sent', async () => {
    const before = world.fake.requests.length;
    const call = world.model('openai/gpt-5').call(request('Hi', { reasoningEffort: 'huge' }));
    expect((await failureOf(call)).message).toContain('minimal');
    expect(world.fake.requests.length).toBe(before);
  });
});
