// Keys have roles, and answering needs a scope of its own. Keys that could start runs could also answer, and were documented so:
// they keep it.
import type { Migration } from './migration.ts';

const keepAnswering = `update skein_api_keys set scopes = replace(scopes, ']', ',"answer"]')
  where (scopes like '%"run"%' or scopes like '%"write"%') and scopes not like '%"answer"%'`;
const roles = { table: 'skein_api_keys', column: 'roles' };

export const answering: Migration = {
  sqlite: [
    { unless: roles, sql: 'alter table skein_api_keys add column roles text' },
    keepAnswering,
  ],
  postgres: ['alter table skein_api_keys add column if not exists roles text', keepAnswering],
  mysql: [
    { unless: roles, sql: 'alter table skein_api_keys add column roles longtext' },
    keepAnswering,
  ],
  neo4j: [
    `match (n:Skein_api_keys) where (n.scopes contains '"run"' or n.scopes contains '"write"')
      and not n.scopes contains '"answer"' set n.scopes = replace(n.scopes, ']', ',"answer"]')`,
  ],
};
