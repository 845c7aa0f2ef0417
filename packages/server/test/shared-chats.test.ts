// Goal: people without a key chat with a workflow on a page that its owner has shared, and do nothing else. Method: a real server, asked as
// a browser without scripts would, by its pages and forms.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serve, type Loose } from './serving.ts';

const message = { type: 'object', properties: { message: { type: 'string' }, messages: {} } };
const start = { id: 'start', type: 'start', config: { schema: message } };

/** Says back what it was told, and how much was said before. */
const echo = {
  skein: 1,
  id: 'talk',
  name: 'Talk <b>',
  nodes: [
    start,
    {
      id: 'reply',
      type: 'code',
      config: {
        args: { all: '${trigger.messages}', said: '${trigger.message}' },
        code: 'return `${args.all.length}: ${args.said}`',
      },
    },
  ],
  edges: [{ from: 'start', to: 'reply' }],
};

const script = {
  replies: [
    {
      when: { contains: 'Where is' },
      text: 'Let me look for it in the list.',
      toolCalls: [{ id: 'f1', name: 'find', arguments: { secret: 71 } }],
      repeat: true,
    },
    { when: { contains: 'found it' }, text: 'It is on its way, and arrives <soon>.', repeat: true },
    { text: 'As you wish.', repeat: true },
  ],
};

async function talking(flow: object = echo, body: object = {}) {
  const gate = { promise: Promise.resolve() };
  const find = {
    description: 'Finds an order.',
    parameters: { type: 'object' },
    effect: 'pure' as const,
    run: async () => {
      await gate.promise;
      return 'found it';
    },
  };
  const bugs: unknown[] = [];
  const serving = await serve({
    onBug: (error) => bugs.push(error),
    engineOptions: { script, tools: { find } },
    secretKey: new Uint8Array(32),
  });
  const { send, url } = serving;
  const saved = await send('POST', '/api/v1/workflows', { body: flow });
  expect(saved.status).toBe(201);
  const place = `/api/v1/workflows/${saved.body.id}/shares`;
  const { body: share } = await send('POST', place, { body: { kind: 'chat', ...body } });
  const visit = async (where: string, form?: Record<string, string> | FormData) => {
    const body = form instanceof FormData ? form : new URLSearchParams(form);
    const response = await fetch(new URL(where, url), {
      redirect: 'manual',
      ...(form && { method: 'POST', body }),
    });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  /** Sends a message with the form of the page, and gives back the next page. */
  const say = async (page: string, text: string) => {
    const sent = await visit(actionIn(page), { key: keyIn(page), message: text });
    expect([sent.status, sent.html]).toEqual([303, '']);
    return (await visit(sent.headers.get('location') ?? '')).html;
  };
  return {
    ...serving,
    bugs,
    share,
    visit,
    say,
    gate,
    open: async () => (await visit(share.url)).html,
  };
}

const composerIn = (html: string) => html.slice(html.indexOf('class="composer"') - 200);
const keyIn = (html: string) => /name="key" value="([^"]+)"/.exec(composerIn(html))?.[1] ?? '';
const actionIn = (html: string) => /action="([^"]+)"/.exec(composerIn(html))?.[1] ?? '';
/** Who said what, as the page shows it. */
const said = (html: string) =>
  [...html.matchAll(/<article class="said( visitor)?">.*?<p class="prompt">(.*?)<\/p>/gs)].map(
    ([, who, text]) => `${who === undefined ? 'it' : 'me'}: ${text}`,
  );

it('[V2454] a message is a run once, the page shows what was said, and a workflow gets what was said before', async () => {
  const { open, say, visit, send } = await talking();
  const first = await open();
  expect(first).toContain('Talk &lt;b&gt;');
  const second = await say(first, 'Hello <i>');
  expect(said(second)).toEqual(['me: Hello &lt;i&gt;', 'it: 1: Hello &lt;i&gt;']);
  const third = await say(second, 'And now?');
  expect(said(third).slice(2)).toEqual(['me: And now?', 'it: 3: And now?']);
  // Sent once more, as a browser does that loads the page again.
  await visit(actionIn(second), { key: keyIn(second), message: 'And now?' });
  const { items } = (await send('GET', '/api/v1/runs?details=true')).body;
  expect(items).toHaveLength(2);
  expect(items[0].details.startedBy).toEqual({ type: 'chat', name: null });
  expect(said((await visit(actionIn(third))).html)).toHaveLength(4);
  // Whoever opens the page begins a chat of their own.
  expect(said(await open())).toEqual([]);
});

it('[V2455] a chat has a signed address, is embedded only where its owner says, and ends when the page is taken back', async () => {
  const frames = ['https://www.example.com'];
  const { open, say, visit, send, share } = await talking(echo, { frames, theme: 'dark' });
  const page = await say(await open(), 'Hello');
  const address = actionIn(page);
  const { headers, html } = await visit(address);
  expect(html).toContain('<html lang="en" class="dark">');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors https://www.example.com",
  );
  expect(headers.get('cache-control')).toBe('no-store');
  // Not the last letter: some of its bits stand for nothing.
  const changed = address.replace(/.(?=.{9}$)/, (one) => (one === 'A' ? 'B' : 'A'));
  expect((await visit(changed)).status).toBe(404);
  expect((await visit(changed, { key: 'k', message: 'x' })).status).toBe(404);
  expect((await visit('/chat.js')).headers.get('content-type')).toContain('text/javascript');
  await send('DELETE', `/api/v1/workflows/talk/shares/${share.id}`);
  expect((await visit(address)).status).toBe(404);
});

it('[V2456] a visitor answers what is asked of visitors, and approves nothing', async () => {
  const nodes = [
    start,
    { id: 'city', type: 'input', config: { prompt: 'Where to?' } },
    { id: 'fine', type: 'approval', config: { prompt: 'Book it?' } },
    { id: 'done', type: 'transform', config: { value: 'Booked: ${city.output}' } },
  ];
  const edges = [
    { from: 'start', to: 'city' },
    { from: 'city', to: 'fine' },
    { from: 'fine', out: 'approved', to: 'done' },
  ];
  const { open, say, visit, engine, send } = await talking({ skein: 1, id: 'trip', nodes, edges });
  const asked = await say(await open(), 'I want to travel');
  expect(said(asked)).toEqual(['me: I want to travel', 'it: Where to?']);
  const waiting = await say(asked, 'Oslo');
  expect(said(waiting)).toEqual(['me: I want to travel', 'it: Where to?', 'me: Oslo']);
  expect(waiting).toContain('Somebody has to look at it first.');
  const refused = await visit(actionIn(waiting), { key: 'other', message: 'approve' });
  expect([refused.status, refused.html.includes('role="alert"')]).toEqual([409, true]);
  const [run] = (await send('GET', '/api/v1/runs')).body.items;
  const { waits } = await engine.runs.get(run.id);
  expect(waits).toMatchObject([{ node: 'fine' }]);
  await engine.waits.answer(waits[0]?.id ?? '', { decision: 'approve' }, { by: 'boss' });
  await engine.runs.finished(run.id);
  expect(said((await visit(actionIn(waiting))).html).at(-1)).toBe('it: Booked: Oslo');
});

const shop = {
  skein: 1,
  id: 'shop',
  nodes: [
    start,
    { id: 'support', type: 'agent', config: { prompt: '${trigger.message}', tools: ['find'] } },
  ],
  edges: [{ from: 'start', to: 'support' }],
};

it('[V2457] an answer is stopped and tried again, and says which tools it used and not with what', async () => {
  const { open, visit, gate, engine, send, url, bugs } = await talking(shop);
  const held = Promise.withResolvers<void>();
  gate.promise = held.promise;
  const page = await open();
  const sent = await visit(actionIn(page), { key: keyIn(page), message: 'Where is it?' });
  const address = sent.headers.get('location') ?? '';
  const running = visit(address);
  const hurried = await fetch(new URL(actionIn(page), url), {
    method: 'POST',
    body: new URLSearchParams({ key: 'x', message: 'Hurry' }),
  });
  expect(hurried.status).toBe(409);
  // It goes on loading until the answer is there.
  await hurried.body?.cancel();
  await visit(actionIn(page), { stop: '1' });
  held.resolve();
  const stopped = (await running).html;
  expect(stopped).toContain('Stopped.');
  expect(stopped).toContain('Try again');
  const again = await visit(actionIn(page), { key: 'again', again: '1' });
  const { html } = await visit(again.headers.get('location') ?? '');
  expect(said(html).at(-1)).toBe('it: It is on its way, and arrives &lt;soon&gt;.');
  expect(html).toContain('Used find');
  expect(html).not.toContain('secret');
  const runs: Loose[] = (await send('GET', '/api/v1/runs')).body.items;
  expect(runs.map(({ status }) => status)).toEqual(['completed', 'cancelled']);
  expect((await engine.runs.get(runs[0].id)).status).toBe('completed');
  // Somebody who leaves a page that is still loading is no fault of the server.
  expect(bugs).toEqual([]);
});

it('[V2458] a page, and the stream of a run, that are opened at any moment have the text of the answer in the end', async () => {
  const { open, visit, gate, url, send } = await talking(shop);
  let compared = 0;
  const opens = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 3 });
  const turns = async (count: number) => {
    for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  await fc.assert(
    fc.asyncProperty(opens, opens, fc.nat({ max: 40 }), async (pages, streams, held) => {
      gate.promise = turns(held);
      const page = await open();
      const key = `k${compared}`;
      const sent = await visit(actionIn(page), { key, message: 'Where is it?' });
      const address = sent.headers.get('location') ?? '';
      const { id } = (await send('GET', '/api/v1/runs?limit=1')).body.items[0];
      const shown = pages.map(async (count) => {
        await turns(count);
        return said((await visit(address)).html).slice(1);
      });
      const streamed = streams.map(async (count) => {
        await turns(count);
        return spoken(await (await fetch(`${url}/api/v1/runs/${id}/events`)).text());
      });
      const answers = [
        'it: Let me look for it in the list.',
        'it: It is on its way, and arrives &lt;soon&gt;.',
      ];
      for (const each of await Promise.all(shown)) {
        compared += 1;
        expect(each).toEqual(answers);
      }
      for (const each of await Promise.all(streamed)) {
        compared += 1;
        expect(each).toBe('Let me look for it in the list.|It is on its way, and arrives <soon>.');
      }
    }),
    { numRuns: 6 },
  );
  expect(compared).toBeGreaterThan(10);
});

/** The text of each model call as the events of a stream tell it: by its tokens while it streams, then as it was recorded. */
function spoken(events: string): string {
  const data = events.split('\n').flatMap((line) => {
    const [, json] = /^data: (\{.*\})$/.exec(line) ?? [];
    return json === undefined ? [] : [JSON.parse(json) as Loose];
  });
  const live = new Map<string, string>();
  const told: string[] = [];
  for (const each of data) {
    const { type, text, step } = each.data ?? each;
    if (type === 'token') live.set(step, (live.get(step) ?? '') + text);
    const event = each.event ?? each;
    if (event.type !== 'step.recorded' || event.value?.type !== 'model') continue;
    told.push(event.value.text);
    // What streamed is what was recorded, wherever the stream began.
    expect(event.value.text.endsWith(live.get(event.key) ?? '')).toBe(true);
  }
  return told.join('|');
}

/** Says back its input, whatever that is. */
const mirror = (schema: object) => ({
  ...echo,
  nodes: [
    { id: 'start', type: 'start', config: { schema } },
    {
      id: 'reply',
      type: 'code',
      config: { args: { all: '${trigger}' }, code: 'return JSON.stringify(args.all)' },
    },
  ],
});

const formWith = (page: string, text: string, files: readonly File[]) => {
  const form = new FormData();
  form.set('key', keyIn(page));
  form.set('message', text);
  for (const file of files) form.append('files', file);
  return form;
};
const unescaped = (text = '') =>
  text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>');
const answerIn = (page: string) => JSON.parse(unescaped(said(page).at(-1)?.slice(4))) as Loose;
const notes = new File(['Prune <late>.'], 'garden/notes.md');
const rose = new File([new Uint8Array([137, 80, 78, 71])], 'rose.png', { type: 'image/png' });

it('[V3250] files come along: texts below the message, pictures where the workflow has a place for them', async () => {
  const schema = { type: 'object', properties: { message: {}, images: {} } };
  const { open, visit } = await talking(mirror(schema));
  const empty = await open();
  expect(empty).toContain('accept="image/png,');
  const sent = await visit(actionIn(empty), formWith(empty, 'Look', [notes, rose]));
  expect(sent.status).toBe(303);
  const page = (await visit(sent.headers.get('location') ?? '')).html;
  expect(page).toContain('<li>notes.md</li><li>rose.png</li>');
  expect(answerIn(page)).toEqual({
    message: 'Look\n\nFile: notes.md\nPrune <late>.',
    images: ['data:image/png;base64,iVBORw=='],
  });
  // A form whose field for files was left empty.
  const none = new File([], '', { type: 'application/octet-stream' });
  const next = await visit(actionIn(page), formWith(page, 'And?', [none]));
  const then = (await visit(next.headers.get('location') ?? '')).html;
  expect(answerIn(then)).toEqual({ message: 'And?' });
});

it('[V3250] files that cannot be taken are refused by name, and too much of them before it is read', async () => {
  const { open, visit, send, bugs } = await talking();
  const page = await open();
  expect(page).not.toContain('image/png');
  const post = (files: readonly File[]) => visit(actionIn(page), formWith(page, 'Look', files));
  expect((await post([rose])).html).toContain('&quot;rose.png&quot; is a picture');
  const odd = new File([new Uint8Array([0, 255, 1])], 'a.bin');
  const refused = await post([odd]);
  expect([refused.status, refused.html.includes('neither a text nor a picture')]).toEqual([
    409,
    true,
  ]);
  expect((await post(Array.from({ length: 11 }, () => notes))).html).toContain('at most 10 files');
  const much = new File([new Uint8Array(7_000_000)], 'much.txt');
  expect((await post([much])).status).toBe(413);
  // Where no chat is, there is no room for files.
  const some = new File(['x'.repeat(100_000)], 'some.txt');
  expect((await visit('/share/unknown', formWith(page, 'Look', [some]))).status).toBe(413);
  const broken = { 'content-type': 'multipart/form-data; boundary=none' };
  const url = new URL(actionIn(page), (await talking()).url);
  expect((await fetch(url, { method: 'POST', headers: broken, body: 'no form' })).status).toBe(400);
  expect((await send('GET', '/api/v1/runs')).body.items).toEqual([]);
  expect(bugs).toEqual([]);
});

it('[V3251] a message is sent in place of an earlier one, with its files, in a chat of its own', async () => {
  const schema = {
    type: 'object',
    properties: { message: {}, images: {}, messages: { type: 'array' } },
  };
  const { open, say, visit, send } = await talking(mirror(schema));
  const first = await say(await open(), 'One');
  const sent = await visit(actionIn(first), formWith(first, 'Two', [notes, rose]));
  const second = (await visit(sent.headers.get('location') ?? '')).html;
  const third = await say(second, 'Three');
  const [, key = '', edit = ''] = editsIn(third)[1] ?? [];
  const form = { key, edit, message: 'Second' };
  const forked = await visit(actionIn(third), form);
  expect(forked.status).toBe(303);
  const location = forked.headers.get('location') ?? '';
  const page = (await visit(location)).html;
  expect(said(page).filter((line) => line.startsWith('me'))).toEqual(['me: One', 'me: Second']);
  const { message, images, messages } = answerIn(page);
  expect([message, images, messages.map(({ content }: Loose) => content)]).toEqual([
    'Second\n\nFile: notes.md\nPrune <late>.',
    ['data:image/png;base64,iVBORw=='],
    ['One', expect.stringContaining('One'), 'Second\n\nFile: notes.md\nPrune <late>.'],
  ]);
  // The same form once more is the same chat; and the chat before stays as it was.
  expect((await visit(actionIn(third), form)).headers.get('location')).toBe(location);
  expect(said((await visit(location)).html)).toHaveLength(4);
  expect(said((await visit(actionIn(third))).html)).toHaveLength(6);
  expect((await send('GET', '/api/v1/runs')).body.items).toHaveLength(4);
  // It goes on from there.
  expect(said(await say(page, 'More'))).toHaveLength(6);
});

const editsIn = (html: string) => [
  ...html.matchAll(/name="key" value="([^"]+)"><input type="hidden" name="edit" value="([^"]+)"/g),
];

it('[V3251] an answer that is on its way is stopped when its message is sent anew', async () => {
  const nodes = [start, { id: 'city', type: 'input', config: { prompt: 'Where to?' } }];
  const flow = { ...echo, nodes, edges: [{ from: 'start', to: 'city' }] };
  const { open, visit, send } = await talking(flow);
  const first = await open();
  const sent = await visit(actionIn(first), { key: keyIn(first), message: 'Book' });
  const page = (await visit(sent.headers.get('location') ?? '')).html;
  const [, key = '', edit = ''] = editsIn(page)[0] ?? [];
  const forked = await visit(actionIn(page), { key, edit, message: 'Book two' });
  const next = (await visit(forked.headers.get('location') ?? '')).html;
  expect(said(next)).toEqual(['me: Book two', 'it: Where to?']);
  const { items } = (await send('GET', '/api/v1/runs')).body;
  expect(items.map(({ status }: Loose) => status).toSorted()).toEqual(['cancelled', 'waiting']);
});
