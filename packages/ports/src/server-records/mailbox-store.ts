// Mailboxes
// How far each mailbox has been read. Of several servers one reads it; when that one dies, its claim ends by itself and another
// server continues where the last acknowledged mail was.
import type { Awaitable } from '../awaitable.ts';

export interface MailboxRecord {
  /** Which mailbox of which account on which host. */
  readonly id: string;
  /** Whose triggers its mails set off. */
  readonly user: string;
  /** Numbers of mails are only comparable while the server of the mailbox keeps this one. */
  readonly uidValidity: string;
  /** The number of the last mail that was delivered, or that was there before anybody read the mailbox. */
  readonly lastUid: number;
  /** When the newest of these mails arrived. */
  readonly lastAt: number;
}

type MailboxKey = Pick<MailboxRecord, 'id' | 'user'>;

export interface MailboxStore {
  get(key: MailboxKey): Awaitable<MailboxRecord | undefined>;
  /** False when it is known already; then nothing is changed. */
  create(mailbox: MailboxRecord): Awaitable<boolean>;
  /** True for one caller alone, who may extend it, and for others again when `until` has passed. */
  claim(
    claim: MailboxKey & { readonly owner: string; readonly now: number; readonly until: number },
  ): Awaitable<boolean>;
  /** Everything up to this mail was delivered. False when the claim was lost. */
  advance(
    read: MailboxRecord & { readonly owner: string; readonly until: number },
  ): Awaitable<boolean>;
  /** Others may claim it at once. */
  release(claim: MailboxKey & { readonly owner: string }): Awaitable<void>;
}
