// Batches on PostgreSQL
// A transaction whose statements are all sent before the first answer arrives: one round trip for any number of them. So no
// statement can use what another one has found. The precondition of them all is checked by the first, which fails when it does
// not hold; the others then fail too, and the commit becomes a rollback.
import { DatabaseError, type Pool } from 'pg';
import type { SqlValue } from '../relational/script.ts';
import { toDollars } from './postgres-flavour.ts';

/** Names of statements that connections have prepared; the number of texts is bounded. */
const names = new Map<string, string>();
const namesMax = 500;

/** With lists in place of single values, where PostgreSQL unnests them itself. */
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
