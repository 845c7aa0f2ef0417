// What comes from outside
// Webhooks, events and answers of people, for hosts that receive them themselves. Each does what the route of a server does.
import type { Json } from '@skein/api';
import type { TriggerHistoryEntry, WaitRecord } from '@skein/ports';
import { isoTime } from '../../values/iso-time.ts';
import type { Fired } from '../triggers/fire-trigger.ts';
import type { EventServices } from '../triggers/fire-event.ts';
import { sendEvent, type SentEvent } from '../triggers/send-event.ts';
import type { Delivery } from '../triggers/verify-webhook.ts';
import { makeWebhookSecret, receiveDelivery, type WebhookServices } from '../triggers/webhooks.ts';
import { answerAs } from '../waits/answer-as.ts';
import { listVisibleWaits } from '../waits/list-visible-waits.ts';
import { visibleWait } from '../waits/visible-wait.ts';
import type { Caller } from '../workflows/caller.ts';
import { ownTrigger } from '../workflows/trigger-operations.ts';

export interface DeliveryManager {
  /** A new secret for a webhook; returned here and never again. */
  makeSecret(triggerUuid: string, userId: string): Promise<string>;
  /** A signed request to a webhook, its body as the text that was signed. */
  receiveWebhook(triggerUuid: string, delivery: Delivery): Promise<Fired>;
  /** Continues the user's runs that wait for it, and starts the workflows whose triggers name it; once for each event id. */
  sendEvent(name: string, data: Json, userId: string, eventId?: string): Promise<SentEvent>;
  /** The outcomes of the last deliveries and ticks, newest first. */
  getHistory(triggerUuid: string, userId: string): Promise<readonly TriggerOutcome[]>;
}

export interface TriggerOutcome {
  readonly at: string;
  readonly outcome: string;
  readonly instance_uuid: string | null;
  readonly data: Json;
}

/** Questions that runs ask people. */
export interface WaitManager {
  /** The open ones of the user's own runs, and those that name the user; at most 200. */
  list(userId: string): Promise<readonly OpenWait[]>;
  answer(waitId: string, answer: Json, userId: string): Promise<void>;
}

export interface OpenWait {
  readonly uuid: string;
  readonly instance_uuid: string;
  readonly step_definition_uuid: string;
  readonly kind: string;
  readonly prompt: string | null;
  readonly data: Json;
  readonly created_at: string;
}

export function deliveryManager(
  callerFor: (userId: string) => Caller,
  services: WebhookServices & Caller['services'] & Pick<EventServices, 'onBug'>,
): DeliveryManager {
  return {
    async makeSecret(triggerUuid, userId) {
      const trigger = await ownTrigger(callerFor(userId), triggerUuid);
      return (await makeWebhookSecret(services, trigger)).secret;
    },
    async receiveWebhook(triggerUuid, delivery) {
      const { fired } = await receiveDelivery(services, triggerUuid, {
        ...delivery,
        read: async () => parsed(textOf(delivery.body)),
      });
      return fired;
    },
    sendEvent: (name, data, userId, id) => {
      const event = id === undefined ? { name, data } : { name, data, id };
      return sendEvent(services, callerFor(userId).identity, event);
    },
    async getHistory(triggerUuid, userId) {
      const caller = callerFor(userId);
      const { id, user } = await ownTrigger(caller, triggerUuid);
      const { items } = await services.records.triggerHistory.list({ trigger: id, user });
      return items.map(toOutcome);
    },
  };
}

export function waitManager(callerFor: (userId: string) => Caller): WaitManager {
  return {
    async list(userId) {
      const { services, identity } = callerFor(userId);
      const { items } = await listVisibleWaits(services.engine, identity, { limit: 200 });
      return items.map(toOpenWait);
    },
    async answer(waitId, answer, userId) {
      const { services, identity } = callerFor(userId);
      const { id } = await visibleWait(services.engine, identity, waitId);
      await answerAs(services, identity, { wait: id, answer });
    },
  };
}

/** A body that is not JSON is a text: what it starts may be a workflow that takes one. */
function textOf(body: Delivery['body']): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body);
}

function parsed(body: string): Json {
  try {
    // What was parsed is JSON.
    return JSON.parse(body) as Json;
  } catch {
    return body;
  }
}

function toOutcome({ at, outcome, run, data }: TriggerHistoryEntry): TriggerOutcome {
  return { at: isoTime(at), outcome, instance_uuid: run, data };
}

function toOpenWait({ id, run, node, question, createdAt }: WaitRecord): OpenWait {
  const { kind, prompt = null, data = null } = question;
  return {
    uuid: id,
    instance_uuid: run,
    step_definition_uuid: node,
    kind,
    prompt,
    data,
    created_at: isoTime(createdAt),
  };
}
