/** The address of a host that may be reached; throws when the guard of the host refuses it. */
export type ReachHost = (place: {
  readonly host: string;
  readonly port: number;
}) => Promise<string>;

/** A mailbox whose mails set off the `new_email` triggers of one user. */
export interface MailSource {
  readonly host: string;
  /** Default 993, without implicit TLS 143. */
  readonly port?: number;
  /** `true`: from the first byte on (default). `starttls`: before the password. `false`: never, on this machine only. */
  readonly tls?: boolean | 'starttls';
  readonly user: string;
  /** Default INBOX. */
  readonly mailbox?: string;
  /** Whose triggers; default: the server's own user, "local". */
  readonly owner?: string;
  /** How often it is looked into, should the mail server not say by itself that a mail has come; default 60 s. */
  readonly pollSeconds?: number;
  /** Of one mail, what is read; default 5 MB. */
  readonly bytesMax?: number;
}

/** A source under the name that its operator gives it. Its password is asked for at every connect, so that it may change. */
export interface NamedMailSource extends MailSource {
  readonly name: string;
  readonly password: () => Promise<string>;
  /** The guard decides where it leads; absent: the configuration has decided. */
  readonly resolve?: ReachHost;
}

const fallbackBytes = 5_000_000;
const fallbackPollSeconds = 60;

/** Which mailbox it is, however it is reached. */
export function mailboxId({ host, user, mailbox = 'INBOX' }: MailSource): string {
  return `${user}@${host}/${mailbox}`;
}

export function portOf({ port, tls = true }: MailSource): number {
  return port ?? (tls === true ? 993 : 143);
}

export function bytesOf({ bytesMax = fallbackBytes }: MailSource): number {
  return bytesMax;
}

export function pollMsOf({ pollSeconds = fallbackPollSeconds }: MailSource): number {
  return pollSeconds * 1000;
}
