// Watching a mailbox
// W1. A mail is delivered by its number in the mailbox, in order. How far it was read is in the store, and changes only after the
//     triggers have been set off; a trigger set off again for the same mail starts nothing.
// W2. One of several servers reads a mailbox at a time. The claim of a dead one expires.
// W3. Mails that were there before anybody read the mailbox are not delivered.
// W4. When the mail server numbers its mails anew (another UIDVALIDITY), those that arrived no later than the newest delivered one
//     count as delivered.
import type { MailboxRecord, ServerRecords } from '@skein/ports';
import { ownerOf } from '../../../identity/identity.ts';
import type { EventServices } from '../fire-event.ts';
import { fireMail, type ReadMail } from './fire-mail.ts';
import type { Mailbox } from './imap-mailbox.ts';
import { mailboxId, pollMsOf, type NamedMailSource } from './mail-source.ts';

export interface MailClient {
  readonly openMailbox: (source: NamedMailSource, signal?: AbortSignal) => Promise<Mailbox>;
  readonly readMail: ReadMail;
}

export interface WatchServices extends EventServices {
  readonly records: EventServices['records'] & Pick<ServerRecords, 'mailboxes'>;
  readonly onBug: (error: unknown, reference: string) => void;
  /** Called when a mailbox cannot be read, once until it can be read again. */
  readonly onProblem: (error: unknown) => void;
  readonly client: () => Promise<MailClient>;
}

/** How long nobody else reads the mailbox of a server that has died. */
const claimMs = 20_000;
const retryMs = { first: 1000, last: 60_000 } as const;

/** Resolves after the signal, when nothing is being read any more. */
export async function watchMailbox(
  services: WatchServices,
  source: NamedMailSource,
  { owner, signal }: { readonly owner: string; readonly signal: AbortSignal },
): Promise<void> {
  const watch: Watch = { services, source, owner, signal, key: keyOf(source) };
  let failures = 0;
  while (!signal.aborted) {
    try {
      await readWhileOurs(watch, () => {
        failures = 0;
      });
      await sleep(Math.min(claimMs / 4, pollMsOf(source)), signal);
    } catch (error) {
      failures += 1;
      if (failures === 1 && !signal.aborted) services.onProblem(error);
      await sleep(Math.min(retryMs.last, retryMs.first * 2 ** (failures - 1)), signal);
    }
  }
}

interface Watch {
  readonly services: WatchServices;
  readonly source: NamedMailSource;
  readonly owner: string;
  readonly signal: AbortSignal;
  readonly key: { readonly id: string; readonly user: string };
}

function keyOf(source: NamedMailSource): Watch['key'] {
  return { id: mailboxId(source), user: ownerOf(source.owner ?? 'local') };
}

/** Returns when another server reads this mailbox, or the signal says so. */
async function readWhileOurs(watch: Watch, onRead: () => void): Promise<void> {
  const { services, source, owner, signal, key } = watch;
  const { records } = services;
  const isKnown = (await records.mailboxes.get(key)) !== undefined;
  // The first connection says where to begin, so that one comes before the claim.
  if (isKnown && !(await claim(watch))) return;
  const { openMailbox, readMail } = await services.client();
  const mailbox = await openMailbox(source, signal);
  try {
    await records.mailboxes.create({ ...key, ...positionOf(mailbox, services.clock.now()) });
    while (!signal.aborted && (await claim(watch))) {
      await readNew(watch, mailbox, readMail);
      onRead();
      await mailbox.changed(Math.min(claimMs / 2, pollMsOf(source)), signal);
    }
  } finally {
    mailbox.close();
    await records.mailboxes.release({ ...key, owner });
  }
}

function positionOf(
  { uidValidity, uidNext }: Mailbox,
  now: number,
): Pick<MailboxRecord, 'uidValidity' | 'lastUid' | 'lastAt'> {
  return { uidValidity, lastUid: uidNext - 1, lastAt: now };
}

async function claim({ services: { records, clock }, key, owner }: Watch): Promise<boolean> {
  const now = clock.now();
  return records.mailboxes.claim({ ...key, owner, now, until: now + claimMs });
}

async function readNew(watch: Watch, mailbox: Mailbox, readMail: ReadMail): Promise<void> {
  const { services, key, signal } = watch;
  const kept = await services.records.mailboxes.get(key);
  if (kept === undefined) return;
  const isSame = kept.uidValidity === mailbox.uidValidity;
  let position = isSame ? kept : { ...kept, uidValidity: mailbox.uidValidity, lastUid: 0 };
  const numbers = isSame
    ? await mailbox.numbersAfter(kept.lastUid)
    : await mailbox.numbersAfter(0, kept.lastAt);
  for (const uid of numbers) {
    if (signal.aborted) return;
    const mail = await mailbox.read(uid);
    const isNew = mail !== undefined && (isSame || mail.arrivedAt > kept.lastAt);
    if (isNew) {
      const id = `${mailbox.uidValidity}-${uid}`;
      const read = () => readMail(mail, { id, mailbox: watch.source.name });
      await fireMail(services, watch.key, { id, read });
    }
    // A date in the future would hide what comes until then (W4).
    const arrivedAt = Math.min(mail?.arrivedAt ?? 0, services.clock.now());
    position = { ...position, lastUid: uid, lastAt: Math.max(position.lastAt, arrivedAt) };
    if (!(await advance(watch, position))) return;
  }
  if (!isSame && numbers.length === 0)
    await advance(watch, { ...position, lastUid: mailbox.uidNext - 1 });
}

/** False when another server took over, as it may from one that stood still. */
async function advance(watch: Watch, position: MailboxRecord): Promise<boolean> {
  const { services, owner } = watch;
  const until = services.clock.now() + claimMs;
  return services.records.mailboxes.advance({ ...position, owner, until });
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    timer.unref();
    signal.addEventListener('abort', done);
  });
}
