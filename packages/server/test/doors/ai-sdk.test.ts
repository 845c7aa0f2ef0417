// The AI SDK's own reader of the stream, against a real server. The hook in a browser is tested with the studio (W2000).
import {
  DefaultChatTransport,
  readUIMessageStream,
  safeValidateUIMessages,
  type UIMessage,
} from 'ai';
import { describe, expect, it } from 'vitest';
import { bearer, serveDoors, type Doors } from './door-flows.ts';

type Loose = ReturnType<typeof JSON.parse>;

function chatWith({ url, keys }: Doors, workflow: string, id = 'c1', key = keys.ann) {
  const transport = new DefaultChatTransport({
    api: `${url}/api/v1/chat/${workflow}`,
    headers: bearer(key),
  });
  let messages: UIMessage[] = [];
  const read = async (stream: ReadableStream<Loose>, before?: UIMessage) => {
    let last: UIMessage | undefined = before;
    const chunks: Loose[] = [];
    const seen = stream.pipeThrough(
      new TransformStream({
        transform(chunk, controller) {
          chunks.push(chunk);
          controller.enqueue(chunk);
        },
      }),
    );
    const given = before === undefined ? {} : { message: structuredClone(before) };
    for await (const message of readUIMessageStream({ stream: seen, ...given })) last = message;
    if (last === undefined) throw new Error('No message came.');
    messages = [...messages.filter((each) => each.id !== last.id), last];
    return { message: last, chunks };
  };
  const send = async (trigger: 'submit-message' | 'regenerate-message' = 'submit-message') =>
    transport.sendMessages({
      chatId: id,
      messages,
      trigger,
      messageId: undefined,
      abortSignal: undefined,
    });
  return {
    async say(text: string, messageId: string = crypto.randomUUID()) {
      messages = [...messages, { id: messageId, role: 'user', parts: [{ type: 'text', text }] }];
      return read(await send());
    },
    /** Changes the last part that is asked for, and sends the message. */
    async answer(change: (part: Loose) => Loose) {
      const last = messages.at(-1);
      if (last === undefined) throw new Error('Nothing was asked.');
      const open = ['approval-requested', 'input-available'];
      const parts = last.parts.map((part: Loose) =>
        open.includes(part.state) ? change(part) : part,
      );
      messages = [...messages.slice(0, -1), { ...last, parts }];
      return read(await send(), messages.at(-1));
    },
    resume: async () => {
      const stream = await transport.reconnectToStream({ chatId: id });
      return stream === null ? null : read(stream);
    },
    async stored() {
      const response = await fetch(`${url}/api/v1/chat/${workflow}/${id}`, {
        headers: bearer(key),
      });
      return (await response.json()) as { messages: UIMessage[] };
    },
    send,
  };
}

const approve = (approved: boolean) => (part: Loose) => ({
  ...part,
  state: 'approval-responded',
  approval: { ...part.approval, approved },
});

const brief = ({ parts }: UIMessage) =>
  parts.flatMap((part: Loose) =>
    part.type === 'text'
      ? [part.text]
      : part.toolName === undefined
        ? []
        : [`${part.toolName} ${part.state}`],
  );

describe('the AI SDK', () => {
  it('[V2010][V2011] says, asks, is approved and rejected; what is stored is what was streamed, and is valid', async () => {
    const doors = await serveDoors();
    const chat = chatWith(doors, 'shop');
    const asked = await chat.say('My money back');
    expect(brief(asked.message)).toEqual(['One moment.', 'refund approval-requested']);
    expect(asked.chunks.at(-1)).toMatchObject({ type: 'finish', finishReason: 'tool-calls' });
    expect(doors.paid()).toBe(0);
    const paid = await chat.answer(approve(true));
    expect(brief(paid.message)).toEqual(['One moment.', 'refund output-available', 'Paid back.']);
    expect(doors.paid()).toBe(1);
    await chat.say('My money back');
    const rejected = await chat.answer(approve(false));
    expect(brief(rejected.message)).toEqual([
      'One moment.',
      'refund output-denied',
      'As you wish.',
    ]);
    expect(doors.paid()).toBe(1);
    const { messages } = await chat.stored();
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
    expect(messages.flatMap((each) => (each.role === 'user' ? [] : [brief(each)]))).toEqual([
      brief(paid.message),
      brief(rejected.message),
    ]);
    const checked = await safeValidateUIMessages({ messages });
    expect(checked.success ? [] : checked.error.message).toEqual([]);
  });

  it('[V2011][V2012] a form is a client tool, and the approval that its answer opens is told', async () => {
    const doors = await serveDoors();
    const chat = chatWith(doors, 'trip');
    const asked = await chat.say('A trip');
    expect(brief(asked.message)).toEqual(['ask input-available']);
    const part: Loose = asked.message.parts.find((each: Loose) => each.toolName === 'ask');
    expect(part.input).toMatchObject({ prompt: 'Where to?', schema: { required: ['city'] } });
    const opened = await chat.answer((each) => ({
      ...each,
      state: 'output-available',
      output: { city: 'Rome' },
    }));
    expect(brief(opened.message)).toEqual(['ask output-available', 'approval approval-requested']);
    const checked = await safeValidateUIMessages({ messages: (await chat.stored()).messages });
    expect(checked.success).toBe(true);
    const done = await chat.answer(approve(true));
    expect(brief(done.message)).toEqual([
      'ask output-available',
      'approval output-available',
      'Booked: Rome.',
    ]);
    expect(brief((await chat.stored()).messages.at(-1) as UIMessage)).toEqual(brief(done.message));
  });

  it('[V2013] a stream that was cut is resumed from its beginning while the run goes on; after that it is 204', async () => {
    const doors = await serveDoors();
    doors.gate = Promise.withResolvers();
    const chat = chatWith(doors, 'shop');
    const cut = await fetch(`${doors.url}/api/v1/chat/shop`, {
      method: 'POST',
      headers: bearer(doors.keys.ann),
      // Without a content type, as some clients send it.
      body: new TextEncoder().encode(
        JSON.stringify({
          id: 'c1',
          messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Where is it?' }] }],
        }),
      ),
    });
    expect([cut.status, cut.headers.get('x-vercel-ai-ui-message-stream')]).toEqual([200, 'v1']);
    const reader = cut.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    const resumed = chat.resume();
    doors.gate.resolve();
    expect(brief((await resumed)?.message as UIMessage)).toEqual([
      'Let me look.',
      'findOrder output-available',
      'It is on its way.',
    ]);
    expect(await chat.resume()).toBeNull();
    // Said again with the same id it is the same run.
    const again = await chat.say('Where is it?', 'm1');
    expect(brief(again.message)).toHaveLength(3);
    const { items } = await doors.engine.runs.list({ user: 'ann' });
    expect(items).toHaveLength(1);
  });

  it('[V2012] an answer over REST is in what is read after a reload', async () => {
    const doors = await serveDoors();
    const chat = chatWith(doors, 'shop');
    const asked = await chat.say('My money back');
    const part: Loose = asked.message.parts.find((each: Loose) => each.toolName === 'refund');
    await doors.send('POST', `/api/v1/waits/${part.approval.id}/answer`, {
      body: { decision: 'approve' },
      headers: bearer(doors.keys.ann),
    });
    const { run } = asked.message.metadata as { run: string };
    await doors.engine.runs.finished(run);
    const { messages } = await chat.stored();
    expect(brief(messages.at(-1) as UIMessage)).toEqual([
      'One moment.',
      'refund output-available',
      'Paid back.',
    ]);
    // What was decided elsewhere is not decided again.
    await expect(chat.answer(approve(false))).rejects.toThrow(/WAIT_CLOSED|answered/);
    expect(doors.paid()).toBe(1);
  });

  it('[V2014] what is not published, and what others have, is not there; a replayed or foreign approval leads nowhere', async () => {
    const doors = await serveDoors();
    const { url, keys } = doors;
    const post = (workflow: string, key: string, body: unknown) =>
      fetch(`${url}/api/v1/chat/${workflow}`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const said = {
      id: 'c1',
      messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'x' }] }],
    };
    expect((await post('closed', keys.ann, said)).status).toBe(404);
    expect((await post('shop', keys.bob, said)).status).toBe(404);
    const asked = await chatWith(doors, 'shop').say('My money back');
    const part: Loose = asked.message.parts.find((each: Loose) => each.toolName === 'refund');
    const decided = {
      ...part,
      state: 'approval-responded',
      approval: { id: part.approval.id, approved: true },
    };
    const answer = (id: string) => ({
      id,
      messages: [{ id: 'reply-m', role: 'assistant', parts: [decided], metadata: { row: 1e9 } }],
    });
    // Bob has a workflow of the same name and a chat of the same id: the wait is still not his.
    const { shop } = await import('./door-flows.ts');
    await doors.engine.workflows.save(shop, { user: 'bob' });
    await (await post('shop', keys.bob, said)).text();
    expect((await post('shop', keys.bob, answer('c1'))).status).toBe(404);
    // Ann's other chat does not have it either, and a key without the scope does not answer.
    await (await post('shop', keys.ann, { ...said, id: 'c2' })).text();
    expect((await post('shop', keys.ann, answer('c2'))).status).toBe(404);
    expect((await post('shop', keys.reader, answer('c1'))).status).toBe(403);
    expect(doors.paid()).toBe(0);
    expect((await post('shop', keys.ann, answer('c1'))).status).toBe(200);
    await doors.engine.runs.finished((asked.message.metadata as { run: string }).run);
    expect(doors.paid()).toBe(1);
    expect((await post('shop', keys.ann, answer('c1'))).status).toBe(409);
    expect(doors.paid()).toBe(1);
    const large = await post('shop', keys.ann, { ...said, pad: 'x'.repeat(40_000_000) });
    expect(large.status).toBe(413);
    for (const messages of [
      [],
      [null],
      [{ id: 'm' }],
      [{ id: 'm', role: 'user', parts: [{ type: 'file' }] }],
    ])
      expect([(await post('shop', keys.ann, { id: 'c1', messages })).status, messages]).toEqual([
        400,
        messages,
      ]);
  });
});
