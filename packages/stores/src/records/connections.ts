import type { JsonObject } from '@skein/kernel';
import type { BegunSignIn, ConnectionStore, ConnectionTokens } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

const tokenTable = recordTable('connections', {
  sealed: 'value',
  claimed_by: 'key',
  claimed_until: 'integer',
  created_at: 'instant',
  updated_at: 'instant',
});

const signInTable = recordTable('sign_ins', { sealed: 'value', at: 'instant' });

export const connections: RecordPart<ConnectionStore> = {
  tables: [tokenTable, signInTable],
  over: connectionsOver,
};

/** Whose sign-in it is, is sealed. */
const nobody = '';
const unclaimed = { claimed_by: null, claimed_until: 0 };

function connectionsOver(records: Records): ConnectionStore {
  const one = ({ connection, user }: { readonly connection: string; readonly user: string }) =>
    matching({ user_id: user, id: connection });
  const update = (match: Parameters<Records['update']>[1], set: JsonObject) =>
    withSome(records.update(tokenTable, match, set));
  return {
    put: ({ connection, user, sealed, createdAt, updatedAt }) =>
      records.upsert(tokenTable, {
        user_id: user,
        id: connection,
        sealed,
        ...unclaimed,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    get: (connection, user) =>
      withFirst(records.find(tokenTable, one({ connection, user })), toTokens),
    list: ({ user, ...paging }) =>
      withPage(records.find(tokenTable, matching({ user_id: user }), paging), toTokens),
    delete: (connection, user) => withSome(records.delete(tokenTable, one({ connection, user }))),
    deleteAll: (connection) => records.delete(tokenTable, matching({ id: connection })),
    claim: ({ owner, now, until, ...row }) =>
      update([...one(row), ['claimed_until', '<=', now]], {
        claimed_by: owner,
        claimed_until: until,
      }),
    renew: ({ owner, sealed, updatedAt, ...row }) =>
      update([...one(row), ['claimed_by', '=', owner]], {
        sealed,
        ...unclaimed,
        updated_at: updatedAt,
      }),
    async release({ owner, ...row }) {
      await update([...one(row), ['claimed_by', '=', owner]], unclaimed);
    },
    async begin({ id, sealed, at }) {
      await records.insert(signInTable, { user_id: nobody, id, sealed, at });
    },
    async take(id) {
      const match = matching({ user_id: nobody, id });
      const found = await withFirst(records.find(signInTable, match), toSignIn);
      // Of several who found it, one deletes it.
      return found !== undefined && (await withSome(records.delete(signInTable, match)))
        ? found
        : undefined;
    },
    async forget(before) {
      await records.delete(signInTable, [...matching({ user_id: nobody }), ['at', '<', before]]);
    },
  };
}

interface TokenRow extends JsonObject {
  readonly id: string;
  readonly user_id: string;
  readonly sealed: string;
  readonly created_at: number;
  readonly updated_at: number;
}

function toTokens(row: JsonObject): ConnectionTokens {
  // Only `put` and `renew` write rows, with these columns.
  const { id: connection, user_id: user, sealed, ...times } = row as TokenRow;
  return { connection, user, sealed, createdAt: times.created_at, updatedAt: times.updated_at };
}

function toSignIn(row: JsonObject): BegunSignIn {
  // Only `begin` writes rows, with these columns.
  const { id, sealed, at } = row as { id: string; sealed: string; at: number };
  return { id, sealed, at };
}
