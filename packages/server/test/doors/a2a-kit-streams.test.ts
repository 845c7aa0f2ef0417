// The requirements that the compatibility kit of A2A 1.0 has for streams, versions, cards and the form of values over JSON-RPC, written anew.
// Each check is named as the kit names it.
import { expect, it } from 'vitest';
import { a2aCodes as codes, asking, type Loose } from './a2a-asking.ts';
import { bearer, serveDoors } from './door-flows.ts';

it('[V3204] streams: STREAM-ORDER, STREAM-SUB', async () => {
  const doors = await serveDoors();
  const { rpc, send, post, updates } = asking(doors);
  doors.gate = Promise.withResolvers();
  const { task } = (await send({ parts: [{ text: 'Where is it?' }] }, atOnce, 'shop')).result;
  const subscribe = async () => updates(await post('shop', 'SubscribeToTask', { id: task.id }));
  const streams = [await subscribe(), await subscribe(), await subscribe()] as const;
  // STREAM-SUB-001: the task as it is comes first, on each of them.
  for (const stream of streams)
    expect((await stream.next()).value).toMatchObject({
      task: { id: task.id, status: { state: 'TASK_STATE_WORKING' } },
    });
  // STREAM-ORDER-004: one that is closed takes no other with it.
  const [closed, ...others] = streams;
  await closed.return(undefined);
  doors.gate.resolve();
  const [first, second] = await Promise.all(others.map(allOf));
  // STREAM-ORDER-001 to -003: the same, in the same order. STREAM-SUB-002: up to the end, and no further.
  expect(first).toEqual(second);
  expect(first?.at(-1)).toMatchObject({
    statusUpdate: { taskId: task.id, status: { state: 'TASK_STATE_COMPLETED' } },
  });
  // STREAM-SUB-003, -004
  expect((await rpc('SubscribeToTask', { id: task.id }, 'shop')).error.code).toBe(
    codes.unsupported,
  );
  expect((await rpc('SubscribeToTask', { id: 'none' }, 'shop')).error.code).toBe(codes.notFound);
});

it('[V3204] versions: VER-SERVER, VER-CLIENT-002; errors: JSONRPC-ERR', async () => {
  const { post } = asking(await serveDoors());
  const ask = async (version: string): Promise<Loose> =>
    (await post('trip', 'ListTasks', {}, version)).json();
  expect(await ask('1.0')).toHaveProperty('result.tasks');
  expect(await ask('1.0.3')).toHaveProperty('result.tasks');
  // An empty one is 0.3.
  for (const other of ['0.3', '', '2.0'])
    expect(await ask(other)).toMatchObject({
      jsonrpc: '2.0',
      id: 7,
      error: { code: codes.version, message: expect.stringContaining('1.0') },
    });
});

it('[V3204] cards: CARD-DISC, CARD-PROTO, CARD-STRUCT, CARD-CACHE', async () => {
  const { url, keys } = await serveDoors();
  const card = (headers: Record<string, string> = {}) =>
    fetch(`${url}/api/v1/a2a/trip/.well-known/agent-card.json`, {
      headers: { ...bearer(keys.ann), ...headers },
    });
  const first = await card();
  expect(first.headers.get('cache-control')).toBe('private, max-age=60');
  const body: Loose = await first.json();
  for (const key of ['name', 'description', 'version', 'skills', 'defaultInputModes'])
    expect(body[key]?.length).toBeGreaterThan(0);
  expect(body.capabilities).toMatchObject({ streaming: true });
  for (const each of body.supportedInterfaces)
    expect(each).toMatchObject({ url: expect.stringContaining(url), protocolVersion: '1.0' });
  const etag = first.headers.get('etag') ?? '';
  expect((await card({ 'if-none-match': etag })).status).toBe(304);
  expect((await card({ 'if-none-match': '"another"' })).status).toBe(200);
});

it('[V3204] values: DM-TASK, DM-MSG, DM-PART, DM-ART, DM-STATUS, DM-SERIAL', async () => {
  const { rpc, send } = asking(await serveDoors());
  // DM-SERIAL-005: what is not known is ignored.
  const { task } = (await send({ unheardOf: { of: 1 } })).result;
  await send({ taskId: task.id, parts: [{ data: { city: 'Rome' } }] });
  await send({ taskId: task.id, parts: [{ text: 'approve' }] });
  const done: Loose = (await rpc('GetTask', { id: task.id })).result;
  expect(done.status.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/u);
  const messages = [task.status.message, ...done.history];
  for (const message of messages) {
    expect(message).toMatchObject({ messageId: expect.stringMatching(/./) });
    expect(['ROLE_USER', 'ROLE_AGENT']).toContain(message.role);
  }
  const kinds = ['text', 'raw', 'url', 'data'];
  const parts = [...messages, ...done.artifacts].flatMap((each) => each.parts);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts)
    expect(kinds.filter((kind) => Object.hasOwn(part, kind))).toHaveLength(1);
  for (const artifact of done.artifacts) expect(artifact.artifactId).not.toBe('');
  expect(JSON.stringify({ task, done })).not.toMatch(/"[a-z]+_[a-z_]+":/u);
});

const atOnce = { returnImmediately: true };

async function allOf(stream: AsyncIterable<Loose>): Promise<Loose[]> {
  const all: Loose[] = [];
  for await (const each of stream) all.push(each);
  return all;
}
