// What is remembered is also listed by when it was written last: the threads of a user.
import type { Migration } from './migration.ts';

const name = 'skein_remembered_user_id_scope_updated_at';
const index = `create index if not exists ${name} on skein_remembered (user_id, scope, updated_at)`;

export const rememberedOrder: Migration = {
  sqlite: [index],
  postgres: [index],
  mysql: [
    {
      unless: { table: 'skein_remembered', index: name },
      sql: `alter table skein_remembered add index ${name} (user_id, scope, updated_at)`,
    },
  ],
  neo4j: [
    'create index if not exists for (n:Skein_remembered) on (n.user_id, n.scope, n.updated_at)',
  ],
};
