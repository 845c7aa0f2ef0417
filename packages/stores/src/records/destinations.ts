import type { JsonObject } from '@skein/kernel';
import type { DestinationRecord, DestinationStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { unreadable, unreadableObject } from '../values/unreadable.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

const destinationTable = recordTable('destinations', {
  config: 'value',
  sealed: 'value',
  created_at: 'instant',
  updated_at: 'instant',
});

export const destinations: RecordPart<DestinationStore> = {
  tables: [destinationTable],
  over: destinationsOver,
};

/** They are the server's. */
const user = '';

function destinationsOver(records: Records): DestinationStore {
  const one = (name: string) => matching({ user_id: user, id: name });
  return {
    put: ({ name, config, sealed, createdAt, updatedAt }) =>
      records.upsert(destinationTable, {
        user_id: user,
        id: name,
        config,
        sealed,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    get: (name) => withFirst(records.find(destinationTable, one(name)), toDestination),
    list: (paging) =>
      withPage(records.find(destinationTable, matching({ user_id: user }), paging), toDestination),
    delete: (name) => withSome(records.delete(destinationTable, one(name))),
  };
}

interface DestinationRow extends JsonObject {
  readonly id: string;
  readonly config: JsonObject | typeof unreadable;
  readonly sealed: string | null;
  readonly created_at: number;
  readonly updated_at: number;
}

function toDestination(row: JsonObject): DestinationRecord {
  // Only `put` writes rows, with these columns.
  const { id: name, config: stored, sealed, ...times } = row as DestinationRow;
  const config = stored === unreadable ? unreadableObject : stored;
  return { name, config, sealed, createdAt: times.created_at, updatedAt: times.updated_at };
}
