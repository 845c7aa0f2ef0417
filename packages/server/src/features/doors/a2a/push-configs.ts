// Who follows a task of A2A
// Kept in the memory of the task's user, like the chats themselves.
// P1. Address, credentials and who asked for it are sealed, with the task and the user authenticated: workflows of the user write there
//     too, and could otherwise send the credentials of one follower to another address.
// P2. Credentials go to the follower alone: whoever reads a configuration sees that there are some, not what they are.
import { isObject, type Json, type JsonObject } from '@skein/api';
import type { Engine } from '@skein/engine';
import type { AnswerIdentity } from '../../waits/answer-as.ts';
import type { Sealer } from '../../secrets/sealer.ts';

/** Whom a task belongs to, as stored, and which it is. */
export interface FollowedTask {
  readonly run: string;
  readonly owner: string;
}

export interface PushConfig {
  readonly id: string;
  readonly url: string;
  /** Sent back in a header of its own. */
  readonly token: string;
  readonly authentication: { readonly scheme: string; readonly credentials: string } | null;
}

export type Follower = Pick<AnswerIdentity, 'user' | 'owner' | 'scopes' | 'groups' | 'roles'>;

/** With whoever asked for it: they see the questions that they may answer. */
export interface FollowedPush extends PushConfig {
  readonly follower: Follower;
}

export interface PushConfigs {
  put(task: FollowedTask, push: FollowedPush): Promise<void>;
  get(task: FollowedTask, id: string): Promise<FollowedPush | null>;
  /** The oldest first; those that cannot be opened any more are left out. */
  list(task: FollowedTask): Promise<readonly FollowedPush[]>;
  delete(task: FollowedTask, id: string): Promise<void>;
  /** What a follower was told last. */
  told(task: FollowedTask, id: string): Promise<string | null>;
  noteTold(task: FollowedTask, id: string, told: string): Promise<void>;
}

/** A task has at most so many followers. */
export const followersMax = 20;

export function pushConfigs({ memory }: Pick<Engine, 'memory'>, sealer: Sealer): PushConfigs {
  const open = (task: FollowedTask, value: Json | undefined): FollowedPush | null => {
    if (value === undefined || !isObject(value)) return null;
    const { id, sealed } = value;
    if (typeof id !== 'string' || typeof sealed !== 'string') return null;
    const text = sealer.open(sealName(task, id), sealed);
    // Only `put` seals under this name.
    return text === undefined ? null : (JSON.parse(text) as FollowedPush);
  };
  const get: PushConfigs['get'] = async (task, id) =>
    open(task, (await memory.get(id, placeOf(task, 'push')))?.value);
  return {
    get,
    async put(task, push) {
      const { id } = push;
      const sealed = sealer.seal(sealName(task, id), JSON.stringify(push));
      await memory.delete(id, placeOf(task, 'told'));
      await memory.set(id, { id, sealed }, placeOf(task, 'push'));
    },
    async list(task) {
      const { items } = await memory.list({ ...placeOf(task, 'push'), limit: followersMax });
      const opened = items.map(({ value }) => open(task, value));
      return opened.filter((push) => push !== null);
    },
    async delete(task, id) {
      await memory.delete(id, placeOf(task, 'push'));
      await memory.delete(id, placeOf(task, 'told'));
    },
    async told(task, id) {
      const entry = await memory.get(id, placeOf(task, 'told'));
      return typeof entry?.value === 'string' ? entry.value : null;
    },
    async noteTold(task, id, told) {
      await memory.set(id, told, placeOf(task, 'told'));
    },
  };
}

function placeOf({ run, owner }: FollowedTask, what: 'push' | 'told') {
  const scope = `${what} of ${run}`;
  return owner === '' ? { scope } : { scope, user: owner };
}

function sealName({ run, owner }: FollowedTask, id: string): string {
  return JSON.stringify(['push', owner, run, id]);
}

/** As the protocol writes it; without what only the follower may know (P2). */
export function shownPush(task: string, { id, url, authentication }: PushConfig): JsonObject {
  const shown = { id, taskId: task, url };
  return authentication === null
    ? shown
    : { ...shown, authentication: { scheme: authentication.scheme } };
}
