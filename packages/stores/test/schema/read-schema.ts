// The schema of a database, as the database itself tells it: tables, columns with their types, indexes, keys. In one form for
// each kind, sorted, so that two of them can be compared.
import type { Flavour } from '../../src/relational/flavour.ts';

type Row = Readonly<Record<string, unknown>>;
export type Ask = (sql: string) => Promise<readonly Row[]>;
/** One line for each thing, under the name of its table. */
export type Schema = Readonly<Record<string, readonly string[]>>;

/** Views are no part of it. */
export async function readSchema(kind: Flavour['kind'], ask: Ask): Promise<Schema> {
  const lines = new Map<string, string[]>();
  for (const sql of questions[kind]) {
    for (const row of await ask(sql)) {
      const { t: table, ...rest } = lowerCased(row);
      const line = Object.entries(rest)
        .filter(([, value]) => value !== null)
        .map(([name, value]) => `${name}: ${text(value)}`)
        .join(', ');
      lines.set(String(table), [...(lines.get(String(table)) ?? []), line]);
    }
  }
  const sorted = [...lines].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(sorted.map(([table, all]) => [table, all.toSorted()]));
}

/** Some servers give back the names of columns in capitals. */
function lowerCased(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.toLowerCase(), value]),
  );
}

/** Statements are kept as they were written: quotes, spaces and letter case say nothing. */
function text(value: unknown): string {
  return String(value)
    .toLowerCase()
    .replaceAll(/["`]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace('if not exists ', '');
}

const sqliteTables =
  "pragma_table_list l where l.type = 'table' and l.name not like 'sqlite_%' and l.schema = 'main'";

const questions: Readonly<Record<Flavour['kind'], readonly string[]>> = {
  sqlite: [
    `select l.name as t, l.strict as strict from ${sqliteTables}`,
    `select l.name as t, c.name as "column", c.type, c."notnull", c.dflt_value, c.pk, c.hidden
      from ${sqliteTables.replace(' l where', ' l join pragma_table_xinfo(l.name) c where')}`,
    `select l.name as t, i.name as "index", i."unique", i.partial, i.origin, s.sql,
        (select group_concat(x.name) from pragma_index_xinfo(i.name) x where x.key = 1) as columns
      from ${sqliteTables.replace(' l where', ' l join pragma_index_list(l.name) i left join sqlite_schema s on s.name = i.name where')}`,
    `select l.name as t, f."table" as refers_to, f."from", f."to"
      from ${sqliteTables.replace(' l where', ' l join pragma_foreign_key_list(l.name) f where')}`,
  ],
  postgres: [
    `select c.table_name as t, c.column_name as column, c.data_type as type, c.collation_name as collation,
        c.is_nullable, c.column_default
      from information_schema.columns c join information_schema.tables l
        on l.table_name = c.table_name and l.table_schema = c.table_schema
      where c.table_schema = 'public' and l.table_type = 'BASE TABLE'`,
    `select tablename as t, indexdef as index from pg_indexes where schemaname = 'public'`,
    `select r.relname as t, c.conname as constraint, pg_get_constraintdef(c.oid) as definition
      from pg_constraint c join pg_class r on r.oid = c.conrelid join pg_namespace n on n.oid = r.relnamespace
      where n.nspname = 'public'`,
  ],
  mysql: [
    `select table_name as t, engine, table_collation as collation from information_schema.tables
      where table_schema = database() and table_type = 'BASE TABLE'`,
    `select c.table_name as t, c.column_name as \`column\`, c.column_type as type, c.collation_name as collation,
        c.is_nullable, c.column_default, c.extra
      from information_schema.columns c join information_schema.tables l
        on l.table_name = c.table_name and l.table_schema = c.table_schema
      where c.table_schema = database() and l.table_type = 'BASE TABLE'`,
    `select table_name as t, index_name as \`index\`, non_unique, group_concat(column_name order by seq_in_index) as columns
      from information_schema.statistics where table_schema = database() group by table_name, index_name, non_unique`,
    `select table_name as t, constraint_name as \`constraint\`, referenced_table_name as refers_to
      from information_schema.referential_constraints where constraint_schema = database()`,
  ],
};
