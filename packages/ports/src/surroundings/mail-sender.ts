// Mails, and to whom they may go
// One client of mail servers for everything that sends some: messages of the outbox, and tools.

/** How to reach a mail server, and as whom. */
export interface SmtpAccount {
  /** As its certificate names it. */
  readonly host: string;
  /** Where it is: its host, or an address of it that was checked. */
  readonly address: string;
  readonly port: number;
  readonly tls: boolean | 'starttls';
  readonly auth: { readonly user: string; readonly pass: string } | undefined;
}

export interface Mail {
  /** An address, with a name if wanted: `Shop <shop@example.org>`. */
  readonly from: string;
  /** Each is one address. */
  readonly to: readonly string[];
  readonly cc?: readonly string[];
  readonly bcc?: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachments?: readonly MailAttachment[];
  /** The same at every try, so that a mailbox can tell. */
  readonly messageId: string;
}

export interface MailAttachment {
  readonly name: string;
  readonly type: string;
  bytes(): AsyncIterable<Uint8Array>;
}

/** Throws what the mail server said, or that it could not be reached, and never where it is. */
export type MailSender = (account: SmtpAccount, mail: Mail, signal?: AbortSignal) => Promise<void>;

/** Whether a rule of `recipients` means this address: `*`, `*@example.org`, or the address itself. */
export function isMeant(rule: string, address: string): boolean {
  if (rule === '*') return true;
  const [wanted, given] = [rule.toLowerCase(), address.toLowerCase()];
  return wanted.startsWith('*@') ? given.endsWith(wanted.slice(1)) : wanted === given;
}

export function mailPort({
  port,
  tls = true,
}: {
  readonly port?: number | undefined;
  readonly tls?: SmtpAccount['tls'] | undefined;
}): number {
  return port ?? (tls === true ? 465 : 587);
}

/** One address, and nothing that a mail server could take for more. */
export function isMailAddress(text: string): boolean {
  return /^[^\s@<>()[\],;:"\\]{1,64}@[A-Za-z0-9.-]{1,255}$/u.test(text);
}

/** The id of a mail: a key in the domain of its sender. */
export function messageIdOf(key: string, from: string): string {
  const domain = from.replace(/^.*@/su, '').replaceAll(/[^A-Za-z0-9.-]/g, '');
  return `<${key.replaceAll(/[^A-Za-z0-9._-]/g, '-')}@${domain}>`;
}
