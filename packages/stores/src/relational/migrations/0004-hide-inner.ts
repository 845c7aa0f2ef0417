// Definitions that were written inside others, of which only runs below those were made, are listed no more.
import type { Migration } from './migration.ts';

const statements = [
  `update skein_workflow_heads set is_deleted = 1
    where is_deleted = 0 and dialect = 'native' and workflow_id like '%#%'
    and exists (select 1 from skein_runs r
      where r.workflow_id = skein_workflow_heads.workflow_id and r.user_id = skein_workflow_heads.user_id)
    and not exists (select 1 from skein_runs r
      where r.workflow_id = skein_workflow_heads.workflow_id and r.user_id = skein_workflow_heads.user_id
      and r.parent_run is null)`,
];

export const hideInner: Migration = {
  sqlite: statements,
  postgres: statements,
  mysql: statements,
};
