import { randomBytes } from 'node:crypto';
import { basePath, isObject, ownValue, type AnswerOf, type JsonObject } from '@skein/api';
import { EngineError, type TriggerRecord } from '@skein/ports';
import { fireTrigger, note } from '../features/triggers/fire-trigger.ts';
import {
  changeTrigger,
  deleteTrigger,
  ownTrigger,
  setTrigger,
} from '../features/workflows/trigger-operations.ts';
import { settingsIn, toTriggerJson } from '../features/triggers/trigger-record.ts';
import { secretPrefix, verifyWebhook } from '../features/triggers/verify-webhook.ts';
import { paging } from './account-handlers.ts';
import { audit } from '../records/audit.ts';
import type { Asked, Handlers } from './handler.ts';
import { isoTime } from '../values/iso-time.ts';
import { ownRun } from '../features/runs/own-run.ts';
import { defined } from './run-handlers.ts';

type TriggerHandlers = Pick<
  Handlers,
  | 'setTrigger'
  | 'removeTrigger'
  | 'listTriggers'
  | 'getTrigger'
  | 'putTrigger'
  | 'deleteTrigger'
  | 'triggerHistory'
  | 'makeSecret'
  | 'receiveHook'
  | 'sendEvent'
>;

const secretBytes = 24;

export const triggerHandlers: TriggerHandlers = {
  async setTrigger(asked) {
    const { params, body } = asked;
    return { body: await setTrigger(asked, params.id, defined(body) as JsonObject) };
  },
  async removeTrigger(asked) {
    return { body: await setTrigger(asked, asked.params.id, null) };
  },
  async listTriggers({ query, identity, services }) {
    const { workflow, type } = query;
    const page = await services.store.triggers.list({
      user: identity.owner,
      ...paging(query),
      ...(workflow === undefined ? {} : { workflow }),
      ...(type === undefined ? {} : { type }),
    });
    return { body: { items: page.items.map(toTriggerJson), nextCursor: page.nextCursor } };
  },
  async getTrigger(asked) {
    return { body: toTriggerJson(await ownTrigger(asked, asked.params.id)) };
  },
  async putTrigger(asked) {
    const { params, body } = asked;
    const changed = await changeTrigger(asked, params.id, defined(body) as JsonObject);
    return { body: toTriggerJson(changed) };
  },
  async deleteTrigger(asked) {
    await deleteTrigger(asked, asked.params.id);
    return { body: undefined };
  },
  async triggerHistory(asked) {
    const { params, query, identity, services } = asked;
    const { nextFireAt } = await ownTrigger(asked, params.id);
    const page = await services.store.triggerHistory.list({
      trigger: params.id,
      user: identity.owner,
      ...paging(query),
    });
    const items = page.items.map(({ id, at, outcome, run, data }) => ({
      id,
      at: isoTime(at),
      outcome,
      run,
      data,
    }));
    const next = nextFireAt === null ? null : isoTime(nextFireAt);
    return { body: { items, nextCursor: page.nextCursor, nextFireAt: next } };
  },
  async makeSecret(asked) {
    const { params, identity, services } = asked;
    const found = await ownTrigger(asked, params.id);
    const { store, sealer, clock } = services;
    const secret = `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
    const name = `trigger:${found.id}`;
    const now = clock.now();
    await store.secrets.put({
      name,
      user: identity.owner,
      sealed: sealer.seal(sealName(found), secret),
      createdAt: now,
      updatedAt: now,
    });
    await store.triggers.put({ ...found, secret: name, updatedAt: now });
    await audit(services, identity, { action: 'trigger.secret', subject: found.id });
    const url = `${basePath}/hooks/${encodeURIComponent(found.id)}`;
    return { body: { secret, url } };
  },
  receiveHook,
  sendEvent,
};

/** Signed deliveries are all that is known of whoever sends them; what is wrong is said only to those who have signed. */
async function receiveHook({
  params,
  headers,
  body,
  text,
  services,
}: Asked<'receiveHook'>): Promise<{ readonly body: AnswerOf<'receiveHook'> }> {
  const { store, clock } = services;
  const { items } = await store.triggers.list({ id: params.id, type: 'webhook' });
  let refusal: unknown = new EngineError('SIGNATURE_INVALID', {
    reason: 'nothing here has this address and this secret.',
  });
  for (const trigger of items) {
    const secret = await secretOf(services, trigger);
    if (secret === undefined) continue;
    let message: string;
    try {
      message = verifyWebhook(
        {
          id: headers['webhook-id'],
          timestamp: headers['webhook-timestamp'],
          signature: headers['webhook-signature'],
          body: text,
        },
        secret,
        clock.now(),
      );
    } catch (error) {
      refusal = error;
      continue;
    }
    // Only what was signed counts: nobody else can use up what the sender may send.
    services.limitHook(JSON.stringify([trigger.user, trigger.id]));
    return { body: await deliver(services, trigger, { message, data: body }) };
  }
  throw refusal;
}

async function deliver(
  services: Asked<'receiveHook'>['services'],
  trigger: TriggerRecord,
  { message, data }: { readonly message: string; readonly data: JsonObject[string] },
): Promise<AnswerOf<'receiveHook'>> {
  const { store, clock } = services;
  if (!trigger.isActive) {
    await note(services, trigger, { outcome: 'inactive', run: null, data: { message } });
    return { matched: false, run_id: null, reason: 'The workflow is switched off.' };
  }
  const delivery = { trigger: trigger.id, user: trigger.user, message };
  const isNew = await store.deliveries.add({ ...delivery, at: clock.now() });
  try {
    const fired = await fireTrigger(services, trigger, { data, name: message });
    return fired;
  } catch (error) {
    if (isNew) await store.deliveries.remove(delivery);
    throw error;
  }
}

async function secretOf(
  { store, sealer }: Asked<'receiveHook'>['services'],
  trigger: TriggerRecord,
): Promise<string | undefined> {
  if (trigger.secret === null) return undefined;
  const kept = await store.secrets.get(trigger.secret, trigger.user);
  return kept === undefined ? undefined : sealer.open(sealName(trigger), kept.sealed);
}

function sealName({ id, user }: TriggerRecord): string {
  return JSON.stringify(['trigger', user, id]);
}

async function sendEvent({
  body,
  identity,
  services,
}: Asked<'sendEvent'>): Promise<{ readonly body: AnswerOf<'sendEvent'> }> {
  const { engine, store } = services;
  const { name, data, id, run } = body;
  if (run !== undefined) await ownRun(services, identity, run);
  const sent = await engine.events.send(name, data, {
    user: identity.owner,
    ...(run === undefined ? {} : { run }),
    ...(id === undefined ? {} : { id }),
  });
  const started: AnswerOf<'sendEvent'>['started'] = [];
  if (run !== undefined) return { body: { ...sent, started } };
  const { items } = await store.triggers.list({ user: identity.owner, isActive: true, limit: 200 });
  for (const trigger of items.filter((each) => listensTo(each, name))) {
    const message = id ?? services.newId();
    const fired = await fireTrigger(services, trigger, { data: data ?? null, name: message });
    started.push({ trigger: trigger.id, ...fired });
  }
  return { body: { ...sent, started } };
}

function listensTo(trigger: TriggerRecord, event: string): boolean {
  if (trigger.type === 'new_email') return event === 'new_email';
  if (trigger.type !== 'event') return false;
  const { config } = settingsIn(trigger);
  return isObject(config) && ownValue(config, 'event') === event;
}
