// A database whose tables had no prefix (0000) keeps views under the names that others read: the tables of the dialects, by
// programs that were written for those, and `meta`, where an older version of Skein finds a schema that is newer than it knows.
// Such a version would otherwise take the database for an empty one. A database that never had the old names gets no views.
import type { Flavour } from '../flavour.ts';
import { ask, type Script } from '../script.ts';
import { movedName } from './0000-own-names.ts';

const names = [
  'meta',
  'workflows',
  'workflow_steps',
  'triggers',
  'workflow_instances',
  'workflow_step_instances',
  'agent_workflows',
  'workflow_nodes',
  'workflow_edges',
  'agents',
];

export function* oldNames({ columnsOf }: Flavour): Script<void> {
  const moved = yield* ask('select value from skein_meta where name = ?', movedName);
  if (moved.length === 0) return;
  for (const name of names) {
    const isTaken = (yield* ask(columnsOf, name)).length > 0;
    if (!isTaken) yield* ask(`create view ${name} as select * from skein_${name}`);
  }
}
