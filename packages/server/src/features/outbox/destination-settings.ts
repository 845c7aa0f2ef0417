import type { CallOf, JsonObject } from '@skein/api';
import { isMeant, mailPort, withoutUndefined, type DestinationRecord } from '@skein/ports';
import type { Sealer } from '../secrets/sealer.ts';
import type { FoundDestination } from './destinations.ts';

/** What an operator sends, without the secret. */
export type DestinationSettings = DistributiveOmit<CallOf<'putDestination'>['body'], 'secret'>;
type DistributiveOmit<T, Key extends string> = T extends unknown ? Omit<T, Key> : never;

export function settingsOf({ config }: Pick<DestinationRecord, 'config'>): DestinationSettings {
  if (config['kind'] === undefined) return damagedSettings;
  // Stored as the body of a request that was checked against its schema.
  return config as unknown as DestinationSettings;
}

/** Of a record that something else has damaged: it leads nowhere, until somebody sets it up anew. */
const damagedSettings: DestinationSettings = {
  kind: 'webhook',
  url: 'https://unreadable.invalid/',
};

export function recordedSettings(settings: DestinationSettings): JsonObject {
  // They came as JSON, and without keys that are undefined.
  return settings as unknown as JsonObject;
}

/** Where it is: what its secret may be sent to. */
export function placeOf(settings: DestinationSettings): {
  readonly host: string;
  readonly port: number;
} {
  if (settings.kind === 'mail') return { host: settings.host, port: mailPort(settings) };
  const { hostname, port, protocol } = new URL(settings.url);
  return { host: hostname, port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/** Owner, name and host are authenticated with the value: for another host it cannot be opened. */
export function sealName(name: string, settings: DestinationSettings): string {
  return JSON.stringify(['destination', settings.kind, name, placeOf(settings).host]);
}

export function hearsOf(record: DestinationRecord): readonly string[] {
  const settings = settingsOf(record);
  return settings.kind === 'webhook' ? (settings.events ?? []) : [];
}

export function mayMail(record: DestinationRecord, address: string): boolean {
  const settings = settingsOf(record);
  return settings.kind === 'mail' && settings.recipients.some((rule) => isMeant(rule, address));
}

/** Of a Slack app; those of Standard Webhooks begin otherwise. */
export function isSlackSecret(secret: string | undefined): boolean {
  return secret !== undefined && /^[0-9a-f]{32}$/.test(secret);
}

/** Its secret is opened when a message is sent. */
export function foundDestination(record: DestinationRecord, sealer: Sealer): FoundDestination {
  const { name, sealed } = record;
  const settings = settingsOf(record);
  const open = async (): Promise<string> => {
    const secret = sealer.open(sealName(name, settings), sealed ?? '');
    if (secret !== undefined) return secret;
    throw new Error('Its secret was sealed with a key that this server does not have.');
  };
  if (settings.kind === 'webhook') {
    const { url, format = 'cloudevents' } = settings;
    const webhook = { url, format };
    if (sealed === null) return { kind: 'webhook', name, webhook };
    const isApp =
      format === 'slack' && isSlackSecret(sealer.open(sealName(name, settings), sealed));
    const secret = isApp ? { signingSecret: open } : { secret: open };
    return { kind: 'webhook', name, webhook: { ...webhook, ...secret } };
  }
  const { kind, host, from, recipients, ...more } = settings;
  const smtp = { host, from, recipients, ...withoutUndefined(more) };
  return { kind, name, smtp: sealed === null ? smtp : { ...smtp, password: open } };
}
