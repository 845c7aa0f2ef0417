// Definitions that were written inside others, of which only runs below those were made, are listed no more.
import { makeAll, type GraphMigration } from './graph-migration.ts';

export const hideInner: GraphMigration = makeAll([
  `match (h:SkeinHead {isDeleted: false, dialect: 'native'}) where h.workflow contains '#'
  and exists { (r:SkeinRun {workflow: h.workflow, user: h.user}) }
  and not exists { match (r:SkeinRun {workflow: h.workflow, user: h.user}) where r.parent is null }
  set h.isDeleted = true`,
]);
