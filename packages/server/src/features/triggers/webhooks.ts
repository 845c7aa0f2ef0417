// Webhooks
// A signature is all that is known of the sender. What is wrong with a delivery is told only to senders that signed it.
import { randomBytes } from 'node:crypto';
import { basePath, type AnswerOf, type Json } from '@skein/api';
import { EngineError, type ServerRecords, type TriggerRecord } from '@skein/ports';
import type { Sealer } from '../secrets/sealer.ts';
import { addToHistory, fireTrigger, type Fired, type FiringServices } from './fire-trigger.ts';
import { hookWaitMs } from './hook-response.ts';
import { settingsIn } from './trigger-record.ts';
import { secretPrefix, verifyWebhook, type Delivery } from './verify-webhook.ts';

export interface WebhookServices extends FiringServices {
  readonly records: Pick<ServerRecords, 'triggers' | 'triggerHistory' | 'deliveries' | 'secrets'>;
  readonly sealer: Sealer;
  /** Throws when a trigger gets too many deliveries. */
  readonly limitHook: (trigger: string) => void;
}

const secretBytes = 24;

/** A new secret for a trigger's webhook; returned here and never again. */
export async function makeWebhookSecret(
  { records, sealer, clock }: Pick<WebhookServices, 'records' | 'sealer' | 'clock'>,
  trigger: TriggerRecord,
): Promise<AnswerOf<'makeSecret'>> {
  const secret = `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
  const name = `trigger:${trigger.id}`;
  const now = clock.now();
  await records.secrets.put({
    name,
    user: trigger.user,
    sealed: sealer.seal(sealName(trigger), secret),
    createdAt: now,
    updatedAt: now,
  });
  await records.triggers.put({ ...trigger, secret: name, updatedAt: now });
  return { secret, url: `${basePath}/hooks/${encodeURIComponent(trigger.id)}` };
}

export interface Delivered {
  readonly fired: Fired;
  /** For how long the sender waits for what the run answers; null: not at all. */
  readonly waitMs: number | null;
}

export async function receiveDelivery(
  services: WebhookServices,
  id: string,
  { read, ...delivery }: Delivery & { readonly read: () => Promise<Json> },
): Promise<Delivered> {
  const { items } = await services.records.triggers.list({ id, type: 'webhook' });
  let refusal: unknown = new EngineError('SIGNATURE_INVALID', {
    reason: 'no webhook has this address and this secret.',
  });
  for (const trigger of items) {
    const secret = await secretOf(services, trigger);
    if (secret === undefined) continue;
    let message: string;
    try {
      message = verifyWebhook(delivery, secret, services.clock.now());
    } catch (error) {
      refusal = error;
      continue;
    }
    // Only signed deliveries count: nobody else can use up the sender's rate.
    services.limitHook(JSON.stringify([trigger.user, trigger.id]));
    const fired = await deliver(services, trigger, { message, data: await read() });
    return { fired, waitMs: fired.run_id === null ? null : hookWaitMs(settingsIn(trigger).config) };
  }
  throw refusal;
}

async function deliver(
  services: WebhookServices,
  trigger: TriggerRecord,
  { message, data }: { readonly message: string; readonly data: Json },
): Promise<Fired> {
  const { records, clock } = services;
  if (!trigger.isActive) {
    await addToHistory(services, trigger, { outcome: 'inactive', run: null, data: { message } });
    throw new EngineError('WORKFLOW_DISABLED', { workflow: trigger.workflow });
  }
  const delivery = { trigger: trigger.id, user: trigger.user, message };
  const isNew = await records.deliveries.add({ ...delivery, at: clock.now() });
  try {
    return await fireTrigger(services, trigger, { data, name: message });
  } catch (error) {
    if (isNew) await records.deliveries.remove(delivery);
    throw error;
  }
}

async function secretOf(
  { records, sealer }: WebhookServices,
  trigger: TriggerRecord,
): Promise<string | undefined> {
  if (trigger.secret === null) return undefined;
  const kept = await records.secrets.get(trigger.secret, trigger.user);
  return kept === undefined ? undefined : sealer.open(sealName(trigger), kept.sealed);
}

function sealName({ id, user }: TriggerRecord): string {
  return JSON.stringify(['trigger', user, id]);
}
