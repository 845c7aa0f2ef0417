// The client of `@a2a-js/sdk`, against a real server.
import { Role, TaskState, type Message, type Task } from '@a2a-js/sdk';
import {
  ClientFactory,
  ClientFactoryOptions,
  DefaultAgentCardResolver,
  JsonRpcTransportFactory,
  type Client,
} from '@a2a-js/sdk/client';
import { describe, expect, it } from 'vitest';
import { bearer, serveDoors, type Doors } from './door-flows.ts';

type Loose = ReturnType<typeof JSON.parse>;

async function clientOf({ url, keys }: Doors, workflow: string, key = keys.ann): Promise<Client> {
  const fetchImpl: typeof fetch = (input, init) =>
    fetch(input, { ...init, headers: { ...(init?.headers as object), ...bearer(key) } });
  const factory = new ClientFactory(
    ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
      transports: [new JsonRpcTransportFactory({ fetchImpl })],
      cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
    }),
  );
  return factory.createFromUrl(`${url}/api/v1/a2a/${workflow}/`);
}

function said(text: string, more: Partial<Message> = {}): Message {
  return {
    messageId: crypto.randomUUID(),
    contextId: '',
    taskId: '',
    role: Role.ROLE_USER,
    parts: [
      { content: { $case: 'text', value: text }, metadata: undefined, filename: '', mediaType: '' },
    ],
    metadata: undefined,
    extensions: [],
    referenceTaskIds: [],
    ...more,
  };
}

const data = (value: unknown): Partial<Message> => ({
  parts: [{ content: { $case: 'data', value }, metadata: undefined, filename: '', mediaType: '' }],
});

const request = (message: Message) => ({
  tenant: '',
  message,
  configuration: undefined,
  metadata: undefined,
});

async function send(client: Client, message: Message): Promise<Task> {
  return (await client.sendMessage(request(message))) as Task;
}

const outputOf = ({ artifacts }: Task) =>
  artifacts.flatMap(({ parts }) => parts.map(({ content }) => content?.value));

const about = (id: string) => ({ tenant: '', id, historyLength: undefined });

describe('A2A', () => {
  it('[V2030] a card says where and how, of published workflows only', async () => {
    const doors = await serveDoors();
    const { url, keys } = doors;
    const card = async (workflow: string, key = keys.ann) => {
      const place = `${url}/api/v1/a2a/${workflow}/.well-known/agent-card.json`;
      const response = await fetch(place, { headers: bearer(key) });
      return { status: response.status, body: (await response.json()) as Loose };
    };
    expect((await card('shop')).body).toMatchObject({
      name: 'Shop',
      description: 'Helps customers of a shop.',
      supportedInterfaces: [
        { url: `${url}/api/v1/a2a/shop`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: true },
    });
    expect((await card('closed')).status).toBe(404);
    expect((await card('shop', keys.bob)).status).toBe(404);
    const root = () => fetch(`${url}/.well-known/agent-card.json`, { headers: bearer(keys.ann) });
    expect((await root()).status).toBe(404);
    await doors.engine.workflows.delete('trip', 'ann');
    expect(((await (await root()).json()) as Loose).name).toBe('Shop');
  });

  it('[V2031] a task is a run: it asks, a message with its id answers, and it gives its output', async () => {
    const doors = await serveDoors();
    const client = await clientOf(doors, 'trip');
    const asked = await send(client, said('A trip'));
    expect(asked.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(asked.status?.message?.parts[0]?.content?.value).toContain('Where to?');
    expect(asked.status?.message?.parts[1]?.content?.value).toMatchObject({ kind: 'input' });
    const { id: taskId, contextId } = asked;
    const answered = await send(client, said('', { taskId, contextId, ...data({ city: 'Rome' }) }));
    expect(answered.status?.message?.parts[0]?.content?.value).toContain('Book it?');
    const unclear = await send(client, said('What?', { taskId, contextId }));
    expect(unclear.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    const done = await send(client, said('approve', { taskId, contextId }));
    expect([done.status?.state, outputOf(done)]).toEqual([
      TaskState.TASK_STATE_COMPLETED,
      ['Booked: Rome.'],
    ]);
    expect(outputOf(await client.getTask(about(taskId)))).toEqual(['Booked: Rome.']);
    await expect(send(client, said('again', { taskId }))).rejects.toThrow(/over/);
    const listed = await client.listTasks({
      tenant: '',
      contextId,
      status: TaskState.TASK_STATE_UNSPECIFIED,
      pageToken: '',
      statusTimestampAfter: undefined,
      includeArtifacts: true,
    });
    expect(listed.tasks.map(({ id }) => id)).toEqual([taskId]);
  });

  it('[V2032] a message that is sent twice is one task, and answers one question', async () => {
    const doors = await serveDoors();
    const client = await clientOf(doors, 'trip');
    const first = said('A trip');
    const asked = await send(client, first);
    expect((await send(client, first)).id).toBe(asked.id);
    const { id: taskId, contextId } = asked;
    await send(client, said('Rome', { taskId, contextId }));
    // Two approvals after one another: the answer to the first is not one to the second.
    const twice = {
      skein: 1,
      id: 'twice',
      metadata: { publish: ['a2a'] },
      nodes: [
        { id: 'one', type: 'approval', config: { prompt: 'One?' } },
        { id: 'two', type: 'approval', config: { prompt: 'Two?' } },
        { id: 'done', type: 'transform', config: { value: 'Done.' } },
      ],
      edges: [
        { from: 'one', out: 'approved', to: 'two' },
        { from: 'two', out: 'approved', to: 'done' },
      ],
    };
    await doors.engine.workflows.save(twice, { user: 'ann' });
    const other = await clientOf(doors, 'twice');
    const begun = await send(other, said('Go'));
    const yes = said('approve', { taskId: begun.id, contextId: begun.contextId });
    await send(other, yes);
    const again = await send(other, yes);
    expect(again.status?.state).toBe(TaskState.TASK_STATE_INPUT_REQUIRED);
    expect(again.status?.message?.parts[0]?.content?.value).toContain('Two?');
    expect((await doors.engine.runs.list({ user: 'ann' })).items).toHaveLength(2);
  });

  it('[V2033] a task streams what is said and ends where it asks; it is subscribed to and cancelled', async () => {
    const doors = await serveDoors();
    doors.gate = Promise.withResolvers();
    const client = await clientOf(doors, 'shop');
    const events: Loose[] = [];
    const reading = (async () => {
      for await (const event of client.sendMessageStream(request(said('Where is it?'))))
        events.push(event);
    })();
    while (events.length < 1) await new Promise((resolve) => setTimeout(resolve, 10));
    const { id } = events[0].payload.value;
    const later: Loose[] = [];
    const subscribed = (async () => {
      for await (const event of client.resubscribeTask({ tenant: '', id })) later.push(event);
    })();
    doors.gate.resolve();
    await Promise.all([reading, subscribed]);
    const kinds = (all: Loose[]) => all.map(({ payload }) => payload.$case);
    expect([kinds(events)[0], kinds(events).at(-1)]).toEqual(['task', 'statusUpdate']);
    const text = (all: Loose[]) =>
      all
        .filter(
          ({ payload }) =>
            payload.$case === 'artifactUpdate' && payload.value.artifact.artifactId === 'said',
        )
        .map(({ payload }) => payload.value.artifact.parts[0].content.value)
        .join('');
    expect(text(events)).toBe('Let me look.It is on its way.');
    expect(text(later)).toBe(text(events));
    expect(later.at(-1).payload.value.status.state).toBe(TaskState.TASK_STATE_COMPLETED);
    doors.gate = Promise.withResolvers();
    const begun = (await client.sendMessage({
      ...request(said('Where is that?')),
      configuration: { returnImmediately: true } as Loose,
    })) as Task;
    expect(begun.status?.state).toBe(TaskState.TASK_STATE_WORKING);
    const cancelled = await client.cancelTask({ tenant: '', id: begun.id, metadata: undefined });
    expect(cancelled.status?.state).toBe(TaskState.TASK_STATE_CANCELED);
    doors.gate.resolve();
    await expect(
      client.cancelTask({ tenant: '', id: begun.id, metadata: undefined }),
    ).rejects.toThrow(/over/);
  });

  it('[V2034] errors of the protocol, names in both spellings, and nothing of others', async () => {
    const doors = await serveDoors();
    const { url, keys } = doors;
    const rpc = async (
      body: unknown,
      { key = keys.ann, version = '1.0', workflow = 'shop' } = {},
    ) => {
      const response = await fetch(`${url}/api/v1/a2a/${workflow}`, {
        method: 'POST',
        headers: { ...bearer(key), 'content-type': 'application/json', 'a2a-version': version },
        body: JSON.stringify(body),
      });
      return { status: response.status, ...((await response.json()) as Loose) };
    };
    const call = (method: string, params: unknown = {}) => ({
      jsonrpc: '2.0',
      id: 1,
      method,
      params,
    });
    const parts = [{ text: 'My money back' }];
    const snake = call('SendMessage', {
      message: { message_id: 'm1', role: 'ROLE_USER', context_id: 'c1', parts },
    });
    const { result } = await rpc(snake);
    expect(result.task).toMatchObject({
      contextId: 'c1',
      status: { state: 'TASK_STATE_INPUT_REQUIRED' },
      history: [{ messageId: 'm1', parts }],
    });
    const task = result.task.id;
    for (const [body, code] of [
      [{}, -32600],
      [{ jsonrpc: '1.0', id: 1, method: 'GetTask' }, -32600],
      [call('Nothing'), -32601],
      [call('toString'), -32601],
      [call('GetTask'), -32602],
      [call('GetTask', { id: 'none' }), -32001],
      [call('SendMessage', { message: { messageId: 'x', parts: [] } }), -32602],
      [call('SendMessage', { message: { messageId: 'x', parts: [{ url: 'x' }] } }), -32005],
      [call('SendMessage', { message: { messageId: 'x', parts, taskId: 'none' } }), -32001],
      [
        call('SendMessage', { message: { messageId: 'x', parts, taskId: task, contextId: 'c2' } }),
        -32602,
      ],
      [call('ListTasks', { pageSize: 0 }), -32602],
      [call('CreateTaskPushNotificationConfig'), -32003],
      [call('GetExtendedAgentCard'), -32004],
    ] as const)
      expect([body, (await rpc(body)).error?.code]).toEqual([body, code]);
    expect((await rpc(call('GetTask', { id: task }), { version: '0.3' })).error.code).toBe(-32009);
    // A task of another workflow of Ann's, and of another user's, is not there.
    expect((await rpc(call('GetTask', { id: task }), { workflow: 'trip' })).error.code).toBe(
      -32001,
    );
    expect((await rpc(call('GetTask', { id: task }), { key: keys.bob })).status).toBe(404);
    const { shop } = await import('./door-flows.ts');
    await doors.engine.workflows.save(shop, { user: 'bob' });
    const answer = call('SendMessage', {
      message: { messageId: 'm2', taskId: task, parts: [{ text: 'approve' }] },
    });
    expect((await rpc(answer, { key: keys.bob })).error.code).toBe(-32001);
    expect((await rpc(call('CancelTask', { id: task }), { key: keys.bob })).error.code).toBe(
      -32001,
    );
    expect((await rpc(answer, { key: keys.reader })).status).toBe(403);
    expect(doors.paid()).toBe(0);
    expect((await rpc(answer)).result.task.status.state).toBe('TASK_STATE_COMPLETED');
    expect(doors.paid()).toBe(1);
  });
});
