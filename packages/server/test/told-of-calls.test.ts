// Goal: whoever is told of a tool call sees what it does, and nobody gets the right to approve it by being told. Method: a real server with a
// tool of the operator, real receivers of mails and webhooks, and an author of workflows who wants to approve their own calls.
import type { OutboxOptions } from '@skein/server';
import { makeKey } from '@skein/server';
import { expect, it } from 'vitest';
import { serve, type Loose } from './serving.ts';
import { startMailReceiver, startReceiver } from './receivers.ts';

const post: OutboxOptions['post'] = async ({ url, ...request }) => {
  const { status } = await fetch(url, { method: 'POST', ...request });
  return { status };
};

/** A run of the author ann that waits for the approval of a call, after everybody was told. */
async function told(tool: object, args: object = { customer: 'acme', usd: 90 }) {
  const account = { user: 'skein', password: 'secret' };
  const { port, mails } = await startMailReceiver(account);
  const { url, received } = await startReceiver();
  const smtp = {
    host: '127.0.0.1',
    port,
    tls: false,
    from: 'skein@example.org',
    user: account.user,
    password: async () => account.password,
    recipients: ['*@example.org'],
  };
  const paid: unknown[] = [];
  const parameters = {
    type: 'object',
    properties: { customer: { type: 'string' }, usd: { type: 'number' } },
  };
  const pay = { approve: true, parameters, ...tool, run: (given: unknown) => paid.push(given) };
  const hooks = { chat: { url, format: 'slack', signingSecret: async () => 'shh' } } as const;
  const serving = await serve({
    outbox: { webhooks: new Map(Object.entries(hooks)), smtp, post, backstopMs: 3_600_000 },
    engineOptions: {
      tools: { pay },
      config: { server: { outbox: { webhooks: { chat: { url } } } } },
    },
  });
  const scopes = ['run', 'write', 'answer'] as const;
  const made = makeKey({ user: 'ann', name: 'ann', scopes, expiresAt: null, now: 0 });
  await serving.store.keys.create(made.record);
  const headers = { authorization: `Bearer ${made.secret}` };
  const notify = { to: ['mail:ann@example.org', 'mail:fin@example.org', 'webhook:chat'] };
  const nodes = [{ id: 'clerk', type: 'tool', config: { tool: 'pay', args, notify } }];
  const body = { skein: 1, id: 'refund', name: 'Refund', nodes };
  await serving.send('POST', '/api/v1/workflows', { body, headers });
  const place = '/api/v1/workflows/refund/run?wait=20';
  const started = await serving.send('POST', place, { body: {}, headers });
  await serving.server.deliverDue();
  const texts = new Map((await mails()).map((mail) => [mail.to[0] ?? '', mail.text]));
  const linkIn = (text = '') => /https?:[^\s"|>]+\/answer\/[^\s"|>]+/.exec(text)?.[0];
  return { serving, run: started.body.run_id as string, texts, received, linkIn, paid };
}

const approve = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'decision=approve',
  });

it('[V3000] `notify` of an author tells of calls of a tool that names who approves them, and lets nobody else approve them', async () => {
  const named = { who: ['group:finance', 'fin@example.org'] };
  const { serving, run, texts, received, linkIn, paid } = await told(named);
  const own = texts.get('ann@example.org');
  expect(own).toContain('It asks the group finance, fin@example.org');
  expect(linkIn(own)).toBeUndefined();
  // The buttons of a chat need the link; the page behind it answers nothing for the chat.
  const inChat = linkIn(received[0]?.text) ?? '';
  for (const response of [await fetch(inChat), await approve(inChat)]) {
    expect([response.status, await response.text()]).toEqual([
      403,
      expect.stringContaining('You may not answer this'),
    ]);
  }
  // A link that is made for the author in another way does not count either.
  const [wait] = (await serving.engine.waits.list({ run })).items;
  const forged = await serving.engine.waits
    .answer(wait!.id, 'yes', { by: { channel: 'link', email: 'ann@example.org' } })
    .catch((error: Loose) => error.code);
  expect([forged, paid]).toEqual(['NOT_ALLOWED', []]);
  const link = linkIn(texts.get('fin@example.org')) ?? '';
  expect((await approve(link)).status).toBe(200);
  await serving.engine.runs.finished(run);
  expect(paid).toEqual([{ customer: 'acme', usd: 90 }]);
});

it('[V3002] mails and chats about a tool call show its arguments, and never more than a part of long ones', async () => {
  const { texts, received } = await told({});
  expect(texts.get('ann@example.org')).toContain(
    'call the tool "pay"?\n  customer: acme\n  usd: 90',
  );
  const { text, blocks } = JSON.parse(received[0]?.text ?? '{}') as Loose;
  for (const said of [text, blocks[0].text.text]) expect(said).toContain('\n  usd: 90');
  const long = await told({}, { customer: 'a'.repeat(5000), usd: 1 });
  expect(long.texts.get('ann@example.org')).toContain('(and more)');
  expect(long.texts.get('ann@example.org')?.length).toBeLessThan(2500);
});

it('[V3003] the page behind a link shows the call and its arguments, and not how the tool describes itself', async () => {
  const { texts, linkIn } = await told({}, { customer: '<b>acme</b>', usd: 90 });
  const page = await fetch(linkIn(texts.get('ann@example.org')) ?? '');
  const html = await page.text();
  expect(html).toContain('<dt>customer</dt><dd>&lt;b&gt;acme&lt;/b&gt;</dd>');
  expect(html).toContain('<dt>usd</dt><dd>90</dd>');
  for (const inner of ['callId', 'properties']) expect(html).not.toContain(inner);
});
