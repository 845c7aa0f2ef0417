import type { JsonObject } from '@skein/kernel';
import type { StepRecord, StepStore } from '@skein/ports';
import { dialectTable } from '../values/dialect-tables.ts';
import type { RecordPart } from './record-table.ts';
import { matching, type Records } from './records.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

export const steps: RecordPart<StepStore> = { tables: [], over: stepsOver };

function stepsOver(records: Records): StepStore {
  const table = dialectTable('workflow_steps');
  const one = (id: string, user: string) => matching({ user_id: user, uuid: id });
  return {
    create: (step) => records.insert(table, toRow(step)),
    put: (step) => records.upsert(table, toRow(step)),
    get: (id, user) => withFirst(records.find(table, one(id, user)), toStep),
    list: ({ user, type, ...paging }) =>
      withPage(records.find(table, matching({ user_id: user, type }), paging), toStep),
    delete: (id, user) => withSome(records.delete(table, one(id, user))),
  };
}

function toRow({ id, user, name, type, details, createdAt, updatedAt }: StepRecord): JsonObject {
  return {
    user_id: user,
    uuid: id,
    name,
    type,
    details,
    created_at: new Date(createdAt).toISOString(),
    updated_at: new Date(updatedAt).toISOString(),
  };
}

function toStep(row: JsonObject): StepRecord {
  return {
    id: row['uuid'] as string,
    user: row['user_id'] as string,
    name: row['name'] as string,
    type: row['type'] as string,
    details: row['details'] as JsonObject,
    createdAt: Date.parse(row['created_at'] as string),
    updatedAt: Date.parse(row['updated_at'] as string),
  };
}
