// The `openai` package and the provider of the AI SDK for compatible servers, against a real server.
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, streamText } from 'ai';
import OpenAI from 'openai';
import { describe, expect, it } from 'vitest';
import { serveDoors, type Doors } from './door-flows.ts';

type Loose = ReturnType<typeof JSON.parse>;

function clientOf({ url, keys }: Doors, key = keys.ann, headers = {}): OpenAI {
  return new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: key,
    maxRetries: 0,
    defaultHeaders: headers,
  });
}

const user = (content: string) => ({ role: 'user' as const, content });
const assistant = (content: string) => ({ role: 'assistant' as const, content });

const statusOf = async (promise: Promise<unknown>) =>
  promise.then(
    () => 200,
    (error: Loose) => error.status,
  );

describe('the OpenAI API', () => {
  it('[V2020] lists what is published, and nothing else', async () => {
    const doors = await serveDoors();
    const { data } = await clientOf(doors).models.list();
    expect(data.map(({ id }) => id)).toEqual(['shop', 'trip']);
    expect((await clientOf(doors, doors.keys.bob).models.list()).data).toEqual([]);
  });

  it('[V3261] one model is looked up by its name; what is not published is not there', async () => {
    const doors = await serveDoors();
    const client = clientOf(doors);
    expect(await client.models.retrieve('trip')).toMatchObject({ id: 'trip', object: 'model' });
    expect(await statusOf(client.models.retrieve('nothing'))).toBe(404);
    expect(await statusOf(clientOf(doors, doors.keys.bob).models.retrieve('trip'))).toBe(404);
  });

  it('[V3262] a request without a content type is read as JSON', async () => {
    const { url, keys } = await serveDoors();
    const headers = { authorization: `Bearer ${keys.ann}` };
    const body = new Blob([JSON.stringify({ model: 'trip', messages: [user('Hello')] })]);
    const init = { method: 'POST', headers, body };
    const reply = await fetch(`${url}/v1/chat/completions`, init);
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining('Where to?')]);
  });

  it('[V2021] a completion streams: the role first, tools as reasoning, usage when it is asked for', async () => {
    const doors = await serveDoors();
    const stream = await clientOf(doors).chat.completions.create({
      model: 'shop',
      messages: [user('Where is it?')],
      stream: true,
      stream_options: { include_usage: true },
    });
    const chunks: Loose[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' });
    const all = (key: string) => chunks.map((each) => each.choices[0]?.delta[key] ?? '').join('');
    expect(all('content')).toBe('Let me look.It is on its way.');
    expect(all('reasoning_content')).toContain('findOrder({"id":71})');
    expect(all('reasoning_content')).toContain('found 71');
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: expect.any(Number) },
    });
    expect(chunks.at(-2).choices[0].finish_reason).toBe('stop');
    const whole = await clientOf(doors).chat.completions.create({
      model: 'shop',
      messages: [user('Where is it?')],
    });
    expect(whole.choices[0]?.message.content).toBe('Let me look.It is on its way.');
    expect(whole.usage?.total_tokens).toBeGreaterThan(0);
  });

  it.each([
    ['a header', { 'x-openwebui-chat-id': 'chat-1' }],
    ['a signed mark', {}],
  ])('[V2022] the next message answers what the chat asks, found by %s', async (_, headers) => {
    const doors = await serveDoors();
    const client = clientOf(doors, doors.keys.ann, headers);
    const messages: Loose[] = [];
    const say = async (text: string) => {
      messages.push(user(text));
      const reply = await client.chat.completions.create({ model: 'shop', messages });
      const content = reply.choices[0]?.message.content ?? '';
      messages.push(assistant(content));
      return content;
    };
    expect(await say('My money back')).toContain('Answer "approve" or "reject"');
    expect(await say('What do you mean?')).toContain('Answer "approve" or "reject"');
    expect(doors.paid()).toBe(0);
    expect(await say('approve')).toContain('Paid back.');
    expect(doors.paid()).toBe(1);
    expect((await doors.engine.runs.list({ user: 'ann' })).items).toHaveLength(1);
    const form = clientOf(doors, doors.keys.ann, { 'x-librechat-conversation-id': 'c2' });
    const tell = async (text: string) =>
      (await form.chat.completions.create({ model: 'trip', messages: [user(text)] })).choices[0]
        ?.message.content;
    expect(await tell('A trip')).toContain('Where to?');
    expect(await tell('Rome')).toContain('Book it?');
    expect(await tell('no, too far')).toBe('Not booked.');
  });

  it('[V2023] requests for titles and tags start no run', async () => {
    const doors = await serveDoors();
    const task = (json: string) =>
      `### Task:\nGenerate it.\nJSON format: ${json}\n### Chat History:\n<chat_history>\nUSER: Where is my order?\nASSISTANT: Here.\n</chat_history>`;
    const ask = async (...texts: string[]) => {
      const messages = texts.map(user);
      const reply = await clientOf(doors).chat.completions.create({ model: 'shop', messages });
      return reply.choices[0]?.message.content;
    };
    expect(await ask(task('{ "title": "…" }'))).toBe('{"title":"Where is my order?"}');
    expect(await ask(task('{ "tags": [] }'))).toBe('{ "tags": [] }');
    expect(await ask(task('{ "follow_ups": [] }'))).toBe('{ "follow_ups": [] }');
    const title = 'Provide a concise, 5-word-or-less title for the conversation.\nUser: Hi there';
    expect(await ask(title)).toBe('Hi there');
    expect((await doors.engine.runs.list({ user: 'ann' })).items).toEqual([]);
  });

  it('[V2024] a response asks for an approval, and the next one brings it', async () => {
    const doors = await serveDoors();
    const client = clientOf(doors);
    const asked = await client.responses.create({ model: 'shop', input: 'My money back' });
    expect(asked).toMatchObject({ status: 'completed', output_text: 'One moment.' });
    const request: Loose = asked.output.find(({ type }) => type === 'mcp_approval_request');
    expect(request).toMatchObject({ name: 'refund', arguments: '{"amount":40}' });
    const decide = (approve: boolean, previous = asked.id) =>
      client.responses.create({
        model: 'shop',
        previous_response_id: previous,
        input: [{ type: 'mcp_approval_response', approval_request_id: request.id, approve }],
      });
    const paid = await decide(true);
    expect(paid.output_text).toBe('Paid back.');
    expect(paid.output[0]).toMatchObject({ type: 'mcp_call', name: 'refund', output: 'paid 40' });
    expect(doors.paid()).toBe(1);
    // Replayed, it is refused, and what was told before is told in the same way.
    expect(await statusOf(decide(true))).toBe(409);
    expect(doors.paid()).toBe(1);
    const first = await client.responses.retrieve(asked.id);
    expect(first.output).toEqual(asked.output);
    expect((await client.responses.retrieve(paid.id)).output).toEqual(paid.output);
    const more = await client.responses.create({
      model: 'shop',
      input: 'Thanks',
      previous_response_id: paid.id,
    });
    expect(more.output_text).toBe('As you wish.');
  });

  it('[V2024] a form is a call of a function', async () => {
    const client = clientOf(await serveDoors());
    const asked = await client.responses.create({ model: 'trip', input: 'A trip' });
    const call: Loose = asked.output.find(({ type }) => type === 'function_call');
    expect(JSON.parse(call.arguments)).toMatchObject({ prompt: 'Where to?' });
    const output = JSON.stringify({ city: 'Rome' });
    const next = await client.responses.create({
      model: 'trip',
      previous_response_id: asked.id,
      input: [{ type: 'function_call_output', call_id: call.call_id, output }],
    });
    const approval: Loose = next.output.find(({ type }) => type === 'mcp_approval_request');
    const done = await client.responses.create({
      model: 'trip',
      previous_response_id: next.id,
      input: [{ type: 'mcp_approval_response', approval_request_id: approval.id, approve: true }],
    });
    expect(done.output_text).toBe('Booked: Rome.');
  });

  it('[V2025] a response goes on in the background, is streamed from any event on, and cancelled', async () => {
    const doors = await serveDoors();
    doors.gate = Promise.withResolvers();
    const client = clientOf(doors);
    const begun = await client.responses.create({
      model: 'shop',
      input: 'Where is it?',
      background: true,
    });
    expect(begun.status).toBe('queued');
    expect((await client.responses.retrieve(begun.id)).status).toBe('in_progress');
    const live: Loose[] = [];
    const reading = (async () => {
      for await (const event of await client.responses.retrieve(begun.id, { stream: true }))
        live.push(event);
    })();
    doors.gate.resolve();
    await reading;
    expect(live.at(-1)).toMatchObject({ type: 'response.completed' });
    const numbers = live.map((event) => event.sequence_number);
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    expect((await client.responses.retrieve(begun.id)).output_text).toBe(
      'Let me look.It is on its way.',
    );
    const textOf = (events: Loose[]) =>
      events
        .flatMap(({ type, delta }) => (type === 'response.output_text.delta' ? [delta] : []))
        .join('');
    // From every event on, and from the middle of a text, it is the rest.
    const places = live.slice(0, -1).map((event) => event.sequence_number);
    const spoken = live.findLast(({ type }) => type === 'response.output_text.delta');
    const half: Loose[] = [];
    const middle = { stream: true as const, starting_after: spoken.sequence_number - 4 };
    for await (const event of await client.responses.retrieve(begun.id, middle)) half.push(event);
    expect(textOf(half)).toBe(spoken.delta.slice(-4));
    for (const after of places) {
      const rest: Loose[] = [];
      const options = { stream: true as const, starting_after: after };
      for await (const event of await client.responses.retrieve(begun.id, options))
        rest.push(event);
      const seen = live.filter((event) => event.sequence_number <= after);
      expect(textOf(seen) + textOf(rest)).toBe('Let me look.It is on its way.');
      expect(rest.at(-1).sequence_number).toBe(live.at(-1).sequence_number);
    }
    doors.gate = Promise.withResolvers();
    const other = await client.responses.create({
      model: 'shop',
      input: 'Where is that?',
      background: true,
    });
    expect((await client.responses.cancel(other.id)).status).toBe('cancelled');
    doors.gate.resolve();
    const { run } = other.metadata as { run: string };
    expect((await doors.engine.runs.finished(run)).status).toBe('cancelled');
  });

  it('[V2026] errors have the form that clients read, and a failed run is not repeated', async () => {
    const doors = await serveDoors();
    const client = clientOf(doors);
    const fails = (promise: Promise<unknown>) =>
      promise.then(
        () => null,
        (error: Loose) => error,
      );
    expect(
      await fails(client.chat.completions.create({ model: 'nothing', messages: [user('x')] })),
    ).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      type: 'not_found_error',
    });
    expect(
      await fails(clientOf(doors, 'skein_forged').models.list() as unknown as Promise<unknown>),
    ).toMatchObject({ status: 401, type: 'authentication_error' });
    expect(
      await fails(client.chat.completions.create({ model: 'shop', messages: 7 as unknown as [] })),
    ).toMatchObject({ status: 400, param: 'messages' });
    expect(
      await fails(client.chat.completions.create({ model: 'shop', messages: [assistant('x')] })),
    ).toMatchObject({ status: 400, param: 'messages.0' });
    const broken = {
      skein: 1,
      id: 'broken',
      metadata: { publish: ['openai'] },
      nodes: [{ id: 'no', type: 'fail', config: { message: 'It cannot be.', code: 'NO' } }],
    };
    await doors.engine.workflows.save(broken, { user: 'ann' });
    const asking = { model: 'broken', messages: [user('x')] };
    expect(await fails(client.chat.completions.create(asking))).toMatchObject({
      status: 422,
      code: 'NO',
    });
    const streamed = (async () => {
      for await (const _ of await client.chat.completions.create({ ...asking, stream: true }));
    })();
    await expect(streamed).rejects.toThrow('It cannot be.');
    expect((await client.responses.create({ model: 'broken', input: 'x' })).status).toBe('failed');
  });

  it('[V2027] chats, responses and marks of others lead nowhere; a changed mark is none', async () => {
    const doors = await serveDoors();
    const { shop } = await import('./door-flows.ts');
    await doors.engine.workflows.save(shop, { user: 'bob' });
    const [ann, bob] = [clientOf(doors), clientOf(doors, doors.keys.bob)];
    const asked = await ann.responses.create({ model: 'shop', input: 'My money back' });
    const request: Loose = asked.output.find(({ type }) => type === 'mcp_approval_request');
    const answer = {
      model: 'shop',
      previous_response_id: asked.id,
      input: [
        { type: 'mcp_approval_response' as const, approval_request_id: request.id, approve: true },
      ],
    };
    for (const attempt of [
      () => bob.responses.retrieve(asked.id),
      () => bob.responses.cancel(asked.id),
      () => bob.responses.create(answer),
      () => ann.responses.retrieve('resp_nothing_0'),
      () => ann.responses.retrieve(asked.id.replace(/^resp_..../, 'resp_0000')),
    ])
      expect(await statusOf(attempt())).toBe(404);
    expect(await statusOf(clientOf(doors, doors.keys.reader).responses.create(answer))).toBe(403);
    const own = await bob.responses.create({ model: 'shop', input: 'My money back' });
    expect(await statusOf(bob.responses.create({ ...answer, previous_response_id: own.id }))).toBe(
      404,
    );
    const paused = await ann.chat.completions.create({
      model: 'shop',
      messages: [user('My money back')],
    });
    const reply = paused.choices[0]?.message.content ?? '';
    const [mark = ''] = /\[\]\(skein:[^)]+\)/.exec(reply) ?? [];
    const approve = (client: OpenAI, given: string) =>
      client.chat.completions.create({
        model: 'shop',
        messages: [user('My money back'), assistant(`x ${given}`), user('approve')],
      });
    await approve(bob, mark);
    await approve(
      ann,
      mark.replace(/\.(.)/, (_, first) => (first === 'A' ? '.B' : '.A')),
    );
    await approve(ann, mark.replace('skein:', 'skein:AAAA'));
    expect(doors.paid()).toBe(0);
    await approve(ann, mark);
    expect(doors.paid()).toBe(1);
  });

  it('[V2021][V2022] the provider of the AI SDK for compatible servers', async () => {
    const doors = await serveDoors();
    const skein = createOpenAICompatible({
      name: 'skein',
      baseURL: `${doors.url}/v1`,
      apiKey: doors.keys.ann,
      headers: { 'x-openwebui-chat-id': 'sdk' },
    });
    const { text, reasoningText } = await generateText({
      model: skein('shop'),
      prompt: 'Where is it?',
    });
    expect(text).toBe('Let me look.It is on its way.');
    expect(reasoningText).toContain('found 71');
    const asked = streamText({ model: skein('shop'), prompt: 'My money back' });
    expect(await asked.text).toContain('Answer "approve" or "reject"');
    expect((await generateText({ model: skein('shop'), prompt: 'approve' })).text).toContain(
      'Paid back.',
    );
    expect(doors.paid()).toBe(1);
  });
});
