import type { JsonObject } from '@skein/kernel';
import type { MailboxRecord, MailboxStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withFirst, withSome } from './with-page.ts';

const mailboxTable = recordTable('mailboxes', {
  uid_validity: 'key',
  last_uid: 'integer',
  last_at: 'instant',
  claimed_by: 'key',
  claimed_until: 'integer',
});

export const mailboxes: RecordPart<MailboxStore> = { tables: [mailboxTable], over: mailboxesOver };

function mailboxesOver(records: Records): MailboxStore {
  const one = ({ id, user }: { readonly id: string; readonly user: string }) =>
    matching({ user_id: user, id });
  const update = (match: Parameters<Records['update']>[1], set: JsonObject) =>
    withSome(records.update(mailboxTable, match, set));
  return {
    get: (key) => withFirst(records.find(mailboxTable, one(key)), toMailbox),
    create: (mailbox) =>
      records.insert(mailboxTable, {
        user_id: mailbox.user,
        id: mailbox.id,
        ...position(mailbox),
        claimed_by: null,
        claimed_until: 0,
      }),
    async claim({ owner, now, until, ...key }) {
      const claimed = { claimed_by: owner, claimed_until: until };
      const isExtended = await update([...one(key), ['claimed_by', '=', owner]], claimed);
      return isExtended || update([...one(key), ['claimed_until', '<=', now]], claimed);
    },
    advance: ({ owner, until, ...mailbox }) =>
      update([...one(mailbox), ['claimed_by', '=', owner]], {
        ...position(mailbox),
        claimed_until: until,
      }),
    async release({ owner, ...key }) {
      await update([...one(key), ['claimed_by', '=', owner]], {
        claimed_by: null,
        claimed_until: 0,
      });
    },
  };
}

function position({ uidValidity, lastUid, lastAt }: MailboxRecord): JsonObject {
  return { uid_validity: uidValidity, last_uid: lastUid, last_at: lastAt };
}

interface MailboxRow extends JsonObject {
  readonly id: string;
  readonly user_id: string;
  readonly uid_validity: string;
  readonly last_uid: number;
  readonly last_at: number;
}

function toMailbox(row: JsonObject): MailboxRecord {
  // Only `create` and `advance` write rows, with these columns.
  const { id, user_id: user, ...kept } = row as MailboxRow;
  return { id, user, uidValidity: kept.uid_validity, lastUid: kept.last_uid, lastAt: kept.last_at };
}
