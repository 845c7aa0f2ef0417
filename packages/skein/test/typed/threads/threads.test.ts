// Threads of an engine: every model call goes through the AI SDK and a model object of it, every store is a real one.
import {
  parseJsonEventStream,
  readUIMessageStream,
  uiMessageChunkSchema,
  type UIMessage,
} from 'ai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEngine, type ApprovalRequest } from '../../../src/index.ts';
import { newShop, shopAgent, systemOf, type Shop } from './shop-agent.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skein-threads-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The one call that the reply wants a person to agree to. */
async function onlyApproval<Tools>(reply: {
  readonly approvals: Promise<readonly ApprovalRequest<Tools>[]>;
}): Promise<ApprovalRequest<Tools>> {
  const approvals = await reply.approvals;
  expect(approvals).toHaveLength(1);
  const [approval] = approvals;
  if (approval === undefined) throw new Error('Nothing is to be approved.');
  return approval;
}

it('[SD310] a thread streams the text of an answer, and remembers what was said', async () => {
  const support = shopAgent(newShop());
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  expect(await collect(thread.send('Hello').textStream)).toEqual([
    'You ',
    'have ',
    'said ',
    '1 ',
    'things.',
  ]);
  expect(await thread.send('Hello again').text).toBe('You have said 2 things.');
  expect(await engine.thread('cust-8', support).send('Hi').text).toBe('You have said 1 things.');
  expect((await thread.messages()).map(({ role, content }) => [role, content])).toEqual([
    ['user', 'Hello'],
    ['assistant', 'You have said 1 things.'],
    ['user', 'Hello again'],
    ['assistant', 'You have said 2 things.'],
  ]);
  expect(await thread.messages({ turns: 1 })).toHaveLength(2);
});

it('[SD311] a full stream has thoughts, inputs as they are written, calls, results and questions', async () => {
  const support = shopAgent(newShop());
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  const reply = thread.send('I want a refund');
  const parts = await collect(reply.fullStream);
  expect(parts.filter(({ type }) => type !== 'approval-request')).toEqual([
    { type: 'step-start' },
    { type: 'reasoning-delta', text: 'An order is needed.' },
    { type: 'text-delta', text: 'Let me look. ' },
    { type: 'tool-input-delta', toolCallId: 'c1', toolName: 'findOrder', text: '' },
    { type: 'tool-input-delta', toolCallId: 'c1', toolName: 'findOrder', text: '{"order":71}' },
    { type: 'tool-call', toolCallId: 'c1', toolName: 'findOrder', input: { order: 71 } },
    {
      type: 'tool-result',
      toolCallId: 'c1',
      toolName: 'findOrder',
      input: { order: 71 },
      output: { order: 71, paid: 30 },
    },
    { type: 'step-start' },
    { type: 'tool-input-delta', toolCallId: 'c2', toolName: 'refund', text: '' },
    {
      type: 'tool-input-delta',
      toolCallId: 'c2',
      toolName: 'refund',
      text: '{"order":71,"amount":30}',
    },
    { type: 'tool-call', toolCallId: 'c2', toolName: 'refund', input: { order: 71, amount: 30 } },
    { type: 'finish', reason: 'approval' },
  ]);
  // Whoever comes late gets what was recorded.
  const late = (await collect(reply.fullStream)).filter(({ type }) => !/delta/.test(type));
  expect(late).toEqual(parts.filter(({ type }) => !/delta/.test(type)));
  expect(await reply.text).toBe('Let me look. ');
  expect(await reply.output).toBeNull();
});

it('[SD312] a person approves a call with another input, which is what is done, told and journaled', async () => {
  const shop = newShop();
  const support = shopAgent(shop);
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  const { approvalId, toolName, input } = await onlyApproval(thread.send('refund please'));
  expect({ toolName, input }).toEqual({ toolName: 'refund', input: { order: 71, amount: 30 } });
  const input25 = { order: 71, amount: 25 };
  const next = thread.decide(approvalId, { approved: true, input: input25, by: 'ada' });
  expect(await next.text).toContain('refunded 25');
  expect(shop.paid).toEqual([{ ...input25, key: expect.any(String) }]);
  const results = (await collect(next.fullStream)).filter(({ type }) => type === 'tool-result');
  expect(results).toMatchObject([{ toolCallId: 'c2', input: input25, output: 'refunded 25' }]);
  const { items } = await engine.runs.list({});
  const rows = await engine.runs.journal(items[0]?.id ?? '');
  expect(
    rows.filter((row) => row.type === 'step.recorded' && row.key === 'tool:c2#1'),
  ).toMatchObject([
    { value: { arguments: input25, asked: { order: 71, amount: 30 }, changedBy: 'ada' } },
  ]);
});

it('[SD312] a rejected call is not made, and the model is told why', async () => {
  const shop = newShop();
  const support = shopAgent(shop);
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  const { approvalId } = await onlyApproval(thread.send('refund please'));
  const reply = thread.decide(approvalId, { approved: false, note: 'too late' });
  expect(await reply.text).toContain('too late');
  expect(shop.paid).toEqual([]);
  expect(await collect(reply.fullStream)).toContainEqual(
    expect.objectContaining({ type: 'tool-error', toolCallId: 'c2', isRejected: true }),
  );
});

it('[SD313] a thread goes on after a restart, between turns and while a person decides', async () => {
  const store = `sqlite:${join(folder, 'restart.db')}`;
  const shop = newShop();
  const first = shopAgent(shop);
  let approvalId: string;
  {
    await using engine = await createEngine({ store, agents: [first] });
    const thread = engine.thread('cust-7', first);
    expect(await thread.send('Hello').text).toBe('You have said 1 things.');
    ({ approvalId } = await onlyApproval(thread.send('refund please')));
  }
  const again = shopAgent(shop);
  await using engine = await createEngine({ store, agents: [again] });
  const thread = engine.thread('cust-7', again);
  const decided = thread.decide(approvalId, { approved: true });
  expect(await decided.text).toContain('refunded 30');
  expect(shop.paid).toHaveLength(1);
  expect(await thread.send('Thanks').text).toBe('You have said 2 things.');
});

it('[SD314] a failed turn keeps what the user said, and can be tried again', async () => {
  const shop = newShop();
  const support = shopAgent(shop);
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  shop.refusals = 1;
  await expect(thread.send('Hello').text).rejects.toMatchObject({ code: 'TURN_FAILED' });
  expect(await thread.messages()).toEqual([{ role: 'user', content: 'Hello' }]);
  expect(await thread.retry().text).toBe('You have said 1 things.');
  shop.refusals = 1;
  await expect(thread.send('And now?').text).rejects.toMatchObject({ code: 'TURN_FAILED' });
  // What was said in the failed turn is sent with the next one.
  expect(await thread.send('Still there?').text).toBe('You have said 3 things.');
  expect((await thread.messages()).map(({ content }) => content)).toEqual([
    'Hello',
    'You have said 1 things.',
    'And now?',
    'Still there?',
    'You have said 3 things.',
  ]);
});

it('[SD314] an outage in a turn is waited out: what was streamed before is told as void', async () => {
  const shop = newShop();
  const support = shopAgent(shop);
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  shop.outages = 1;
  const reply = thread.send('Hello');
  const parts = await collect(reply.fullStream);
  expect(parts.map(({ type }) => type)).toContain('retry');
  expect(await reply.text).toBe('You have said 1 things.');
  expect(await thread.messages()).toHaveLength(2);
});

it('[SD315] messages sent at once are answered one after the other, each once however often it is sent', async () => {
  const shop = newShop();
  const support = shopAgent(shop, { last: 100 });
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  const replies = ['a', 'b', 'c', 'b'].map((id) => thread.send({ id, text: `I am ${id}` }));
  const texts = await Promise.all(replies.map(({ text }) => text));
  expect(new Set(texts).size).toBe(3);
  expect(texts[3]).toBe(texts[1]);
  expect([...texts].sort().at(-1)).toBe('You have said 3 things.');
  expect(shop.prompts).toHaveLength(3);
});

it('[SD316] calls of one message run side by side, and their results come in its order', async () => {
  const support = shopAgent(newShop());
  await using engine = await createEngine({ agents: [support] });
  const parts = await collect(engine.thread('x', support).send('Find both').fullStream);
  expect(parts.flatMap((part) => (part.type === 'tool-result' ? [part.toolCallId] : []))).toEqual([
    'c1',
    'c2',
  ]);
});

it('[SD317] the history of an agent limits what is sent, and a summary stands for the rest', async () => {
  const sent = async (shop: Shop, history: Parameters<typeof shopAgent>[1]) => {
    const support = shopAgent(shop, history);
    await using engine = await createEngine({ agents: [support] });
    const thread = engine.thread('x', support);
    for (let turn = 1; turn <= 8; turn++) await thread.send(`This is message ${turn}`).text;
    expect(await thread.messages()).toHaveLength(16);
    const prompt = shop.prompts.at(-1) ?? [];
    return {
      system: systemOf(prompt),
      count: prompt.filter(({ role }) => role !== 'system').length,
    };
  };
  expect((await sent(newShop(), { last: 4 })).count).toBe(5);
  expect((await sent(newShop(), { tokens: 100 })).count).toBeLessThan(9);
  const summed = await sent(newShop(), { summarize: 6 });
  expect(summed.count).toBeLessThan(9);
  expect(summed.system).toContain('Summary of the conversation so far:\nThey said something.');
});

it('[SD318] an agent must be registered, and a user has threads of their own', async () => {
  const support = shopAgent(newShop());
  await using engine = await createEngine({ agents: [support] });
  expect(() => engine.thread('x', shopAgent(newShop()))).toThrow(
    expect.objectContaining({ code: 'AGENT_NOT_REGISTERED' }),
  );
  expect(() => engine.thread('', support)).toThrow(expect.objectContaining({ code: 'BAD_VALUE' }));
  await engine.thread('x', support, { user: 'ada' }).send('Hello').text;
  expect(await engine.thread('x', support, { user: 'bob' }).send('Hello').text).toBe(
    'You have said 1 things.',
  );
  expect(await engine.thread('x', support).messages()).toEqual([]);
});

/** As `useChat` reads it, with the AI SDK's own reader and check. */
async function readUi(response: Response, message?: UIMessage): Promise<UIMessage> {
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
  const { body } = response;
  if (body === null) throw new Error('There is no stream.');
  const stream = parseJsonEventStream({ stream: body, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (!chunk.success) throw chunk.error;
        controller.enqueue(chunk.value);
      },
    }),
  );
  const options = message === undefined ? { stream } : { stream, message };
  const messages = await collect(readUIMessageStream({ ...options, terminateOnError: true }));
  const last = messages.at(-1);
  if (last === undefined) throw new Error('There is no message.');
  return last;
}

function post(messages: readonly object[]): Request {
  const body = JSON.stringify({ id: 'cust-7', messages, trigger: 'submit-message' });
  return new Request('http://shop.example/chat', { method: 'POST', body });
}

it('[SD319] a thread answers the requests of useChat: messages, decisions, and nothing else', async () => {
  const shop = newShop();
  const support = shopAgent(shop);
  await using engine = await createEngine({ agents: [support] });
  const thread = engine.thread('cust-7', support);
  const user = { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'refund please' }] };
  const asked = await readUi(await thread.respond(post([user])));
  expect(asked.parts.map(({ type }) => type)).toEqual([
    'step-start',
    'reasoning',
    'text',
    'tool-findOrder',
    'step-start',
    'tool-refund',
  ]);
  const waiting = asked.parts.at(-1);
  if (waiting?.type !== 'tool-refund' || !('approval' in waiting)) throw new Error('No approval.');
  expect(waiting).toMatchObject({ state: 'approval-requested' });
  const responded = {
    ...waiting,
    state: 'approval-responded',
    approval: { id: waiting.approval?.id, approved: true },
  };
  const decided = { ...asked, parts: [...asked.parts.slice(0, -1), responded] };
  const goesOn = await readUi(await thread.respond(post([user, decided])), asked);
  expect(goesOn.id).toBe(asked.id);
  expect(goesOn.parts.at(5)).toMatchObject({ state: 'output-available', output: 'refunded 30' });
  expect(goesOn.parts.at(-1)).toMatchObject({ type: 'text', state: 'done' });
  expect(shop.paid).toHaveLength(1);
  const bad = await thread.respond(post([]));
  expect([bad.status, await bad.json()]).toEqual([400, { error: expect.any(String) }]);
  const idle = await thread.respond(new Request('http://shop.example/chat/cust-7/stream'));
  expect(idle.status).toBe(204);
});
