import type { JsonObject } from '@skein/kernel';
import type { SealedSecret, SecretStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

const secretTable = recordTable('secrets', {
  sealed: 'value',
  created_at: 'instant',
  updated_at: 'instant',
});

export const secrets: RecordPart<SecretStore> = { tables: [secretTable], over: secretsOver };

function secretsOver(records: Records): SecretStore {
  const one = (name: string, user: string) => matching({ user_id: user, id: name });
  return {
    put: ({ name, user, sealed, createdAt, updatedAt }) =>
      records.upsert(secretTable, {
        user_id: user,
        id: name,
        sealed,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    get: (name, user) => withFirst(records.find(secretTable, one(name, user)), toSecret),
    list: ({ user, ...paging }) =>
      withPage(records.find(secretTable, matching({ user_id: user }), paging), (row) => {
        const { sealed: _sealed, ...shown } = toSecret(row);
        return shown;
      }),
    delete: (name, user) => withSome(records.delete(secretTable, one(name, user))),
  };
}

function toSecret(row: JsonObject): SealedSecret {
  return {
    name: row['id'] as string,
    user: row['user_id'] as string,
    sealed: row['sealed'] as string,
    createdAt: row['created_at'] as number,
    updatedAt: row['updated_at'] as number,
  };
}
