// Where messages go
// Set by the operator; workflows only name them: `webhook:NAME`, `mail:ADDRESS`.

export type WebhookFormat = 'cloudevents' | 'slack' | 'teams';

export interface WebhookDestination {
  readonly url: string;
  /** Default `cloudevents`; the others are a text with the link, as these products take it. */
  readonly format?: WebhookFormat;
  /** `whsec_…`, for the signature; absent: unsigned. */
  readonly secret?: () => Promise<string>;
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
}) => Promise<{ readonly status: number }>;

export interface OutboxOptions {
  readonly webhooks: ReadonlyMap<string, WebhookDestination>;
  readonly smtp?: SmtpDestination;
  readonly post: Post;
  /** How long to wait after each try that failed; after the last one the message is dead. Default: up to a day. */
  readonly retryMs?: readonly number[];
  /** Calls back when messages were written, until the function that it gives back is called. */
  readonly listen?: (wake: () => void) => () => void;
  /** How often to look although nobody called; default a minute. */
  readonly backstopMs?: number;
}

/** Another try would end the same way. */
export class Undeliverable extends Error {}
