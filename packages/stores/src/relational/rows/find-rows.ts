import type { JsonObject } from '@skein/kernel';
import { matching } from '../../records/records.ts';
import { checkColumns, dialectTable } from '../../values/dialect-tables.ts';
import type { RelationalDatabase } from '../database.ts';
import { selectRows } from './record-scripts.ts';

/** Rows of a dialect's table. Its name and columns are checked against our own list first. */
export async function findRows(
  database: RelationalDatabase,
  name: string,
  where: JsonObject,
): Promise<readonly JsonObject[]> {
  const table = dialectTable(name);
  checkColumns(table, where);
  return database.look(() => selectRows(database.flavour, table, matching(where)));
}
