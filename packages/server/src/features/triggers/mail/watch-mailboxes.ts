import { loadOptional } from '@skein/ports';
import type { NamedMailSource } from './mail-source.ts';
import { watchMailbox, type MailClient, type WatchServices } from './watch-mailbox.ts';

export interface MailWatch {
  start(): void;
  /** Resolves when nothing is being read any more. */
  stop(): Promise<void>;
}

/** Reads all mailboxes, from the start to the stop. */
export function watchMailboxes(
  services: Omit<WatchServices, 'client'>,
  sources: readonly NamedMailSource[],
  owner: string,
): MailWatch {
  const stopping = new AbortController();
  let watching: readonly Promise<void>[] | undefined;
  return {
    start() {
      const given = { owner, signal: stopping.signal };
      watching ??= sources.map((source) =>
        watchMailbox({ ...services, client: mailClient }, source, given),
      );
    },
    async stop() {
      stopping.abort();
      await Promise.all(watching ?? []);
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
