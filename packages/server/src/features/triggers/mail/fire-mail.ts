import { createHash } from 'node:crypto';
import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';
import { listenersTo, type EventServices } from '../fire-event.ts';
import { fireTrigger } from '../fire-trigger.ts';
import type { RawMail } from './imap-mailbox.ts';

export type ReadMail = (
  mail: RawMail,
  known: { readonly mailbox: string; readonly id: string },
) => Promise<JsonObject>;

/**
 * Sets off the owner's triggers that wait for mails. A trigger whose run cannot be started has that in its history, and the next
 * mail is read; when nothing can be started at the moment, this throws, and the same mail is read again later.
 */
export async function fireMail(
  services: EventServices & {
    readonly onBug: (error: unknown, reference: string) => void;
  },
  owner: { readonly id: string; readonly user: string },
  { id, read }: { readonly id: string; readonly read: () => Promise<JsonObject> },
): Promise<void> {
  // Short: it becomes part of an idempotency key, and the name of an account may be long.
  const account = createHash('sha256').update(owner.id).digest('hex').slice(0, 16);
  const name = `mail:${account}:${id}`;
  let data: JsonObject | undefined;
  for await (const trigger of listenersTo(services, owner.user, 'new_email')) {
    data ??= await read();
    try {
      await fireTrigger(services, trigger, { data, name });
    } catch (error) {
      const isBusy = error instanceof EngineError && (error.status === 429 || error.status === 503);
      if (isBusy) throw error;
      if (!(error instanceof EngineError)) services.onBug(error, `trigger ${trigger.id}`);
    }
  }
}
