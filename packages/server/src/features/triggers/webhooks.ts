// Webhooks
// A signature is all that is known of the sender. What is wrong with a delivery is told only to senders that signed it.
import { randomBytes } from 'node:crypto';
import { basePath, type AnswerOf, type Json } from '@skein/api';
import { EngineError, type ServerRecords, type TriggerRecord } from '@skein/ports';
import type { Sealer } from '../secrets/sealer.ts';
import { addToHistory, fireTrigger, type Fired, type FiringServices } from './fire-trigger.ts';
import { hookWaitMs } from './hook-response.ts';
import { signatureScheme, verifyScheme } from './signature-scheme.ts';
import { settingsIn } from './trigger-record.ts';
import { secretPrefix, verifyWebhook, type Delivery } from './verify-webhook.ts';

export interface WebhookServices extends FiringServices {
  readonly records: Pick<ServerRecords, 'triggers' | 'triggerHistory' | 'deliveries' | 'secrets'>;
  readonly sealer: Sealer;
  /** Throws when a trigger gets too many deliveries. */
  readonly limitHook: (trigger: string) => void;
}

const secretBytes = 24;

/** A new secret for a trigger's webhook, or one that the sender has given; returned here and never again. */
export async function makeWebhookSecret(
  { records, sealer, clock }: Pick<WebhookServices, 'records' | 'sealer' | 'clock'>,
  trigger: TriggerRecord,
  given?: string,
): Promise<AnswerOf<'makeSecret'>> {
  if (given !== undefined) checkGiven(given, trigger);
  const secret = given ?? `${secretPrefix}${randomBytes(secretBytes).toString('base64')}`;
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

function checkGiven(secret: string, trigger: TriggerRecord): void {
  if (signatureScheme(settingsIn(trigger).config) !== null || secret.startsWith(secretPrefix))
    return;
  const message = `must begin with "${secretPrefix}", unless the trigger has "verify" in its config`;
  throw new EngineError('REQUEST_INVALID', {
    complaints: [{ in: 'body', pointer: '/secret', message }],
  });
}

export interface Delivered {
  readonly fired: Fired;
  /** For how long the sender waits for what the run answers; null: not at all. */
  readonly waitMs: number | null;
}

export async function receiveDelivery(
  services: WebhookServices,
  id: string,
  { read, headers = noHeaders, ...delivery }: Delivery & Received,
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
      message = verify(trigger, { ...delivery, headers }, { secret, now: services.clock.now() });
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

interface Received {
  readonly read: () => Promise<Json>;
  /** All of the request, for signatures that are in others. */
  readonly headers?: Pick<Headers, 'get'>;
}

const noHeaders: Pick<Headers, 'get'> = { get: () => null };

/** Returns the id of the delivery. */
function verify(
  trigger: TriggerRecord,
  { headers, ...delivery }: Delivery & { readonly headers: Pick<Headers, 'get'> },
  known: { readonly secret: string; readonly now: number },
): string {
  const scheme = signatureScheme(settingsIn(trigger).config);
  if (scheme === null) return verifyWebhook(delivery, known.secret, known.now);
  const { body } = delivery;
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  return verifyScheme(scheme, { headers, body: bytes }, known);
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
