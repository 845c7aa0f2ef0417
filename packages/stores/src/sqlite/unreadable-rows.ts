import { fromKey } from '../values/key-text.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** Texts that must be JSON, each with the name of its row. */
const texts = [
  {
    from: 'skein_journal j left join skein_runs r on r.place = j.run',
    column: 'j.body',
    name: "'row ' || j.seq || ' of the run ' || coalesce(r.id, j.run)",
  },
  {
    from: 'skein_snapshots s left join skein_runs r on r.place = s.run',
    column: 's.state',
    name: "'the snapshot of the run ' || coalesce(r.id, s.run)",
  },
  { from: 'skein_waits', column: 'question', name: "'the wait ' || id" },
  { from: 'skein_waits', column: 'answer', name: "'the answer to the wait ' || id" },
  { from: 'skein_kept_events', column: 'data', name: "'the kept event ' || id" },
  {
    from: 'skein_workflow_versions',
    column: 'definition',
    name: "'version ' || version || ' of the workflow ' || workflow_id",
  },
] as const;

const namedMax = 10;

/** The first few rows that cannot be read, by their names. */
export function unreadableRows(connection: SqliteConnection): readonly string[] {
  const found: string[] = [];
  for (const { from, column, name } of texts) {
    const sql = `select ${name} as name from ${from} where ${column} is not null and not json_valid(${column}) limit ${namedMax}`;
    const rows = connection.perform({ sql, parameters: [] });
    found.push(...rows.map((row) => fromKey(String(row['name']))));
  }
  return found.slice(0, namedMax);
}
