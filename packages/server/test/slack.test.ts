// Goal: an approval is answered by a click in Slack, as whoever clicked, and by nothing that Slack has not sent. Method: a receiver in place
// of Slack, which gets the message and its replacement, and clicks as Slack sends them.
import { createHmac, randomBytes } from 'node:crypto';
import { sealer, storedDestinations } from '@skein/server';
import { expect, it } from 'vitest';
import { checkDestination } from '../src/features/outbox/check-destination.ts';
import { asking, serve, type Loose, type Serving } from './serving.ts';
import { startReceiver } from './receivers.ts';

const secret = '8f742231b10e8888abcd99aaabbb85a5';

interface Slack extends Serving {
  /** The buttons of the newest message. */
  readonly buttons: () => Promise<readonly Loose[]>;
  readonly received: readonly { readonly text: string }[];
  readonly run: string;
  readonly click: (action: Loose, more?: Partial<Click>) => Promise<number>;
}

interface Click {
  readonly secret: string;
  readonly at: number;
  readonly user: object;
  readonly name: string;
}

async function slack(config: object = {}): Promise<Slack> {
  const receiver = await startReceiver();
  const { url } = receiver;
  const post = async ({ url: to, ...request }: Loose) => {
    const { status } = await fetch(to, { method: 'POST', ...request });
    return { status };
  };
  const app = { url, format: 'slack', signingSecret: async () => secret } as const;
  const serving = await serve({
    onProblem: () => {},
    outbox: {
      webhooks: new Map<string, Loose>([
        ['chat', app],
        ['other', app],
        ['plain', { url }],
      ]),
      post,
      backstopMs: 3_600_000,
    },
    engineOptions: { config: { server: { outbox: { webhooks: { chat: { url } } } } } },
  });
  const notify = { to: ['webhook:chat'] };
  const review = {
    id: 'review',
    type: 'approval',
    config: { prompt: 'Pay <5> & tip?', notify, ...config },
  };
  const workflow = { ...asking, nodes: [review], edges: [] };
  await serving.send('POST', '/api/v1/workflows', { body: workflow });
  const started = await serving.send('POST', '/api/v1/workflows/asking/run?wait=20', { body: {} });
  await serving.server.deliverDue();
  const click: Slack['click'] = async (action, more = {}) => {
    const { user = { id: 'U1', username: 'ada' }, name = 'chat' } = more;
    const payload = {
      type: 'block_actions',
      user,
      actions: [action],
      response_url: `${url}/replace`,
    };
    const body = new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
    const at = String(Math.floor((more.at ?? Date.now()) / 1000));
    const signature = createHmac('sha256', more.secret ?? secret)
      .update(`v0:${at}:${body}`)
      .digest('hex');
    const { status } = await fetch(`${serving.url}/slack/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-slack-request-timestamp': at,
        'x-slack-signature': `v0=${signature}`,
      },
      body,
    });
    return status;
  };
  const buttons = async () => {
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    const message: Loose = JSON.parse(receiver.received[0]?.text ?? '');
    return message.blocks.find(({ type }: Loose) => type === 'actions').elements;
  };
  return { ...serving, received: receiver.received, buttons, click, run: started.body.run_id };
}

it('[V2304] a click approves as whoever clicked, and the message is replaced by what was decided', async () => {
  const { buttons, click, engine, run, received } = await slack();
  const [approve, reject, more] = await buttons();
  expect([approve, reject, more].map(({ text }) => text.text)).toEqual([
    'Approve',
    'Reject',
    'More',
  ]);
  expect(JSON.parse(received[0]?.text ?? '').blocks[0].text.text).toContain(
    'Pay &lt;5&gt; &amp; tip?',
  );
  const before = performance.now();
  expect(await click(approve)).toBe(200);
  expect(performance.now() - before).toBeLessThan(3000);
  const { status } = await engine.runs.finished(run);
  expect(status).toBe('completed');
  const answered = (await engine.runs.journal(run)).find(({ type }) => type === 'wait.answered');
  expect(answered).toMatchObject({
    answer: { decision: 'approve' },
    by: { channel: 'slack', id: 'U1' },
  });
  await expect.poll(() => received.length).toBe(2);
  expect(JSON.parse(received[1]?.text ?? '')).toEqual({
    replace_original: true,
    text: 'Pay &lt;5&gt; &amp; tip?\n*Approved* by <@U1>.',
  });
  // Somebody else was slower.
  expect(await click(reject, { user: { id: 'U2' } })).toBe(200);
  await expect.poll(() => received.length).toBe(3);
  expect(JSON.parse(received[2]?.text ?? '').text).toContain('Nothing more is needed');
});

it('[V2304] what Slack has not signed, signed long ago, or that belongs to another destination answers nothing', async () => {
  const { buttons, click, engine, run, received } = await slack();
  const [approve, , more] = await buttons();
  expect(await click(approve, { secret: 'another' })).toBe(401);
  expect(await click(approve, { at: Date.now() - 400_000 })).toBe(401);
  expect(await click(approve, { name: 'plain' })).toBe(401);
  expect(await click(approve, { name: 'nobody' })).toBe(401);
  // It is signed, but its button was made for another channel, or by nobody.
  expect(await click(approve, { name: 'other' })).toBe(200);
  expect(await click({ ...approve, value: `${approve.value}x` })).toBe(200);
  expect(await click(more)).toBe(200);
  expect((await engine.runs.get(run)).status).toBe('waiting');
  for (const { text } of received.slice(1)) {
    expect(JSON.parse(text).text).toContain('This button does not work');
  }
});

it('[V2304] only whom the question names may click; the buttons stay for them', async () => {
  const { buttons, click, engine, run, received } = await slack({ who: ['U7', 'eve@example.org'] });
  const [approve, reject] = await buttons();
  expect(await click(approve)).toBe(200);
  await expect.poll(() => received.length).toBe(2);
  expect(JSON.parse(received[1]?.text ?? '')).toMatchObject({
    replace_original: false,
    text: '<@U1> may not answer this. It is still open.',
  });
  expect((await engine.runs.get(run)).status).toBe('waiting');
  const eve = { id: 'U9', profile: { email: 'eve@example.org' } };
  expect(await click(reject, { user: eve })).toBe(200);
  await engine.runs.finished(run);
  const answered = (await engine.runs.journal(run)).find(({ type }) => type === 'wait.answered');
  expect(answered).toMatchObject({
    answer: { decision: 'reject' },
    by: { channel: 'slack', id: 'U9', email: 'eve@example.org' },
  });
});

it('[V2304] the secret of a Slack destination that was set up on the running server is that of the app', async () => {
  const { store } = await serve();
  const kept = storedDestinations(store, { sealer: sealer(randomBytes(32)), clock: Date });
  const url = 'https://hooks.slack.com/services/x';
  await kept.put('chat', { kind: 'webhook', url, format: 'slack' }, secret);
  await kept.put('plain', { kind: 'webhook', url, format: 'slack' });
  const found = async (name: string): Promise<Loose> => (await kept.find(`webhook:${name}`)) ?? {};
  const { webhook } = await found('chat');
  expect(await webhook.signingSecret()).toBe(secret);
  expect(webhook.secret).toBeUndefined();
  expect((await found('plain')).webhook).toEqual({ url, format: 'slack' });
  const complaint = checkDestination({ kind: 'webhook', url, secret }, undefined, undefined);
  await expect(complaint).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
});
