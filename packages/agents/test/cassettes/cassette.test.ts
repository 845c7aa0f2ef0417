// Goal: an answer is found by its question and by nothing else, and what is missing says where it differs.
import {
  cassetteDeck,
  cassetteFetch,
  cassetteModels,
  cassetteTools,
  failureIn,
  makeCassette,
  parseCassette,
  scriptedModel,
  type Cassette,
  type CassetteCall,
} from '@skein/agents';
import { runId, type Json, type JsonObject } from '@skein/kernel';
import type { ModelRequest, RecordedCall, RecordedRun, ToolCall } from '@skein/ports';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '../fake-clock.ts';

const signal = new AbortController().signal;

function request(text: string, changes: Partial<ModelRequest> = {}): ModelRequest {
  const caller = { run: runId('r'), node: 'draft', nodeName: 'Draft', context: 'main' };
  return { messages: [{ role: 'user', content: text }], signal, caller, ...changes };
}

function asked(text: string, reply: string): CassetteCall {
  return {
    node: 'draft',
    ask: { type: 'model', messages: [{ role: 'user', content: text }] },
    reply: { text: reply, usage: { input: 3, output: 2, usd: 0.5 } },
  };
}

function models(calls: readonly CassetteCall[], more: Partial<Cassette> = {}) {
  return cassetteModels(cassetteDeck({ cassette: 1, calls, ...more }));
}

async function failure(promise: Promise<unknown>) {
  return promise.then(
    () => undefined,
    (error: unknown) => failureIn(error),
  );
}

describe('questions to models', () => {
  it('[CS3] gets the answer to its question, with its usage, whatever the order', async () => {
    const model = models([asked('one', 'First.'), asked('two', 'Second.')]).model(undefined);
    expect(await model.call(request('two'))).toEqual({
      text: 'Second.',
      toolCalls: [],
      usage: { input: 3, output: 2, usd: 0.5 },
    });
    expect(await model.call(request('one'))).toMatchObject({ text: 'First.' });
  });

  it('[CS9] the limit of an answer is part of the question, but not on cassettes that do not know it', async () => {
    const limited = request('one', { maxOutputTokens: 5 });
    const now = models([asked('one', 'First.')], { cassette: 2 }).model(undefined);
    expect(await failure(now.call(limited))).toMatchObject({ code: 'CASSETTE_MISS' });
    expect(await now.call(request('one'))).toMatchObject({ text: 'First.' });
    const older = models([asked('one', 'First.')], { cassette: 1 }).model(undefined);
    expect(await older.call(limited)).toMatchObject({ text: 'First.' });
  });

  it('[CS10] finds an answer whether or not the speakers of the conversation are named', async () => {
    const said = (name?: string) => [
      { role: 'assistant' as const, content: 'Yes.', ...(name !== undefined && { name }) },
      { role: 'user' as const, content: 'And now?' },
    ];
    const ask = { type: 'model' as const, messages: said() };
    const reply = { text: 'No.' };
    const plain = models([{ node: 'draft', ask, reply }]).model(undefined);
    expect(await plain.call(request('', { messages: said('Ann') }))).toMatchObject(reply);
    const named = { ...ask, messages: said('Ann') };
    const model = models([{ node: 'draft', ask: named, reply }]).model(undefined);
    expect(await model.call(request('', { messages: said() }))).toMatchObject(reply);
  });

  it('[CS3] equal questions get their answers in order, each once for each tree of runs', async () => {
    const model = models([asked('x', 'a'), asked('x', 'b')]).model(undefined);
    const caller = {
      run: runId('s'),
      root: runId('top'),
      node: 'draft',
      nodeName: 'Draft',
      context: 'c',
    };
    expect(await model.call(request('x'))).toMatchObject({ text: 'a' });
    expect(await model.call(request('x', { caller }))).toMatchObject({ text: 'a' });
    expect(await model.call(request('x'))).toMatchObject({ text: 'b' });
    expect(await failure(model.call(request('x')))).toMatchObject({
      code: 'CASSETTE_MISS',
      retry: 'never',
      message:
        'The cassette has this question to a model of "draft" 2 times, and it is requested once more.',
    });
    const other = { ...caller, run: runId('t') };
    expect(await model.call(request('x', { caller: other }))).toMatchObject({ text: 'b' });
  });

  const changes: readonly [string, Partial<ModelRequest>, string][] = [
    ['the system prompt', { system: 'Be brief.' }, '/system'],
    ['a tool', { tools: [{ name: 't', description: '', parameters: {} }] }, '/tools'],
    ['the schema', { schema: { type: 'object' } }, '/schema'],
    ['the temperature', { temperature: 0.5 }, '/temperature'],
    ['the effort', { reasoningEffort: 'high' }, '/reasoningEffort'],
    ['a message', { messages: [{ role: 'user', content: 'y' }] }, '/messages/0/content'],
    [
      'the agent',
      { caller: { run: runId('r'), node: 'draft', nodeName: 'D', context: 'c', agent: 'a' } },
      '/agent',
    ],
    [
      'the node',
      { caller: { run: runId('r'), node: 'edit', nodeName: 'D', context: 'c' } },
      '/node',
    ],
  ];
  it.each(changes)('[CS3][CS4] %s makes it another question', async (_, change, pointer) => {
    const model = models([asked('x', 'a')]).model(undefined);
    const missed = await failure(model.call(request('x', change)));
    expect(missed).toMatchObject({
      code: 'CASSETTE_MISS',
      data: { nearest: { call: 1 }, difference: { pointer } },
    });
  });

  it('[CS3] neither the context nor a session makes it another question', async () => {
    const caller = { run: runId('r'), node: 'draft', nodeName: 'Other', context: 'other' };
    const model = models([asked('x', 'a')]).model(undefined);
    const sent = request('x', { caller, session: { id: 's' } });
    expect(await model.call(sent)).toMatchObject({ text: 'a' });
  });

  it('[CS4] names the nearest question and both sides of the first difference', async () => {
    const model = models([asked('Something else.', 'a'), asked('Write about tea.', 'b')]);
    const missed = await failure(model.model(undefined).call(request('Write about rice.')));
    expect(missed?.message).toBe(
      'The cassette does not have this question to a model of "draft". The nearest one, call 2, first differs at /messages/0/content: recorded "Write about tea.", asked "Write about rice.".',
    );
    const empty = await failure(models([]).model('gpt').call(request('x')));
    expect(empty?.message).toBe(
      'The cassette has no question to a model of "draft", nor a similar one.',
    );
  });

  it('[CS4] goes to the live model where it may', async () => {
    const deck = cassetteDeck({ cassette: 1, calls: [asked('x', 'recorded')] });
    const model = cassetteModels(deck, scriptedModel({ otherwise: 'live' })).model(undefined);
    expect(await model.call(request('x'))).toMatchObject({ text: 'recorded' });
    expect(await model.call(request('y'))).toMatchObject({ text: 'live' });
  });

  it('[CS2] answers under the name of who answered, fails as it failed, and streams', async () => {
    const error = { code: 'MODEL_CALL_FAILED', message: 'slow down', retry: { afterMs: 5 } };
    const failed = { node: 'draft', ask: asked('x', '').ask, error } as CassetteCall;
    const sources = models([failed, asked('x', 'two words')], {
      models: { 'gpt-5': { provider: 'openai', model: 'gpt-5-2026', sessions: true } },
    });
    const model = sources.model('gpt-5');
    expect(model).toMatchObject({ provider: 'openai', name: 'gpt-5-2026', hasSessions: true });
    const plain = sources.model(undefined);
    expect(await failure(plain.call(request('x')))).toEqual(error);
    const tokens: string[] = [];
    await plain.call(request('x', { onToken: (text) => tokens.push(text) }));
    expect(tokens).toEqual(['two ', 'words']);
  });

  it('[CS8] takes its time by a clock, and none without', async () => {
    const call = { ...asked('x', 'a'), ms: 5000 };
    const clock = fakeClock();
    const slow = cassetteModels(cassetteDeck({ cassette: 1, calls: [call] }, { clock }));
    let answer = '';
    const done = slow
      .model(undefined)
      .call(request('x'))
      .then(({ text }) => (answer = text));
    await new Promise(setImmediate);
    expect(answer).toBe('');
    clock.advance(5000);
    await done;
    expect(answer).toBe('a');
    expect(await models([call]).model(undefined).call(request('x'))).toMatchObject({ text: 'a' });
  });
});

describe('tools and requests', () => {
  const tools = {
    search: { description: 'Searches.', parameters: { type: 'object' }, listed: true },
    hidden: { description: 'Found by name.', parameters: { type: 'object' } },
  } as const;
  const called = (args: Json, outcome: object) =>
    ({
      node: 'n',
      ask: { type: 'tool', name: 'search', arguments: args },
      ...outcome,
    }) as CassetteCall;
  const about: ToolCall = {
    signal,
    idempotencyKey: 'k',
    callId: 'c',
    run: runId('r'),
    node: 'n',
    emit: () => {},
  };

  it('[CS3] answers by name and arguments, as it was described and listed', async () => {
    const calls = [
      called({ q: 1 }, { result: ['a'] }),
      called({ q: 2 }, { error: { code: 'TOOL_FAILED', message: 'no' } }),
    ];
    const source = cassetteTools(cassetteDeck({ cassette: 1, tools, calls }));
    expect(await source.list()).toMatchObject([{ name: 'search', description: 'Searches.' }]);
    expect(await source.find('hidden')).toMatchObject({ description: 'Found by name.' });
    const tool = await source.find('search');
    expect(await tool?.run({ q: 1 }, about)).toEqual(['a']);
    await expect(tool?.run({ q: 2 }, about)).rejects.toThrow('no');
    expect(await failure(Promise.resolve(tool?.run({ q: 3 }, about)))).toMatchObject({
      code: 'CASSETTE_MISS',
      data: { difference: { pointer: '/arguments/q' } },
    });
  });

  it('[CS4] a tool that is there answers for what is missing, where it may', async () => {
    const live = { name: 'search', description: '', parameters: {}, run: () => 'live' };
    const source = cassetteTools(cassetteDeck({ cassette: 1, tools, calls: [] }), {
      list: () => [live],
      find: () => live,
    });
    expect(await (await source.find('search'))?.run({}, about)).toBe('live');
  });

  it('[CS3] answers requests of nodes', async () => {
    const ask = { type: 'http', method: 'GET', url: 'https://example.org/a' } as const;
    const result = {
      status: 201,
      ok: true,
      headers: { 'content-type': 'application/json' },
      data: { n: 1 },
    };
    const fetch = cassetteFetch(
      cassetteDeck({ cassette: 1, calls: [{ node: 'api', ask, result }] }),
    );
    const call = { method: 'GET', url: 'https://example.org/a', headers: {}, signal };
    expect(await fetch(call)).toEqual({
      status: 201,
      headers: result.headers,
      text: '{"n":1}',
      value: { n: 1 },
    });
    expect(await failure(fetch(call))).toMatchObject({ code: 'CASSETTE_MISS' });
  });
});

const own = '01a1dfb2-3b47-7504-a416-503c00100001';
const foreign = '93aa1b5e-8f0d-4f7e-9a34-51f0c2d4a601';

function recorded(calls: readonly Partial<RecordedCall>[]): RecordedRun {
  const call = { path: '', node: 'n', activation: 1, key: 'k', at: 0, ms: 0 };
  return {
    calls: calls.map((each) => ({ ...call, ...each }) as RecordedCall),
    tools: [],
    answers: [],
    unknown: [],
    isOwnId: (id) => id === own,
  };
}

function question(content: string, reply: JsonObject): Partial<RecordedCall> {
  const value = { type: 'model', toolCalls: [], usage: { input: 1, output: 1, usd: 0 }, ...reply };
  return {
    request: { type: 'model', node: 'draft', messages: [{ role: 'user', content }] },
    outcome: { value: { provider: 'p', model: 'm', text: '', ...value } },
  };
}

describe('making one', () => {
  it('[CS5] ids of the run become marks, fit others, and come back in answers', async () => {
    const cassette = makeCassette(
      recorded([question(`Look at ${own} of ${foreign}.`, { text: `I saw ${own}.` })]),
    );
    expect(JSON.stringify(cassette)).not.toContain(own);
    const model = cassetteModels(cassetteDeck(cassette)).model(undefined);
    const now = '01a1dfb2-0000-7504-a416-503c00100001';
    const wrong = await failure(model.call(request(`Look at ${now} of ${now}.`)));
    expect(wrong?.code).toBe('CASSETTE_MISS');
    const reply = await model.call(request(`Look at ${now} of ${foreign}.`));
    expect(reply.text).toBe(`I saw ${now}.`);
  });

  it('[CS7] has no secret in it, wherever it stood', () => {
    const secret = 'sk-canary-123456';
    const call = question(`The key is ${secret}.`, { text: secret });
    const cassette = makeCassette(recorded([call]), {
      run: { input: { key: secret } },
      secrets: [secret],
    });
    expect(JSON.stringify(cassette)).not.toContain('canary');
  });

  it('[CS6] writes a conversation once, and plays all of it', async () => {
    const first = { role: 'user', content: 'Hi.' };
    const turns = [[first], [first, { role: 'assistant', content: 'Yes?' }]];
    const cassette = makeCassette(
      recorded(
        turns.map((messages, i) => ({
          ...question('', { text: `${i}` }),
          request: { type: 'model', node: 'draft', messages },
        })),
      ),
    );
    expect(cassette.calls[1]?.ask).toEqual({
      type: 'model',
      after: 1,
      messages: [{ role: 'assistant', content: 'Yes?' }],
    });
    const model = cassetteModels(cassetteDeck(cassette)).model(undefined);
    // What was made for JSON is what a model is asked with.
    const messages = turns[1] as unknown as ModelRequest['messages'];
    expect(await model.call(request('', { messages }))).toMatchObject({ text: '1' });
  });
});

describe('reading one', () => {
  it('[CS6] takes what was made', () => {
    const made = JSON.parse(JSON.stringify(makeCassette(recorded([question('x', {})])))) as Json;
    expect(parseCassette(made)).toEqual({ ok: true, cassette: made });
  });

  const broken: readonly [string, Json, RegExp][] = [
    ['no object', [], /object/],
    ['another version', { cassette: 3, calls: [] }, /cassette/],
    ['an unknown key', { cassette: 1, calls: [], call: [] }, /call/],
    ['a question of no kind', { cassette: 1, calls: [{ node: 'n', ask: { type: 'x' } }] }, /type/],
    [
      'a question without an answer',
      { cassette: 1, calls: [{ node: 'n', ask: { type: 'model', messages: [] } }] },
      /calls\/0/,
    ],
    [
      'an answer of the wrong kind',
      { cassette: 1, calls: [{ node: 'n', ask: { type: 'model', messages: [] }, result: 1 }] },
      /calls\/0/,
    ],
    [
      'messages after a later call',
      {
        cassette: 1,
        calls: [{ node: 'n', ask: { type: 'model', after: 1, messages: [] }, reply: { text: '' } }],
      },
      /after/,
    ],
  ];
  it.each(broken)('[CS6] refuses %s', (_, value, complaint) => {
    const parsed = parseCassette(value);
    expect(parsed.ok ? '' : parsed.problems.join('; ')).toMatch(complaint);
  });

  it('[CS6] refuses what is nested too deep', () => {
    let deep: Json = 0;
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(parseCassette({ cassette: 1, calls: deep })).toMatchObject({ ok: false });
  });
});
