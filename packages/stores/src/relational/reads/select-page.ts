// Pages of a table
// The lists that are read with every answer and every wake-up, as SQL text: a text is prepared once, where a query
// that is built each time takes longer to build than to run.
import type { RelationalDatabase } from '../database.ts';
import { ask, limitTo, type Row, type SqlValue } from '../script.ts';
import { cursorOf, limitOf, type Paging } from './page.ts';

/** A condition; one with a `?` is omitted when there is no value for it. */
export type Where = readonly [sql: string] | readonly [sql: string, value: SqlValue | undefined];

export function selectPage(
  database: RelationalDatabase,
  { select, where, order = 'oldest', place = 'place' }: Selection,
  paging: Paging,
): Promise<readonly Row[]> {
  const isForward = order === 'oldest';
  const asked = [...where, [`${place} ${isForward ? '>=' : '<='} ?`, cursorOf(paging)] as const];
  const given = asked.filter((each) => each.length === 1 || each[1] !== undefined);
  const conditions = given.map(([sql]) => sql).join(' and ');
  const text = `${select}${conditions === '' ? '' : ` where ${conditions}`} order by ${place}${isForward ? '' : ' desc'}${limitTo(limitOf(paging))}`;
  const values = given.flatMap(([, value]) => (value === undefined ? [] : [value]));
  return database.look(() => ask(text, ...values));
}

export interface Selection {
  readonly select: string;
  readonly where: readonly Where[];
  readonly order?: 'oldest' | 'newest' | undefined;
  /** The column that rows are ordered by, where several tables have one of that name; it is selected as `place`. */
  readonly place?: string;
}
