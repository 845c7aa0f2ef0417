// Goal: the node types of the dataflow format that ask a model do what their rows of the format say, with the offline model.
import type { JsonObject } from '@skein/kernel';
import { drawFlow } from '@skein/testkit';
import { describe, expect, it } from 'vitest';
import { nodeOf, runFlow, said } from './run-flow.ts';

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
    'It is about something else: {"intent":"other"}',
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
