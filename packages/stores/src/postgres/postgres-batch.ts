// Batches on PostgreSQL
// A transaction whose statements are all sent before the first answer is there: one round trip, however many they are. So none
// can look at what another one has found. What must hold for all of them is asked by the first, which fails when it does not
// hold; the others then fail too, and the commit is a rollback.
import { DatabaseError, type Pool } from 'pg';
import type { SqlValue } from '../relational/script.ts';
import { toDollars } from './postgres-flavour.ts';

/** Names of statements that connections have prepared; there are only so many texts. */
const names = new Map<string, string>();
const namesMax = 500;

/** With lists in the place of single values, where PostgreSQL takes them apart itself. */
export interface BatchQuery {
  readonly sql: string;
  readonly parameters: readonly (SqlValue | readonly SqlValue[])[];
}

export async function runBatch(pool: Pool, queries: readonly BatchQuery[]): Promise<void> {
  const client = await pool.connect();
  let isBroken = true;
  try {
    const sent = [
      client.query('begin'),
      ...queries.map((query) => client.query(statement(query))),
      client.query('commit'),
    ];
    const settled = await Promise.allSettled(sent);
    const failed = settled.find((each) => each.status === 'rejected');
    isBroken = failed !== undefined && !(failed.reason instanceof DatabaseError);
    if (failed !== undefined) throw failed.reason;
  } finally {
    client.release(isBroken);
  }
}

function statement({ sql, parameters }: BatchQuery) {
  const text = toDollars(sql);
  let name = names.get(text);
  if (name === undefined && names.size < namesMax) {
    name = `skein-${names.size + 1}`;
    names.set(text, name);
  }
  const values = [...parameters];
  return name === undefined ? { text, values } : { name, text, values };
}
