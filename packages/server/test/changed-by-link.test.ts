// Goal: whoever approves a call by a link changes its arguments as others do in the studio, and changes nothing by not touching them. Method: a
// real server and a tool that keeps what it gets, asked as browsers without scripts send their forms.
import type { Json, JsonObject } from '@skein/api';
import { expect, it } from 'vitest';
import { serve } from './serving.ts';

const parameters = {
  type: 'object',
  required: ['customer'],
  properties: {
    customer: { type: 'string' },
    usd: { type: 'number', maximum: 100 },
    text: { type: 'string' },
    rush: { type: 'boolean' },
    colours: { type: 'array', items: { enum: ['red', 'blue'] } },
    size: { enum: ['S', 'M'] },
    more: { type: 'object' },
  },
};

const args = {
  customer: 'a&b "c"',
  usd: 90,
  text: '\nfirst\nsecond <b>',
  rush: true,
  colours: ['red'],
  size: 'M',
  more: { a: [1, { b: null }] },
};

async function asked(given: Json = args, schema: JsonObject = parameters) {
  const paid: unknown[] = [];
  const pay = { approve: true, parameters: schema, run: (got: unknown) => paid.push(got) };
  const serving = await serve({ engineOptions: { tools: { pay } } });
  const nodes = [{ id: 'clerk', type: 'tool', config: { tool: 'pay', args: given } }];
  await serving.send('POST', '/api/v1/workflows', { body: { skein: 1, id: 'refund', nodes } });
  const place = '/api/v1/workflows/refund/run?wait=20';
  const { body } = await serving.send('POST', place, { body: {} });
  const links = `/api/v1/waits/${body.run.waits[0].id}/links`;
  const { url } = (await serving.send('POST', links, { body: { for: 'ana@example.org' } })).body;
  return { serving, run: body.run_id as string, url: url as string, paid };
}

/** The fields as a browser sends them that shows the page and whose user changes some of them. */
function sent(changes: Readonly<Record<string, string | null>> = {}): URLSearchParams {
  const untouched = {
    edits: '1',
    'argument.customer': 'a&b "c"',
    'argument.usd': '90',
    'argument.text': '\r\nfirst\r\nsecond <b>',
    'argument.rush': 'true',
    'argument.colours': '"red"',
    'argument.size': '"M"',
    'argument.more': JSON.stringify(args.more, null, 2).replaceAll('\n', '\r\n'),
    note: '',
    decision: 'approve',
    ...changes,
  };
  const kept = Object.entries(untouched).flatMap(([name, value]) =>
    value === null ? [] : [[name, value] as [string, string]],
  );
  return new URLSearchParams(kept);
}

const submit = (url: string, body: URLSearchParams | string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  });

it('[V3080] the page of a tool call has its arguments as folded fields', async () => {
  const { url } = await asked();
  const html = await (await fetch(url)).text();
  expect(html).toContain('<details><summary>Change the arguments</summary>');
  expect(html).toContain('name="argument.customer" value="a&amp;b &quot;c&quot;"');
  expect(html).toContain('>\n\nfirst\nsecond &lt;b&gt;</textarea>');
  expect(html).toMatch(/name="argument.rush" value="true" checked/);
  expect(html).toMatch(/value="&quot;red&quot;" checked/);
  expect(html).toContain('<option value="&quot;M&quot;" selected>');
  expect(html).not.toContain(' required');
});

it.each([
  ['a browser sends every field as it was', sent()],
  ['a program sends the decision alone', 'decision=approve'],
])('[V3080] %s: the call is made as it was asked', async (_, form) => {
  const { serving, run, url, paid } = await asked();
  expect((await submit(url, form)).status).toBe(200);
  await serving.engine.runs.finished(run);
  expect(paid).toEqual([args]);
  const answer = (await serving.engine.runs.journal(run)).find(
    ({ type }) => type === 'wait.answered',
  );
  expect(answer).toMatchObject({ answer: { decision: 'approve' } });
  expect(JSON.stringify(answer)).not.toContain('changedBy');
});

it('[V3080] changed arguments are those of the call, and say who changed them', async () => {
  const { serving, run, url, paid } = await asked();
  const form = sent({
    'argument.usd': '70',
    'argument.text': 'one\r\ntwo',
    'argument.rush': null,
    'argument.size': '',
    'argument.more': '{"a": 2}',
  });
  form.append('argument.colours', '"blue"');
  expect((await submit(url, form)).status).toBe(200);
  await serving.engine.runs.finished(run);
  const { size: _, ...rest } = args;
  expect(paid).toEqual([
    {
      ...rest,
      usd: 70,
      text: 'one\ntwo',
      rush: false,
      colours: ['red', 'blue'],
      more: { a: 2 },
    },
  ]);
  const journal = JSON.stringify(await serving.engine.runs.journal(run));
  expect(journal).toContain('"changedBy":"ana@example.org"');
});

it('[V3080] what does not fit the tool is refused, and the page keeps what was filled in', async () => {
  const { url, paid } = await asked();
  const high = await submit(url, sent({ 'argument.usd': '900' }));
  const html = await high.text();
  expect([high.status, html]).toEqual([422, expect.stringContaining('role="alert"')]);
  expect(html).toContain('<details open>');
  expect(html).toContain('name="argument.usd" value="900"');
  const broken = await submit(url, sent({ 'argument.more': '{' }));
  expect([broken.status, await broken.text()]).toEqual([
    422,
    expect.stringContaining('must be JSON'),
  ]);
  expect((await submit(url, sent({ 'argument.other': '1' }))).status).toBe(422);
  expect(paid).toEqual([]);
});

it('[V3080] whoever rejects a call does so whatever the fields say', async () => {
  const { serving, run, url, paid } = await asked();
  const form = sent({ decision: 'reject', 'argument.usd': '900', 'argument.more': '{' });
  expect((await submit(url, form)).status).toBe(200);
  await serving.engine.runs.settled(run);
  expect(paid).toEqual([]);
});

it('[V3080] a tool that names no arguments has one field for all of them, as JSON', async () => {
  const { serving, run, url, paid } = await asked({ free: 1 }, { type: 'object' });
  expect(await (await fetch(url)).text()).toContain('name="arguments"');
  const list = new URLSearchParams({ edits: '1', decision: 'approve', arguments: '[1]' });
  const refused = await submit(url, list);
  expect([refused.status, await refused.text()]).toEqual([
    422,
    expect.stringContaining('must be a JSON object'),
  ]);
  list.set('arguments', '{"free": 2}');
  expect((await submit(url, list)).status).toBe(200);
  await serving.engine.runs.finished(run);
  expect(paid).toEqual([{ free: 2 }]);
});
