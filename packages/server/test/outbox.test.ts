// Goal: whoever is to be told of a run is told, at least once and under one id, whatever fails on the way. Method: real HTTP and
// SMTP receivers, real servers over one store, and the clock of the server moved on instead of waiting.
import { randomBytes } from 'node:crypto';
import type { Json } from '@skein/api';
import { createServer, type OutboxOptions, type ServerOptions } from '@skein/server';
import { Webhook } from 'standardwebhooks';
import { expect, it, onTestFinished } from 'vitest';
import { asking, serve, type Loose, type Serving } from './serving.ts';
import { startMailReceiver, startReceiver } from './receivers.ts';

const secret = `whsec_${randomBytes(24).toString('base64')}`;

/** As the composition does it, without the guard, which lets nobody reach this machine. */
const post: OutboxOptions['post'] = async ({ url, ...request }) => {
  const { status } = await fetch(url, { method: 'POST', ...request });
  return { status };
};

interface Hook {
  readonly url: string;
  readonly events?: readonly string[];
  readonly format?: 'cloudevents' | 'slack' | 'teams';
}

interface Telling extends Serving {
  /** Lets time pass for the delivery, and delivers what is due then. */
  readonly after: (ms: number) => Promise<number>;
  /** What the operator was told. */
  readonly problems: readonly string[];
}

/** Delivers only when it is told to. */
async function tell(
  hooks: { readonly [name: string]: Hook },
  more: Partial<OutboxOptions> = {},
  options: Partial<ServerOptions> = {},
): Promise<Telling> {
  const problems: string[] = [];
  let passed = 0;
  const clock = { now: () => Date.now() + passed };
  const webhooks = new Map(
    Object.entries(hooks).map(([name, { url, format = 'cloudevents' }]) => [
      name,
      { url, format, secret: async () => secret },
    ]),
  );
  const serving = await serve({
    clock,
    onProblem: (error) => problems.push(String(error)),
    ...options,
    outbox: { webhooks, post, backstopMs: 3_600_000, ...more },
    engineOptions: { config: { server: { outbox: { webhooks: hooks } } } },
  });
  const after = (ms: number) => {
    passed += ms;
    return serving.server.deliverDue();
  };
  return { ...serving, after, problems };
}

const notifying = (notify: Json) => ({
  ...asking,
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'review', type: 'approval', config: { prompt: 'Pay 5 <€> & tip?', notify } },
    { id: 'done', type: 'transform', config: { value: 'done' } },
  ],
});

async function runIt({ send }: Serving, workflow: object = asking): Promise<Loose> {
  await send('POST', '/api/v1/workflows', { body: workflow });
  return (await send('POST', '/api/v1/workflows/asking/run?wait=20', { body: {} })).body;
}

const answer = ({ send }: Serving, run: Loose) =>
  send('POST', `/api/v1/waits/${run.run.waits[0].id}/answer`, { body: 'yes' });

it('[V320] what happens to runs arrives as signed CloudEvents that a receiver of Standard Webhooks accepts', async () => {
  const receiver = await startReceiver();
  const telling = await tell({ ops: { url: receiver.url, events: ['*'] } });
  const run = await runIt(telling);
  await answer(telling, run);
  await telling.engine.runs.finished(run.run_id);
  await telling.after(0);
  const events = receiver.received.map(({ headers, text }) => {
    expect(headers['content-type']).toBe('application/cloudevents+json');
    // Throws when the signature does not fit.
    const event = new Webhook(secret).verify(text, headers as Record<string, string>) as Loose;
    expect(event).toMatchObject({
      specversion: '1.0',
      id: headers['webhook-id'],
      source: telling.url,
      subject: run.run_id,
      datacontenttype: 'application/json',
    });
    return event;
  });
  expect(events.map(({ type }) => type)).toEqual(['wait.opened', 'wait.closed', 'run.finished']);
  expect(events[0].data).toMatchObject({ node: 'review', prompt: 'Fine?', kind: 'approval' });
  // Who hears of everything may not answer everything.
  expect(events[0].data.link).toBeUndefined();
  expect(events[1].data).toMatchObject({ status: 'answered', by: 'local' });
  expect(events[2].data).toMatchObject({ status: 'completed' });
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
  expect(await telling.after(0)).toBe(0);
});

it('[V320] Slack and Teams get a text with the link, in which a workflow cannot write markup', async () => {
  const [slack, teams] = [await startReceiver(), await startReceiver()];
  const telling = await tell({
    slack: { url: slack.url, format: 'slack' },
    teams: { url: teams.url, format: 'teams' },
  });
  await runIt(telling, notifying({ to: ['webhook:slack', 'webhook:teams'] }));
  await telling.after(0);
  const text = JSON.parse(slack.received[0]?.text ?? '').text;
  expect(text).toContain('Pay 5 &lt;€&gt; &amp; tip?');
  expect(text).toMatch(new RegExp(`<${telling.url}/answer/[^|>]+\\|Answer>$`));
  const [card] = JSON.parse(teams.received[0]?.text ?? '').attachments;
  expect(card.contentType).toBe('application/vnd.microsoft.card.adaptive');
  expect(card.content.body[0].text).toBe(String.raw`Pay 5 <€\> & tip?`);
  expect(card.content.actions[0].url).toMatch(`${telling.url}/answer/`);
});

it('[V321] a message that is not taken is tried later and later, is dead in the end, and is sent again when somebody asks', async () => {
  const receiver = await startReceiver();
  const telling = await tell(
    { ops: { url: receiver.url, events: ['run.finished'] } },
    { retryMs: [1000, 5000] },
  );
  const { send } = telling;
  const run = await runIt(telling);
  await answer(telling, run);
  await telling.engine.runs.finished(run.run_id);
  receiver.status = 503;
  expect(await telling.after(0)).toBe(1);
  expect(await telling.after(900)).toBe(0);
  expect(await telling.after(200)).toBe(1);
  expect(await telling.after(4000)).toBe(0);
  const waiting = await send('GET', '/api/v1/outbox?status=pending');
  expect(waiting.body.items).toMatchObject([
    { attempts: 2, error: 'The receiver answered 503: it has a fault of its own.' },
  ]);
  const { id } = waiting.body.items[0];
  expect((await send('POST', `/api/v1/outbox/${id}/replay`)).body.error.code).toBe(
    'MESSAGE_PENDING',
  );
  expect(await telling.after(1100)).toBe(1);
  const dead = await send('GET', '/api/v1/outbox?status=dead');
  expect(dead.body.items).toMatchObject([{ id, attempts: 3, dueAt: null, kind: 'run.finished' }]);
  expect(await telling.after(3_600_000)).toBe(0);
  // Once when it began, and once when it was given up.
  expect(telling.problems).toHaveLength(2);
  receiver.status = 204;
  expect((await send('POST', `/api/v1/outbox/${id}/replay`)).body).toMatchObject({
    status: 'pending',
  });
  await telling.after(0);
  await expect.poll(() => receiver.received.length).toBe(4);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids)).toEqual(new Set([id]));
  const sent = await send('GET', `/api/v1/outbox?run=${run.run_id}`);
  expect(sent.body.items).toMatchObject([{ id, status: 'delivered', error: null }]);
  const audit = await send('GET', '/api/v1/audit?action=message.replay');
  expect(audit.body.items).toHaveLength(1);
});

it('[V321] a recipient that cannot exist is dead at once, says why, and delays no other', async () => {
  const receiver = await startReceiver();
  const telling = await tell({ ops: { url: receiver.url } });
  await runIt(
    telling,
    notifying({
      to: ['webhook:nobody', 'mail:a@example.org', '${trigger.none|fax:1}', 'webhook:ops'],
    }),
  );
  await telling.after(0);
  expect(receiver.received).toHaveLength(1);
  const { body } = await telling.send('GET', '/api/v1/outbox?status=dead');
  expect(body.items.map((each: Loose) => each.error).toSorted()).toEqual([
    '"fax:1" cannot be reached: a recipient is "mail:ADDRESS" or "webhook:NAME".',
    '"mail:a@example.org" cannot be reached: no mail server is set up that may send to it.',
    '"webhook:nobody" cannot be reached: there is no webhook "nobody".',
  ]);
});

it('[V322] a mail arrives with the question and a link; addresses that the operator did not allow get none', async () => {
  const account = { user: 'skein', password: 'p w' };
  const { port, mails: received } = await startMailReceiver(account);
  const smtp = {
    host: '127.0.0.1',
    port,
    tls: false,
    from: 'Skein <skein@example.org>',
    user: account.user,
    password: async () => account.password,
    recipients: ['*@example.org', 'bob@example.com'],
  };
  const telling = await tell({}, { smtp });
  const to = [
    'ana@example.org',
    'Bob@example.com',
    'eve@example.net',
    '${trigger.none|x@example.org, eve@example.net}',
  ];
  await runIt(telling, notifying({ to: to.map((address) => `mail:${address}`) }));
  await telling.after(0);
  const mails = await received();
  expect(mails.flatMap((mail) => mail.to).toSorted()).toEqual([
    'Bob@example.com',
    'ana@example.org',
  ]);
  const [mail] = mails.filter((each) => each.to.includes('ana@example.org'));
  expect(mail?.subject).toBe('Approval needed: Pay 5 <€> & tip?');
  const link = /https?:\S+\/answer\/\S+/.exec(mail?.text ?? '')?.[0] ?? '';
  expect(await (await fetch(link)).text()).toContain('You answer as ana@example.org');
  const { body } = await telling.send('GET', '/api/v1/outbox?status=dead');
  expect(body.items.map((each: Loose) => each.error).toSorted()).toEqual([
    '"x@example.org, eve@example.net" is no mail address.',
    'eve@example.net is not among its recipients.',
  ]);
});

it('[V322] a mail server that refuses the password is tried again, and its words are in the list', async () => {
  const { port, mails: received } = await startMailReceiver({ user: 'skein', password: 'right' });
  let password = 'wrong';
  const smtp = {
    host: '127.0.0.1',
    port,
    tls: false,
    from: 'skein@example.org',
    user: 'skein',
    password: async () => password,
    recipients: ['*'],
  };
  const telling = await tell({}, { smtp });
  await runIt(telling, notifying({ to: ['mail:ana@example.org'] }));
  await telling.after(0);
  const { body } = await telling.send('GET', '/api/v1/outbox');
  expect(body.items).toMatchObject([{ status: 'pending', attempts: 1 }]);
  expect(body.items[0].error).toContain('wrong password');
  password = 'right';
  await telling.after(6000);
  expect(await received()).toHaveLength(1);
});

it('[V323] a question that stays open is told again and told to others, each once and at its time', async () => {
  const receiver = await startReceiver();
  const day = 24 * 3_600_000;
  const telling = await tell({ ops: { url: receiver.url }, boss: { url: receiver.url } });
  const notify = {
    to: ['webhook:ops'],
    remindAfterMs: day,
    escalateTo: ['webhook:boss'],
    escalateAfterMs: 2 * day,
  };
  await runIt(telling, notifying(notify));
  await telling.after(0);
  await telling.after(day - 60_000);
  expect(kindsOf(receiver)).toEqual(['wait.opened']);
  await telling.after(120_000);
  await telling.after(day);
  await telling.after(day);
  expect(kindsOf(receiver)).toEqual(['wait.opened', 'wait.reminder', 'wait.escalated']);
});

it('[V323] nobody is reminded of a question that was answered', async () => {
  const receiver = await startReceiver();
  const telling = await tell({ ops: { url: receiver.url } });
  const notify = {
    to: ['webhook:ops'],
    remindAfterMs: 1000,
    escalateTo: ['webhook:ops'],
    escalateAfterMs: 2000,
  };
  const run = await runIt(telling, notifying(notify));
  await telling.after(0);
  await answer(telling, run);
  await telling.after(10_000);
  expect(kindsOf(receiver)).toEqual(['wait.opened']);
  const { body } = await telling.send('GET', '/api/v1/outbox?status=dropped');
  expect(body.items.map((each: Loose) => each.kind).toSorted()).toEqual([
    'wait.escalated',
    'wait.reminder',
  ]);
});

it('[V324] of several servers on one store one delivers each message; messages of a dead one are delivered by another, under the same id', async () => {
  const receiver = await startReceiver();
  const telling = await tell({ ops: { url: receiver.url, events: ['*'] } });
  const { engine, store } = telling;
  let passed = 0;
  const others = Array.from({ length: 3 }, () => {
    const server = createServer({
      engine,
      store,
      catalogue: {
        nodeTypes: () => [],
        functions: () => [],
        models: () => [],
        tools: () => [],
        templates: () => [],
      },
      recordCassette: () => Promise.reject(new Error('not here')),
      clock: { now: () => Date.now() + passed },
      outbox: { webhooks: new Map([['ops', { url: receiver.url }]]), post },
    });
    onTestFinished(() => server.close());
    return server;
  });
  for (let i = 0; i < 10; i++) await answer(telling, await runIt(telling));
  await expect.poll(async () => (await store.outbox.list({ limit: 200 })).items.length).toBe(30);
  await Promise.all([telling.server, ...others].map((server) => server.deliverDue()));
  for (const server of others) await server.deliverDue();
  expect(receiver.received).toHaveLength(30);
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
  // One takes the next message and dies with it.
  const run = await runIt(telling);
  await expect.poll(async () => (await store.outbox.due(Date.now(), 9)).length).toBe(1);
  const [message] = await store.outbox.due(Date.now(), 9);
  const { id = '', user = '' } = message ?? {};
  const now = Date.now();
  await store.outbox.claim({ id, user, owner: 'dead', now, until: now + 30_000 });
  expect(await others[0]?.deliverDue()).toBe(0);
  passed = 31_000;
  expect(await others[0]?.deliverDue()).toBe(1);
  expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(id);
  expect(run.status).toBe('waiting');
});

function kindsOf({ received }: { readonly received: readonly { readonly text: string }[] }) {
  return received.map(({ text }) => JSON.parse(text).type);
}

it('[V580] a delivery in flight ends and is recorded when a server is closed; no other one begins', async () => {
  const begun: string[] = [];
  const held = Promise.withResolvers<void>();
  const hook = { url: 'https://hooks.test/', events: ['*'] };
  const slow: OutboxOptions['post'] = async ({ headers, signal }) => {
    begun.push(headers['webhook-id'] ?? '');
    await Promise.race([held.promise, rejectedBy(signal)]);
    return { status: 200 };
  };
  const telling = await tell({ ops: hook }, { post: slow });
  const run = await runIt(telling);
  await answer(telling, run);
  await telling.engine.runs.finished(run.run_id);
  const delivering = telling.after(0);
  await expect.poll(() => begun).toHaveLength(1);
  const closed = telling.server.close({ drainMs: 60_000 });
  // What would be aborted at once is aborted by then.
  await expect.poll(() => fetch(telling.url).catch(() => 'closed')).toBe('closed');
  held.resolve();
  await closed;
  expect(await delivering).toBe(1);
  const { items } = await telling.store.outbox.list({ limit: 200 });
  const stateOf = (id: string) => items.find((message) => message.id === id)?.status;
  expect(begun.map(stateOf)).toEqual(['delivered']);
  expect(items.filter(({ status }) => status === 'pending').length).toBeGreaterThan(0);
});

it('[V580] at the limit it is aborted, and stays due', async () => {
  let [begun, aborted] = [0, 0];
  const hook = { url: 'https://hooks.test/', events: ['*'] };
  const stuck: OutboxOptions['post'] = async ({ signal }) => {
    begun += 1;
    await rejectedBy(signal).catch((error: unknown) => {
      aborted += 1;
      throw error;
    });
    return { status: 200 };
  };
  const telling = await tell({ ops: hook }, { post: stuck });
  await runIt(telling);
  const delivering = telling.after(0);
  await expect.poll(() => begun).toBe(1);
  await telling.server.close({ drainMs: 20 });
  await delivering;
  expect(aborted).toBe(1);
  const { items } = await telling.store.outbox.list({ limit: 200 });
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['pending']));
});

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });
}
