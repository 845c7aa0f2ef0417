// Goal: whoever has a link answers one question, once and in time, as whom the link was made for, and nobody else does. Method: a
// real server, asked like a browser without scripts, a link preview and an attacker would.
import type { Json } from '@skein/api';
import { makeKey } from '@skein/server';
import { expect, it } from 'vitest';
import { asking, serve, type Loose, type Serving, type ServeOptions } from './serving.ts';

async function asked(
  config: { readonly [key: string]: Json } = {},
  options: ServeOptions = {},
  type = 'approval',
) {
  const serving = await serve(options);
  const nodes = [
    { id: 'start', type: 'start' },
    { id: 'review', type, config: { prompt: 'Pay <b>5</b>?', ...config } },
    { id: 'done', type: 'transform', config: { value: '${review.output}' } },
  ];
  const edges = [
    { from: 'start', to: 'review' },
    { from: 'review', out: type === 'approval' ? 'approved' : 'output', to: 'done' },
  ];
  await serving.send('POST', '/api/v1/workflows', { body: { ...asking, nodes, edges } });
  const started = await serving.send('POST', '/api/v1/workflows/asking/run?wait=20', { body: {} });
  const wait: string = started.body.run.waits[0].id;
  const link = async (body: object = { for: 'ana@example.org' }) =>
    (await serving.send('POST', `/api/v1/waits/${wait}/links`, { body })).body;
  return { serving, wait, run: started.body.run_id as string, link };
}

const submit = (url: string, form: Readonly<Record<string, string>> | string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
    body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
  });

const statusOf = async ({ send }: Serving, wait: string) =>
  (await send('GET', `/api/v1/waits/${wait}`)).body.status;

const answered = async ({ engine }: Serving, run: string): Promise<Loose> =>
  (await engine.runs.journal(run)).find(({ type }) => type === 'wait.answered');

it('[V325] a link shows the question without signing in, and answers it once, as whom it was made for', async () => {
  const { serving, wait, run, link } = await asked();
  const { url, expiresAt } = await link();
  expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(6 * 24 * 3_600_000);
  const page = await fetch(url);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain('Pay &lt;b&gt;5&lt;/b&gt;?');
  expect(html).toContain('You answer as ana@example.org');
  expect(html).not.toContain('<script');
  const sent = await submit(url, { decision: 'approve', note: 'fine' });
  expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('was recorded')]);
  await serving.engine.runs.finished(run);
  expect(await answered(serving, run)).toMatchObject({
    by: { channel: 'link', email: 'ana@example.org' },
    answer: { decision: 'approve', note: 'fine' },
  });
  const audit = await serving.send('GET', `/api/v1/audit?subject=${wait}`);
  expect(audit.body.items.map((each: Loose) => [each.action, each.actor])).toEqual([
    ['wait.answer', 'ana@example.org (link)'],
    ['wait.link', 'local (local)'],
  ]);
  for (const again of [
    await submit(url, { decision: 'approve', note: 'fine' }),
    await fetch(url),
  ]) {
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining('Already answered'),
    ]);
  }
});

it('[V325] looking at a link decides nothing: GET, HEAD and previews leave the question open', async () => {
  const { serving, wait, link } = await asked();
  const { url } = await link();
  for (const address of [url, `${url}?decision=approve`]) {
    for (const method of ['GET', 'HEAD']) {
      const seen = await fetch(address, {
        method,
        headers: { 'user-agent': 'Slackbot-LinkExpanding 1.0' },
      });
      expect(seen.status).toBe(200);
    }
  }
  expect((await fetch(`${url}?decision=approve`, { method: 'PUT' })).status).toBe(404);
  expect(await statusOf(serving, wait)).toBe('open');
});

it('[V326] a link that was changed, or made with another key, tells nothing and answers nothing', async () => {
  const { serving, wait, link } = await asked();
  const { url } = await link();
  const [text = '', signature = ''] = new URL(url).pathname.slice('/answer/'.length).split('.');
  const signed = JSON.parse(Buffer.from(text, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify([signed[0], 'boss@example.org', signed[2]]));
  const other = await asked();
  const tokens = [
    `${forged.toString('base64url')}.${signature}`,
    `${text}.${signature.slice(1)}`,
    `${text}.`,
    text,
    `${text}.${signature}.x`,
    'x',
    '%00.%ff',
    new URL((await other.link()).url).pathname.slice('/answer/'.length),
  ];
  for (const token of tokens) {
    for (const reply of [
      await fetch(`${serving.url}/answer/${token}`),
      await submit(`${serving.url}/answer/${token}`, { decision: 'approve' }),
    ]) {
      expect([token, reply.status]).toEqual([token, 404]);
      expect(await reply.text()).not.toContain('Pay');
    }
  }
  expect(await statusOf(serving, wait)).toBe('open');
});

it('[V326] a link ends at its time, and never after the deadline of its question', async () => {
  let passed = 0;
  const clock = { now: () => Date.now() + passed };
  const { serving, wait, link } = await asked({ deadlineMs: 3_600_000 }, { clock });
  const short = await link({ for: 'ana', expiresAfterMs: 60_000 });
  const long = await link({ for: 'ana' });
  expect(Date.parse(long.expiresAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  passed = 61_000;
  const late = await submit(short.url, { decision: 'approve' });
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('expired')]);
  expect((await fetch(short.url)).status).toBe(410);
  expect((await fetch(long.url)).status).toBe(200);
  expect(await statusOf(serving, wait)).toBe('open');
});

it('[V326] somebody else’s answer, and a cancelled run, are told to whoever comes later', async () => {
  const first = await asked();
  const { url } = await first.link();
  await first.serving.send('POST', `/api/v1/waits/${first.wait}/answer`, { body: 'no' });
  const late = await submit(url, { decision: 'approve' });
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining('Somebody has answered'),
  ]);
  expect(await answered(first.serving, first.run)).toMatchObject({ by: 'local' });
  const closed = await first.serving.send('POST', `/api/v1/waits/${first.wait}/links`, {
    body: { for: 'x' },
  });
  expect(closed.body.error.code).toBe('WAIT_CLOSED');
  const second = await asked();
  const gone = await second.link();
  await second.serving.send('POST', `/api/v1/runs/${second.run}/cancel`, { body: {} });
  const text = await (await fetch(gone.url)).text();
  expect(text).toContain('No longer needed');
});

it('[V327] the page asks for what the question asks for, and says what is wrong with an answer', async () => {
  const schema = {
    type: 'object',
    required: ['amount', 'size', 'name'],
    properties: {
      amount: { type: 'integer', minimum: 1, title: 'How much', description: 'In <euro>' },
      size: { enum: ['S', 'M', 3] },
      name: { type: 'string', maxLength: 5000 },
      urgent: { type: 'boolean' },
      colours: { type: 'array', items: { enum: ['red', 'blue'] } },
      more: { type: 'object' },
      note: { type: 'string' },
    },
    additionalProperties: false,
  };
  const { serving, run, link } = await asked({ schema }, {}, 'input');
  const { url } = await link();
  const html = await (await fetch(url)).text();
  expect(html).toContain('In &lt;euro&gt;');
  expect(html).toMatch(/<label for="field.amount">How much \*<\/label>/);
  expect(html).toMatch(/<select id="field.size"/);
  const form =
    'field.size=3&field.name=%3Cb%3E&field.urgent=true&field.colours=%22red%22&field.colours=%22blue%22&field.more=%7B%22a%22%3A1%7D&field.note=';
  const low = await submit(url, `${form}&field.amount=0`);
  const said = await low.text();
  expect([low.status, said]).toEqual([422, expect.stringContaining('role="alert"')]);
  expect(said).toContain('&lt;b&gt;</textarea>');
  const broken = await submit(url, `${form}&field.amount=1`.replace('%7B', ''));
  expect([broken.status, await broken.text()]).toEqual([
    422,
    expect.stringContaining('must be JSON'),
  ]);
  expect((await submit(url, `${form}&field.amount=2`)).status).toBe(200);
  const done = await serving.engine.runs.finished(run);
  expect(done.output).toEqual({
    amount: 2,
    size: 3,
    name: '<b>',
    urgent: true,
    colours: ['red', 'blue'],
    more: { a: 1 },
  });
});

it('[V3005] dates, addresses and links have the fields of browsers', async () => {
  const properties = {
    day: { type: 'string', format: 'date' },
    mail: { type: 'string', format: 'email' },
    page: { type: 'string', format: 'uri' },
    code: { type: 'string', format: 'uuid' },
  };
  const { link } = await asked({ schema: { type: 'object', properties } }, {}, 'input');
  const html = await (await fetch((await link()).url)).text();
  const typeOf = (name: string) =>
    new RegExp(`<input type="(\\w+)" id="field.${name}"`).exec(html)?.[1];
  expect(Object.keys(properties).map(typeOf)).toEqual(['date', 'email', 'url', 'text']);
});

it('[V327] an approval can have a form, and an input without a schema takes a text', async () => {
  const schema = { type: 'object', properties: { limit: { type: 'number' } }, required: ['limit'] };
  const approval = await asked({ schema });
  const { url } = await approval.link();
  expect((await submit(url, { decision: 'maybe', 'field.limit': '5' })).status).toBe(422);
  expect((await submit(url, { decision: 'approve', 'field.limit': '5' })).status).toBe(200);
  await approval.serving.engine.runs.finished(approval.run);
  expect((await answered(approval.serving, approval.run)).answer).toMatchObject({
    decision: 'approve',
    limit: 5,
  });
  const input = await asked({}, {}, 'input');
  const free = await input.link({ for: 'ana' });
  expect((await submit(free.url, { answer: 'Hello there' })).status).toBe(200);
  expect((await input.serving.engine.runs.finished(input.run)).output).toBe('Hello there');
  expect(await answered(input.serving, input.run)).toMatchObject({
    by: { channel: 'link', id: 'ana' },
  });
});

it('[V328] the page is kept by nobody, loads nothing foreign, tells no other site about itself, and is bounded in size and rate', async () => {
  const { serving, wait, link } = await asked();
  const { url } = await link();
  const { headers } = await fetch(url);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect((await submit(url, `decision=approve&note=${'x'.repeat(70_000)}`)).status).toBe(413);
  const json = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"decision":"approve"}',
  });
  expect(json.status).toBe(415);
  const tries = await Promise.all(
    Array.from({ length: 60 }, () => fetch(`${serving.url}/answer/x.y`)),
  );
  expect(tries.some(({ status }) => status === 429)).toBe(true);
  // Whoever tries links uses up nobody else's rate.
  expect((await fetch(url)).status).toBe(200);
  expect(await statusOf(serving, wait)).toBe('open');
});

it('[V328] links are made for questions of own runs only, by keys that may answer', async () => {
  const { serving, wait } = await asked({ who: ['bob', 'local'] });
  const keyOf = async (user: string, scope: 'answer' | 'run') => {
    const made = makeKey({ user, name: user, scopes: [scope], expiresAt: null, now: Date.now() });
    await serving.store.keys.create(made.record);
    return { authorization: `Bearer ${made.secret}` };
  };
  const ask = async (headers: { readonly authorization: string }) =>
    (await serving.send('POST', `/api/v1/waits/${wait}/links`, { body: { for: 'x' }, headers }))
      .status;
  expect(await ask(await keyOf('bob', 'answer'))).toBe(403);
  expect(await ask(await keyOf('eve', 'answer'))).toBe(404);
  expect(await ask(await keyOf('', 'run'))).toBe(403);
  expect(await ask(await keyOf('', 'answer'))).toBe(201);
});

it('[V565] whoever may not answer makes no link for somebody who may; a link for anybody else does not count', async () => {
  const serving = await serve();
  const keyOf = async (user: string) => {
    const scopes = ['run', 'write', 'answer'] as const;
    const made = makeKey({ user, name: user, scopes, expiresAt: null, now: 0 });
    await serving.store.keys.create(made.record);
    return { headers: { authorization: `Bearer ${made.secret}` } };
  };
  const [ann, bob] = [await keyOf('ann'), await keyOf('bob')];
  const ask = async (who: readonly string[], notify: object = {}) => {
    const config = { prompt: 'Pay?', who, notify };
    const nodes = [{ id: 'review', type: 'approval', config }];
    const body = { skein: 1, id: `for-${who.join('-')}`, nodes, edges: [] };
    await serving.send('POST', '/api/v1/workflows', { body, ...ann });
    const place = `/api/v1/workflows/${body.id}/run?wait=20`;
    const { body: started } = await serving.send('POST', place, { body: {}, ...ann });
    return { run: started.run_id as string, wait: started.run.waits[0].id as string };
  };
  const link = (wait: string, name: string, by: typeof ann) =>
    serving.send('POST', `/api/v1/waits/${wait}/links`, { body: { for: name }, ...by });
  // Ann would have the answer of bob in her hands; and it is not bob's run.
  const first = await ask(['bob'], { to: ['mail:boss@example.org'] });
  for (const [name, by] of [
    ['bob', ann],
    ['boss@example.org', ann],
    ['bob', bob],
  ] as const) {
    expect([name, (await link(first.wait, name, by)).status]).toEqual([name, 403]);
  }
  expect((await serving.engine.waits.get(first.wait)).status).toBe('open');
  const second = await ask(['ann']);
  const forEve = (await link(second.wait, 'eve', ann)).body;
  const refused = await submit(forEve.url, { decision: 'approve' });
  expect([refused.status, await refused.text()]).toEqual([
    403,
    expect.stringContaining('You may not answer this'),
  ]);
  const own = (await link(second.wait, 'ann', ann)).body;
  expect((await submit(own.url, { decision: 'approve' })).status).toBe(200);
  expect(await answered(serving, second.run)).toMatchObject({ by: { channel: 'link', id: 'ann' } });
});

it('[V3004] a field that the page does not have is refused; a rejection needs no form', async () => {
  const schema = {
    type: 'object',
    properties: { budget: { type: 'number' } },
    required: ['budget'],
  };
  const { serving, wait, run, link } = await asked({ schema });
  const { url } = await link();
  expect(await (await fetch(url)).text()).toContain('value="reject" formnovalidate');
  for (const extra of ['amount', 'field.amount']) {
    const sent = await submit(url, { decision: 'approve', 'field.budget': '5', [extra]: '3' });
    expect([sent.status, await sent.text()]).toEqual([
      422,
      expect.stringContaining(`Nothing reads &quot;${extra}&quot;`),
    ]);
  }
  expect((await submit(url, { decision: 'approve', 'field.budget': '' })).status).toBe(422);
  expect(await statusOf(serving, wait)).toBe('open');
  const rejected = await submit(url, { decision: 'reject', 'field.budget': '', note: 'no' });
  expect(rejected.status).toBe(200);
  await serving.engine.runs.finished(run);
  expect(await answered(serving, run)).toMatchObject({
    answer: { decision: 'reject', note: 'no' },
  });
});
