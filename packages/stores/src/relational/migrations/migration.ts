// A migration
// Literal SQL for each kind of database, or a script where a list of statements is not enough.
// M1. A numbered file is never edited once it is released: databases exist that it created. `migrations.test.ts` has
//     a hash of each.
// M2. It names tables and columns itself and uses none of the descriptions in `records` and `values`: those change with
//     the code, and existing databases would not follow.
// M3. Every statement is idempotent, because MySQL ends a transaction with each `create`.
import type { Flavour } from '../flavour.ts';
import { ask, type Script } from '../script.ts';

export type Migration =
  | (Readonly<Record<Flavour['kind'], readonly Statement[]>> & {
      /** The same change in Neo4j, in Cypher. The first migrations have theirs in `neo4j/migrations`. */
      readonly neo4j?: readonly string[];
    })
  | ((flavour: Flavour) => Script<void>);

type Statement =
  | string
  /** Where the database has no `if exists` for it. */
  | { readonly only: Thing; readonly sql: string }
  | { readonly unless: Thing; readonly sql: string };

type Thing =
  | { readonly table: string; readonly column: string }
  | { readonly table: string; readonly index: string };

export function* runMigration(flavour: Flavour, migration: Migration): Script<void> {
  if (typeof migration === 'function') {
    yield* migration(flavour);
    return;
  }
  for (const statement of migration[flavour.kind]) {
    if (typeof statement === 'string') {
      yield* ask(statement.replace('{collation}', flavour.collation ?? ''));
    } else {
      const isThere = yield* has(flavour, 'only' in statement ? statement.only : statement.unless);
      if (isThere === 'only' in statement) yield* ask(statement.sql);
    }
  }
}

function* has(flavour: Flavour, thing: Thing): Script<boolean> {
  const isColumn = 'column' in thing;
  const found = yield* ask(isColumn ? flavour.columnsOf : flavour.indexesOf, thing.table);
  return found.some(({ name }) => name === (isColumn ? thing.column : thing.index));
}
