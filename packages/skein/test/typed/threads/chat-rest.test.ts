// Goal: what a chat needs beside messages: agents that people make themselves, files, stop, another answer, another question. Method: a
// handler with users, asked over its API; the model streams word by word, as slowly as the test wants.
import type { LanguageModel, ModelMessage } from '@skein/ports';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { createEngine } from '../../../src/index.ts';
import { support } from '../../../templates/project/src/support.ts';

type Pause = (word: number) => Promise<void>;

const usage = { input: 1, output: 1, usd: 0 };
const textIn = ({ content }: ModelMessage) =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** Repeats what it was told last, word by word; asks for a refund where that is wanted. */
function echo(prompts: ModelMessage[][], pause: Pause): LanguageModel {
  let words = 0;
  return {
    provider: 'test',
    name: 'echo',
    async call({ messages, onToken, signal, tools = [] }) {
      prompts.push([...messages]);
      const last = messages.at(-1);
      if (last === undefined) throw new Error('Nothing was asked.');
      const asked = last.role === 'user' ? textIn(last) : '';
      const refunds = /refund/.exec(asked) ? (asked.match(/refund/g)?.length ?? 0) : 0;
      const calls = messages.filter(({ role }) => role === 'tool').length;
      const text = last.role === 'tool' ? `After: ${textIn(last)}` : `You said: ${textIn(last)}`;
      for (const word of text.split(/(?<= )/)) {
        await pause(words++);
        signal.throwIfAborted();
        onToken?.(word);
      }
      const wants = refunds > 0 || (calls > 0 && calls < 2 && isTwice(messages));
      const name = tools.find((tool) => tool.name.includes('refund'))?.name;
      const toolCalls =
        wants && name !== undefined
          ? [{ id: `c${calls}`, name, arguments: { order: 71, amount: 30 } }]
          : [];
      return { text, toolCalls, usage };
    },
  };
}

const isTwice = (messages: readonly ModelMessage[]) =>
  messages.some((message) => message.role === 'user' && textIn(message).includes('twice'));

async function served(pause: Pause = async () => {}) {
  const prompts: ModelMessage[][] = [];
  const model = echo(prompts, pause);
  const engine = await createEngine({
    agents: [support],
    models: { model: () => model },
    tools: {
      'shop-refund': {
        description: 'Pays back.',
        parameters: {
          type: 'object',
          properties: { order: { type: 'number' }, amount: { type: 'number' } },
        },
        approve: true,
        run: async ({ amount }: { amount?: number }) => `Refunded ${amount}.`,
      },
    },
  });
  onTestFinished(() => engine.close());
  const skein = engine.handler({
    basePath: '/skein',
    user: (request) => request.headers.get('x-user') ?? '',
  });
  const send = (user: string, method: string, place: string, body?: unknown, accept = '*/*') =>
    skein(
      new Request(`http://x/skein/api/v1${place}`, {
        method,
        headers: { 'x-user': user, 'content-type': 'application/json', accept },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
  const ask = async (...given: Parameters<typeof send>) => {
    const answered = await send(...given);
    const text = await answered.text();
    const isJson = answered.headers.get('content-type')?.includes('json') === true;
    return { status: answered.status, text, json: isJson ? JSON.parse(text) : null };
  };
  const make = (user: string) =>
    ask(user, 'PUT', '/agents/helper', {
      name: 'Helper',
      systemPrompt: 'Help.',
      tools: [{ name: 'shop-refund' }],
    });
  return { ask, send, make, prompts, engine };
}

const stream = 'text/event-stream';
const spoken = (chunks: string) =>
  [...chunks.matchAll(/"type":"text-delta"[^\n]*"delta":("(?:[^"\\]|\\.)*")/g)]
    .map(([, text = '""']) => JSON.parse(text) as string)
    .join('');

it('[SD1900][V3810] a person talks to an agent that they have made, with the tools that they have, and others do not find it', async () => {
  const { ask, make, prompts } = await served();
  expect((await make('ada')).status).toBe(200);
  const { items } = (await ask('ada', 'GET', '/threads/agents')).json;
  expect(items).toEqual([
    { id: 'support', name: 'support', isOwn: false },
    { id: 'helper', name: 'Helper', isOwn: true },
  ]);
  expect((await ask('bob', 'GET', '/threads/agents')).json.items).toHaveLength(1);
  const first = await ask('ada', 'POST', '/threads/helper/t1/messages', { text: 'Hello' }, stream);
  expect(spoken(first.text)).toBe('You said: Hello');
  await ask('ada', 'POST', '/threads/helper/t1/messages', { text: 'Again' }, stream);
  expect(prompts[1]?.map(textIn)).toEqual(['Hello', 'You said: Hello', 'Again']);
  const listed = (await ask('ada', 'GET', '/runs?details=true&limit=1')).json.items[0];
  expect(listed.details.startedBy).toEqual({ type: 'thread', name: null });
  // What they say is in no list of workflows, and a type of the engine's own is no part of one.
  expect((await ask('ada', 'GET', '/workflows')).text).not.toContain('thread:helper');
  expect((await ask('ada', 'GET', '/node-types')).text).not.toContain('"type":"thread"');
  const other = await ask('bob', 'POST', '/threads/helper/t1/messages', { text: 'Hello' });
  expect([other.status, other.json.error.code]).toEqual([404, 'NOT_FOUND']);
});

it('[SD1901] several questions of one turn are asked and decided one after the other, with changed arguments, and a reload shows the open one', async () => {
  const { ask, make } = await served();
  await make('ada');
  const said = { text: 'refund twice' };
  await ask('ada', 'POST', '/threads/helper/t1/messages', said, stream);
  const openCall = async () => {
    const { messages } = (await ask('ada', 'GET', '/threads/helper/t1')).json;
    return messages[1].parts.filter((part: { type: string }) => part.type.startsWith('tool-'));
  };
  const [asked] = await openCall();
  expect(asked).toMatchObject({ state: 'approval-requested', input: { amount: 30 } });
  const decide = (approvalId: string, input?: object) =>
    ask(
      'ada',
      'POST',
      '/threads/helper/t1/decisions',
      { approvalId, approved: true, ...(input && { input }) },
      stream,
    );
  const decided = await decide(asked.approval.id, { order: 71, amount: 20 });
  expect(decided.text).toContain('"output":"Refunded 20."');
  const [done, second] = await openCall();
  expect(done).toMatchObject({ state: 'output-available', output: 'Refunded 20.' });
  expect(second).toMatchObject({ state: 'approval-requested', input: { amount: 30 } });
  const last = await decide(second.approval.id);
  expect(spoken(last.text)).toContain('After: ');
});

it('[SD1902][SD3120] a turn is stopped, keeps what was said, and is answered anew when it is tried again', async () => {
  let isHeld = true;
  const { promise, resolve } = Promise.withResolvers<void>();
  const pause: Pause = (word) => (isHeld && word === 2 ? promise : Promise.resolve());
  const { ask, send, make, prompts } = await served(pause);
  await make('ada');
  const message = { id: 'm1', text: 'Tell me more' };
  const streaming = send('ada', 'POST', '/threads/helper/t1/messages', message, stream);
  const reply = await streaming;
  // It has begun to answer, and so it is remembered.
  const reader = reply.body?.getReader();
  let heard = '';
  while (!heard.includes('text-delta'))
    heard += new TextDecoder().decode((await reader?.read())?.value);
  const run = { run_id: reply.headers.get('x-skein-run') };
  expect((await ask('bob', 'POST', '/threads/support/t1/stop', run)).json.isStopped).toBe(false);
  const stopped = await ask('ada', 'POST', '/threads/helper/t1/stop', run);
  expect(stopped.json).toEqual({ isStopped: true });
  isHeld = false;
  resolve();
  for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
    heard += new TextDecoder().decode(read.value);
  expect(heard).toContain('"type":"error"');
  expect((await ask('ada', 'POST', '/threads/helper/t1/stop')).json).toEqual({ isStopped: false });
  const { messages } = (await ask('ada', 'GET', '/threads/helper/t1')).json;
  expect(messages).toMatchObject([
    { id: 'm1', role: 'user' },
    {
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'text', text: 'You said: ' },
        { type: 'data-failure', data: { code: 'CANCELLED' } },
      ],
    },
  ]);
  const retried = await ask('ada', 'POST', '/threads/helper/t1/retry', undefined, stream);
  expect(spoken(retried.text)).toBe('You said: Tell me more');
  // Also one that is done: it replaces the answer that was there.
  const again = await ask('ada', 'POST', '/threads/helper/t1/retry', undefined, stream);
  expect(spoken(again.text)).toBe('You said: Tell me more');
  expect((await ask('ada', 'GET', '/threads/helper/t1')).json.messages).toHaveLength(2);
  expect(prompts.at(-1)?.map(textIn)).toEqual(['Tell me more']);
});

it('[SD3120] what was said in an answer that was stopped is there in the next turn, and in a fork', async () => {
  let isHeld = true;
  const { promise, resolve } = Promise.withResolvers<void>();
  const pause: Pause = (word) => (isHeld && word === 2 ? promise : Promise.resolve());
  const { ask, send, make, prompts } = await served(pause);
  await make('ada');
  const message = { id: 'm1', text: 'Tell me more' };
  const reply = await send('ada', 'POST', '/threads/helper/t1/messages', message, stream);
  const reader = reply.body?.getReader();
  let heard = '';
  while (!heard.includes('said')) heard += new TextDecoder().decode((await reader?.read())?.value);
  await ask('ada', 'POST', '/threads/helper/t1/stop');
  isHeld = false;
  resolve();
  await reader?.cancel();
  await ask('ada', 'POST', '/threads/helper/t1/messages', { id: 'm2', text: 'Go on' }, stream);
  const sent = ['Tell me more', 'You said: ', 'Go on'];
  expect(prompts.at(-1)?.map(textIn)).toEqual(sent);
  await ask('ada', 'POST', '/threads/helper/t1/fork', { before: 'm2', to: 't2' });
  await ask('ada', 'POST', '/threads/helper/t2/messages', { text: 'Go on' }, stream);
  expect(prompts.at(-1)?.map(textIn)).toEqual(sent);
});

it('[SD1902] what was said stays, also when the turn is stopped before it began', async () => {
  const { ask, make } = await served();
  await make('ada');
  for (const text of ['one', 'two', 'three']) {
    const begun = await ask('ada', 'POST', '/threads/helper/t1/messages', { id: text, text });
    await ask('ada', 'POST', '/threads/helper/t1/stop', begun.json);
  }
  const { messages } = (await ask('ada', 'GET', '/threads/helper/t1')).json;
  const said = messages.filter((each: { role: string }) => each.role === 'user');
  expect(said.map((each: { id: string }) => each.id)).toEqual(['one', 'two', 'three']);
});

it('[SD1903][SD3900] another question in place of an earlier one begins a thread of its own, with what was said before it', async () => {
  const { ask, make, prompts } = await served();
  await make('ada');
  for (const id of ['one', 'two', 'three'])
    await ask('ada', 'POST', '/threads/helper/t1/messages', { id, text: id }, stream);
  const fork = (body: object) => ask('ada', 'POST', '/threads/helper/t1/fork', body);
  expect((await fork({ before: 'two', to: 't2' })).json).toEqual({
    agent: 'helper',
    thread: 't2',
    turns: 1,
  });
  await ask('ada', 'POST', '/threads/helper/t2/messages', { text: 'other' }, stream);
  expect(prompts.at(-1)?.map(textIn)).toEqual(['one', 'You said: one', 'other']);
  expect((await ask('ada', 'GET', '/threads/helper/t1')).json.messages).toHaveLength(6);
  expect((await ask('ada', 'GET', '/threads/helper/t2')).json.messages).toHaveLength(4);
  const listed = (await ask('ada', 'GET', '/threads')).json.items;
  expect(listed.map((each: { thread: string }) => each.thread).toSorted()).toEqual(['t1', 't2']);
  // Both are called after what they began with, and say what was said last.
  type Listed = Readonly<Record<'thread' | 'title' | 'said', string>>;
  const words = listed.map(({ thread, title, said }: Listed) => [thread, [title, said]]);
  expect(new Map(words)).toEqual(
    new Map([
      ['t1', ['one', 'three']],
      ['t2', ['one', 'other']],
    ]),
  );
  const { items } = (await ask('ada', 'GET', '/runs')).json;
  expect(items[0].workflow.name).toBe('Chat with Helper');
  expect((await fork({ before: 'two', to: 't2' })).json.error.code).toBe('BAD_VALUE');
  expect((await fork({ before: 'none', to: 't3' })).json.error.code).toBe('NOT_FOUND');
});

it('[SD1904] pictures and texts go to the model with the message and come back with it; other files are refused', async () => {
  const { ask, make, prompts } = await served();
  await make('ada');
  const dot = 'data:image/png;base64,iVBORw0KGgo=';
  const files = [
    { name: 'dot.png', mediaType: 'image/png', url: dot },
    { name: 'notes.txt', mediaType: 'text/plain', url: `data:text/plain;base64,${btoa('Line')}` },
  ];
  await ask('ada', 'POST', '/threads/helper/t1/messages', { id: 'm', text: 'See', files }, stream);
  expect(prompts[0]?.at(-1)?.content).toEqual([
    { type: 'text', text: 'See' },
    { type: 'image', image: dot, mediaType: 'image/png' },
    { type: 'text', text: 'File: notes.txt\nLine' },
  ]);
  const { messages } = (await ask('ada', 'GET', '/threads/helper/t1')).json;
  expect(messages[0].parts).toEqual([
    { type: 'text', text: 'See' },
    { type: 'file', mediaType: 'image/png', url: dot },
    {
      type: 'file',
      mediaType: 'text/plain',
      filename: 'notes.txt',
      url: `data:text/plain;base64,${btoa('Line')}`,
    },
  ]);
  const refused = (file: object) =>
    ask('ada', 'POST', '/threads/helper/t1/messages', { text: 'x', files: [file] });
  const zip = { name: 'a.zip', mediaType: 'application/zip', url: 'data:x;base64,AAAA' };
  expect((await refused(zip)).json.error.message).toContain('"a.zip" is of the type');
  const remote = { mediaType: 'image/png', url: 'https://example.com/a.png' };
  expect((await refused(remote)).json.error.message).toContain('"data:" URL');
  expect((await ask('ada', 'POST', '/threads/helper/t1/messages', { text: ' ' })).status).toBe(400);
});

it('[SD1905] a stream of a turn that is opened at any moment, also after a decision, has the text of the answer in the end', async () => {
  const cases = fc.record({
    opens: fc.array(fc.nat({ max: 12 }), { minLength: 1, maxLength: 4 }),
    words: fc.array(fc.constantFrom('Hello', 'refund', 'a', 'ü—'), { minLength: 1, maxLength: 5 }),
  });
  let compared = 0;
  const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
  const { ask, make } = await served(turn);
  await make('ada');
  let threads = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ opens, words }) => {
      const place = `/threads/helper/p${threads++}`;
      const text = words.join(' ');
      const begun = ask('ada', 'POST', `${place}/messages`, { text }, stream);
      const [agent, thread] = place.split('/').slice(2);
      const late = async (turns: number) => {
        for (let i = 0; i < turns; i++) await turn();
        return ask('ada', 'GET', `/threads/${agent}/chat/${thread}/stream`);
      };
      const readers = opens.map(late);
      await begun;
      const { messages } = (await ask('ada', 'GET', place)).json;
      const approvalId = messages[1].parts.find((part: object) => 'approval' in part)?.approval.id;
      if (approvalId !== undefined) {
        const decided = ask('ada', 'POST', `${place}/decisions`, { approvalId, approved: true });
        readers.push(...opens.map(late));
        await decided;
      }
      const streams = await Promise.all(readers);
      await expect
        .poll(
          async () => (await ask('ada', 'GET', `/threads/${agent}/chat/${thread}/stream`)).status,
        )
        .toBe(204);
      const final = (await ask('ada', 'GET', place)).json.messages[1].parts
        .filter((part: { type: string }) => part.type === 'text')
        .map((part: { text: string }) => part.text)
        .join('');
      for (const { status, text: chunks } of streams) {
        if (status === 204) continue;
        compared += 1;
        const isPaused = chunks.includes('"finishReason":"tool-calls"');
        expect(isPaused ? final.startsWith(spoken(chunks)) : final === spoken(chunks)).toBe(true);
      }
    }),
    { numRuns: 15 },
  );
  expect(compared).toBeGreaterThan(5);
});
