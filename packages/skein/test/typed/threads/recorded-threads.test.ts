// Agents of code without their model and their tools: by a script, and from a cassette.
import { expect, it } from 'vitest';
import { agent, createEngine, recordCassette } from '../../../src/index.ts';
import { newShop, shopAgent } from './shop-agent.ts';

it('[SD302] a script answers in the place of a model object', async () => {
  const shop = newShop();
  const support = shopAgent(shop);
  await using engine = await createEngine({
    agents: [support],
    script: { replies: [{ text: 'Hi.' }] },
  });
  expect(await engine.thread('x', support).send('Hello').text).toBe('Hi.');
  expect(shop.prompts).toEqual([]);
});

it('[SD302] a turn plays from a cassette, with its approval, and calls neither model nor tools', async () => {
  const shop = newShop();
  const support = shopAgent(shop);
  const recorded = await createEngine({ agents: [support] });
  const live = recorded.thread('x', support);
  const [asked] = await live.send('refund please').approvals;
  await live.decide(asked?.approvalId ?? '', { approved: true }).text;
  const { items } = await recorded.runs.list({});
  const { cassette } = await recordCassette(recorded, items[0]?.id ?? '');
  await recorded.close();
  expect(cassette.calls.map(({ ask }) => ask.type)).toEqual([
    'model',
    'tool',
    'model',
    'tool',
    'model',
  ]);
  const offline = newShop();
  const again = shopAgent(offline);
  await using engine = await createEngine({ agents: [again], cassette });
  const thread = engine.thread('y', again);
  const [approval] = await thread.send('refund please').approvals;
  expect(approval).toMatchObject({ toolName: 'refund', input: { order: 71, amount: 30 } });
  const reply = thread.decide(approval?.approvalId ?? '', { approved: true });
  expect(await reply.text).toContain('refunded 30');
  expect([offline.prompts, offline.paid]).toEqual([[], []]);
  await expect(thread.send('Never said').text).rejects.toMatchObject({
    code: 'TURN_FAILED',
    message: expect.stringMatching(/cassette/i),
  });
});

it('[SD304] a definition asks an agent of code by its node type', async () => {
  const support = shopAgent(newShop());
  await using engine = await createEngine({
    agents: [support],
    nodeTypes: { [support.type]: support.nodeType },
  });
  const definition = {
    skein: 1,
    nodes: [{ id: 'ask', type: 'agent:support', config: { prompt: '${trigger.question}' } }],
  };
  const { id } = await engine.runs.start(definition, { input: { question: 'Hello' } });
  expect(await engine.runs.finished(id)).toMatchObject({ output: 'You have said 1 things.' });
  const bad = { skein: 1, nodes: [{ id: 'ask', type: 'agent:support' }] };
  await expect(engine.runs.start(bad)).rejects.toThrow(/"prompt" must be a text/);
});

it('[SD2360] a script is written as a conversation: the turns of a thread use its replies one after the other', async () => {
  const helper = agent({ id: 'helper', model: 'openai/gpt-5' });
  const replies = [{ text: 'Hello.' }, { when: { call: 2 }, text: 'Yes.' }, { text: 'Bye.' }];
  await using engine = await createEngine({
    agents: [helper],
    script: { replies, otherwise: 'fail' },
  });
  const thread = engine.thread('t', helper);
  expect(await thread.send('Hi').text).toBe('Hello.');
  // Others have the same script from its beginning.
  expect(await engine.thread('other', helper).send('Hi').text).toBe('Hello.');
  const mine = engine.thread('t', helper, { user: 'ada' });
  expect(await mine.send('Hi').text).toBe('Hello.');
  expect(await thread.send('Are you there?').text).toBe('Yes.');
  expect(await thread.send('Bye').text).toBe('Bye.');
  await expect(thread.send('More').text).rejects.toMatchObject({ code: 'TURN_FAILED' });
});
