// The packages of all four kinds against real HTTP: what is sent, what comes back, and how faults are handled.
import { freePort } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { canary, failureOf, kinds, providerWorld, request, search } from './provider-world.ts';

const world = providerWorld();
const local = { type: 'openai-compatible', apiKeyEnv: 'LOCAL_KEY' } as const;

describe.each(kinds)('$kind', ({ kind, model: name }) => {
  it('[A200] returns the text, streams it, and counts tokens', async () => {
    world.fake.reply({ text: 'Hello, world', usage: { input: 12, output: 3 } });
    const tokens: string[] = [];
    const model = world.model(name);
    const reply = await model.call(
      request('Hi', { system: 'Be kind.', onToken: (token) => tokens.push(token) }),
    );
    expect(reply).toMatchObject({
      text: 'Hello, world',
      toolCalls: [],
      usage: { input: 12, output: 3 },
    });
    expect(tokens.length).toBeGreaterThan(1);
    expect(tokens.join('')).toBe('Hello, world');
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    expect(sent).toContain('Be kind.');
    expect(sent).toContain('Hi');
    expect(model).toMatchObject({ provider: name.split('/')[0], name: name.split('/')[1] });
  });

  it('[A3770] says in words that nothing listens at its address', async () => {
    const [provider = ''] = name.split('/');
    const baseURL = `http://127.0.0.1:${await freePort()}/v1`;
    const gone = { baseURL, ...(provider === 'local' && local) };
    const model = world.model(name, { providers: { [provider]: gone } });
    expect(await failureOf(model.call(request('Hi')))).toMatchObject({
      code: 'MODEL_CALL_FAILED',
      message: `The provider "${provider}" did not answer: the host refused the connection.`,
      retry: 'later',
      data: { hint: expect.stringContaining('the port'), reason: expect.stringContaining('ECONN') },
    });
  });

  it('[A218] says that an answer reached the limit of its length', async () => {
    world.fake.reply({ text: 'It is a lo', finish: 'length' }, { text: 'Whole.' });
    const model = world.model(name);
    expect(await model.call(request('Tell'))).toMatchObject({
      text: 'It is a lo',
      finish: 'length',
    });
    expect(await model.call(request('Tell'))).not.toHaveProperty('finish');
  });

  it('[A216] is sent the conversation from the side of the one who asks', async () => {
    const calls = (id: string) => [{ id, name: 'search', arguments: { query: id } }];
    const result = (id: string) => ({ role: 'tool' as const, toolCallId: id, name: 'search' });
    await world.model(name).call(
      request(
        [
          { role: 'user', content: 'Look' },
          { role: 'assistant', name: 'Node', content: '', toolCalls: calls('own') },
          { ...result('own'), content: 'own result' },
          { role: 'assistant', name: 'Bob', content: 'Me too.', toolCalls: calls('other') },
          { ...result('other'), content: 'other result' },
          { role: 'assistant', name: 'Bob', content: 'There.' },
        ],
        { tools: [search] },
      ),
    );
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    // Inside the JSON of the request.
    const said =
      '[Bob] said: Me too.\\n\\n[Bob] called the tool search with {\\"query\\":\\"other\\"}';
    expect(sent).toContain(said);
    expect(sent).toContain('[Bob] got from the tool search: other result');
    expect(sent).toContain('[Bob] said: There.');
    expect(sent).not.toContain('[Node]');
    expect(sent).not.toContain('Go on.');
  });

  it('[A216] is told to go on after its own words', async () => {
    const own = { role: 'assistant', name: 'Node', content: 'Well.' } as const;
    const reply = await world.model(name).call(request([{ role: 'user', content: 'Hi' }, own]));
    expect(reply.text).toBe('ok');
    expect(JSON.stringify(world.fake.requests.at(-1)?.body)).toContain('Go on.');
  });

  it('[A201] offers tools, gives calls back unrun, and sends results with their calls', async () => {
    world.fake.reply({ toolCalls: [{ id: 'c1', name: 'search', arguments: { query: 'cats' } }] });
    const model = world.model(name);
    const before = world.fake.requests.length;
    const first = await model.call(request('Look', { tools: [search] }));
    expect(first.toolCalls).toMatchObject([{ name: 'search', arguments: { query: 'cats' } }]);
    const called = first.toolCalls[0] ?? { id: '', name: '', arguments: {} };
    world.fake.reply({ text: 'Found.' });
    const second = await model.call(
      request(
        [
          { role: 'user', content: 'Look' },
          { role: 'assistant', content: '', toolCalls: [called] },
          { role: 'tool', toolCallId: called.id, name: 'search', content: { hits: 3 } },
        ],
        { tools: [search] },
      ),
    );
    expect(second.text).toBe('Found.');
    // One request for each call: nothing is asked again behind our back.
    expect(world.fake.requests.length).toBe(before + 2);
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    expect(sent).toContain('hits');
    expect(sent).toContain('cats');
  });

  it('[A201] passes on arguments that are no JSON, for the loop to refuse', async () => {
    world.fake.reply({ toolCalls: [{ id: 'c1', name: 'search', arguments: '{"query": "ca' }] });
    const { toolCalls } = await world.model(name).call(request('Look', { tools: [search] }));
    // Google's interface sends arguments as JSON, so there is nothing of the kind to pass on.
    const passed = kind === 'google' ? { unreadable: '{"query": "ca' } : '{"query": "ca';
    expect(toolCalls).toMatchObject([{ name: 'search', arguments: passed }]);
  });

  it('[A201] passes on calls of tools that were not offered', async () => {
    world.fake.reply({ toolCalls: [{ id: 'c1', name: 'delete_all', arguments: {} }] });
    const { toolCalls } = await world.model(name).call(request('Look', { tools: [search] }));
    expect(toolCalls).toMatchObject([{ name: 'delete_all' }]);
  });

  it('[A202] asks for JSON by the schema', async () => {
    world.fake.reply({ text: '{"city":"Rome"}' });
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const { text } = await world.model(name).call(request('Where?', { schema }));
    expect(text).toBe('{"city":"Rome"}');
    expect(JSON.stringify(world.fake.requests.at(-1)?.body)).toContain('"city"');
  });

  it('[A202] sends images, effort, temperature and the limit of output', async () => {
    const content = [
      { type: 'text', text: 'What is it?' },
      { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=' },
    ];
    await world
      .model(name)
      .call(
        request([{ role: 'user', content }], { reasoningEffort: 'low', maxOutputTokens: 2_000 }),
      );
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    expect(sent).toContain('iVBORw0KGgo=');
    expect(sent).toMatch(/2000|thinking/);
  });

  it('[A2850] sends the settings of sampling that it has', async () => {
    const settings = {
      topP: 0.75,
      frequencyPenalty: 0.5,
      presencePenalty: 0.25,
      stopSequences: ['END'],
    };
    // Models that reason have no such settings.
    const sampling = kind === 'openai' ? 'openai/gpt-4o-mini' : name;
    await world.model(sampling).call(request('Hi', settings));
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    const penalties = [':0.5', ':0.25', '["END"]'];
    const known = [':0.75', ...(kind === 'openai-compatible' ? penalties : [])];
    for (const held of known) expect(sent).toContain(held);
  });

  it('[A205] waits as long as a 429 asks, and then succeeds', async () => {
    world.fake.reply({
      error: {
        status: 429,
        body: { error: { message: 'slow down', type: 'rate' } },
        headers: { 'retry-after': '7' },
      },
    });
    const model = world.model(name);
    const before = world.fake.requests.length;
    const failure = await failureOf(model.call(request('Hi')));
    expect(failure).toMatchObject({
      code: 'MODEL_CALL_FAILED',
      retry: { afterMs: 7_000 },
      data: { status: 429 },
    });
    expect(world.fake.requests.length).toBe(before + 1);
    expect((await model.call(request('Hi'))).text).toBe('ok');
  });

  it.each([
    [503, 'later'],
    [500, 'later'],
    [400, 'never'],
    [404, 'never'],
  ] as const)('[A205] a %i is worth another attempt: %s', async (status, retry) => {
    world.fake.reply({ error: { status, body: { error: { message: 'no', type: 'x' } } } });
    expect(await failureOf(world.model(name).call(request('Hi')))).toMatchObject({
      code: 'MODEL_CALL_FAILED',
      retry,
      data: { status },
    });
  });

  it.each(['reset', 'cut', 'short', 'garbage'] as const)(
    '[A206] an answer with the fault "%s" is a failure worth another attempt',
    async (fault) => {
      world.fake.reply({ text: 'Half of it', fault });
      expect(await failureOf(world.model(name).call(request('Hi')))).toMatchObject({
        code: 'MODEL_CALL_FAILED',
        retry: 'later',
      });
    },
  );

  it('[A206] HTML instead of an answer is a failure worth another attempt', async () => {
    world.fake.reply({ error: { status: 200, body: '<html>We are down</html>' } });
    expect(await failureOf(world.model(name).call(request('Hi')))).toMatchObject({
      code: 'MODEL_CALL_FAILED',
      retry: 'later',
    });
  });

  it('[A206] a stream that is cut inside a call gives no call', async () => {
    world.fake.reply({
      text: 'Let me look.',
      toolCalls: [{ id: 'c1', name: 'search', arguments: { query: 'cats' } }],
      fault: 'short',
    });
    expect(
      await failureOf(world.model(name).call(request('Hi', { tools: [search] }))),
    ).toMatchObject({ code: 'MODEL_CALL_FAILED' });
  });

  it.each(['hang', 'stall'] as const)(
    '[A207] silence (%s) ends the call and closes its socket',
    async (fault) => {
      world.fake.reply({ text: 'Half of it', fault });
      const model = world.model(name, { limits: { idleMs: 60 } });
      expect(await failureOf(model.call(request('Hi')))).toMatchObject({
        code: 'MODEL_CALL_FAILED',
        retry: 'later',
        data: { timeout: 'idle' },
      });
    },
  );

  it('[A207] a call that takes too long in all is given up', async () => {
    world.fake.reply({ fault: 'hang' });
    const model = world.model(name, { limits: { totalMs: 60 } });
    expect(await failureOf(model.call(request('Hi')))).toMatchObject({
      data: { timeout: 'total' },
    });
  });

  it('[A207] an answer that only drips is given up, its socket closed, and another call is not held up', async () => {
    world.fake.reply({ text: 'Half of it', fault: 'drip' }, { text: 'quick' });
    const model = world.model(name, { limits: { totalMs: 400, idleMs: 10_000 } });
    const slow = failureOf(model.call(request('Hi')));
    const before = world.fake.requests.length;
    while (world.fake.requests.length === before) await new Promise(setImmediate);
    expect((await world.model(name).call(request('Hi'))).text).toBe('quick');
    expect(await slow).toMatchObject({ code: 'MODEL_CALL_FAILED', data: { timeout: 'total' } });
  });

  it('[A202] the effort is sent in the words of the provider', async () => {
    await world.model(name).call(request('Hi', { reasoningEffort: 'high' }));
    const sent = JSON.stringify(world.fake.requests.at(-1)?.body);
    expect(sent).toMatch(/"(?:effort|reasoning_effort)":"high"|"(?:thinking|thinkingConfig)":\{/);
  });

  it('[A231] an effort asks for no summary of the reasoning, which not every organisation may have', async () => {
    for (const reasoningEffort of ['low', 'high'])
      await world.model(name).call(request('Hi', { reasoningEffort }));
    for (const { body } of world.fake.requests.slice(-2))
      expect(JSON.stringify(body)).not.toMatch(/summary/i);
  });

  it('[A207] an answer without end is given up at its limit', async () => {
    world.fake.reply({ fault: 'flood' });
    const model = world.model(name, { limits: { answerBytes: 1_000_000 } });
    expect(await failureOf(model.call(request('Hi')))).toMatchObject({ retry: 'never' });
  });

  it('[A208] an abort ends the call with its reason', async () => {
    world.fake.reply({ fault: 'hang' });
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const call = world.model(name).call(request('Hi', { signal: controller.signal }));
    const before = world.fake.requests.length;
    while (world.fake.requests.length === before) await new Promise(setImmediate);
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    const asked = world.fake.requests.at(-1);
    await expect.poll(() => asked?.isClosed()).toBe(true);
  });

  it('[A209] the key goes out in a header, and comes back in no error', async () => {
    world.fake.reply({
      error: {
        status: 401,
        body: {
          type: 'error',
          error: {
            message: `Incorrect API key provided: ${canary}`,
            type: 'auth',
            code: 401,
            status: 'UNAUTHENTICATED',
          },
        },
      },
    });
    const failure = await failureOf(world.model(name).call(request('Hi')));
    expect(JSON.stringify(world.fake.requests.at(-1)?.headers)).toContain(canary);
    expect(failure.retry).toBe('never');
    expect(failure.message).toContain('[secret]');
    expect(JSON.stringify(failure)).not.toContain(canary);
    expect(failure.data['hint']).toMatch(/_KEY/);
  });
});
