// Goal: what an agent says decides where the run goes. Method: one turn each, with a model that says exactly that.
import type { Json, JsonObject } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../fake-node-io.ts';
import { take } from './turn-world.ts';

const router = (next: Json) => ({ name: 'router', arguments: { next_node: next } });
const end = { name: 'end', arguments: {} };
const search = { name: 'search', arguments: { q: 'x' } };
const known = { agent: { id: 'ann', tools: [{ name: 'search' }] }, executor: 'tools' };

describe('a turn', () => {
  it('[GA1] is one recorded model call, and begins the conversation with the input', async () => {
    const { result, request, steps } = await take({
      text: 'Hi.',
      config: { input: 'hello', agent: { id: 'ann', name: 'Ann 1', system: 'Help.' } },
    });
    expect(steps).toEqual(['model#1']);
    expect(request).toMatchObject({
      system: 'Help.',
      messages: [{ role: 'user', content: 'hello' }],
      caller: { node: 'a', nodeName: 'Ann', agent: 'Ann 1', context: 'main' },
    });
    expect(result).toEqual({
      value: { text: 'Hi.', toolCalls: [], next: null, node: 'a' },
      ports: { finish: { text: 'Hi.', toolCalls: [], next: null, node: 'a', answer: 'Hi.' } },
      context: {
        append: [
          { role: 'user', content: 'hello' },
          { role: 'assistant', content: 'Hi.', name: 'Ann' },
        ],
        set: { provider: 'fake', model: 'm', agent: 'a', next: null },
      },
    });
  });

  it('[GA1] continues with the conversation as it is', async () => {
    const history = [{ role: 'user', content: 'before' }];
    const { result, request } = await take({ text: 'x', history, config: { input: 'hello' } });
    expect(request.messages).toEqual(history);
    expect(result.context?.append).toEqual([{ role: 'assistant', content: 'x', name: 'Ann' }]);
  });

  it.each([
    ['an object, as JSON', { a: 1 }, [{ role: 'user', content: '{"a":1}' }]],
    ['nothing', '', []],
  ])('[GA1] begins with %s', async (_name, input, expected) => {
    expect((await take({ config: { input } })).request.messages).toEqual(expected);
  });
});

describe('others', () => {
  it('[GA16] are in the request under their names, and so is the one who asks', async () => {
    const history = [
      { role: 'user', content: 'before' },
      { role: 'assistant', content: 'I am Bob.', name: 'Bob' },
    ];
    const { request } = await take({ text: 'x', history });
    expect(request.messages).toEqual(history);
    expect(request.caller.nodeName).toBe('Ann');
  });
});

describe('a failure', () => {
  const config = { routes: ['Writer'], handOff: true };
  const down = (retry: 'never' | 'later', code = 'MODEL_CALL_FAILED') => {
    const failure = { code, message: 'It is down.', retry };
    return Object.assign(new Error(failure.message), { failure });
  };

  it('[GA17] of the model hands over where a person can take over, and leaves no message', async () => {
    const { result } = await take({ error: down('never'), config });
    const value = { text: '', toolCalls: [], next: null, node: 'a' };
    const error = { code: 'MODEL_CALL_FAILED', message: 'It is down.' };
    expect(result).toEqual({
      value: { ...value, error },
      ports: { failed: { ...value, error } },
      context: { set: { agent: 'a', next: null } },
    });
    const failed = await failureOf(() => take({ error: down('never'), config: { routes: [] } }));
    expect(failed).toMatchObject({ code: 'MODEL_CALL_FAILED' });
  });

  it('[GA17] is retried first, and is not about scripts and cassettes', async () => {
    const { fired } = await take({ error: down('later'), config });
    expect(fired).toEqual(['failed']);
    const again = () => take({ error: down('later'), config, attemptsLeft: 1 });
    expect(await failureOf(again)).toMatchObject({ message: 'It is down.' });
    const missed = () => take({ error: down('never', 'CASSETTE_MISS'), config });
    expect(await failureOf(missed)).toMatchObject({ code: 'CASSETTE_MISS' });
  });

  it('[GA17] to choose twice in a row hands over too, with the message', async () => {
    const inputs = { again: { wrong: true } };
    const { result } = await take({ text: '{"next":"X"}', config, inputs });
    expect(result.ports).toMatchObject({
      failed: { error: { code: 'ROUTE_UNKNOWN' }, node: 'a', next: 'X' },
    });
    expect(result.context?.append).toMatchObject([
      { role: 'assistant', name: 'Ann' },
      { role: 'user', content: expect.stringContaining('Choose one of: Writer, END.') },
    ]);
  });
});

describe('a choice', () => {
  const routes = ['Writer', 'Critic', 'END'];
  it('[GA3] by the tool router, which is answered', async () => {
    const { result, request } = await take({ toolCalls: [router('Critic')], config: { routes } });
    expect(request.tools).toMatchObject([
      { name: 'router', parameters: { properties: { next_node: { enum: routes } } } },
    ]);
    expect(result.ports).toMatchObject({ route: { route: 'Critic', toolCalls: [] } });
    expect(result.context?.append?.slice(1)).toEqual([
      { role: 'tool', toolCallId: 'c1', name: 'router', content: 'ok' },
    ]);
  });

  it('[GA3] of several only the first', async () => {
    const toolCalls = [router('Critic'), router('Writer')];
    const { result } = await take({ toolCalls, config: { routes } });
    expect(result.ports).toMatchObject({ route: { route: 'Critic' } });
    expect(result.context?.append?.map(({ content }) => content).slice(1)).toEqual([
      'ok',
      'not taken: one choice for each message',
    ]);
  });

  it('[GA3] by the tool end, in a conversation', async () => {
    const config = { conversational: true, agent: { system: 'Help.' } };
    const { result, request } = await take({ text: 'Bye.', toolCalls: [end], config });
    expect(request.tools?.map(({ name }) => name)).toEqual(['end']);
    expect(request.system).toMatch(/^Help\.\n\n.*call the tool "end"/s);
    expect(result.ports).toMatchObject({ finish: { next: 'END', answer: 'Bye.' } });
    expect(result.context?.set).toMatchObject({ next: 'END' });
    expect(result.context?.append?.at(-1)).toMatchObject({ role: 'tool', content: 'ok' });
  });

  it('[GA3] neither tool is there without a reason', async () => {
    const { request } = await take({});
    expect([request.tools, request.system]).toEqual([undefined, undefined]);
  });

  it.each([
    ['Writer', routes, 'route', 'Writer'],
    ['wRITER', routes, 'route', 'Writer'],
    ['END', routes, 'route', 'END'],
    ['end', routes, 'route', 'END'],
    ['END', ['Writer'], 'finish', undefined],
    ['end', [], 'finish', undefined],
    ['writer', ['Writer', 'WRITER'], 'again', undefined],
    ['WRITER', ['Writer', 'WRITER'], 'route', 'WRITER'],
    ['Nobody', routes, 'again', undefined],
    ['tools', routes, 'again', undefined],
  ])('[GA5] [GA7] %s among %j fires %s', async (next, choices, port, route) => {
    const config = { routes: choices, executor: 'tools' };
    const { result, fired } = await take({ text: JSON.stringify({ next }), config });
    expect(fired).toEqual([port]);
    const token = result.ports?.[port] as JsonObject;
    expect(token['route']).toBe(route);
    const ends = next.toUpperCase() === 'END';
    expect(result.context?.set?.['next']).toBe(ends ? 'END' : port === 'again' ? next : null);
  });

  it('[GA5] that is none is told, as a message or as the answer to the call', async () => {
    const said = '"X" is none of your choices. Choose one of: Writer, END.';
    const config = { routes: ['Writer'] };
    const byText = await take({ text: '{"next":"X"}', config });
    expect(byText.result.context?.append?.at(-1)).toEqual({ role: 'user', content: said });
    const byTool = await take({ toolCalls: [router('X')], config });
    expect(byTool.result.context?.append?.at(-1)).toMatchObject({ role: 'tool', content: said });
  });

  it('[GA5] twice in a row fails, and names the choices', async () => {
    const first = await take({ text: '{"next":"X"}', config: { routes } });
    const inputs = { again: first.result.ports?.['again'] ?? null };
    const failure = await failureOf(() =>
      take({ text: '{"next":"Y"}', config: { routes }, inputs }),
    );
    expect(failure).toMatchObject({ code: 'ROUTE_UNKNOWN', retry: 'never' });
    expect(failure).toMatchObject({ message: expect.stringContaining('Writer, Critic, END') });
    const better = await take({ text: '{"next":"Writer"}', config: { routes }, inputs });
    expect(better.fired).toEqual(['route']);
  });

  it.each([{ next_node: 7 }, {}, []])(
    '[GA5] router called with %j chooses nothing',
    async (args) => {
      const toolCalls = [{ name: 'router', arguments: args as Json }];
      expect((await take({ toolCalls, config: { routes } })).fired).toEqual(['again']);
    },
  );
});

describe('tool calls', () => {
  it('[GA4] go to the executor, with the choice of the same message refused', async () => {
    const config = { ...known, routes: ['Writer'], conversational: true };
    const toolCalls = [search, router('Writer'), end];
    const { result, request } = await take({ text: 'Wait.', toolCalls, config });
    expect(request.tools?.map(({ name }) => name)).toEqual(['router', 'end', 'search']);
    expect(result.ports).toEqual({
      route: {
        text: 'Wait.',
        toolCalls: [{ id: 'c1', name: 'search', arguments: { q: 'x' } }],
        next: null,
        node: 'a',
        answer: 'Wait.',
        route: 'tools',
      },
    });
    expect(result.context?.append?.slice(1)).toEqual([
      { role: 'tool', toolCallId: 'c2', name: 'router', content: 'not taken: tools first' },
      { role: 'tool', toolCallId: 'c3', name: 'end', content: 'not taken: tools first' },
    ]);
  });

  it('[GA4] beat a choice in the text', async () => {
    const config = { ...known, routes: ['Writer'] };
    const { result } = await take({ text: '{"next":"Writer"}', toolCalls: [search], config });
    expect(result.ports).toMatchObject({ route: { route: 'tools', next: null } });
  });

  it('[GA4] without an executor are answered, and the agent continues', async () => {
    const { result, fired } = await take({ toolCalls: [search] });
    expect(fired).toEqual(['again']);
    expect(result.context?.append?.at(-1)).toMatchObject({ role: 'tool', toolCallId: 'c1' });
  });

  const tool = (name: string): Tool => ({ name, description: '', parameters: {}, run: () => 1 });

  it('[GA8] an agent that was described is offered its own tools alone', async () => {
    const { request, result } = await take({
      toolCalls: [{ name: 'other', arguments: {} }],
      config: known,
      tools: [tool('other')],
    });
    expect(request.tools?.map(({ name }) => name)).toEqual(['search']);
    expect(result.value).toMatchObject({ toolCalls: [{ problem: { reason: 'not-offered' } }] });
  });

  it('[GA8] tools have the description and schema of the definition, else those they are registered with', async () => {
    const schema = { type: 'object', properties: { q: { type: 'string' } } };
    const registered: Tool = { ...tool('search'), description: 'Finds.', parameters: schema };
    const own = { description: 'Looks up.', parameters: { type: 'object', required: ['q'] } };
    const offered = async (named: JsonObject) => {
      const agent = { id: 'ann', tools: [{ name: 'search', ...named }] };
      const config = { agent, executor: 'tools' };
      return (await take({ config, tools: [registered] })).request.tools;
    };
    expect(await offered({})).toEqual([
      { name: 'search', description: 'Finds.', parameters: schema },
    ]);
    expect(await offered({ description: own.description })).toEqual([
      { name: 'search', description: 'Looks up.', parameters: schema },
    ]);
    expect(await offered(own)).toEqual([{ name: 'search', ...own }]);
  });

  it('[GA8] one that nobody described, those of the host, where an executor follows', async () => {
    const tools = [tool('other'), tool('router')];
    const routes = ['Writer'];
    const { request } = await take({ config: { executor: 'tools', routes }, tools });
    expect(request.tools?.map(({ name }) => name)).toEqual(['router', 'other']);
    expect((await take({ tools })).request.tools).toBeUndefined();
  });
});

describe('without a choice', () => {
  it.each([
    ['an edge without a condition is followed', { always: true, conversational: true }, 'always'],
    ['the user is asked in a conversation', { conversational: true }, 'turn'],
    ['the run ends otherwise', {}, 'finish'],
  ])('[GA6] %s', async (_name, config, port) => {
    expect((await take({ text: 'Hi.', config })).fired).toEqual([port]);
  });

  it('[GA7] the newest text that is not empty is the answer', async () => {
    const history = [
      { role: 'assistant', content: 'Said before.' },
      { role: 'user', content: 'And now?' },
      { role: 'tool', content: 'result' },
    ];
    const { result } = await take({ text: ' ', history });
    expect(result.ports).toMatchObject({ finish: { answer: 'Said before.' } });
    expect((await take({})).result.ports).toMatchObject({ finish: { answer: '' } });
  });
});
