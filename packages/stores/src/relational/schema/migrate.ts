// Migrations
// The schema has a number. Each migration goes from one number to the next.
// M1. Where the database can, all of it is one transaction. Where it cannot (MySQL ends one with every `create`), each
//     statement may be run again, so a migration that was killed half-way is simply run once more.
// M2. A schema that is newer than this code is refused: writing to it could break what we do not know.
import { EngineError } from '@skein/ports';
import type { Flavour } from '../flavour.ts';
import { ask, type Script } from '../script.ts';
import { createIndex, createTable, indexName } from './ddl.ts';
import type { Table } from './table.ts';
import { firstTables, metaTable, recordTables, sparseTables } from './tables.ts';

const migrations: readonly ((flavour: Flavour) => Script<void>)[] = [
  (flavour) => createTables(flavour, firstTables),
  addRecords,
  thinIndexes,
  hideInner,
];

/** Version 2: what a server keeps beside runs, and revisions of workflows. */
function* addRecords(flavour: Flavour): Script<void> {
  yield* createTables(flavour, recordTables);
  yield* addColumn(flavour, 'workflow_heads', 'revision');
  yield* addColumn(flavour, 'workflow_heads', 'is_active');
}

/** Version 3: indexes leave out the rows that nobody looks for there, and what is due is found by user too. */
function* thinIndexes(flavour: Flavour): Script<void> {
  for (const table of sparseTables) {
    const known = yield* namesIn(flavour.indexesOf, table.name);
    const gone = table.name === 'runs' && known.has(oldDueIndex) ? [oldDueIndex] : [];
    for (const name of gone) yield* ask(flavour.dropIndex(table.name, name));
    for (const index of table.indexes) {
      const name = indexName(table, index);
      const isOther = flavour.hasPartialIndexes && index.where !== undefined && known.has(name);
      if (isOther) yield* ask(flavour.dropIndex(table.name, name));
      if (isOther || !known.has(name)) yield* ask(createIndex(flavour, table, index));
    }
  }
}

/** Version 4: definitions that were written inside others, of which only runs below those were made, are listed no more. */
function* hideInner(): Script<void> {
  const itsRuns =
    'select 1 from runs where runs.workflow_id = workflow_heads.workflow_id and runs.user_id = workflow_heads.user_id';
  yield* ask(
    `update workflow_heads set is_deleted = 1 where is_deleted = 0 and dialect = 'native' and workflow_id like '%#%'
    and exists (${itsRuns}) and not exists (${itsRuns} and parent_run is null)`,
  );
}

const oldDueIndex = 'runs_is_open_owner_wake_at';

export const schemaVersion = migrations.length;

export function* migrate(flavour: Flavour, place: string): Script<void> {
  for (const sql of createTable(flavour, metaTable)) yield* ask(sql);
  const found = yield* readSchemaVersion();
  if (found > schemaVersion) {
    throw new EngineError('STORE_VERSION', {
      place,
      found: `schema version ${found}`,
      needed: `schema version ${schemaVersion} or older`,
    });
  }
  for (let version = found; version < schemaVersion; version++) {
    yield* migrations[version]?.(flavour) ?? createTables(flavour, []);
    yield* ask(
      `insert into meta (name, value) values (?, ?) ${flavour.onRepeat(['name'], ['value'])}`,
      'schema',
      String(version + 1),
    );
  }
}

function* createTables(flavour: Flavour, tables: readonly Table[]): Script<void> {
  for (const table of tables) for (const sql of createTable(flavour, table)) yield* ask(sql);
}

/** A column of numbers that are 1 in the rows that are there. */
function* addColumn(flavour: Flavour, table: string, column: string): Script<void> {
  if ((yield* namesIn(flavour.columnsOf, table)).has(column)) return;
  yield* ask(
    `alter table ${table} add column ${column} ${flavour.types.integer} not null default 1`,
  );
}

function* namesIn(sql: string, table: string): Script<ReadonlySet<unknown>> {
  return new Set((yield* ask(sql, table)).map(({ name }) => name));
}

function* readSchemaVersion(): Script<number> {
  const [row] = yield* ask('select value from meta where name = ?', 'schema');
  return row === undefined ? 0 : Number(row['value']);
}
