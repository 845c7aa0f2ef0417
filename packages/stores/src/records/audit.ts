import type { JsonObject } from '@skein/kernel';
import type { AuditEntry, AuditStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { withPage } from './with-page.ts';

export const auditTable = recordTable(
  'audit_log',
  { at: 'instant', actor: 'value', action: 'key', subject: 'key', data: 'value' },
  { indexed: ['user_id,place', 'at'] },
);

export const audit: RecordPart<AuditStore> = { tables: [auditTable], over: auditOver };

function auditOver(records: Records): AuditStore {
  return {
    async append(entry) {
      await records.insert(auditTable, auditRow(entry));
    },
    list({ user, action, subject, ...paging }) {
      const match = matching({ user_id: user, action, subject });
      return withPage(records.find(auditTable, match, { ...paging, order: 'newest' }), toEntry);
    },
    prune: (before) => records.delete(auditTable, [['at', '<', before]]),
  };
}

export function auditRow({ user, ...rest }: AuditEntry): JsonObject {
  return { user_id: user, ...rest };
}

function toEntry(row: JsonObject): AuditEntry {
  return {
    id: row['id'] as string,
    at: row['at'] as number,
    user: row['user_id'] as string,
    actor: row['actor'] as string,
    action: row['action'] as string,
    subject: row['subject'] as string,
    data: row['data'] ?? null,
  };
}
