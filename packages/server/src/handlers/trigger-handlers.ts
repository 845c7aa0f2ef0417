import type { JsonObject } from '@skein/api';
import { fireEvent } from '../features/triggers/fire-event.ts';
import { toTriggerJson } from '../features/triggers/trigger-record.ts';
import { makeWebhookSecret, receiveDelivery } from '../features/triggers/webhooks.ts';
import {
  changeTrigger,
  deleteTrigger,
  ownTrigger,
  setTrigger,
} from '../features/workflows/trigger-operations.ts';
import { ownRun } from '../features/runs/own-run.ts';
import { audit } from '../records/audit.ts';
import { isoTime, isoTimeOrNull } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';

export const triggerHandlers: HandlersOf<'trigger'> = {
  setTrigger: async (asked) => ({
    // Bodies come from JSON: optional keys are absent, never undefined.
    body: await setTrigger(asked, asked.params.id, asked.body as JsonObject),
  }),
  removeTrigger: async (asked) => ({ body: await setTrigger(asked, asked.params.id, null) }),
  async listTriggers({ query, identity, services }) {
    const page = await services.records.triggers.list({ ...query, user: identity.owner });
    return { body: { items: page.items.map(toTriggerJson), nextCursor: page.nextCursor } };
  },
  getTrigger: async (asked) => ({ body: toTriggerJson(await ownTrigger(asked, asked.params.id)) }),
  async putTrigger(asked) {
    const changed = await changeTrigger(asked, asked.params.id, asked.body as JsonObject);
    return { body: toTriggerJson(changed) };
  },
  async deleteTrigger(asked) {
    await deleteTrigger(asked, asked.params.id);
    return { body: undefined };
  },
  async triggerHistory(asked) {
    const { params, query, identity, services } = asked;
    const { nextFireAt } = await ownTrigger(asked, params.id);
    const page = await services.records.triggerHistory.list({
      ...query,
      trigger: params.id,
      user: identity.owner,
    });
    const items = page.items.map(({ id, at, outcome, run, data }) => ({
      id,
      at: isoTime(at),
      outcome,
      run,
      data,
    }));
    return { body: { items, nextCursor: page.nextCursor, nextFireAt: isoTimeOrNull(nextFireAt) } };
  },
  async makeSecret(asked) {
    const { params, identity, services } = asked;
    const body = await makeWebhookSecret(services, await ownTrigger(asked, params.id));
    await audit(services, identity, { action: 'trigger.secret', subject: params.id });
    return { body };
  },
  receiveHook: async ({ params, headers, body, text, services }) => ({
    body: await receiveDelivery(services, params.id, {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body: text,
      data: body,
    }),
  }),
  async sendEvent({ body, identity, services }) {
    const { engine } = services;
    const { name, data, ...options } = body;
    const { run } = options;
    if (run !== undefined) await ownRun(engine, identity.owner, run);
    const sent = await engine.events.send(name, data, { ...options, user: identity.owner });
    // An event for one run starts nothing.
    const started = run === undefined ? await fireEvent(services, identity.owner, body) : [];
    return { body: { ...sent, started } };
  },
};
