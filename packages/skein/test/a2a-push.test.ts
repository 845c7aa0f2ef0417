// Goal: a client of A2A hears of its task at the address that it named, whatever happens to the server in between, and nobody else does.
// Method: the server as it is composed for the command, the client of `@a2a-js/sdk`, and a real receiver that refuses, answers and dies.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Role, StreamResponse, TaskState, type Message, type Task } from '@a2a-js/sdk';
import { ClientFactory, type Client } from '@a2a-js/sdk/client';
import { createClient } from '@skein/api';
import { openStore } from '@skein/stores';
import { expect, it, onTestFinished } from 'vitest';
import { composeServer } from '../src/server/compose-server.ts';

interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly task: Task;
}

/** Reads every notification as the protocol writes it. */
async function receiver() {
  const state = { pushed: [] as Pushed[], tries: 0, status: 204 };
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      state.tries += 1;
      const { payload } = StreamResponse.fromJSON(JSON.parse(text));
      if (state.status < 300 && payload?.$case === 'task')
        state.pushed.push({
          path: request.url ?? '',
          headers: request.headers,
          task: payload.value,
        });
      response.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, { port, url: `http://127.0.0.1:${port}` });
}

const asking = {
  skein: 1,
  id: 'order',
  metadata: { publish: ['a2a'] },
  nodes: [
    { id: 'start', type: 'start' },
    { id: 'fine', type: 'approval', config: { prompt: 'Order it?' } },
    { id: 'done', type: 'transform', config: { value: 'Ordered.' } },
  ],
  edges: [
    { from: 'start', to: 'fine' },
    { from: 'fine', out: 'approved', to: 'done' },
  ],
};
const parent = {
  skein: 1,
  id: 'parent',
  metadata: { publish: ['a2a'] },
  nodes: [{ id: 'call', type: 'subworkflow', config: { workflow: 'order' } }],
};

/** A server that may come back to the same file, with the same key. */
function installation(port: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'skein-push-'));
  const secretKey = randomBytes(32);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return async (allow: readonly string[] = [`127.0.0.1:${port}`]) => {
    const store = await openStore(`sqlite:${path.join(folder, 'skein.db')}`);
    const server = await composeServer({ store, secretKey, config: { http: { allow } } });
    let closed: Promise<void> | null = null;
    const end = async () => {
      await server.close();
      await store.close();
    };
    const close = () => (closed ??= end());
    onTestFinished(close);
    const { url } = await server.listen({ port: 0 });
    for (const workflow of [asking, parent])
      await createClient({ server: url }).call('putWorkflow', {
        params: { id: workflow.id },
        body: workflow,
      });
    const client = (workflow = 'order') =>
      new ClientFactory().createFromUrl(`${url}/api/v1/a2a/${workflow}/`);
    return { url, store, close, client };
  };
}

type Config = Parameters<Client['createTaskPushNotificationConfig']>[0];

const pushTo = (url: string, more: Partial<Config> = {}): Config => ({
  tenant: '',
  id: '',
  taskId: '',
  url,
  token: '',
  authentication: undefined,
  ...more,
});

async function send(client: Client, text: string, more: Partial<Message> = {}, push?: Config) {
  const content = { $case: 'text', value: text } as const;
  const message: Message = {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [{ content, metadata: undefined, filename: '', mediaType: '' }],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  };
  const configuration =
    push === undefined
      ? undefined
      : { acceptedOutputModes: [], returnImmediately: false, taskPushNotificationConfig: push };
  return (await client.sendMessage({
    tenant: '',
    message,
    configuration,
    metadata: undefined,
  })) as Task;
}

const statesOf = (pushed: readonly Pushed[]) => pushed.map(({ task }) => task.status?.state);
const soon = { timeout: 60_000, interval: 20 };
const { TASK_STATE_INPUT_REQUIRED: asks, TASK_STATE_COMPLETED: done } = TaskState;

it('[X2800] a task tells where its client wants to hear of it: what it asks, and what it gives', async () => {
  const heard = await receiver();
  const { client: open, store } = await installation(heard.port)();
  const client = await open();
  const card = await client.getAgentCard();
  expect(card.capabilities?.pushNotifications).toBe(true);
  const authentication = { scheme: 'Bearer', credentials: 'canary-credentials' };
  const push = pushTo(`${heard.url}/hook`, { id: 'mine', token: 'canary-token', authentication });
  const asked = await send(client, 'two chairs', {}, push);
  await expect.poll(() => statesOf(heard.pushed), soon).toEqual([asks]);
  const [first] = heard.pushed;
  expect(first).toMatchObject({
    path: '/hook',
    headers: {
      'content-type': 'application/a2a+json',
      'a2a-version': '1.0',
      authorization: 'Bearer canary-credentials',
      'x-a2a-notification-token': 'canary-token',
    },
    task: { id: asked.id, contextId: asked.contextId },
  });
  expect(first?.task.status?.message?.parts[0]?.content?.value).toContain('Order it?');
  await send(client, 'approve', { taskId: asked.id });
  await expect.poll(() => statesOf(heard.pushed).at(-1), soon).toBe(done);
  expect(heard.pushed.at(-1)?.task.artifacts[0]?.parts[0]?.content?.value).toBe('Ordered.');
  // Each state once; whether the work in between is told depends on how long it took.
  const states = statesOf(heard.pushed);
  expect(new Set(states).size).toBe(states.length);
  // Credentials are in no list, no record of messages and no memory that workflows read.
  const about = { tenant: '', taskId: asked.id };
  const shown = [
    await client.getTaskPushNotificationConfig({ ...about, id: 'mine' }),
    await client.listTaskPushNotificationConfig({ ...about, pageSize: 0, pageToken: '' }),
    await store.outbox.list({}),
    await store.remembered.list({ user: '' }),
  ];
  expect(shown[0]).toMatchObject({ id: 'mine', url: `${heard.url}/hook`, taskId: asked.id });
  expect(JSON.stringify(shown)).not.toContain('canary');
});

it('[X2801] followers are set, listed and deleted per task; who is deleted hears nothing, and one that fails holds up no other', async () => {
  const [heard, broken] = [await receiver(), await receiver()];
  broken.status = 500;
  const { client: open, url } = await installation(heard.port)([
    `127.0.0.1:${heard.port}`,
    `127.0.0.1:${broken.port}`,
  ]);
  const client = await open();
  const { id: taskId } = await send(client, 'a lamp');
  const about = { tenant: '', taskId };
  const list = async () =>
    (
      await client.listTaskPushNotificationConfig({ ...about, pageSize: 0, pageToken: '' })
    ).configs.map(({ id }) => id);
  expect(await list()).toEqual([]);
  // It asks already: they are told at once.
  await client.createTaskPushNotificationConfig(pushTo(broken.url, { taskId, id: 'broken' }));
  const gone = await client.createTaskPushNotificationConfig(pushTo(heard.url, { taskId }));
  expect(gone.id).toMatch(/./);
  await expect.poll(() => statesOf(heard.pushed), soon).toEqual([asks]);
  await client.createTaskPushNotificationConfig(pushTo(`${heard.url}/b`, { taskId, id: 'b' }));
  expect(await list()).toEqual(['broken', gone.id, 'b']);
  for (let times = 0; times < 2; times++)
    await client.deleteTaskPushNotificationConfig({ ...about, id: gone.id });
  expect(await list()).toEqual(['broken', 'b']);
  await expect(client.getTaskPushNotificationConfig({ ...about, id: gone.id })).rejects.toThrow(
    /no push notification config/,
  );
  await send(client, 'approve', { taskId });
  const ofB = () => heard.pushed.filter((each) => each.path === '/b');
  await expect.poll(() => statesOf(ofB()).at(-1), soon).toBe(done);
  expect(statesOf(heard.pushed.filter((each) => each.path !== '/b'))).toEqual([asks]);
  expect(broken.tries).toBeGreaterThan(0);
  const { items } = await createClient({ server: url }).call('listOutbox', { query: {} });
  const ofBroken = items.filter(({ recipient }) => recipient === `a2a:${taskId}/broken`);
  expect(ofBroken.map(({ error }) => error)).toContain('The receiver answered 500.');
});

it('[X2802] addresses that are not on the open internet are refused before anything begins, and so is what is no address', async () => {
  const heard = await receiver();
  const { client: open, store } = await installation(heard.port)([]);
  const client = await open();
  const before = (await store.runs.list({})).items.length;
  for (const [url, why] of [
    [heard.url, /url of the push notification config is refused/],
    ['https://169.254.169.254/latest', /is refused/],
    ['http://example.org/hook', /must begin with https/],
    ['https://ann:secret@example.org/', /must not contain a user/],
    ['nowhere', /is not an address/],
  ] as const)
    await expect(send(client, 'a lamp', {}, pushTo(url))).rejects.toThrow(why);
  const bad = { scheme: 'Bearer', credentials: 'a\r\nb: c' };
  const folded = pushTo('https://example.org/', { authentication: bad });
  await expect(send(client, 'a lamp', {}, folded)).rejects.toThrow(/fits into a header/);
  expect((await store.runs.list({})).items).toHaveLength(before);
  expect(heard.tries).toBe(0);
});

it('[X2803] a question of a workflow inside the task is told, and what a server did not deliver the next one does', async () => {
  const heard = await receiver();
  const start = installation(heard.port);
  const first = await start();
  const asked = await send(await first.client('parent'), 'go', {}, pushTo(heard.url));
  await expect.poll(() => statesOf(heard.pushed), soon).toEqual([asks]);
  expect(heard.pushed[0]?.task.status?.message?.parts[0]?.content?.value).toContain('Order it?');
  heard.status = 503;
  const tries = heard.tries;
  await send(await first.client('parent'), 'approve', { taskId: asked.id });
  await expect.poll(() => heard.tries, soon).toBeGreaterThan(tries);
  await first.close();
  heard.status = 204;
  await start();
  await expect.poll(() => statesOf(heard.pushed).at(-1), soon).toBe(done);
});
