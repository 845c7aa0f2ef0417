// Mailboxes whose mails start runs, set up by the operator. Passwords go in, and never come out.
import type { AnswerOf, CallOf } from '@skein/api';
import { EngineError, withoutUndefined } from '@skein/ports';
import { Undeliverable } from '../features/outbox/destinations.ts';
import {
  portOf,
  type MailSource,
  type NamedMailSource,
} from '../features/triggers/mail/mail-source.ts';
import type { StoredMailbox } from '../features/triggers/mail/stored-mailboxes.ts';
import { checkMailbox } from '../features/triggers/mail/watch-mailboxes.ts';
import { audit } from '../records/audit.ts';
import { isoTime } from '../values/iso-time.ts';
import type { HandlersOf } from './handler.ts';
import type { Services } from './services.ts';

type MailboxItem = AnswerOf<'putMailbox'>;

/** Each is a connection that stays open. */
const mailboxesMax = 50;

export const mailboxHandlers: HandlersOf<'mailbox'> = {
  async listMailboxes({ services }) {
    const stored = (await services.mailboxes.list()).map(toItem);
    return { body: { items: [...services.mail.map(configured), ...stored], nextCursor: null } };
  },
  async putMailbox({ params, body, identity, services }) {
    const { name } = params;
    const { mailboxes } = services;
    refuseConfigured(services, name);
    const before = await mailboxes.get(name);
    if (before === undefined && (await mailboxes.list()).length >= mailboxesMax) {
      const limit = `${mailboxesMax} mailboxes`;
      throw new EngineError('TOO_LARGE', { what: 'The list of mailboxes', limit });
    }
    const { password, ...settings } = body;
    await checkSettings(services, settings);
    const isKept = await mailboxes.put(name, withoutUndefined(settings), password);
    if (!isKept)
      throw refused('/password', 'is needed: none is stored for this account on this host');
    const data = { host: settings.host, password: password === undefined ? 'kept' : 'set' };
    await audit(services, identity, { action: 'mailbox.save', subject: name, data });
    const kept = await mailboxes.get(name);
    if (kept === undefined) throw missing(name);
    return { status: before === undefined ? 201 : 200, body: toItem(kept) };
  },
  async deleteMailbox({ params, identity, services }) {
    const { name } = params;
    refuseConfigured(services, name);
    if (!(await services.mailboxes.delete(name))) throw missing(name);
    await audit(services, identity, { action: 'mailbox.delete', subject: name });
    return { body: undefined };
  },
  async testMailbox({ params, identity, services }) {
    const { name } = params;
    const sources = [...services.mail, ...(await services.mailboxes.sources())];
    const source = sources.find((each) => each.name === name);
    if (source === undefined) throw missing(name);
    const began = performance.now();
    const error = await problemOf(source);
    const tookMs = Math.round(performance.now() - began);
    const data = { isReadable: error === null };
    await audit(services, identity, { action: 'mailbox.test', subject: name, data });
    return { body: { isReadable: error === null, error, tookMs } };
  },
};

async function problemOf(source: NamedMailSource): Promise<string | null> {
  try {
    await checkMailbox(source);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The guard decides again at every connection: names may lead elsewhere by then. One that leads nowhere now may do so later. */
async function checkSettings(
  { outbox }: Services,
  settings: Omit<CallOf<'putMailbox'>['body'], 'password'>,
): Promise<void> {
  const { host, tls } = settings;
  if (tls === false && !/^(?:localhost|127(?:\.\d{1,3}){3}|::1)$/.test(host))
    throw refused('/tls', 'must be true or "starttls": the host is another machine');
  try {
    await outbox?.resolve?.({ host, port: portOf(withoutUndefined(settings)) });
  } catch (error) {
    if (!(error instanceof Undeliverable)) return;
    throw refused('/host', `is refused: ${error.message.replace(/\.$/u, '')}`);
  }
}

function refuseConfigured({ mail }: Services, name: string): void {
  if (!mail.some((each) => each.name === name)) return;
  throw new EngineError('NAME_TAKEN', { what: 'mailbox of the configuration', name });
}

function configured(source: NamedMailSource): MailboxItem {
  return { ...shown(source), name: source.name, source: 'configuration', updatedAt: null };
}

function toItem({ name, settings, updatedAt }: StoredMailbox): MailboxItem {
  return { ...shown(settings), name, source: 'server', updatedAt: isoTime(updatedAt) };
}

/** Never the password. */
function shown(source: MailSource): Omit<MailSource, 'bytesMax'> {
  const { host, port, tls, user, mailbox, owner, pollSeconds } = source;
  return { host, user, ...withoutUndefined({ port, tls, mailbox, owner, pollSeconds }) };
}

function refused(pointer: string, message: string): EngineError {
  const complaints = [{ in: 'body', pointer, message }];
  return new EngineError('REQUEST_INVALID', { complaints });
}

function missing(id: string): EngineError {
  return new EngineError('NOT_FOUND', { what: 'mailbox', id });
}
