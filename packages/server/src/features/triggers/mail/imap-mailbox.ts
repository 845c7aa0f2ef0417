// A mailbox over IMAP
// B1. It is opened for reading only: nothing of it is changed, and no mail is marked as seen.
// B2. Of a mail no more is read than the source allows, however long it is.
import { once } from 'node:events';
import { isIP } from 'node:net';
import { EngineError, networkTrouble, withoutUndefined } from '@skein/ports';
import { ImapFlow } from 'imapflow';
import { bytesOf, portOf, type NamedMailSource } from './mail-source.ts';

export interface RawMail {
  readonly uid: number;
  readonly arrivedAt: number;
  /** All bytes that it has. */
  readonly size: number;
  /** Its beginning, or all of it. */
  readonly source: Uint8Array;
}

export interface Mailbox {
  readonly uidValidity: string;
  /** The number that the next mail gets. */
  readonly uidNext: number;
  /** In ascending order. `since`: leaves out what arrived more than a day earlier, at least. */
  numbersAfter(uid: number, since?: number): Promise<readonly number[]>;
  /** Undefined when it was deleted meanwhile. */
  read(uid: number): Promise<RawMail | undefined>;
  /** Resolves when a mail has come, the connection has ended or the time is over. */
  changed(ms: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

const connectMs = 20_000;
/** Some servers end an IDLE after half an hour; many routers a silent connection after a few minutes. */
const idleMs = 240_000;

/**
 * Mail servers compare days, of whatever time zone, or (WITHIN) how many seconds ago by their own clock a mail arrived: one that came a
 * moment after the time asked for would not be found. A day more costs a look at a few mails.
 */
const sinceMarginMs = 86_400_000;

/** Throws MAIL_UNAVAILABLE. */
export async function openMailbox(source: NamedMailSource, signal?: AbortSignal): Promise<Mailbox> {
  const { host, user, mailbox = 'INBOX', tls = true } = source;
  const pass = await source.password();
  const port = portOf(source);
  const client = new ImapFlow({
    host: await addressOf(source),
    // Certificates have the name, not the address that the guard has found.
    ...withoutUndefined({ servername: isIP(host) === 0 ? host : undefined }),
    port,
    secure: tls === true,
    doSTARTTLS: tls === 'starttls',
    auth: { user, pass },
    logger: false,
    disableAutoIdle: true,
    disableCompression: true,
    maxIdleTime: idleMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    maxLiteralSize: 2 * bytesOf(source),
  });
  // Without a listener an error of the socket would end the process. Whoever waits learns of it by `close`.
  client.on('error', () => {});
  // Nobody waits for a slow mail server when this one is stopped.
  signal?.addEventListener('abort', () => client.close(), { once: true });
  try {
    await client.connect();
    const { uidValidity, uidNext } = await client.mailboxOpen(mailbox, { readOnly: true });
    return { uidValidity: String(uidValidity), uidNext, ...operations(client, source) };
  } catch (error) {
    client.close();
    throw unavailable(source, error);
  }
}

async function addressOf(source: NamedMailSource): Promise<string> {
  const { host, resolve } = source;
  try {
    return (await resolve?.({ host, port: portOf(source) })) ?? host;
  } catch (error) {
    throw unavailable(source, error);
  }
}

function operations(
  client: ImapFlow,
  source: NamedMailSource,
): Omit<Mailbox, 'uidValidity' | 'uidNext'> {
  const told = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      throw unavailable(source, error);
    }
  };
  return {
    async numbersAfter(uid, since) {
      const days = since === undefined ? {} : { since: new Date(since - sinceMarginMs) };
      const wanted = { uid: `${uid + 1}:*`, ...days };
      const found = await told(client.search(wanted, { uid: true }));
      // `8:*` includes the last mail even if its number is 7.
      return (found || []).filter((each) => each > uid).toSorted((a, b) => a - b);
    },
    async read(uid) {
      const part = { start: 0, maxLength: bytesOf(source) };
      const query = { uid: true, size: true, internalDate: true, source: part };
      const found = await told(client.fetchOne(String(uid), query, { uid: true }));
      if (!found || found.source === undefined) return undefined;
      const { internalDate, size = found.source.length } = found;
      const arrivedAt = new Date(internalDate ?? 0).getTime();
      return { uid, arrivedAt, size, source: found.source };
    },
    async changed(ms, signal) {
      if (!client.usable) throw unavailable(source, new Error('the connection was closed'));
      const waiting = new AbortController();
      const until = AbortSignal.any([signal, waiting.signal, AbortSignal.timeout(ms)]);
      // It ends with the next command. What goes wrong with it ends the connection too.
      client.idle().catch(() => {});
      const ended = ['exists', 'close'].map((event) => once(client, event, { signal: until }));
      await Promise.race(ended).catch(() => {});
      waiting.abort();
      await Promise.allSettled(ended);
    },
    close: () => client.close(),
  };
}

function unavailable({ name, host }: NamedMailSource, error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  return new EngineError(
    'MAIL_UNAVAILABLE',
    { name, host, reason: reasonOf(error, host) },
    { cause: error },
  );
}

/** The server's own words where it has any: the library only says that a command failed. */
function reasonOf(error: unknown, host: string): string {
  if (!(error instanceof Error)) return String(error);
  const said = 'responseText' in error ? error.responseText : undefined;
  if (typeof said === 'string' && said !== '') return said;
  return networkTrouble(error, host)?.says ?? (error.message || error.name);
}
