// Commits on PostgreSQL
// Most appends only add rows to a run that is there. All those of a group are one statement: it locks the runs, looks at
// their epochs and at the ends of their journals, and inserts, in one round trip and one commit. What it does not insert,
// and everything else, takes the way of all databases (`commitGroup`).
import type { Pool } from 'pg';
import type { Refusal } from '../groups/group-commit.ts';
import type { PendingAppend } from '../groups/pending-append.ts';
import { commitOn, type Server } from '../relational/server-database.ts';
import { isPostgresRace } from './postgres-errors.ts';

// The share lock makes a claim wait for this commit, or this statement for the claim: then it sees the new epoch.
const insertRows = {
  name: 'skein-append',
  text: `with given as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
      as g (id, epoch, expected, seq, at, body)
  ), head as (
    select place, id, epoch from runs where id = any($7::text[]) order by id for share
  )
  insert into journal (run, seq, at, body)
  select h.place, g.seq, g.at, g.body from given g join head h on h.id = g.id
  where (g.epoch is null or g.epoch = h.epoch)
    and (g.expected = 0 or exists (select 1 from journal j where j.run = h.place and j.seq = g.expected))
  returning (select r.id from runs r where r.place = journal.run) as id`,
};

// One row of one run, the step of a chain: as cheap as an insert by hand (0.9 to 1.1 times, interleaved), where the list
// form above costs 1.4 times as much.
const insertRow = {
  name: 'skein-append-one',
  text: `insert into journal (run, seq, at, body)
  select r.place, $3::bigint + 1, $4, $5 from runs r
  where r.id = $1 and ($2::bigint is null or r.epoch = $2)
    and ($3::bigint = 0 or exists (select 1 from journal j where j.run = r.place and j.seq = $3::bigint))
  for share of r`,
};

export async function commitOnPostgres(
  server: Server,
  pool: Pool,
  group: readonly PendingAppend[],
): Promise<readonly Refusal[]> {
  const plain = onePerRun(group.filter(isPlain));
  const written = plain.length === 0 ? new Set<string>() : await insertPlain(server, pool, plain);
  const done = new Set(plain.filter(({ key }) => written.has(key)));
  const others = group.filter((append) => !done.has(append));
  if (others.length === 0) return group.map(() => undefined);
  const refusals = await commitOn(server, others);
  const refusalOf = new Map(others.map((append, i) => [append, refusals[i]]));
  return group.map((append) => refusalOf.get(append));
}

/** The keys of the runs whose rows are in the journal now. */
async function insertPlain(
  { toError }: Server,
  pool: Pool,
  appends: readonly PendingAppend[],
): Promise<ReadonlySet<string>> {
  try {
    const [only] = appends;
    const isOne = appends.length === 1 && only?.rows.length === 1;
    return await (isOne ? insertOne(pool, only) : insertMany(pool, appends));
  } catch (error) {
    // A row is there already: the whole statement is undone, and the slow way finds out whose it is.
    if (isPostgresRace(error)) return new Set();
    throw toError(error);
  }
}

async function insertOne(
  pool: Pool,
  { key, epoch, expectedSeq, rows }: PendingAppend,
): Promise<ReadonlySet<string>> {
  const [row] = rows;
  const values = [key, epoch ?? null, expectedSeq, row?.at, row?.body];
  const { rowCount } = await pool.query({ ...insertRow, values });
  return new Set(rowCount === 1 ? [key] : []);
}

async function insertMany(
  pool: Pool,
  appends: readonly PendingAppend[],
): Promise<ReadonlySet<string>> {
  const columns: [string[], (number | null)[], number[], number[], number[], string[]] = [
    [],
    [],
    [],
    [],
    [],
    [],
  ];
  for (const { key, epoch = null, expectedSeq, rows } of appends) {
    rows.forEach(({ at, body }, i) => {
      columns[0].push(key);
      columns[1].push(epoch);
      columns[2].push(expectedSeq);
      columns[3].push(expectedSeq + 1 + i);
      columns[4].push(at);
      columns[5].push(body);
    });
  }
  const values = [...columns, appends.map(({ key }) => key)];
  const { rows } = await pool.query<{ readonly id: string }>({ ...insertRows, values });
  return new Set(rows.map(({ id }) => id));
}

function isPlain({ changes, rows }: PendingAppend): boolean {
  return changes === undefined && rows.length > 0 && rows.every(({ blobs }) => blobs === null);
}

/** The statement does not see its own rows, so a second append of a run waits for the slow way. */
function onePerRun(appends: readonly PendingAppend[]): readonly PendingAppend[] {
  const seen = new Set<string>();
  return appends.filter(({ key }) => !seen.has(key) && seen.add(key));
}
