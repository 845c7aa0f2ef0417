// Goal: every node type of the dataflow format does what its row of the format says. Method: small flows on a whole engine,
// with the offline model, seen in the shape of the dialect.
import type { Json, JsonObject } from '@skein/kernel';
import { cpuMs, drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { runFlow, type FlowOptions } from './run-flow.ts';

/** Inputs and outputs of one node. */
async function nodeOf(id: string, definition: JsonObject, options: FlowOptions = {}) {
  const { view } = await runFlow(definition, options);
  const { state, inputs, outputs } = view.nodes[id] ?? {};
  return { state, inputs, outputs };
}

const said = (message: string) => ({ message });

describe('where contexts begin', () => {
  const settings = { provider: 'anthropic', model: 'sonnet', systemInstructions: 'Be brief.' };

  it("[DF10] defaultContextStart passes on the run's input and configures main", async () => {
    const flow = drawFlow('s:defaultContextStart c:chat', 's>c s.data>c.message', {
      configs: { s: settings },
    });
    const { view } = await runFlow(flow, { input: 'Hello' });
    expect(view.nodes['s']).toMatchObject({
      state: 'completed',
      inputs: {},
      outputs: { data: 'Hello' },
    });
    expect(view.contexts['main']).toEqual({
      contextId: 'main',
      ...settings,
      messageHistory: [
        { role: 'user', content: 'Hello' },
        { role: 'assistant', content: 'Hello' },
      ],
      sessionId: 'main',
      currentOutput: 'Hello',
    });
  });

  it('[DF10] main is there from the start, also for nodes that run before the start node', async () => {
    const flow = drawFlow('m:manualInput c:chat s:defaultContextStart', 'm.message>c.message', {
      configs: { m: said('Hi'), s: settings },
      policy: { concurrency: 1 },
    });
    const replies = [{ when: { model: 'anthropic/sonnet' }, text: 'from sonnet' }];
    const { view, trace } = await runFlow(flow, { script: { replies, otherwise: 'fail' } });
    expect(trace.indexOf('-c')).toBeLessThan(trace.indexOf('+s'));
    expect(view.nodes['c']?.outputs).toEqual({ result: 'from sonnet' });
  });

  it('[DF10] newContext begins one called like itself, inherits nothing, and passes its data on', async () => {
    const flow = drawFlow(
      's:defaultContextStart c:chat n:newContext d:chat',
      's>c s.data>c.message c.result>n.data n>d n.data>d.message',
      { configs: { s: settings, n: { model: 'haiku' } } },
    );
    const { view } = await runFlow(flow, {
      input: 'one',
      script: { replies: [{ when: { node: 'c' }, text: 'two' }] },
    });
    expect(view.nodes['n']?.outputs).toEqual({ data: 'two' });
    expect(view.contexts['n']).toEqual({
      contextId: 'n',
      provider: '',
      model: 'haiku',
      systemInstructions: '',
      messageHistory: [
        { role: 'user', content: 'two' },
        { role: 'assistant', content: 'two' },
      ],
      sessionId: 'n',
      currentOutput: 'two',
    });
    expect(view.contexts['main']?.['messageHistory']).toHaveLength(2);
  });
});

describe('what people say', () => {
  it('[DF11] userInput waits, then passes the answer on as message and data', async () => {
    const flow = drawFlow('u:userInput a:redactor b:redactor', 'u.message>a.data u.data>b.data', {
      configs: { u: { prompt: 'Your name?' } },
    });
    const open = await runFlow(flow);
    expect(open.run).toMatchObject({
      status: 'waiting',
      waits: [{ node: 'u', kind: 'input', prompt: 'Your name?' }],
    });
    expect(open.view.nodes['u']).toMatchObject({ state: 'paused', outputs: {} });
    const { view } = await runFlow(flow, { answers: [['u', 'Ada']] });
    expect(view.nodes['u']?.outputs).toEqual({ message: 'Ada' });
    expect(view.nodes['a']?.inputs).toEqual({ data: 'Ada' });
    expect(view.nodes['b']?.inputs).toEqual({ data: 'Ada' });
    expect(view.contexts['main']?.['currentOutput']).toBe('Ada');
    expect(view.contexts['main']?.['messageHistory']).toEqual([]);
  });

  it.each<readonly [Json, string]>([
    [{ message: 'Ada' }, 'Ada'],
    [{ message: { first: 'Ada' } }, '{"first":"Ada"}'],
    [{ message: 'Ada', age: 36 }, '{"message":"Ada","age":36}'],
    [36, '36'],
    [['a'], '["a"]'],
    ['', ''],
  ])('[DF11] the answer %j is the text %j', async (answer, text) => {
    const { view } = await runFlow(drawFlow('u:userInput'), { answers: [['u', answer]] });
    expect(view.nodes['u']?.outputs).toEqual({ message: text });
  });

  it('[DF11] manualInput says its message at once', async () => {
    const flow = drawFlow('m:manualInput c:chat', 'm>c', { configs: { m: said('Good morning') } });
    const { view } = await runFlow(flow);
    expect(view.nodes['m']?.outputs).toEqual({ message: 'Good morning' });
    expect(view.nodes['c']?.outputs).toEqual({ result: 'Good morning' });
  });
});

describe('chat', () => {
  const configs = { m: said('from message'), d: said('from data') };

  it('[DF12] sends message, else data, else what was said last, else nothing', async () => {
    const both = drawFlow(
      'd:manualInput m:manualInput c:chat',
      'm.message>c.message d.message>c.data',
      { configs },
    );
    expect((await nodeOf('c', both)).outputs).toEqual({ result: 'from message' });
    const data = drawFlow('d:manualInput c:chat', 'd.message>c.data', { configs });
    expect((await nodeOf('c', data)).outputs).toEqual({ result: 'from data' });
    const last = drawFlow('d:manualInput c:chat', 'd>c', { configs });
    expect((await nodeOf('c', last)).outputs).toEqual({ result: 'from data' });
    expect((await nodeOf('c', drawFlow('c:chat'))).outputs).toEqual({ result: '' });
  });

  it('[DF12] gives its reply as result, data and response, with the context', async () => {
    const flow = drawFlow(
      'm:manualInput c:chat j:parallelJoin',
      'm>c c.result>j.a c.data>j.b c.response>j.c c>j',
      { configs },
    );
    const { inputs, outputs } = await nodeOf('j', flow);
    expect(inputs).toEqual({ a: 'from message', b: 'from message', c: 'from message' });
    expect(outputs).toEqual({ result: inputs });
  });

  it('[DF12] sends history and instructions with every call, and adds message and reply', async () => {
    const flow = drawFlow(
      's:defaultContextStart c:chat m:manualInput d:chat',
      's>c s.data>c.message c>m m>d m.message>d.message',
      {
        configs: { s: { systemInstructions: 'Answer in verse.' }, m: said('And again?') },
      },
    );
    const replies = [
      { when: { node: 'c', contains: 'Answer in verse.' }, text: 'First.' },
      { when: { node: 'd', contains: 'Answer in verse.', history: 'First.' }, text: 'Second.' },
    ];
    const { view, journal } = await runFlow(flow, {
      input: 'Once?',
      script: { replies, otherwise: 'fail' },
    });
    expect(view.contexts['main']?.['messageHistory']).toEqual([
      { role: 'user', content: 'Once?' },
      { role: 'assistant', content: 'First.' },
      { role: 'user', content: 'And again?' },
      { role: 'assistant', content: 'Second.' },
    ]);
    const completed = journal.filter(
      (event) => event.type === 'node.completed' && event.node === 'd',
    );
    expect(completed).toMatchObject([{ context: { set: { historySent: 'full' } } }]);
  });

  it('[DF12] its own model comes before that of the context', async () => {
    const flow = drawFlow('s:defaultContextStart c:chat d:chat', 's>c s>d', {
      configs: {
        s: { provider: 'openai', model: 'big' },
        d: { provider: 'gemini', model: 'small' },
      },
    });
    const replies = [
      { when: { node: 'c', model: 'openai/big' }, text: 'big' },
      { when: { node: 'd', model: 'gemini/small' }, text: 'small' },
    ];
    const { view } = await runFlow(flow, { script: { replies, otherwise: 'fail' } });
    expect([view.nodes['c']?.outputs, view.nodes['d']?.outputs]).toEqual([
      { result: 'big' },
      { result: 'small' },
    ]);
    expect(view.contexts['main']).toMatchObject({ provider: 'openai', model: 'big' });
  });

  it('[DF12] runs the tools that it was given; what they said is in the journal only', async () => {
    const flow = drawFlow('t:tools m:manualInput c:chat', 't.tools>c.tools m>c', {
      configs: { m: said('How is it?') },
    });
    const script = {
      tools: { weather: { result: { sky: 'blue' } }, time: { result: 5 } },
      replies: [
        {
          when: { node: 'c', call: 1 },
          text: 'Let me see.',
          toolCalls: [{ name: 'weather', arguments: { city: 'Ghent' } }],
        },
        { when: { node: 'c', history: 'blue' }, text: 'Blue.' },
      ],
      otherwise: 'fail',
    };
    const { view, journal } = await runFlow(flow, { script });
    expect(view.nodes['c']?.outputs).toEqual({ result: 'Blue.' });
    expect(view.contexts['main']?.['messageHistory']).toEqual([
      { role: 'user', content: 'How is it?' },
      { role: 'assistant', content: 'Blue.' },
    ]);
    const steps = journal.filter((event) => event.type === 'step.recorded' && event.node === 'c');
    expect(JSON.stringify(steps)).toContain('blue');
    expect(steps.length).toBe(3);
  });

  it('[DF12] makes at most twenty turns, and never calls a tool that it was not given', async () => {
    const script = {
      tools: { weather: { result: 1 } },
      replies: [{ when: { node: 'c' }, toolCalls: [{ name: 'weather' }], repeat: true }],
    };
    const endless = await runFlow(drawFlow('t:tools c:chat', 't.tools>c.tools'), { script });
    expect(endless.run.error?.message).toContain('20');
    const bare = await runFlow(drawFlow('c:chat'), { script });
    expect(bare.run.status).toBe('failed');
    const results = bare.journal.filter(
      (event) => event.type === 'step.recorded' && event.key.startsWith('tool'),
    );
    expect(JSON.stringify(results)).not.toContain('"result":1');
  });

  it('[DF25] is skipped when a required input that has an edge does not come', async () => {
    const configs2 = { m: said('x'), i: { condition: false } };
    const noMessage = drawFlow(
      'm:manualInput i:conditional c:chat',
      'm.message>i.data m>c i.true>c.message',
      { configs: configs2 },
    );
    expect((await nodeOf('c', noMessage)).state).toBe('skipped');
    const noContext = drawFlow(
      'm:manualInput i:conditional c:chat',
      'm.message>i.data m.message>c.message i.true>c!',
      { configs: configs2 },
    );
    expect((await nodeOf('c', noContext)).state).toBe('skipped');
  });
});

describe('tools', () => {
  const script = { tools: { b: { result: 1 }, a: { result: 2 } } };

  it.each<readonly [JsonObject, readonly string[]]>([
    [{}, ['b', 'a']],
    [{ tools: 'auto' }, ['b', 'a']],
    [{ tools: ['a'] }, ['a']],
    [{ tools: ['a', 'unknown'] }, ['a']],
    [{ tools: [] }, []],
  ])('[DF13] %j gives %j', async (config, names) => {
    const flow = drawFlow('t:tools j:parallelJoin', 't.tools>j.tools t.toolNames>j.names', {
      configs: { t: config },
    });
    const { outputs } = await nodeOf('t', flow, { script });
    expect(outputs?.['toolNames']).toEqual(names);
    expect(outputs?.['tools']).toEqual(
      names.map((name) => expect.objectContaining({ name, parameters: expect.any(Object) })),
    );
    expect((await nodeOf('j', flow, { script })).inputs).toEqual({
      tools: outputs?.['tools'],
      names,
    });
  });
});

describe('intentRouter', () => {
  const routes = { billing: 'about invoices', other: 'everything else' };
  const flow = drawFlow(
    'n:newContext m:manualInput r:intentRouter b:chat o:chat j:parallelJoin',
    'n>m m>r m.message>r.data r.billing-context>b r.billing-data>b.message r.other-context>o r.other-data>o.message b.result>j.b o.result>j.o',
    { configs: { m: said('My invoice is wrong'), r: { routes } } },
  );
  const reply = (text: string, call?: number) => ({
    when: { node: 'r', ...(call === undefined ? {} : { call }) },
    text,
  });

  it('[DF14][DF25] passes data and context through the matched intent only, and the join settles', async () => {
    const { view, run } = await runFlow(flow, {
      script: { replies: [reply('{"intent": "billing"}')] },
    });
    expect(view.nodes['r']).toMatchObject({
      inputs: { data: 'My invoice is wrong' },
      outputs: { 'billing-data': 'My invoice is wrong' },
    });
    expect(Object.keys(view.nodes['r']?.outputs ?? {})).toEqual(['billing-data']);
    expect(view.nodes['o']?.state).toBe('skipped');
    expect(view.nodes['j']?.outputs).toEqual({ result: { b: 'My invoice is wrong' } });
    expect(run.status).toBe('completed');
    // The context went through: the chat behind it talked in it.
    expect(view.contexts['n']?.['messageHistory']).toHaveLength(2);
    expect(view.contexts['main']?.['messageHistory']).toEqual([]);
  });

  it.each([
    '```json\n{"intent":"other"}\n```',
    '{"intent": " Other "}',
    '{"intent":"OTHER","why":1}',
  ])('[DF14] %j is understood', async (text) => {
    const { view } = await runFlow(flow, { script: { replies: [reply(text)] } });
    expect(view.nodes['o']?.state).toBe('completed');
    expect(view.nodes['b']?.state).toBe('skipped');
  });

  it('[DF14] the model is told the intents, and asked once more when it names none', async () => {
    const replies = [
      { when: { node: 'r', call: 1, contains: '- billing: about invoices' }, text: 'weather' },
      {
        when: { node: 'r', call: 2, contains: '"billing", "other"' },
        text: '{"intent":"billing"}',
      },
    ];
    const { view, run } = await runFlow(flow, { script: { replies } });
    expect(view.nodes['b']?.state).toBe('completed');
    expect(run.usage.modelCalls).toBe(3);
  });

  it('[DF14] then it fails, listing them', async () => {
    const replies = [
      reply('{"intent":"a"}', 1),
      reply('{"intent":"__proto__"}', 2),
      reply('{"intent":"billing"}', 3),
    ];
    const { view, run } = await runFlow(flow, { script: { replies } });
    expect(run).toMatchObject({ status: 'failed', error: { code: 'INTENT_UNMATCHED', node: 'r' } });
    expect(run.error?.message).toContain('"billing", "other"');
    expect(view.nodes['r']).toMatchObject({
      state: 'error',
      outputs: { error: run.error?.message },
    });
    expect(run.usage.modelCalls).toBe(2);
  });

  it('[DF14] takes message where there is no data, and its own model', async () => {
    const own = drawFlow(
      'm:manualInput r:intentRouter p:parallelJoin',
      'm.message>r.message r.x-data>p.x',
      {
        configs: { m: said('hm'), r: { provider: 'openai', model: 'mini', routes: { x: '' } } },
      },
    );
    const replies = [{ when: { model: 'openai/mini' }, text: '{"intent":"x"}' }];
    expect((await nodeOf('p', own, { script: { replies, otherwise: 'fail' } })).inputs).toEqual({
      x: 'hm',
    });
  });
});

describe('injectMessages', () => {
  it('[DF15] adds its messages to the history of its context', async () => {
    const messages = [
      { role: 'user', content: 'Who are you?' },
      { role: 'assistant', content: 'A parrot. ${x}' },
    ];
    const flow = drawFlow('n:newContext i:injectMessages c:chat', 'n>i i>c', {
      configs: { i: { messages } },
    });
    const { view } = await runFlow(flow, {
      script: {
        replies: [{ when: { history: 'A parrot. ${x}' }, text: 'Yes' }],
        otherwise: 'fail',
      },
    });
    expect(view.contexts['n']?.['messageHistory']).toEqual([
      ...messages,
      { role: 'user', content: '' },
      { role: 'assistant', content: 'Yes' },
    ]);
    expect(view.nodes['i']).toMatchObject({ state: 'completed', inputs: {}, outputs: {} });
  });
});

describe('cache', () => {
  const flow = (ttlMs: number | null) =>
    drawFlow(
      'u:userInput c:cache r:redactor b:parallelSplit',
      'u.message>c.data c.data>r.data r.data>b.data b.x>u.data',
      {
        configs: { c: { ttlMs }, r: { literals: ['zz'] } },
      },
    );
  const answers = [['u', 'one'] as const, ['u', 'two'] as const];

  it('[DF16] gives the kept value while it is fresh, and says so', async () => {
    const first = await runFlow(flow(60_000), { answers: answers.slice(0, 1) });
    expect(first.view.nodes['c']).toMatchObject({
      outputs: { data: 'one' },
      metadata: { cached: false },
    });
    const { view } = await runFlow(flow(60_000), { answers });
    expect(view.nodes['c']).toMatchObject({
      inputs: { data: 'two' },
      outputs: { data: 'one' },
      metadata: { cached: true },
    });
    expect((await nodeOf('r', flow(null), { answers })).inputs).toEqual({ data: 'one' });
  });

  it('[DF16] not when it is too old', async () => {
    const { view } = await runFlow(flow(0), { answers });
    expect(view.nodes['c']).toMatchObject({
      outputs: { data: 'two' },
      metadata: { cached: false },
    });
  });
});

describe('splitting and joining', () => {
  it('[DF17] parallelSplit gives the same value to every port, and the context on context', async () => {
    const flow = drawFlow(
      'n:newContext m:manualInput s:parallelSplit a:redactor b:redactor c:chat',
      'n>m m>s m.message>s.data s.left>a.data s.right>b.data s>c',
      { configs: { m: said('same') } },
    );
    const { view } = await runFlow(flow);
    expect(view.nodes['s']?.outputs).toEqual({ left: 'same', right: 'same' });
    expect(view.nodes['a']?.inputs).toEqual({ data: 'same' });
    expect(view.nodes['b']?.inputs).toEqual({ data: 'same' });
    expect(view.contexts['n']?.['messageHistory']).toHaveLength(2);
  });

  it('[DF17] parallelJoin gives its inputs as one object, also a single one called input', async () => {
    const configs = { a: said('1'), b: said('2') };
    const two = drawFlow(
      'a:manualInput b:manualInput j:parallelJoin',
      'a.message>j.__proto__ b.message>j.y',
      { configs },
    );
    const { outputs } = await nodeOf('j', two);
    expect(JSON.stringify(outputs)).toBe('{"result":{"__proto__":"1","y":"2"}}');
    const one = drawFlow('a:manualInput j:parallelJoin', 'a.message>j.input', { configs });
    expect((await nodeOf('j', one)).outputs).toEqual({ result: { input: '1' } });
  });
});

describe('conditional', () => {
  const flow = (condition: Json, edges = '') =>
    drawFlow(
      'n:newContext m:manualInput i:conditional t:redactor f:redactor',
      `n>m m.message>i.data i.true>t.data i.false>f.data ${edges}`,
      {
        configs: { m: said('yes, please'), i: { condition } },
      },
    );

  it.each<readonly [Json, string]>([
    [{ left: '${previous}', op: 'contains', right: 'yes' }, 't'],
    [{ left: '${inputs.data}', op: 'eq', right: 'no' }, 'f'],
    [{ left: '${m.output}', op: 'startsWith', right: 'yes' }, 't'],
    [
      {
        all: [
          { left: '${previous}', op: 'truthy' },
          { not: { left: '${context.id}', op: 'eq', right: 'n' } },
        ],
      },
      't',
    ],
  ])('[DF18] %j leads to %s with the data', async (condition, taken) => {
    const { view } = await runFlow(flow(condition));
    expect(view.nodes[taken]).toMatchObject({
      state: 'completed',
      inputs: { data: 'yes, please' },
    });
    expect(view.nodes[taken === 't' ? 'f' : 't']?.state).toBe('skipped');
  });

  it('[DF18] a context beside the data changes nothing about it', async () => {
    const { view } = await runFlow(flow({ left: '${context.id}', op: 'eq', right: 'n' }, 'm>i'));
    expect(view.nodes['i']).toMatchObject({
      inputs: { data: 'yes, please' },
      outputs: { true: 'yes, please' },
    });
  });

  it('[DF25] without its data it is skipped', async () => {
    const configs = { m: said(''), i: { condition: false }, k: { condition: true } };
    const nothing = drawFlow(
      'm:manualInput i:conditional k:conditional',
      'm.message>i.data i.true>k.data m>k',
      { configs },
    );
    expect((await nodeOf('k', nothing)).state).toBe('skipped');
  });
});

describe('approvalGate', () => {
  const flow = drawFlow(
    'm:manualInput g:approvalGate a:redactor r:redactor',
    'm.message>g.data g.approved>a.data g.rejected>r.data',
    {
      configs: { m: said('the plan'), g: { prompt: 'Good?' } },
    },
  );

  it.each<readonly [Json, string]>([
    [true, 'a'],
    ['yes, go', 'a'],
    [{ decision: 'Approve', note: 'n' }, 'a'],
    [false, 'r'],
    ['rejected', 'r'],
  ])('[DF19] the answer %j passes the data on to %s', async (answer, taken) => {
    const { view } = await runFlow(flow, { answers: [['g', answer]] });
    expect(view.nodes[taken]).toMatchObject({ state: 'completed', inputs: { data: 'the plan' } });
    expect(view.nodes[taken === 'a' ? 'r' : 'a']?.state).toBe('skipped');
    expect(view.nodes['g']?.outputs).toEqual({
      [taken === 'a' ? 'approved' : 'rejected']: 'the plan',
    });
  });

  it('[DF19] waits with its prompt, and refuses what decides nothing', async () => {
    const open = await runFlow(flow);
    expect(open.run.waits).toMatchObject([{ node: 'g', kind: 'approval', prompt: 'Good?' }]);
    await expect(runFlow(flow, { answers: [['g', 'maybe']] })).rejects.toMatchObject({
      code: 'ANSWER_REFUSED',
    });
  });
});

describe('budgetGuard', () => {
  const flow = (config: JsonObject) =>
    drawFlow(
      'c:chat g:budgetGuard o:redactor x:redactor',
      'c.result>g.data c>g g.ok>o.data g.exceeded>x.data',
      { configs: { g: config } },
    );
  const script = { replies: [{ text: 'hi', usage: { input: 60, output: 40, usd: 0.5 } }] };

  it.each<readonly [JsonObject, string]>([
    [{ tokens: 99 }, 'x'],
    [{ tokens: 100 }, 'o'],
    [{ usd: 0.4 }, 'x'],
    [{ usd: 0.5 }, 'o'],
    [{ tokens: 1000, usd: 0.1 }, 'x'],
    [{ tokens: null }, 'o'],
    [{}, 'o'],
  ])('[DF20] %j leads to %s', async (config, taken) => {
    const { view } = await runFlow(flow(config), { script });
    expect(view.nodes[taken]).toMatchObject({ state: 'completed', inputs: { data: 'hi' } });
    expect(view.nodes[taken === 'o' ? 'x' : 'o']?.state).toBe('skipped');
  });
});

describe('redactor', () => {
  const redacted = async (data: Json, config: JsonObject = {}) => {
    const flow = drawFlow('s:defaultContextStart r:redactor', 's.data>r.data', {
      configs: { r: config },
    });
    return (await nodeOf('r', flow, { input: data })).outputs?.['data'];
  };

  it.each<readonly [string, string]>([
    ['Write to ada@example.org or eve+x@mail.example.co.uk.', 'Write to [REDACTED] or [REDACTED].'],
    [
      'Call +32 9 123 45 67, (555) 123-4567 or 555-123-4567',
      'Call [REDACTED], [REDACTED] or [REDACTED]',
    ],
    [
      'Card 4111 1111 1111 1111, order 4111 1111 1111 1112',
      'Card [REDACTED], order 4111 1111 1111 1112',
    ],
    [
      'From 192.168.0.1 and 2001:db8::1, at 12:30:45 in version 1.2.3',
      'From [REDACTED] and [REDACTED], at 12:30:45 in version 1.2.3',
    ],
    [
      '999.1.1.1 is no address, 2026-11-15 no number',
      '999.1.1.1 is no address, 2026-11-15 no number',
    ],
  ])('[DF21] %s', async (text, expected) => {
    expect(await redacted(text)).toBe(expected);
  });

  it('[DF21] only the kinds named, and literals in any letter case', async () => {
    const text = 'ada@example.org, 10.0.0.1, Project X.Y (secret)';
    expect(await redacted(text, { kinds: ['ip'] })).toBe(
      'ada@example.org, [REDACTED], Project X.Y (secret)',
    );
    expect(await redacted(text, { literals: ['x.y', '(SECRET)'] })).toBe(
      'ada@example.org, 10.0.0.1, Project [REDACTED] [REDACTED]',
    );
    expect(await redacted('$& a.b axb', { literals: ['a.b', '$&'] })).toBe(
      '[REDACTED] [REDACTED] axb',
    );
  });

  it('[DF21] in every text of its data, keys too', async () => {
    const data = { 'ada@example.org': ['10.0.0.1', 5, null, { deep: 'x' }] };
    expect(await redacted(data)).toEqual({ '[REDACTED]': ['[REDACTED]', 5, null, { deep: 'x' }] });
  });

  it('[DF21] a megabyte of anything takes no time', async () => {
    for (const part of ['a', '1', '1 ', 'a@', '.', ':', '1.', 'a.', '(1', '+1-']) {
      const text = part.repeat(1_000_000 / part.length);
      const before = cpuMs();
      await redacted(text);
      expect(cpuMs() - before).toBeLessThan(5000);
    }
  });
});
