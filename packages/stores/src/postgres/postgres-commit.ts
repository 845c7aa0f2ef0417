// Commits on PostgreSQL
// Most appends only add rows to an existing run. All those of a group are one statement: it locks the runs, checks
// their epochs and the ends of their journals, and inserts, in one round trip and one commit. Where some start a run or
// change indexed columns, the group is a batch of statements, in one round trip too. When something is not as expected, and
// for everything else, the group takes the path of all databases (`commitGroup`).
import { DatabaseError, type Pool } from 'pg';
import type { Refusal } from '../groups/group-commit.ts';
import type { PendingAppend } from '../groups/pending-append.ts';
import { commitQuickFirst, quickQueries } from '../relational/append/quick-append.ts';
import { commitOn, type Server } from '../relational/server-database.ts';
import { inFewStatements } from './many-rows.ts';
import { runBatch, type BatchQuery } from './postgres-batch.ts';
import { isPostgresRace } from './postgres-errors.ts';
import { postgresFlavour } from './postgres-flavour.ts';

// The share lock makes a claim wait for this commit, or this statement for the claim: then it sees the new epoch.
const insertRows = {
  name: 'skein-append',
  text: `with given as (
    select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::text[])
      as g (id, epoch, expected, seq, at, body)
  ), head as (
    select place, id, epoch from skein_runs where id = any($7::text[]) order by id for share
  )
  insert into skein_journal (run, seq, at, body)
  select h.place, g.seq, g.at, g.body from given g join head h on h.id = g.id
  where (g.epoch is null or g.epoch = h.epoch)
    and (g.expected = 0 or exists (select 1 from skein_journal j where j.run = h.place and j.seq = g.expected))
  returning (select r.id from skein_runs r where r.place = skein_journal.run) as id`,
};

// One row of one run, the step of a chain: as cheap as a hand-written insert (0.9 to 1.1 times, interleaved), where the list
// form above costs 1.4 times as much.
const insertRow = {
  name: 'skein-append-one',
  text: `insert into skein_journal (run, seq, at, body)
  select r.place, $3::bigint + 1, $4, $5 from skein_runs r
  where r.id = $1 and ($2::bigint is null or r.epoch = $2)
    and ($3::bigint = 0 or exists (select 1 from skein_journal j where j.run = r.place and j.seq = $3::bigint))
  for share of r`,
};

// The precondition of the appends of a batch: each run has the epoch and the last row that its append expects. The lock keeps
// it true until the commit. When it does not hold, the statement divides by zero.
const guard = `with given as (
    select * from unnest(?::text[], ?::bigint[], ?::bigint[]) as g (id, epoch, expected)
  ), head as (
    select place, id, epoch from skein_runs where id = any(?::text[]) order by id for update
  )
  select 1 / (case when count(*) = cardinality(?::text[]) then 1 else 0 end) as holds
  from given g join head h on h.id = g.id
  where (g.epoch is null or g.epoch = h.epoch) and g.expected =
    coalesce((select j.seq from skein_journal j where j.run = h.place order by j.seq desc limit 1), 0)`;

// That no start with this key has joined a run. After the insert of the run, which waits for one that is about to begin.
const guardStart = `select 1 / (case when exists (
    select 1 from skein_start_keys where user_id = ? and is_quiet = 0 and start_key = ?
  ) then 0 else 1 end) as holds`;

const addRows = `insert into skein_journal (run, seq, at, body)
  select r.place, g.seq, g.at, g.body
  from json_to_recordset(?) as g (id text, seq bigint, at bigint, body text) join skein_runs r on r.id = g.id`;

export async function commitOnPostgres(
  server: Server,
  pool: Pool,
  group: readonly PendingAppend[],
): Promise<readonly Refusal[]> {
  return commitQuickFirst(
    group,
    (quick) => writeQuick(server, pool, quick),
    (others) => commitOn(server, others),
  );
}

/** The keys of the runs whose rows are now in the journal. */
async function writeQuick(
  { toError }: Server,
  pool: Pool,
  appends: readonly PendingAppend[],
): Promise<ReadonlySet<string>> {
  try {
    if (appends.some(({ changes }) => changes !== undefined)) return await writeAll(pool, appends);
    const [only] = appends;
    const isOne = appends.length === 1 && only?.rows.length === 1;
    return await (isOne ? insertOne(pool, only) : insertMany(pool, appends));
  } catch (error) {
    // Something is not as an append expects: everything is rolled back, and the slow path finds out which append it is.
    if (isPostgresRace(error) || isDivisionByZero(error)) return new Set();
    throw toError(error);
  }
}

/** New runs, changes and rows of many runs, in one round trip. */
async function writeAll(
  pool: Pool,
  appends: readonly PendingAppend[],
): Promise<ReadonlySet<string>> {
  const keys = appends.map(({ key }) => key);
  const known = appends.filter(({ changes }) => changes?.created === undefined);
  const knownKeys = known.map(({ key }) => key);
  const rows = appends.flatMap(({ key: id, expectedSeq, rows: given }) =>
    given.map(({ at, body }, i) => ({ id, seq: expectedSeq + 1 + i, at, body })),
  );
  const precondition: BatchQuery = {
    sql: guard,
    parameters: [
      knownKeys,
      known.map(({ epoch = null }) => epoch),
      known.map(({ expectedSeq }) => expectedSeq),
      knownKeys,
      knownKeys,
    ],
  };
  await runBatch(pool, [
    ...(known.length === 0 ? [] : [precondition]),
    ...inFewStatements(appends.map((append) => quickQueries(postgresFlavour, append, guardStart))),
    ...(rows.length === 0 ? [] : [{ sql: addRows, parameters: [JSON.stringify(rows)] }]),
  ]);
  return new Set(keys);
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

function isDivisionByZero(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === '22012';
}
