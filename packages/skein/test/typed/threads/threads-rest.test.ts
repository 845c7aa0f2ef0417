// Goal: threads can be used without code of one's own on the server. Method: a handler with users, asked over its API; the support agent
// of a new project answers from a script.
import { expect, it, onTestFinished } from 'vitest';
import { createEngine, type CreateEngineOptions } from '../../../src/index.ts';
import { support } from '../../../templates/project/src/support.ts';

const refund = { id: 'c1', name: 'refund', arguments: { order: 71, amount: 30 } };
const script = {
  replies: [
    { when: { contains: 'Money back' }, text: 'Let me see.', toolCalls: [refund] },
    { when: { contains: 'fail' }, error: { status: 400, message: 'no' } },
    { text: 'Done.', repeat: true },
  ],
};

async function served(options: CreateEngineOptions = { script }) {
  const engine = await createEngine({ agents: [support], ...options });
  onTestFinished(() => engine.close());
  const skein = engine.handler({
    basePath: '/skein',
    user: (request) => {
      const id = request.headers.get('x-user') ?? '';
      return id === 'reader' ? { id, scopes: ['read'] } : id;
    },
  });
  return async (user: string, method: string, place: string, body?: unknown, accept = '*/*') => {
    const headers = { 'x-user': user, 'content-type': 'application/json', accept };
    const init =
      body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
    const answered = await skein(
      new Request(
        `http://x/skein/api/v1${place.startsWith('/memory') ? place : `/threads${place}`}`,
        init,
      ),
    );
    const text = await answered.text();
    const isStream = answered.headers.get('content-type')?.includes('event-stream') === true;
    return {
      status: answered.status,
      text,
      json: isStream || text === '' ? null : JSON.parse(text),
    };
  };
}

const stream = 'text/event-stream';

it('[SD473][SD474] a call is decided by its user, and what follows is the rest of the turn', async () => {
  const ask = await served();
  expect((await ask('ada', 'GET', '/agents')).json).toEqual({
    items: [{ id: 'support', name: 'support', isOwn: false }],
  });
  const said = { id: 'm1', text: 'Money back' };
  const asked = await ask('ada', 'POST', '/support/t1/messages', said, stream);
  expect(asked.status).toBe(200);
  expect(asked.text).toContain('"type":"tool-approval-request"');
  // Said once, however often it is sent.
  const again = await ask('ada', 'POST', '/support/t1/messages', said);
  expect(again).toMatchObject({ status: 202, json: { run_id: expect.any(String) } });

  const { messages } = (await ask('ada', 'GET', '/support/t1')).json;
  expect(messages).toMatchObject([
    { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Money back' }] },
    {
      id: 'reply-m1',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'Let me see.' },
        { type: 'tool-refund', state: 'approval-requested', input: { order: 71, amount: 30 } },
      ],
    },
  ]);
  const { items } = (await ask('ada', 'GET', '')).json;
  expect(items).toMatchObject([{ agent: 'support', thread: 't1', turns: 1, said: 'Money back' }]);

  const approvalId = messages[1].parts[2].approval.id;
  const decision = { approvalId, approved: true, input: { order: 71, amount: 20 } };
  const place = '/support/t1/decisions';
  // Others do not find it, and who only reads does not decide.
  expect((await ask('bob', 'POST', place, decision)).json.error.code).toBe('WAIT_NOT_FOUND');
  expect((await ask('reader', 'POST', place, decision)).status).toBe(403);
  const decided = await ask('ada', 'POST', place, decision, stream);
  expect(decided.text).toContain('"output":"Refunded 20 for order 71."');
  expect(decided.text).toContain('"delta":"Done."');
  expect((await ask('ada', 'POST', place, { ...decision, approved: false })).status).toBe(409);

  const after = (await ask('ada', 'GET', '/support/t1')).json.messages;
  expect(after[1].parts).toMatchObject([
    { type: 'step-start' },
    { type: 'text', text: 'Let me see.' },
    {
      type: 'tool-refund',
      state: 'output-available',
      input: { amount: 20 },
      output: 'Refunded 20 for order 71.',
    },
    { type: 'step-start' },
    { type: 'text', text: 'Done.' },
  ]);
});

it('[SD474] a failed turn is tried again, and what cannot begin is an error of the API', async () => {
  const ask = await served();
  const { json } = await ask('ada', 'POST', '/support/t1/messages', { text: 'fail' }, stream);
  expect(json).toBeNull();
  const retried = await ask('ada', 'POST', '/support/t1/retry', undefined, stream);
  expect(retried.text).toContain('Done.');
  const nothing = await ask('ada', 'POST', '/support/new/retry', undefined, stream);
  expect([nothing.status, nothing.json.error.code]).toEqual([400, 'BAD_VALUE']);
  const unknown = await ask('ada', 'POST', '/nobody/t1/messages', { text: 'Hello' }, stream);
  expect([unknown.status, unknown.json.error.code]).toEqual([404, 'NOT_FOUND']);
});

it('[SD475][SD476] users have threads of their own; useChat is answered, and continued with 204 where nothing is under way', async () => {
  const ask = await served();
  const parts = [{ type: 'text', text: 'Hello' }];
  const chat = {
    id: 't1',
    trigger: 'submit-message',
    messages: [{ id: 'm1', role: 'user', parts }],
  };
  const answered = await ask('ada', 'POST', '/support/chat', chat);
  expect(answered.text).toContain('"delta":"Done."');
  expect(answered.text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  expect((await ask('ada', 'GET', '/support/chat/t1/stream')).status).toBe(204);
  expect((await ask('bob', 'GET', '/support/t1')).json.messages).toEqual([]);
  expect((await ask('bob', 'GET', '')).json.items).toEqual([]);
  const files = { ...chat, messages: [{ id: 'm2', role: 'user', parts: [{ type: 'file' }] }] };
  expect((await ask('ada', 'POST', '/support/chat', files)).status).toBe(400);
});

type Ask = Awaited<ReturnType<typeof served>>;

async function remember(
  ask: Ask,
  user: string,
  { scope, key, value }: { readonly scope: string; readonly key: string; readonly value: unknown },
): Promise<void> {
  const place = new URLSearchParams({ scope, key });
  expect((await ask(user, 'PUT', `/memory/entry?${place.toString()}`, { value })).status).toBe(200);
}

/** A turn that is remembered under a thread, as anybody may write into their own memory. */
async function forge(ask: Ask, user: string, turn: unknown) {
  const scope = 'thread:support:forged';
  for (const [key, value] of [
    ['turns', 1],
    ['turn/000000001', turn],
  ] as const) {
    await remember(ask, user, { scope, key, value });
  }
}

it('[SD1101] what somebody writes into the memory of a thread leads to no run of another', async () => {
  const ask = await served();
  const messages = [{ role: 'user', content: 'Hello' }];
  const runOf = async (text: string) =>
    (await ask('ada', 'POST', `/support/${text}/messages`, { text })).json.run_id as string;
  await ask('ada', 'POST', '/support/t1/messages', { id: 'm', text: 'Money back' }, stream);
  expect((await ask('ada', 'GET', '/support/t1')).text).toContain('Let me see.');
  const { run_id: waiting } = (
    await ask('ada', 'POST', '/support/t1/messages', { id: 'm', text: 'Money back' })
  ).json;
  await forge(ask, 'bob', { id: 'm', run: waiting, isDone: false, messages });
  const read = await ask('bob', 'GET', '/support/forged');
  expect(read.status).toBe(200);
  expect(read.text).not.toContain('Let me see.');
  expect((await ask('bob', 'GET', '/support/chat/forged/stream')).status).toBe(204);

  const failed = await runOf('fail');
  await ask('ada', 'GET', '/support/fail');
  await forge(ask, 'bob', { id: 'm', run: failed, isDone: false, messages });
  const retried = await ask('bob', 'POST', '/support/forged/retry');
  expect([retried.status, retried.json.error.code]).toEqual([404, 'RUN_NOT_FOUND']);
});

it('[SD1102] what is no turn, window or thread in the memory breaks neither a list nor a thread', async () => {
  const ask = await served();
  await ask('ada', 'POST', '/support/t1/messages', { text: 'Hello' }, stream);
  for (const value of [null, 7, 'x', { agent: 1 }, { messages: 'x' }]) {
    await remember(ask, 'ada', { scope: 'threads', key: 'odd', value });
    const { status, json } = await ask('ada', 'GET', '');
    expect(status).toBe(200);
    const listed = json.items.map(({ thread }: { thread: string }) => thread);
    expect(listed).toContain('t1');
    expect(listed).toContain('odd (unreadable)');
    await forge(ask, 'ada', value);
    await remember(ask, 'ada', { scope: 'thread:support:forged', key: 'window', value });
    expect((await ask('ada', 'GET', '/support/forged')).json.messages).toEqual([]);
    const goesOn = await ask('ada', 'POST', '/support/forged/messages', { text: 'Hello' }, stream);
    expect(goesOn.text).toContain('"delta":"Done."');
  }
});

it('[SD1101] a thread of the library decides about calls of its own user only', async () => {
  const engine = await createEngine({ agents: [support], script });
  onTestFinished(() => engine.close());
  await engine.thread('t1', support, { user: 'ada' }).send('Money back').text;
  const { items } = await engine.waits.list({ user: 'ada' });
  const wait = items[0]?.id ?? '';
  const decision = { approved: true } as const;
  const refused = engine.thread('t1', support, { user: 'bob' }).decide(wait, decision).text;
  await expect(refused).rejects.toMatchObject({ code: 'WAIT_NOT_FOUND' });
  const taken = engine.thread('t1', support, { user: 'ada' }).decide(wait, decision).text;
  expect(await taken).toContain('Done.');
});
