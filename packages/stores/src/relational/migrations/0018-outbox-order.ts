// The messages of a run are found by it, because they are delivered in their order.
import type { Migration } from './migration.ts';

const index = 'create index if not exists skein_outbox_run_id on skein_outbox (run_id)';

export const outboxOrder: Migration = {
  sqlite: [index],
  postgres: [index],
  mysql: [
    {
      unless: { table: 'skein_outbox', index: 'skein_outbox_run_id' },
      sql: 'alter table skein_outbox add index skein_outbox_run_id (run_id)',
    },
  ],
  neo4j: ['create index if not exists for (n:Skein_outbox) on (n.run_id)'],
};
