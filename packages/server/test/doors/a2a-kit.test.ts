// The requirements that the technology compatibility kit of A2A 1.0 has for the core operations over JSON-RPC, written anew, so that every
// change is checked against them: the kit itself is in no package. Each check is named as the kit names it.
import { expect, it } from 'vitest';
import { a2aCodes as codes, asking, type Loose } from './a2a-asking.ts';
import { serveDoors } from './door-flows.ts';

async function finishedTask({ send }: ReturnType<typeof asking>): Promise<Loose> {
  const { task } = (await send()).result;
  await send({ taskId: task.id, parts: [{ data: { city: 'Rome' } }] });
  return (await send({ taskId: task.id, parts: [{ text: 'approve' }] })).result.task;
}

it('[V2552] messages: CORE-SEND, CORE-EXECUTION-MODE, CORE-MULTI', async () => {
  const doors = await serveDoors();
  const kit = asking(doors);
  const { send } = kit;
  const first = await send();
  // CORE-SEND-001, CORE-MULTI-001a, -003: a task, with ids of its own. CORE-EXECUTION-MODE-001: where it asks.
  expect(first).toMatchObject({ jsonrpc: '2.0', id: 7 });
  const { task } = first.result;
  expect(task).toMatchObject({
    id: expect.stringMatching(/./),
    contextId: expect.stringMatching(/./),
    status: { state: 'TASK_STATE_INPUT_REQUIRED', timestamp: expect.stringMatching(/Z$/) },
  });
  expect((await send()).result.task.id).not.toBe(task.id);
  // CORE-MULTI-002: the context of the client. -005: that of the task, where only the task is named.
  expect((await send({ contextId: 'mine' })).result.task.contextId).toBe('mine');
  const answered = await send({ taskId: task.id, parts: [{ data: { city: 'Rome' } }] });
  expect(answered.result.task).toMatchObject({ id: task.id, contextId: task.contextId });
  // CORE-MULTI-006: not that of another one. -004: no task that is not there.
  expect((await send({ taskId: task.id, contextId: 'mine' })).error.code).toBe(-32602);
  expect((await send({ taskId: 'none' })).error.code).toBe(codes.notFound);
  // CORE-SEND-002: nothing to a task that is over. -003: nothing of a type that is not taken.
  const done = await finishedTask(kit);
  expect(done.status.state).toBe('TASK_STATE_COMPLETED');
  expect((await send({ taskId: done.id })).error.code).toBe(codes.unsupported);
  const raw = [{ raw: 'dGNr', mediaType: 'application/x-unsupported' }];
  expect((await send({ parts: raw })).error.code).toBe(-32005);
  // CORE-EXECUTION-MODE-002: at once, if that is wanted.
  doors.gate = Promise.withResolvers();
  const begun = await send({}, { returnImmediately: true }, 'shop');
  expect(begun.result.task.status.state).toBe('TASK_STATE_WORKING');
  doors.gate.resolve();
});

it('[V2552] tasks: CORE-GET, CORE-LIST, CORE-CANCEL, CORE-HIST', async () => {
  const doors = await serveDoors();
  const kit = asking(doors);
  const { rpc, send } = kit;
  const done = await finishedTask(kit);
  const open = (await send({ contextId: done.contextId })).result.task;
  const got = (await rpc('GetTask', { id: done.id })).result;
  expect(got).toMatchObject({ id: done.id, artifacts: [{ parts: [{ text: 'Booked: Rome.' }] }] });
  expect((await rpc('GetTask', { id: 'none' })).error.code).toBe(codes.notFound);
  // CORE-HIST-001, -002, -003
  expect((await rpc('GetTask', { id: done.id, historyLength: 0 })).result.history ?? []).toEqual(
    [],
  );
  const short = (await rpc('GetTask', { id: done.id, historyLength: 1 })).result;
  expect(short.history.length).toBeLessThanOrEqual(1);
  const silent = (await send({}, { historyLength: 0 })).result.task;
  expect(silent.history ?? []).toEqual([]);
  // CORE-LIST-001: those of the caller. -002, -004: in pages, the last of which has an empty token. -005: without artifacts.
  const listed = { contextId: done.contextId, pageSize: 1 };
  const page = (await rpc('ListTasks', listed)).result;
  expect(page).toMatchObject({ tasks: [{ id: open.id }], pageSize: 1 });
  expect(page.tasks[0]).not.toHaveProperty('artifacts');
  const next = (await rpc('ListTasks', { ...listed, pageToken: page.nextPageToken })).result;
  expect(next).toMatchObject({ tasks: [{ id: done.id }], nextPageToken: '' });
  expect(next.tasks[0]).not.toHaveProperty('artifacts');
  const whole = (await rpc('ListTasks', { ...listed, pageSize: 9, includeArtifacts: true })).result;
  expect(whole.tasks[1].artifacts).toHaveLength(1);
  const others = asking(doors, doors.keys.bob);
  expect((await others.post('trip', 'ListTasks', {})).status).toBe(404);
  // CORE-CANCEL-001 to -003
  const cancelled = (await rpc('CancelTask', { id: open.id })).result;
  expect(cancelled.status.state).toBe('TASK_STATE_CANCELED');
  expect((await rpc('CancelTask', { id: open.id })).error.code).toBe(codes.notCancelable);
  expect((await rpc('CancelTask', { id: 'none' })).error.code).toBe(codes.notFound);
});

it('[V2552] capabilities, errors and streams: CORE-CAP, CORE-ERR, CORE-STREAM', async () => {
  const doors = await serveDoors();
  const { rpc, send, post } = asking(doors);
  // CORE-CAP-001, -003: what the card does not offer.
  for (const method of ['Create', 'Get', 'Delete'])
    expect((await rpc(`${method}TaskPushNotificationConfig`, {})).error.code).toBe(codes.noPush);
  expect((await rpc('ListTaskPushNotificationConfigs', {})).error.code).toBe(codes.noPush);
  expect((await rpc('GetExtendedAgentCard', {})).error.code).toBe(codes.unsupported);
  // CORE-ERR-001, -002: what is wrong, in words.
  const bad = [{ messageId: '' }, { parts: [] }, { parts: 'text' }];
  for (const message of bad)
    expect((await send(message)).error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/message\./),
    });
  expect((await rpc('ListTasks', { pageSize: 0 })).error.code).toBe(-32602);
  expect((await rpc('NoSuchMethod', {})).error.code).toBe(-32601);
  // CORE-STREAM-001, -003: the task first, its end last, and nothing after it.
  const message = { messageId: 's1', role: 'ROLE_USER', parts: [{ text: 'Where is it?' }] };
  const stream = await post('shop', 'SendStreamingMessage', { message });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  const events: Loose[] = (await stream.text())
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice('data: '.length)).result);
  expect(events[0]).toHaveProperty('task.id');
  expect(events.at(-1)).toMatchObject({
    statusUpdate: { status: { state: 'TASK_STATE_COMPLETED' } },
  });
});
