// Mailboxes that the operator sets up while the server runs
// M1. They are settings of the server, sealed as a whole: the password goes in, and never comes out.
// M2. A password belongs to one account on one host. Whoever changes either gives it again.
// M3. Where the host of a mailbox may lead is decided by the guard of the host, at every connection.
import { textAt, type JsonObject } from '@skein/api';
import type { Clock } from '@skein/ports';
import type { StoredSettings } from '../../secrets/stored-settings.ts';
import type { MailSource, NamedMailSource, ReachHost } from './mail-source.ts';

export interface StoredMailbox {
  readonly name: string;
  readonly settings: MailSource;
  readonly updatedAt: number;
}

export interface StoredMailboxes {
  list(): Promise<readonly StoredMailbox[]>;
  get(name: string): Promise<StoredMailbox | undefined>;
  /** Without a password, the one that is there stays (M2); false when there is none. */
  put(name: string, settings: MailSource, password: string | undefined): Promise<boolean>;
  delete(name: string): Promise<boolean>;
  /** As they are read; none where no guard says what may be reached. */
  sources(): Promise<readonly NamedMailSource[]>;
  /** Called after each change made here; returns what stops it. */
  watch(listener: () => void): () => void;
}

const prefix = 'mailbox.';

/** Those of the configuration, and those of the store. */
export function mailboxesOf(
  given: {
    readonly mail?: readonly NamedMailSource[] | undefined;
    readonly outbox?: { readonly resolve?: ReachHost } | undefined;
  },
  { settings }: { readonly settings: StoredSettings },
  clock: Pick<Clock, 'now'>,
): { readonly mail: readonly NamedMailSource[]; readonly mailboxes: StoredMailboxes } {
  const { mail = [], outbox } = given;
  return { mail, mailboxes: storedMailboxes(settings, { clock, resolve: outbox?.resolve }) };
}

function storedMailboxes(
  settings: StoredSettings,
  {
    clock,
    resolve,
  }: { readonly clock: Pick<Clock, 'now'>; readonly resolve: ReachHost | undefined },
): StoredMailboxes {
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };
  const list = async () =>
    (await settings.list(prefix)).map(({ name, value, updatedAt }) => ({
      name,
      settings: settingsIn(value),
      updatedAt,
    }));
  return {
    list,
    get: async (name) => (await list()).find((each) => each.name === name),
    async put(name, given, password) {
      const before = await settings.get(prefix + name);
      const kept = before !== undefined && isSameAccount(settingsIn(before), given) ? before : {};
      const secret = password ?? textAt(kept, 'password');
      if (secret === undefined) return false;
      const value: JsonObject = { ...JSON.parse(JSON.stringify(given)), password: secret };
      await settings.put(prefix + name, value, clock.now());
      changed();
      return true;
    },
    async delete(name) {
      const isGone = await settings.delete(prefix + name);
      changed();
      return isGone;
    },
    async sources() {
      if (resolve === undefined) return [];
      const found = await settings.list(prefix);
      return found.map(({ name, value }) => ({
        ...settingsIn(value),
        name,
        password: async () => textAt(value, 'password') ?? '',
        resolve,
      }));
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function settingsIn(value: JsonObject): MailSource {
  const { password: _, ...source } = value;
  // Only `put` writes them, from what the route has checked.
  return source as object as MailSource;
}

function isSameAccount(before: MailSource, after: MailSource): boolean {
  return before.host === after.host && before.user === after.user;
}
