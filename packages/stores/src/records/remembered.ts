import type { JsonObject } from '@skein/kernel';
import type { RememberedPlace, RememberedRow, RememberedStore } from '@skein/ports';
import { matching, type Match, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withFirst, withPage } from './with-page.ts';

const table = recordTable(
  'remembered',
  {
    scope: 'key',
    value: 'value',
    is_gone: 'integer',
    revision: 'integer',
    size_bytes: 'integer',
    step: 'value',
    created_at: 'instant',
    updated_at: 'instant',
    expires_at: 'instant',
  },
  {
    scope: 'scope',
    indexed: [
      'user_id,scope,place',
      'user_id,scope,updated_at',
      'expires_at',
      'is_gone,updated_at',
    ],
  },
);

const stepTable = recordTable('remembered_steps', { at: 'instant' }, { indexed: ['at'] });

export const remembered: RecordPart<RememberedStore> = {
  tables: [table, stepTable],
  over: rememberedOver,
};

function rememberedOver(records: Records): RememberedStore {
  const one = ({ user, scope, key }: RememberedPlace) =>
    matching({ user_id: user, scope, id: key });
  return {
    get: (place) => withFirst(records.find(table, one(place)), toRow),
    insert: (row) => records.insert(table, fromRow(row)),
    async replace(row, revision) {
      const match = [...one(row), ['revision', '=', revision] as const];
      const { created_at: _created, ...set } = fromRow(row);
      return (await records.update(table, match, set)) === 1;
    },
    list({ user, scope, order, ...paging }) {
      const match = matching({ user_id: user, scope, is_gone: 0 });
      const how = order === 'changed' ? { ...paging, newest: 'updated_at' } : paging;
      return withPage(records.find(table, match, how), toRow);
    },
    async measure({ user, scope, expiredAt }) {
      const all = matching({ user_id: user, scope, is_gone: 0 });
      const match: Match =
        expiredAt === undefined ? all : [...all, ['expires_at', '<=', expiredAt]];
      const { rows, sum } = await records.measure(table, match, 'size_bytes');
      return { keys: rows, sizeBytes: sum };
    },
    async hasStep(user, step) {
      const match = matching({ user_id: user, id: step });
      return (await records.find(stepTable, match, { limit: 1 })).items.length > 0;
    },
    async noteStep({ user, step, at }) {
      await records.insert(stepTable, { user_id: user, id: step, at });
    },
    async sweep({ goneAt, notedAt }) {
      await records.delete(stepTable, [['at', '<', notedAt]]);
      await records.delete(table, [
        ['is_gone', '=', 1],
        ['updated_at', '<', goneAt],
      ]);
      await records.delete(table, [['expires_at', '<', goneAt]]);
    },
  };
}

function fromRow(row: RememberedRow): JsonObject {
  return {
    user_id: row.user,
    scope: row.scope,
    id: row.key,
    value: row.value,
    is_gone: row.isGone ? 1 : 0,
    revision: row.revision,
    size_bytes: row.sizeBytes,
    step: row.step,
    created_at: row.createdAt,
    updated_at: row.updatedAt,
    expires_at: row.expiresAt,
  };
}

interface StoredRow extends JsonObject {
  readonly user_id: string;
  readonly scope: string;
  readonly id: string;
  readonly is_gone: number;
  readonly revision: number;
  readonly size_bytes: number;
  readonly step: string | null;
  readonly created_at: number;
  readonly updated_at: number;
  readonly expires_at: number | null;
}

function toRow(row: JsonObject): RememberedRow {
  // Only `fromRow` makes rows, with these columns.
  const kept = row as StoredRow;
  return {
    user: kept.user_id,
    scope: kept.scope,
    key: kept.id,
    value: row['value'] ?? null,
    isGone: kept.is_gone === 1,
    revision: kept.revision,
    sizeBytes: kept.size_bytes,
    step: kept.step,
    createdAt: kept.created_at,
    updatedAt: kept.updated_at,
    expiresAt: kept.expires_at,
  };
}
