// Commits on SQLite
// Most appends are one or two rows of a run that was just written to. For those this is what one would write by hand: a
// begin, an insert for each row, a commit. Everything else takes the way of all databases (`commitGroup`), in the same
// transaction.
// F1. This process is the only writer of the file, so the end of a journal is known without asking, until something else
//     than an append touches runs (`forget`), or a transaction is rolled back.
import type { StatementSync } from 'node:sqlite';
import { EngineError } from '@skein/ports';
import type { Refusal } from '../groups/group-commit.ts';
import { commitGroup, headOf, type Head } from '../relational/append/commit-group.ts';
import type { PendingAppend } from '../groups/pending-append.ts';
import { keyOf, oneNumber } from '../relational/journal-form.ts';
import { runAtOnce } from '../relational/script.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteFlavour } from './sqlite-flavour.ts';

const headsMax = 10_000;

export class SqliteCommit {
  readonly #connection: SqliteConnection;
  readonly #heads = new Map<string, Head>();
  readonly #find: StatementSync;
  readonly #insert: StatementSync;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#find = connection.prepare(
      `select r.place, r.user_id, r.epoch, ${oneNumber.last('seq', 'r.place')} as seq from runs r where r.id = ?`,
    );
    this.#insert = connection.prepare(
      'insert into journal (key, at, body, blobs) values (?, ?, ?, null)',
    );
  }

  commit(group: readonly PendingAppend[]): readonly Refusal[] {
    try {
      return this.#connection.transaction(() => group.map((append) => this.#take(append)));
    } catch (error) {
      this.forget();
      throw error;
    }
  }

  /** Something else than an append has changed runs. */
  forget(): void {
    this.#heads.clear();
  }

  #take(append: PendingAppend): Refusal {
    const head = isPlain(append) ? this.#head(append.key) : undefined;
    if (head === undefined || head.seq !== append.expectedSeq) return this.#takeOther(append);
    const { run, epoch } = append;
    if (epoch !== undefined && head.epoch !== epoch) {
      return new EngineError('STORE_FENCED', { run, epoch, found: head.epoch });
    }
    for (const { at, body } of append.rows) {
      head.seq += 1;
      this.#insert.run(keyOf(head.place, head.seq), at, body);
    }
    return undefined;
  }

  #takeOther(append: PendingAppend): Refusal {
    this.#heads.delete(append.key);
    const [refusal] = runAtOnce(commitGroup(sqliteFlavour, [append]), this.#connection.perform);
    return refusal;
  }

  #head(key: string): Head | undefined {
    const known = this.#heads.get(key);
    if (known !== undefined) return known;
    const row = this.#find.get(key);
    if (row === undefined) return undefined;
    if (this.#heads.size >= headsMax) this.#heads.clear();
    const head = headOf(row);
    this.#heads.set(key, head);
    return head;
  }
}

function isPlain({ changes, rows }: PendingAppend): boolean {
  if (changes !== undefined) return false;
  for (const { blobs } of rows) if (blobs !== null) return false;
  return true;
}
