// Where messages go
// Set by the operator; workflows only name them: `webhook:NAME`, `mail:ADDRESS`.
import type { OutboxKind, OutboxRecord } from '@skein/ports';

export type WebhookFormat = 'cloudevents' | 'slack' | 'teams';

export interface WebhookDestination {
  readonly url: string;
  /** Default `cloudevents`; the others are a text with the link, as these products take it. */
  readonly format?: WebhookFormat;
  /** `whsec_…`, for the signature; absent: unsigned. */
  readonly secret?: () => Promise<string>;
  /** Of the Slack app behind the webhook: then messages have buttons, and clicks come back to `/slack/NAME`. */
  readonly signingSecret?: () => Promise<string>;
}

export interface SmtpDestination {
  readonly host: string;
  /** Default 465 with `tls`, else 587. */
  readonly port?: number;
  /** From the first byte (default), after STARTTLS, or not at all. */
  readonly tls?: boolean | 'starttls';
  /** The sender of every mail. */
  readonly from: string;
  /** Absent: the server asks for no password. */
  readonly user?: string;
  readonly password?: () => Promise<string>;
  /** Who may get mails: addresses, `*@example.org`, or `*` for everybody. */
  readonly recipients: readonly string[];
}

/** A request that the guard of the host has let through. */
export type Post = (call: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Whether the headers are for this host alone. */
  readonly hasSecrets?: boolean;
}) => Promise<{ readonly status: number }>;

/** The address of a host that may be reached; throws an `Undeliverable` when the guard of the host refuses it. */
export type Resolve = (place: { readonly host: string; readonly port: number }) => Promise<string>;

/** Those that the operator sets up while the server runs. */
export interface DestinationSource {
  /** `elsewhere`: it is set up, and this process cannot open its secret. */
  find(recipient: string): Promise<FoundDestination | 'elsewhere' | undefined>;
}

/** Somewhere to send to, under the name that its operator gave it. */
export type FoundDestination =
  | { readonly kind: 'webhook'; readonly name: string; readonly webhook: WebhookDestination }
  | {
      readonly kind: 'mail';
      readonly name: string;
      readonly smtp: SmtpDestination;
      /** The guard decides where mails go; absent: the configuration has decided. */
      readonly resolve?: Resolve;
    };

/** Clients that want to hear of their tasks, whose messages are no CloudEvents. */
export interface PushSource {
  /** Undefined: it is a recipient of another kind. */
  find(recipient: string): PushDestination | undefined;
}

export interface PushDestination {
  readonly kind: 'push';
  readonly name: string;
  /** False: there is nobody to tell, or nothing new. Throws why it was not taken. */
  readonly send: (record: OutboxRecord, signal: AbortSignal) => Promise<boolean>;
}

export interface OutboxOptions {
  /** Those of the configuration. */
  readonly webhooks: ReadonlyMap<
    string,
    WebhookDestination & { readonly events?: readonly string[] }
  >;
  readonly smtp?: SmtpDestination;
  readonly post: Post;
  /** Where mails of stored destinations may go; absent: nowhere. */
  readonly resolve?: Resolve;
  /** For recipients that the configuration does not name. */
  readonly stored?: DestinationSource;
  /** Whether the engine writes messages for those who follow tasks. */
  readonly tellsTasks?: boolean;
  /** Delivers those; absent: another process does. */
  readonly pushes?: PushSource;
  /** How long to wait after each try that failed; after the last one the message is dead. Default: up to a day. */
  readonly retryMs?: readonly number[];
  /** Calls back when messages were written, until the function that it gives back is called. */
  readonly listen?: (wake: () => void) => () => void;
  /** How often to look although nobody called; default a minute. */
  readonly backstopMs?: number;
}

/** Another try would end the same way. */
export class Undeliverable extends Error {}

/** The name of the mail server in the configuration, which has only one. */
export const configuredMail = 'smtp';

/** What `*` stands for. */
const usualKinds: readonly OutboxKind[] = [
  'wait.opened',
  'wait.closed',
  'run.finished',
  'run.failed',
  'event.emitted',
];

/** Whether somebody who is subscribed to these events hears of this kind. */
export function hears(events: readonly string[], kind: OutboxKind): boolean {
  return events.includes(kind) || (events.includes('*') && usualKinds.includes(kind));
}

/** A recipient is `mail:ADDRESS` or `webhook:NAME`; null for any other text. */
export function readRecipient(
  recipient: string,
): { readonly channel: FoundDestination['kind']; readonly to: string } | null {
  const [, channel, to] = /^(mail|webhook):(.+)$/su.exec(recipient) ?? [];
  if (to === undefined) return null;
  return { channel: channel === 'mail' ? 'mail' : 'webhook', to };
}
