// All mailboxes of a server
// Those of the configuration from the start to the stop; those of the store as they are set up, changed and removed, here or by another
// process on the same store.
import { loadOptional } from '@skein/ports';
import type { NamedMailSource } from './mail-source.ts';
import type { StoredMailboxes } from './stored-mailboxes.ts';
import { watchMailbox, type MailClient, type WatchServices } from './watch-mailbox.ts';

export interface MailWatch {
  start(): void;
  /** Resolves when nothing is being read any more. */
  stop(): Promise<void>;
}

interface MailboxesServices extends Omit<WatchServices, 'client'> {
  readonly mailboxes: Pick<StoredMailboxes, 'sources' | 'watch'>;
}

interface Watched {
  /** What it is read with; a change is another mailbox. */
  readonly stamp: string;
  readonly stopping: AbortController;
}

/** How often to look for what other processes have changed. */
const lookMs = 60_000;

/** Reads all mailboxes, from the start to the stop. */
export function watchMailboxes(
  services: MailboxesServices,
  configured: readonly NamedMailSource[],
  owner: string,
): MailWatch {
  const stopping = new AbortController();
  const read = (source: NamedMailSource, signal: AbortSignal) =>
    watchMailbox({ ...services, client: mailClient }, source, { owner, signal });
  const stored = readStored(services, { read, stopping: stopping.signal });
  let started: readonly Promise<void>[] | undefined;
  let timer: ReturnType<typeof setInterval> | undefined;
  let unwatch = () => {};
  return {
    start() {
      if (started !== undefined) return;
      started = configured.map((source) => read(source, stopping.signal));
      unwatch = services.mailboxes.watch(stored.look);
      timer = setInterval(stored.look, lookMs);
      timer.unref();
      stored.look();
    },
    async stop() {
      clearInterval(timer);
      unwatch();
      stopping.abort();
      await Promise.all([...(started ?? []), stored.ended()]);
    },
  };
}

function readStored(
  { mailboxes, onProblem }: MailboxesServices,
  {
    read,
    stopping,
  }: {
    readonly read: (source: NamedMailSource, signal: AbortSignal) => Promise<void>;
    readonly stopping: AbortSignal;
  },
): { readonly look: () => void; readonly ended: () => Promise<void> } {
  const watched = new Map<string, Watched>();
  // Of each name the reading that was ended last, which gives its claim back before the next begins.
  const ended = new Map<string, Promise<void>>();
  const end = (name: string) => {
    watched.get(name)?.stopping.abort();
    watched.delete(name);
  };
  const begin = async (source: NamedMailSource): Promise<void> => {
    const { name } = source;
    const stamp = JSON.stringify([source, await source.password()]);
    if (watched.get(name)?.stamp === stamp || stopping.aborted) return;
    end(name);
    const own = new AbortController();
    const signal = AbortSignal.any([own.signal, stopping]);
    const reading = (ended.get(name) ?? Promise.resolve()).then(() => read(source, signal));
    ended.set(name, reading);
    watched.set(name, { stamp, stopping: own });
  };
  const lookOnce = async (): Promise<void> => {
    const found = await mailboxes.sources();
    const names = new Set(found.map(({ name }) => name));
    for (const name of watched.keys()) if (!names.has(name)) end(name);
    for (const source of found) await begin(source);
  };
  // One look after the other: two at a time would read a mailbox twice.
  let turn: Promise<void> = Promise.resolve();
  return {
    look: () => {
      turn = turn.then(lookOnce).catch(onProblem);
    },
    ended: async () => {
      await turn;
      await Promise.all(ended.values());
    },
  };
}

/** Whether a mailbox can be read; throws why not. */
export async function checkMailbox(source: NamedMailSource): Promise<void> {
  const { openMailbox } = await mailClient();
  (await openMailbox(source)).close();
}

/** Loaded with the first mailbox: most servers have none. */
function mailClient(): Promise<MailClient> {
  return loadOptional(
    { purpose: 'Reading mails', packages: ['imapflow@2', 'postal-mime@4'] },
    () => import('./mail-client.ts'),
  );
}
