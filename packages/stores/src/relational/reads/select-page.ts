// Pages of a table
// The lists that are asked for with every answer and every wake-up, as SQL text: a text is prepared once, where a query
// that is built each time takes longer to build than to run. The limit is part of the text: SQLite plans a statement
// whose limit is a parameter anew whenever it is bound, which took two thirds of the time of such a list.
import type { RelationalDatabase } from '../database.ts';
import { ask, type Row, type SqlValue } from '../script.ts';
import { cursorOf, limitOf, type Paging } from './page.ts';

/** A condition with one `?`, and its value; not asked when there is none. */
export type Where = readonly [sql: string, value: SqlValue | undefined];

export function selectPage(
  database: RelationalDatabase,
  { select, where, order = 'oldest' }: Selection,
  paging: Paging,
): Promise<readonly Row[]> {
  const isForward = order === 'oldest';
  const asked = [...where, [`place ${isForward ? '>=' : '<='} ?`, cursorOf(paging)] as const];
  const given = asked.filter(([, value]) => value !== undefined);
  const conditions = given.map(([sql]) => sql).join(' and ');
  const text = `${select}${conditions === '' ? '' : ` where ${conditions}`} order by place${isForward ? '' : ' desc'} limit ${limitOf(paging)}`;
  const values = given.map(([, value]) => value as SqlValue);
  return database.look(() => ask(text, ...values));
}

export interface Selection {
  readonly select: string;
  readonly where: readonly Where[];
  readonly order?: 'oldest' | 'newest' | undefined;
}
