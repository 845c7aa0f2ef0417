import { randomBytes } from 'node:crypto';
import { basePath, isObject, ownValue, type AnswerOf, type JsonObject } from '@skein/api';
import { EngineError, type NewestDefinition, type TriggerRecord } from '@skein/ports';
import { fireTrigger, note } from '../triggers/fire-trigger.ts';
import { settingsIn, settingsOf, toRecord, toTriggerJson } from '../triggers/trigger-record.ts';
import { secretPrefix, verifyWebhook } from '../triggers/verify-webhook.ts';
import { changeWorkflow, keep, type Caller } from '../workflows/save-workflow.ts';
import {
  definitionOf,
  toWorkflowAnswer,
  type WorkflowAnswer,
} from '../workflows/workflow-answer.ts';
import { paging } from './account-handlers.ts';
import { audit } from './audit.ts';
import type { Asked, Handlers } from './handler.ts';
import { isoTime } from './iso-time.ts';
import { defined, ownRun } from './run-handlers.ts';

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
    const { params, body, services } = asked;
    const settings = { uuid: services.newId(), ...(defined(body) as JsonObject) };
    return { body: await saveTrigger(asked, params.id, settings) };
  },
  async removeTrigger(asked) {
    return { body: await saveTrigger(asked, asked.params.id, null) };
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
    const found = await ownTrigger(asked, params.id);
    const settings = { ...settingsIn(found), ...(defined(body) as JsonObject), uuid: params.id };
    await saveTrigger(asked, found.workflow, settings);
    return { body: toTriggerJson(await ownTrigger(asked, params.id)) };
  },
  async deleteTrigger(asked) {
    const found = await ownTrigger(asked, asked.params.id);
    await saveTrigger(asked, found.workflow, null);
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

async function ownTrigger({ services, identity }: Caller, id: string): Promise<TriggerRecord> {
  const trigger = await services.store.triggers.get(id, identity.owner);
  if (trigger === undefined) throw new EngineError('NOT_FOUND', { what: 'trigger', id });
  return trigger;
}

/** In the definition of a pipeline, beside that of any other workflow; with the definition in one transaction. */
async function saveTrigger(
  caller: Caller,
  id: string,
  trigger: JsonObject | null,
): Promise<WorkflowAnswer> {
  const record = await changeWorkflow(caller, { id, ifMatch: undefined }, async (found) => {
    if (found === undefined) throw new EngineError('WORKFLOW_NOT_FOUND', { workflow: id });
    const { studio, dialect, revision: expected } = found;
    const isPipeline = dialect === 'pipeline';
    const definition = definitionOf(found);
    const changed = isPipeline
      ? { ...definition, trigger: trigger === null ? null : { ...trigger, workflow_uuid: id } }
      : definition;
    return keep(caller, changed, {
      id,
      dialect,
      expected,
      ...(studio === undefined ? {} : { studio }),
      isDraft: true,
      ...(isPipeline ? {} : { triggers: await besides(caller, found, trigger) }),
    });
  });
  return toWorkflowAnswer(caller.services, caller.identity, record);
}

async function besides(
  { services, identity }: Caller,
  found: NewestDefinition,
  trigger: JsonObject | null,
): Promise<readonly TriggerRecord[]> {
  if (trigger === null) return [];
  const uuid = ownValue(trigger, 'uuid');
  const id = typeof uuid === 'string' ? uuid : services.newId();
  const before = await services.store.triggers.get(id, identity.owner);
  return [
    toRecord({
      ...settingsOf(trigger),
      id,
      user: identity.owner,
      workflow: found.id,
      isActive: found.isActive,
      now: services.clock.now(),
      ...(before === undefined ? {} : { before }),
    }),
  ];
}
