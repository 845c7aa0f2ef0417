// A2A over JSON-RPC
import { isObject, type Json, type JsonObject } from '@skein/api';
import { hasEnded } from '@skein/ports';
import { textIn } from '../../../values/text-in.ts';
import type { DoorCall } from '../door-call.ts';
import { findPublished } from '../published/published.ts';
import { dataLine, sse } from '../sse.ts';
import { A2aError, asA2aError, rpcError } from './a2a-error.ts';
import { a2aVersion } from './agent-card.ts';
import {
  beginTask,
  cancelTask,
  findTask,
  getTask,
  idIn,
  listTasks,
  sendMessage,
  type A2aCall,
} from './a2a-tasks.ts';
import { taskUpdates } from './a2a-updates.ts';
import { fileUrls } from './output-parts.ts';
import type { TaskPushes } from './task-pushes.ts';
import { createPush, deletePush, getPush, listPushes, pushOfMessage } from './push-methods.ts';

type Method = (asked: A2aCall, params: JsonObject) => Promise<JsonObject>;
type StreamMethod = (asked: A2aCall, params: JsonObject) => Promise<AsyncIterable<JsonObject>>;

const refuse =
  (kind: ConstructorParameters<typeof A2aError>[0], message: string): Method =>
  async () => {
    throw new A2aError(kind, message);
  };

const methods: Readonly<Record<string, Method>> = {
  SendMessage: async (asked, params) =>
    sendMessage(asked, params, await pushOfMessage(asked, params)),
  GetTask: getTask,
  ListTasks: listTasks,
  CancelTask: cancelTask,
  CreateTaskPushNotificationConfig: createPush,
  GetTaskPushNotificationConfig: getPush,
  ListTaskPushNotificationConfigs: listPushes,
  DeleteTaskPushNotificationConfig: deletePush,
  // The card says that there is none, so this is not a card that is missing but a method that is not offered.
  GetExtendedAgentCard: refuse('unsupported', 'There is no extended card.'),
};

const streams: Readonly<Record<string, StreamMethod>> = {
  async SendStreamingMessage(asked, params) {
    const follow = await pushOfMessage(asked, params);
    const begun = await beginTask(asked, params);
    await follow?.(begun);
    return taskUpdates(asked, begun, { isSubscription: false });
  },
  async SubscribeToTask(asked, params) {
    const place = await findTask(asked, idIn(params));
    const record = await asked.call.engine.runs.record(place.run);
    if (hasEnded(record)) throw new A2aError('unsupported', `Task ${place.run} is over.`);
    return taskUpdates(asked, { ...place, after: 0 }, { isSubscription: true });
  },
};

export async function postA2a(
  call: DoorCall,
  {
    workflow,
    body,
    version,
    pushes,
    place,
  }: {
    readonly workflow: string;
    readonly body: Json;
    readonly version: string | undefined;
    readonly pushes: TaskPushes | null;
    /** Where the server is reached. */
    readonly place: string;
  },
): Promise<Response> {
  const published = await findPublished(call, call.identity, { name: workflow, door: 'a2a' });
  const asked = { call, published, pushes, files: fileUrls(place) };
  const request = isObject(body) ? body : {};
  const { id = null } = request;
  try {
    checkRequest(request, version);
    const { method, params = {} } = request;
    const name = textIn(method);
    const given = isObject(params) ? params : {};
    if (Object.hasOwn(streams, name)) {
      const updates = await streams[name]?.(asked, given);
      if (updates !== undefined) return stream(call, id, updates);
    }
    const perform = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (perform === undefined)
      throw new A2aError('noMethod', `There is no method ${name.slice(0, 100)}.`);
    return Response.json({ jsonrpc: '2.0', id, result: await perform(asked, given) });
  } catch (error) {
    return Response.json({ jsonrpc: '2.0', id, error: errorOf(error) });
  }
}

function errorOf(thrown: unknown): JsonObject {
  const error = asA2aError(thrown);
  if (error === null) throw thrown;
  return rpcError(error);
}

function checkRequest({ jsonrpc, method, id, params }: JsonObject, version = a2aVersion): void {
  if (version.split('.').slice(0, 2).join('.') !== a2aVersion)
    throw new A2aError(
      'version',
      `A2A ${version.slice(0, 20)} is not spoken here, but ${a2aVersion}.`,
    );
  if (jsonrpc !== '2.0' || typeof method !== 'string')
    throw new A2aError('invalidRequest', 'It is not a request of JSON-RPC 2.0.');
  if (id !== undefined && typeof id !== 'string' && typeof id !== 'number')
    throw new A2aError('invalidRequest', 'The id is neither a text nor a number.');
  if (params !== undefined && !isObject(params))
    throw new A2aError('invalidParams', 'params is not an object.');
}

function stream(call: DoorCall, id: Json, updates: AsyncIterable<JsonObject>): Response {
  const lines = async function* () {
    try {
      for await (const result of updates) yield dataLine({ jsonrpc: '2.0', id, result });
    } catch (error) {
      yield dataLine({ jsonrpc: '2.0', id, error: errorOf(error) });
    }
  };
  return sse(lines(), call);
}
