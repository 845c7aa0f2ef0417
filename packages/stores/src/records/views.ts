import type { JsonObject } from '@skein/kernel';
import type { ViewRecord, ViewStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { unreadable, unreadableObject } from '../values/unreadable.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

const viewTable = recordTable('saved_views', {
  name: 'value',
  filter: 'value',
  created_at: 'instant',
});

export const views: RecordPart<ViewStore> = { tables: [viewTable], over: viewsOver };

function viewsOver(records: Records): ViewStore {
  const one = (id: string, user: string) => matching({ user_id: user, id });
  return {
    put: ({ id, user, name, filter, createdAt }) =>
      records.upsert(viewTable, { user_id: user, id, name, filter, created_at: createdAt }),
    get: (id, user) => withFirst(records.find(viewTable, one(id, user)), toView),
    list: ({ user, ...paging }) =>
      withPage(records.find(viewTable, matching({ user_id: user }), paging), toView),
    delete: (id, user) => withSome(records.delete(viewTable, one(id, user))),
  };
}

function toView(row: JsonObject): ViewRecord {
  return {
    id: row['id'] as string,
    user: row['user_id'] as string,
    name: row['name'] as string,
    filter: row['filter'] === unreadable ? unreadableObject : (row['filter'] ?? null),
    createdAt: row['created_at'] as number,
  };
}
