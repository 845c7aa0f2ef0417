// What clients of A2A say about push notifications
import type { JsonObject } from '@skein/api';
import { A2aError } from './a2a-error.ts';
import { findTask, type A2aCall } from './a2a-tasks.ts';
import { followersMax, shownPush, type FollowedTask, type PushConfig } from './push-configs.ts';
import { checkReach, pushIn, readPush } from './read-push.ts';
import { textAt } from './read-message.ts';
import type { TaskPushes } from './task-pushes.ts';
import type { TaskPlace } from './task.ts';

export async function createPush(asked: A2aCall, params: JsonObject): Promise<JsonObject> {
  const pushes = offered(asked);
  const push = await checkedPush(asked, params);
  const task = await taskIn(asked, params);
  await follow(asked, pushes, task, push);
  const { token, authentication } = push;
  // Whoever has sent it knows it.
  const sent = authentication === null ? { token } : { token, authentication };
  return { ...shownPush(task.run, push), ...sent };
}

export async function getPush(asked: A2aCall, params: JsonObject): Promise<JsonObject> {
  const { configs } = offered(asked);
  const task = await taskIn(asked, params);
  const id = textAt(params, 'id') ?? '';
  const push = await configs.get(task, id);
  if (push !== null) return shownPush(task.run, push);
  throw new A2aError(
    'taskNotFound',
    `Task ${task.run} has no push notification config ${id.slice(0, 100)}.`,
  );
}

/** All of them fit into one page. */
export async function listPushes(asked: A2aCall, params: JsonObject): Promise<JsonObject> {
  const { configs } = offered(asked);
  const task = await taskIn(asked, params);
  const all = await configs.list(task);
  return { configs: all.map((push) => shownPush(task.run, push)), nextPageToken: '' };
}

/** One that is not there is gone, too. */
export async function deletePush(asked: A2aCall, params: JsonObject): Promise<JsonObject> {
  const { configs } = offered(asked);
  const task = await taskIn(asked, params);
  await configs.delete(task, textAt(params, 'id') ?? '');
  return {};
}

/** Of a message: checked before it begins anything. */
export async function pushOfMessage(
  asked: A2aCall,
  params: JsonObject,
): Promise<((place: TaskPlace) => Promise<void>) | null> {
  const given = pushIn(params);
  if (given === undefined) return null;
  const pushes = offered(asked);
  const push = await checkedPush(asked, given);
  return ({ run }) => follow(asked, pushes, { run, owner: asked.call.identity.owner }, push);
}

function offered({ pushes, published }: A2aCall): TaskPushes {
  if (pushes !== null && published.tellsTasks) return pushes;
  throw new A2aError('noPush', 'There are no push notifications: subscribe to the task.');
}

async function checkedPush({ call, pushes }: A2aCall, given: JsonObject): Promise<PushConfig> {
  const push = readPush(given, call.newId);
  await checkReach(push, pushes?.resolve);
  return push;
}

async function follow(
  { call }: A2aCall,
  pushes: TaskPushes,
  task: FollowedTask,
  push: PushConfig,
): Promise<void> {
  const others = (await pushes.configs.list(task)).filter(({ id }) => id !== push.id);
  if (others.length >= followersMax)
    throw new A2aError(
      'invalidParams',
      `Task ${task.run} has ${followersMax} push notification configs: delete one first.`,
    );
  const { user, owner, scopes, groups, roles } = call.identity;
  await pushes.follow(task, { ...push, follower: { user, owner, scopes, groups, roles } });
}

async function taskIn(asked: A2aCall, params: JsonObject): Promise<FollowedTask> {
  const id = textAt(params, 'taskId');
  if (id === undefined) throw new A2aError('invalidParams', 'taskId is not the id of a task.');
  const { run } = await findTask(asked, id);
  return { run, owner: asked.call.identity.owner };
}
