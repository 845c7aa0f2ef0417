// Commits on MySQL and MariaDB
// The step of a chain is one row of one run: one statement checks the epoch and the end of the journal and inserts, in one round
// trip and a commit of its own. Groups, and appends that start a run or change indexed columns, are one transaction that is sent as
// one text, in one round trip too. When something is not as expected, and for everything else, the path of all databases
// (`commitGroup`) is taken: begin, lock, insert, commit.
import type { Refusal } from '../groups/group-commit.ts';
import type { PendingAppend, PendingRow } from '../groups/pending-append.ts';
import { commitQuickFirst, quickQueries } from '../relational/append/quick-append.ts';
import type { Flavour } from '../relational/flavour.ts';
import { marks, type Query } from '../relational/script.ts';
import { commitOn, type Server } from '../relational/server-database.ts';
import { isMysqlRace, isNullRefused } from './mysql-errors.ts';

/** Performs one statement, and says how many rows it wrote. */
export type PerformWrite = (query: Query) => Promise<number>;
/** One transaction in one round trip; no statement can use what another one has found. */
export type PerformBatch = (queries: readonly Query[]) => Promise<void>;

interface Writers {
  readonly write: PerformWrite;
  readonly batch: PerformBatch;
}

/** Characters of one text, well below the packet that every server accepts. */
const textMax = 1_000_000;

// The lock makes a claim wait for this commit, or this statement for the claim: then it sees the new epoch. It also reads what is
// committed now, where a plain read would show the state at the beginning of the statement.
const insertRow = `insert into skein_journal (run, seq, at, body)
  select r.place, ? + 1, ?, ? from skein_runs r
  where r.id = ? and (? is null or r.epoch = ?)
    and (? = 0 or exists (select 1 from skein_journal j where j.run = r.place and j.seq = ?))
  lock in share mode`;

// The preconditions of a batch fail by giving null to a column that has none. This one: that the run has the epoch and the last row
// that its append expects. (A run that is gone has no place, which the insert of the rows refuses.)
const guard = `update skein_runs set epoch = case when (? is null or epoch = ?) and ? =
    coalesce((select j.seq from skein_journal j where j.run = skein_runs.place order by j.seq desc limit 1), 0)
  then epoch else null end where id = ?`;

// That no start with this key has joined a run.
const guardStart = `update skein_start_keys set run_id = null where user_id = ? and is_quiet = 0 and start_key = ?`;

export async function commitOnMysql(
  server: Server,
  writers: Writers,
  group: readonly PendingAppend[],
): Promise<readonly Refusal[]> {
  return commitQuickFirst(
    group,
    async (quick) =>
      new Set((await isWritten(server, writers, quick)) ? quick.map(({ key }) => key) : []),
    (others) => commitOn(server, others),
  );
}

/** False: something is not as an append expects, and the slow path finds out what. */
async function isWritten(
  { flavour, toError }: Server,
  { write, batch }: Writers,
  appends: readonly PendingAppend[],
): Promise<boolean> {
  const [only] = appends;
  const row = only === undefined || appends.length > 1 ? undefined : onlyRow(only);
  try {
    if (only !== undefined && row !== undefined) return (await write(oneRow(only, row))) === 1;
    const queries = batchOf(flavour, appends);
    if (lengthOf(queries) > textMax) return false;
    await batch(queries);
    return true;
  } catch (error) {
    if (isMysqlRace(error) || isNullRefused(error)) return false;
    throw toError(error);
  }
}

function oneRow({ key, epoch, expectedSeq }: PendingAppend, { at, body }: PendingRow): Query {
  const fence = epoch ?? null;
  const parameters = [expectedSeq, at, body, key, fence, fence, expectedSeq, expectedSeq];
  return { sql: insertRow, parameters };
}

/** Undefined unless it is all that the append says. */
function onlyRow({ rows, changes }: PendingAppend): PendingRow | undefined {
  return rows.length === 1 && changes === undefined ? rows[0] : undefined;
}

function batchOf(flavour: Flavour, appends: readonly PendingAppend[]): readonly Query[] {
  const known = appends
    .filter(({ changes }) => changes?.created === undefined)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  return [
    ...lockOf(known.map(({ key }) => key)),
    ...known.map(({ key, epoch, expectedSeq }) => ({
      sql: guard,
      parameters: [epoch ?? null, epoch ?? null, expectedSeq, key],
    })),
    ...appends.flatMap((append) => quickQueries(flavour, append, guardStart)),
    ...rowsOf(appends),
  ];
}

/** In a fixed order, so that two servers never deadlock; the guards then read what is committed. */
function lockOf(keys: readonly string[]): readonly Query[] {
  if (keys.length === 0) return [];
  const sql = `select id from skein_runs where id in ${marks(keys.length)} order by id for update`;
  return [{ sql, parameters: keys }];
}

function rowsOf(appends: readonly PendingAppend[]): readonly Query[] {
  const rows = appends.flatMap(({ key, expectedSeq, rows: given }) =>
    given.map(({ at, body }, i) => [key, expectedSeq + 1 + i, at, body]),
  );
  if (rows.length === 0) return [];
  const values = rows.map(() => '((select r.place from skein_runs r where r.id = ?), ?, ?, ?)');
  const sql = `insert into skein_journal (run, seq, at, body) values ${values.join(', ')}`;
  return [{ sql, parameters: rows.flat() }];
}

function lengthOf(queries: readonly Query[]): number {
  let length = 0;
  for (const { sql, parameters } of queries) {
    length += sql.length;
    for (const value of parameters) length += typeof value === 'string' ? value.length : 20;
  }
  return length;
}
