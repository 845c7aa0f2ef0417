import type { JsonObject } from '@skein/kernel';
import type { AgentRecord, AgentStore } from '@skein/ports';
import { dialectTable } from '../values/dialect-tables.ts';
import type { RecordPart } from './record-table.ts';
import { matching, type Records } from './records.ts';
import { withFirst, withPage, withSome } from './with-page.ts';

export const agents: RecordPart<AgentStore> = { tables: [], over: agentsOver };

function agentsOver(records: Records): AgentStore {
  const table = dialectTable('agents');
  const one = (id: string, user: string) => matching({ userId: user, id });
  return {
    create: (agent) => records.insert(table, toRow(agent)),
    put: (agent) => records.upsert(table, toRow(agent)),
    get: (id, user) => withFirst(records.find(table, one(id, user)), toAgent),
    list: ({ user, ...paging }) =>
      withPage(records.find(table, matching({ userId: user }), paging), toAgent),
    delete: (id, user) => withSome(records.delete(table, one(id, user))),
  };
}

function toRow({ user, ...rest }: AgentRecord): JsonObject {
  return { userId: user, ...rest };
}

function toAgent(row: JsonObject): AgentRecord {
  return {
    id: row['id'] as string,
    user: row['userId'] as string,
    name: row['name'] as string | null,
    systemPrompt: row['systemPrompt'] as string | null,
    model: row['model'] as string | null,
    tools: row['tools'] ?? null,
  };
}
