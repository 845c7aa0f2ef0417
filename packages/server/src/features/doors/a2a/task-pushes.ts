// Push notifications of A2A, through the outbox
// N1. The engine writes, with the append that changes a task, one message for whoever follows it. That one becomes a message for each
//     follower, with retries and an order of its own: one that does not respond holds up no other.
// N2. What is sent is the task as it is then, not as it was: a question that was answered meanwhile is asked of nobody.
// N3. A follower is told the same state once, unless a server dies while it does so. After they asked to follow a task that has come to
//     rest already, they are told at once.
import type { JsonObject, RunId } from '@skein/api';
import type { Engine, RunJson } from '@skein/engine';
import { hasEnded, type Clock, type OutboxStore } from '@skein/ports';
import { Undeliverable, type OutboxOptions, type PushSource } from '../../outbox/destinations.ts';
import { taskPrefix } from '../../outbox/find-destination.ts';
import type { Sealer } from '../../secrets/sealer.ts';
import { canAnswer } from '../../waits/answer-as.ts';
import { orNull } from '../../../values/or-null.ts';
import { chatOfOwner } from '../chats/chat.ts';
import { openDoors } from '../published/published.ts';
import {
  pushConfigs,
  type FollowedPush,
  type FollowedTask,
  type PushConfigs,
} from './push-configs.ts';
import { fileUrls } from './output-parts.ts';
import { taskOf } from './task.ts';

export interface TaskPushes extends PushSource {
  readonly configs: PushConfigs;
  readonly resolve: OutboxOptions['resolve'];
  /** Follows a task from now on (N3). */
  follow(task: FollowedTask, push: FollowedPush): Promise<void>;
}

export interface PushServices {
  readonly engine: Pick<Engine, 'runs' | 'memory' | 'workflows'>;
  readonly records: { readonly outbox: OutboxStore };
  readonly sealer: Sealer;
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  /** Where the server is reached. */
  readonly place: () => string;
}

const timeoutMs = 15_000;

/** Null where nobody would tell. */
export function taskPushes(
  services: PushServices,
  outbox: Pick<OutboxOptions, 'post' | 'resolve' | 'tellsTasks'> | undefined,
): TaskPushes | null {
  if (outbox?.tellsTasks !== true) return null;
  const { engine, records, sealer, clock, newId, place } = services;
  const configs = pushConfigs(engine, sealer);
  const add = async (task: FollowedTask, id: string, config: string) => {
    const now = clock.now();
    await records.outbox.add({
      id,
      user: task.owner,
      kind: 'task.changed',
      recipient: `${taskPrefix}${task.run}/${config}`,
      // It is the id of a run that was found, or of a message about one.
      run: task.run as RunId,
      wait: null,
      data: { run: task.run },
      linkUntil: null,
      createdAt: now,
      dueAt: now,
    });
  };
  const passOn = async (task: FollowedTask, message: string): Promise<boolean> => {
    const all = await configs.list(task);
    for (const { id } of all) await add(task, `${message}/${id}`, id);
    return all.length > 0;
  };
  return {
    configs,
    resolve: outbox.resolve,
    async follow(task, push) {
      await configs.put(task, push);
      const state = await engine.runs.get(task.run);
      if (!hasEnded(state) && state.status !== 'waiting') return;
      await add(task, newId(), push.id);
    },
    find(recipient) {
      const [, run, config] = /^a2a:([^/]+)(?:\/(.+))?$/su.exec(recipient) ?? [];
      if (run === undefined) return undefined;
      return {
        kind: 'push',
        name: 'a2a',
        send: ({ user, id }, signal) => {
          const task = { run, owner: user };
          if (config === undefined) return passOn(task, id);
          const about = { config, id, signal };
          return tell({ engine, configs, place, post: outbox.post }, task, about);
        },
      };
    },
  };
}

/** False: nobody follows any more, or they know. */
async function tell(
  {
    engine,
    configs,
    post,
    place,
  }: Pick<PushServices, 'engine' | 'place'> & {
    configs: PushConfigs;
    post: OutboxOptions['post'];
  },
  task: FollowedTask,
  about: { readonly config: string; readonly id: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const { config, id, signal } = about;
  const push = await configs.get(task, config);
  const context = await chatOfOwner(engine, task.owner, task.run);
  if (push === null || context === undefined) return false;
  const state = await orNull(() => engine.runs.get(task.run));
  if (state === null || !(await isOpen(engine, task, state))) return false;
  const told = toldOf(state);
  if ((await configs.told(task, config)) === told) return false;
  const shown = taskOf({ run: task.run, context }, state, {
    said: [],
    files: fileUrls(place()),
    canAnswer: (wait) => canAnswer({ ...push.follower, via: 'token', key: null }, wait),
  });
  const { history: _, ...rest } = shown;
  const { status } = await post({
    url: push.url,
    headers: headersOf(push, id),
    body: JSON.stringify({ task: rest } satisfies JsonObject),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    hasSecrets: true,
  });
  if (status === 410) throw new Undeliverable('The receiver answered 410: it wants no more.');
  if (status < 200 || status > 299) throw new Error(`The receiver answered ${status}.`);
  await configs.noteTold(task, config, told);
  return true;
}

/** The owner may have closed the door since. */
async function isOpen(
  { workflows }: Pick<Engine, 'workflows'>,
  { owner }: FollowedTask,
  { workflow }: RunJson,
): Promise<boolean> {
  const user = owner === '' ? undefined : owner;
  const own = await orNull(() => workflows.newest(workflow.id, user));
  // Those of the host's agents belong to nobody.
  const found = own ?? (await orNull(() => workflows.newest(workflow.id)));
  return found !== null && openDoors(found).includes('a2a');
}

/** The same for as long as there is nothing new to say. */
function toldOf({ status, waits, seq }: RunJson): string {
  if (hasEnded({ status })) return `${status} ${seq}`;
  return [status, ...waits.map(({ id }) => id)].join(' ');
}

function headersOf({ token, authentication }: FollowedPush, id: string): Record<string, string> {
  const headers: Record<string, string> = {
    'content-type': 'application/a2a+json',
    'a2a-version': '1.0',
    // The same at every try, so that a receiver can drop repetitions.
    'webhook-id': id,
  };
  if (token !== '') headers['x-a2a-notification-token'] = token;
  if (authentication !== null) {
    const { scheme, credentials } = authentication;
    headers['authorization'] = credentials === '' ? scheme : `${scheme} ${credentials}`;
  }
  return headers;
}
