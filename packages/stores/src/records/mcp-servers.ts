import type { JsonObject } from '@skein/kernel';
import type { McpServerRecord, McpServerStore } from '@skein/ports';
import { matching, type Records } from './records.ts';
import { recordTable, type RecordPart } from './record-table.ts';
import { unreadable, unreadableObject } from '../values/unreadable.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

const serverTable = recordTable('mcp_servers', {
  config: 'value',
  created_at: 'instant',
  updated_at: 'instant',
});

export const mcpServers: RecordPart<McpServerStore> = {
  tables: [serverTable],
  over: mcpServersOver,
};

function mcpServersOver(records: Records): McpServerStore {
  const one = (name: string, user: string) => matching({ user_id: user, id: name });
  return {
    put: ({ name, user, config, createdAt, updatedAt }) =>
      records.upsert(serverTable, {
        user_id: user,
        id: name,
        config,
        created_at: createdAt,
        updated_at: updatedAt,
      }),
    get: (name, user) => withFirst(records.find(serverTable, one(name, user)), toServer),
    list: ({ user, ...paging }) =>
      withPage(records.find(serverTable, matching({ user_id: user }), paging), toServer),
    delete: (name, user) => withSome(records.delete(serverTable, one(name, user))),
  };
}

interface ServerRow extends JsonObject {
  readonly id: string;
  readonly user_id: string;
  readonly config: JsonObject | typeof unreadable;
  readonly created_at: number;
  readonly updated_at: number;
}

function toServer(row: JsonObject): McpServerRecord {
  // Only `put` writes rows, with these columns.
  const { id: name, user_id: user, config: stored, ...times } = row as ServerRow;
  const config = stored === unreadable ? unreadableObject : stored;
  return { name, user, config, createdAt: times.created_at, updatedAt: times.updated_at };
}
