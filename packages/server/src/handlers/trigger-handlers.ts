import type { JsonObject } from '@skein/api';
import { fireTrigger } from '../features/triggers/fire-trigger.ts';
import { hookResponse } from '../features/triggers/hook-response.ts';
import { previewTicks } from '../features/triggers/preview-ticks.ts';
import { sendEvent } from '../features/triggers/send-event.ts';
import { toTriggerJson } from '../features/triggers/trigger-record.ts';
import { makeWebhookSecret, receiveDelivery } from '../features/triggers/webhooks.ts';
import {
  addTrigger,
  changeTrigger,
  deleteTrigger,
  ownTrigger,
  setTrigger,
  setTriggers,
} from '../features/workflows/trigger-operations.ts';
import { within } from '../features/runs/within.ts';
import { audit } from '../records/audit.ts';
import { isoTime, isoTimeOrNull } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';

export const triggerHandlers: HandlersOf<'trigger'> = {
  setTrigger: async (asked) => ({
    // Bodies come from JSON: optional keys are absent, never undefined.
    body: await setTrigger(asked, asked.params.id, asked.body as JsonObject),
  }),
  setTriggers: async (asked) => ({
    // Bodies come from JSON, see above.
    body: await setTriggers(asked, asked.params.id, asked.body.triggers as JsonObject[]),
  }),
  async addTrigger(asked) {
    // Bodies come from JSON, see above.
    const settings = asked.body as JsonObject;
    const { trigger, workflow } = await addTrigger(asked, asked.params.id, settings);
    return { status: 201, body: { ...toTriggerJson(trigger), diagnostics: workflow.diagnostics } };
  },
  removeTrigger: async (asked) => ({ body: await setTrigger(asked, asked.params.id, null) }),
  previewTrigger: async ({ body, services }) => ({
    // Bodies come from JSON, see above.
    body: { next: previewTicks(body as JsonObject, services.clock.now()).map(isoTime) },
  }),
  async listTriggers({ query, identity, services }) {
    const page = await services.records.triggers.list({ ...query, user: identity.owner });
    return { body: { items: page.items.map(toTriggerJson), nextCursor: page.nextCursor } };
  },
  getTrigger: async (asked) => ({ body: toTriggerJson(await ownTrigger(asked, asked.params.id)) }),
  async putTrigger(asked) {
    const changed = await changeTrigger(asked, asked.params.id, asked.body as JsonObject);
    const { diagnostics } = changed.workflow;
    return { body: { ...toTriggerJson(changed.trigger), diagnostics } };
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
    const trigger = await ownTrigger(asked, params.id);
    const body = await makeWebhookSecret(services, trigger, asked.body.secret);
    await audit(services, identity, { action: 'trigger.secret', subject: params.id });
    return { body };
  },
  async testTrigger(asked) {
    const { params, body, services } = asked;
    const trigger = await ownTrigger(asked, params.id);
    const delivery = { data: body.data ?? null, name: `test:${services.newId()}` };
    return { body: await fireTrigger(services, trigger, delivery) };
  },
  async receiveHook({ params, headers, request, bytes, readBody, services, signal }) {
    const { fired, waitMs } = await receiveDelivery(services, params.id, {
      id: headers['webhook-id'],
      timestamp: headers['webhook-timestamp'],
      signature: headers['webhook-signature'],
      body: bytes,
      headers: request.headers,
      read: readBody,
    });
    if (waitMs === null || fired.run_id === null) return { body: fired };
    const answer = services.engine.runs.responded(fired.run_id);
    const found = await within(answer, waitMs, [signal, services.closing]);
    return found === null ? { body: fired } : hookResponse(found);
  },
  sendEvent: async ({ body, identity, services }) => ({
    body: await sendEvent(services, identity, body),
  }),
};
