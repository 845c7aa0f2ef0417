// What a run of the compatibility kit of A2A has found. The agent is the one that the kit is run against: see docs/a2a.md.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { asking, type Loose } from './a2a-asking.ts';
import { bearer, serveDoors } from './door-flows.ts';

const agent = 'kit-agent';

/** With a place that has a file, and one that nobody may enter who has not signed in. */
async function serveKitAgent() {
  const files = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    response.end(request.url === '/private' ? 'Let in' : 'Generated file content');
  });
  await new Promise<void>((done) => files.listen(0, '127.0.0.1', done));
  onTestFinished(() => void files.close());
  const { port } = files.address() as AddressInfo;
  const host = `127.0.0.1:${port}`;
  let isSignedIn = false;
  const doors = await serveDoors({
    engineOptions: {
      http: { allow: [host] },
      connections: {
        access: async () =>
          isSignedIn
            ? { state: 'ready', token: 'secret', hosts: [host] }
            : { state: 'sign-in', url: 'https://example.com/', why: 'nobody has signed in.' },
      },
    },
  });
  const written = readFileSync(new URL('a2a-kit-agent.json', import.meta.url), 'utf8');
  const definition = JSON.parse(written.replaceAll('127.0.0.1:4798', host));
  await doors.engine.workflows.save(definition, { user: 'ann' });
  const kit = asking(doors);
  /** As the kit does it: what the agent does is in the id. */
  const say = (behaviour: string, more: object = {}) =>
    kit.send({ messageId: `tck-${behaviour}-${crypto.randomUUID()}`, ...more }, {}, agent);
  const signIn = () => {
    isSignedIn = true;
  };
  return { ...kit, ...doors, say, signIn };
}

it('[V3300] an agent is reached with and without a slash at the end of its address', async () => {
  const { url, keys } = await serveDoors();
  for (const end of ['', '/']) {
    const response = await fetch(`${url}/api/v1/a2a/trip${end}`, {
      method: 'POST',
      headers: { ...bearer(keys.ann), 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} }),
    });
    expect(await response.json()).toHaveProperty('result.tasks');
  }
});

it('[V3301] errors of A2A have a reason; a request that is none is answered in JSON-RPC, too', async () => {
  const doors = await serveDoors();
  const infoOf = (reason: string) => [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'a2a-protocol.org' },
  ];
  const { error } = await asking(doors).rpc('GetTask', { id: 'none' });
  expect(error).toMatchObject({ code: -32001, data: infoOf('TASK_NOT_FOUND') });
  const post = async (body: string, headers: Record<string, string>) => {
    const place = `${doors.url}/api/v1/a2a/trip`;
    const response = await fetch(place, { method: 'POST', headers, body });
    return { status: response.status, body: await response.json() };
  };
  const key = bearer(doors.keys.ann);
  const refused = await post('{}', { ...key, 'content-type': 'text/plain' });
  expect(refused).toMatchObject({
    status: 415,
    body: {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32005, data: infoOf('CONTENT_TYPE_NOT_SUPPORTED') },
    },
  });
  const json = { 'content-type': 'application/json' };
  expect(await post('{', { ...key, ...json })).toMatchObject({
    status: 400,
    body: { error: { code: -32700, message: expect.stringContaining('BAD_JSON') } },
  });
  expect(await post('{}', json)).toMatchObject({
    status: 401,
    body: { error: { code: -32600, data: [{ reason: 'UNAUTHENTICATED', domain: 'skein' }] } },
  });
});

it('[V3302] whoever subscribes to a task hears of it until it ends, whatever it asks', async () => {
  const { send, post, updates } = asking(await serveDoors());
  const { task } = (await send()).result;
  const subscribe = async () => updates(await post('trip', 'SubscribeToTask', { id: task.id }));
  const streams = [await subscribe(), await subscribe()];
  for (const stream of streams)
    expect((await stream.next()).value).toHaveProperty('task.id', task.id);
  await send({ taskId: task.id, parts: [{ data: { city: 'Rome' } }] });
  await send({ taskId: task.id, parts: [{ text: 'approve' }] });
  const [first = [], second] = await Promise.all(streams.map(allOf));
  expect(first).toEqual(second);
  const asked = first.flatMap(({ statusUpdate }) => statusUpdate?.status.message?.parts[0] ?? []);
  expect(asked).toEqual([
    { text: expect.stringContaining('Where to?') },
    { text: expect.stringContaining('Book it?') },
  ]);
  expect(first.slice(-2)).toMatchObject([
    { artifactUpdate: { artifact: { parts: [{ text: 'Booked: Rome.' }] } } },
    { statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } } },
  ]);
});

it('[V3302] the answer to a message goes on after a sign-in, and ends with a question', async () => {
  const { post, updates, engine, signIn } = await serveKitAgent();
  const stream = async (behaviour: string) => {
    const message = {
      messageId: `tck-${behaviour}-${crypto.randomUUID()}`,
      role: 'ROLE_USER',
      parts: [{ text: 'Begin' }],
    };
    return updates(await post(agent, 'SendStreamingMessage', { message }));
  };
  const asking = await allOf(await stream('input-required'));
  expect(asking.at(-1)).toMatchObject({
    statusUpdate: { status: { state: 'TASK_STATE_INPUT_REQUIRED' } },
  });
  const signing = await stream('auth-required');
  await until(signing, 'TASK_STATE_AUTH_REQUIRED');
  signIn();
  const { items } = await engine.waits.list({ user: 'ann' });
  for (const { id, question } of items)
    if (question.kind === 'auth') await engine.waits.answer(id, {});
  await until(signing, 'TASK_STATE_COMPLETED');
  expect((await signing.next()).done).toBe(true);
});

it('[V3303] a file that a task gives is a part that says where it is, for the same key', async () => {
  const { say, keys } = await serveKitAgent();
  const { task } = (await say('artifact-file')).result;
  const [part] = task.artifacts[0].parts;
  expect(part).toEqual({
    url: expect.stringMatching(/^http:.*\/api\/v1\/runs\/.*\/files\//u),
    filename: 'output.txt',
    mediaType: 'text/plain',
  });
  const read = (key: string) => fetch(part.url, { headers: bearer(key) });
  expect(await (await read(keys.ann)).text()).toBe('Generated file content');
  expect((await read(keys.bob)).status).toBe(404);
});

it('[V3304] the history of a task has what its client said, in that order, each message once', async () => {
  const { say, rpc } = await serveKitAgent();
  const { task } = (await say('input-required', { parts: [{ text: 'Begin' }] })).result;
  const answer = (text: string, messageId: string) =>
    say('', { taskId: task.id, messageId, parts: [{ text }] });
  await answer('TCK history message 1', 'm1');
  await answer('TCK history message 1', 'm1');
  await answer('TCK history message 2', 'm2');
  const done = (await answer('That is all', 'm3')).result.task;
  const saidIn = ({ history }: Loose) => history.map(({ parts }: Loose) => parts[0].text);
  const all = ['Begin', 'TCK history message 1', 'TCK history message 2', 'That is all'];
  expect(saidIn(done)).toEqual(all);
  const get = async (historyLength: number) =>
    saidIn((await rpc('GetTask', { id: task.id, historyLength }, agent)).result);
  expect(await get(0)).toEqual([]);
  expect(await get(2)).toEqual(all.slice(-2));
  expect(await get(10)).toEqual(all);
});

it('[V3305] tasks are listed that have changed after a moment', async () => {
  const { send, rpc } = asking(await serveDoors());
  const { task } = (await send()).result;
  const after = async (statusTimestampAfter: string): Promise<Loose> =>
    rpc('ListTasks', { statusTimestampAfter });
  expect((await after('2020-01-01T00:00:00Z')).result.tasks).toMatchObject([{ id: task.id }]);
  expect((await after(task.status.timestamp)).result.tasks).toEqual([]);
  expect((await after('yesterday')).error.code).toBe(-32602);
});

async function until(stream: AsyncIterator<Loose>, state: string): Promise<void> {
  for (;;) {
    const { value, done } = await stream.next();
    if (done === true) throw new Error(`It has ended without ${state}.`);
    if (value.statusUpdate?.status.state === state) return;
  }
}

async function allOf(stream: AsyncIterable<Loose>): Promise<Loose[]> {
  const all: Loose[] = [];
  for await (const each of stream) all.push(each);
  return all;
}
