// Goal: every node type of the dataflow format that asks no model does what its row of the format says. Method: small flows on a
// whole engine, seen in the shape of the dialect.
import type { Json, JsonObject } from '@skein/kernel';
import { cpuMs, drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { nodeOf, runFlow, said } from './run-flow.ts';

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
    ['yes', 'a'],
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
    for (const answer of ['maybe', "Don't approve", 'ok, but reject it', 'approve?']) {
      await expect(runFlow(flow, { answers: [['g', answer]] })).rejects.toMatchObject({
        code: 'ANSWER_REFUSED',
      });
    }
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
