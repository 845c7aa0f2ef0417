import type { Json, JsonObject } from '@skein/kernel';
import type { ApiKey, KeyStore } from '@skein/ports';
import { matching, type Match, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withFirst, withPage } from './with-page.ts';

/** How stale the recorded last use may be. */
const usedEveryMs = 60_000;

const keyTable = recordTable(
  'api_keys',
  {
    name: 'value',
    hash: 'key',
    scopes: 'value',
    roles: 'value',
    created_at: 'instant',
    expires_at: 'instant',
    revoked_at: 'instant',
    last_used_at: 'instant',
  },
  { indexed: ['hash'] },
);

export const keys: RecordPart<KeyStore> = { tables: [keyTable], over: keysOver };

function keysOver(records: Records): KeyStore {
  const one = (id: string, user: string) => matching({ user_id: user, id });
  return {
    create: (key) => records.insert(keyTable, toRow(key)),
    findByHash: (hash) => withFirst(records.find(keyTable, matching({ hash })), toKey),
    get: (id, user) => withFirst(records.find(keyTable, one(id, user)), toKey),
    list: ({ user, ...paging }) =>
      withPage(records.find(keyTable, matching({ user_id: user }), paging), toKey),
    async revoke(id, user, at) {
      const live: Match = [...one(id, user), ['revoked_at', '=', null]];
      if ((await records.update(keyTable, live, { revoked_at: at })) > 0) return true;
      // Revoking twice is allowed, but the first time counts.
      return (await records.find(keyTable, one(id, user))).items.length > 0;
    },
    async touch(id, user, at) {
      await records.update(keyTable, [...one(id, user), ['last_used_at', '<=', at - usedEveryMs]], {
        last_used_at: at,
      });
    },
  };
}

/** "Never used" counts as long ago: so the first use is recorded like every other. */
const never = 0;

function toRow({ id, user, name, hash, scopes, roles, ...times }: ApiKey): JsonObject {
  return {
    user_id: user,
    id,
    name,
    hash,
    scopes: [...scopes],
    roles: [...roles],
    created_at: times.createdAt,
    expires_at: times.expiresAt,
    revoked_at: times.revokedAt,
    last_used_at: times.lastUsedAt ?? never,
  };
}

function toKey(row: JsonObject): ApiKey {
  const used = row['last_used_at'] as number;
  return {
    id: row['id'] as string,
    user: row['user_id'] as string,
    name: row['name'] as string,
    hash: row['hash'] as string,
    scopes: listOf(row['scopes']),
    // Keys of earlier releases have none.
    roles: listOf(row['roles']),
    createdAt: row['created_at'] as number,
    expiresAt: row['expires_at'] as number | null,
    revokedAt: row['revoked_at'] as number | null,
    lastUsedAt: used === never ? null : used,
  };
}

/** What cannot be read gives no rights. */
function listOf(value: Json | undefined): readonly string[] {
  // Only texts were written into such a list.
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
