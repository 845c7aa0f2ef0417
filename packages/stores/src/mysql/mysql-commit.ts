// Commits on MySQL and MariaDB
// The step of a chain is one row of one run: one statement checks the epoch and the end of the journal and inserts, in one round
// trip and a commit of its own. Everything else takes the path of all databases (`commitGroup`): begin, lock, insert, commit.
import type { Refusal } from '../groups/group-commit.ts';
import type { PendingAppend, PendingRow } from '../groups/pending-append.ts';
import type { Query } from '../relational/script.ts';
import { commitOn, type Server } from '../relational/server-database.ts';
import { isMysqlRace } from './mysql-errors.ts';

/** Performs one statement, and says how many rows it wrote. */
export type PerformWrite = (query: Query) => Promise<number>;

// The lock makes a claim wait for this commit, or this statement for the claim: then it sees the new epoch. It also reads what is
// committed now, where a plain read would show the state at the beginning of the statement.
const insertRow = `insert into skein_journal (run, seq, at, body)
  select r.place, ? + 1, ?, ? from skein_runs r
  where r.id = ? and (? is null or r.epoch = ?)
    and (? = 0 or exists (select 1 from skein_journal j where j.run = r.place and j.seq = ?))
  lock in share mode`;

export async function commitOnMysql(
  server: Server,
  write: PerformWrite,
  group: readonly PendingAppend[],
): Promise<readonly Refusal[]> {
  const [only] = group;
  const row = only === undefined || group.length > 1 ? undefined : onlyRow(only);
  if (only !== undefined && row !== undefined && (await isWritten(server, write, only, row))) {
    return [undefined];
  }
  return commitOn(server, group);
}

/** False: something is not as the append expects, and the slow path finds out what. */
async function isWritten(
  { toError }: Server,
  write: PerformWrite,
  { key, epoch, expectedSeq }: PendingAppend,
  { at, body }: PendingRow,
): Promise<boolean> {
  const fence = epoch ?? null;
  const parameters = [expectedSeq, at, body, key, fence, fence, expectedSeq, expectedSeq];
  try {
    return (await write({ sql: insertRow, parameters })) === 1;
  } catch (error) {
    if (isMysqlRace(error)) return false;
    throw toError(error);
  }
}

/** Undefined unless it is all that the append says. */
function onlyRow({ rows, changes }: PendingAppend): PendingRow | undefined {
  const [row] = rows;
  return rows.length === 1 && changes === undefined && row?.blobs === null ? row : undefined;
}
