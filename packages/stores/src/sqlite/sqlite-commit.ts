// Commits on SQLite
// Most appends are one or two rows of a run that was just written to. For those this is the hand-written minimum: a
// begin, an insert for each row, a commit. Everything else, and anything with large parts, takes the path of all databases
// (`commitGroup`), in the same transaction.
import type { StatementSync } from 'node:sqlite';
import { EngineError, type RunCreation } from '@skein/ports';
import type { Refusal } from '../groups/group-commit.ts';
import type { PendingAppend } from '../groups/pending-append.ts';
import { entriesOf, hasBulk, updateRun, writeBulk } from '../relational/append/change-scripts.ts';
import { commitGroup } from '../relational/append/commit-group.ts';
import { addRun, createRun, newHead } from '../relational/append/create-run.ts';
import type { Head } from '../relational/append/head.ts';
import { keyOf } from '../relational/journal-form.ts';
import { runAtOnce } from '../relational/script.ts';
import { toKey } from '../values/key-text.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { isDuplicate } from './sqlite-errors.ts';
import { sqliteFlavour } from './sqlite-flavour.ts';
import type { SqliteHead, SqliteHeads } from './sqlite-heads.ts';

export class SqliteCommit {
  readonly #connection: SqliteConnection;
  readonly #heads: SqliteHeads;
  readonly #insert: StatementSync;

  constructor(connection: SqliteConnection, heads: SqliteHeads) {
    this.#connection = connection;
    this.#heads = heads;
    this.#insert = connection.prepare(
      'insert into skein_journal (key, at, body, blobs) values (?, ?, ?, null)',
    );
  }

  commit(group: readonly PendingAppend[]): readonly Refusal[] {
    try {
      const [first] = group;
      if (first !== undefined && group.length === 1 && this.#isOneRow(first)) {
        // A single statement is its own transaction.
        return [this.#take(first)];
      }
      const refusals = this.#connection.transaction(() =>
        group.map((append) => this.#take(append)),
      );
      this.#heads.committed();
      return refusals;
    } catch (error) {
      this.#heads.undo();
      throw error;
    }
  }

  /** The step of a chain: a row of a known run, and nothing else to write with it. */
  #isOneRow(append: PendingAppend): boolean {
    const { key, rows, changes, expectedSeq } = append;
    if (rows.length !== 1 || changes !== undefined || hasParts(append)) return false;
    return !this.#heads.hasFreshClaim(key) && this.#heads.get(key)?.seq === expectedSeq;
  }

  #take(append: PendingAppend): Refusal {
    const { key, run, epoch, expectedSeq, changes } = append;
    const isNew = changes?.created !== undefined && expectedSeq === 0;
    // Nearly every run that claims to be new is new: the insert itself detects the others.
    const head = isNew ? this.#heads.known(key) : this.#heads.get(key);
    if (hasParts(append) || (head?.seq ?? 0) !== expectedSeq) return this.#takeOther(append);
    if (head === undefined) return this.#create(append);
    if (epoch !== undefined && head.epoch !== epoch) {
      return new EngineError('STORE_FENCED', { run, epoch, found: head.epoch });
    }
    if (changes === undefined) {
      this.#heads.writeClaim(key);
    } else {
      const claim = this.#heads.takeClaim(key);
      const update = updateRun(sqliteFlavour, append, ['place', head.place], claim);
      if (update !== null) this.#connection.perform(update);
      this.#writeBesideRun(head, append);
      if (changes.release === true) head.owner = null;
    }
    this.#addRows(head, append);
    return undefined;
  }

  #writeBesideRun(head: Head, append: PendingAppend): void {
    const { perform } = this.#connection;
    for (const query of entriesOf(sqliteFlavour, append)) perform(query);
    if (hasBulk(append)) runAtOnce(writeBulk(sqliteFlavour, head, append), perform);
  }

  #create(append: PendingAppend): Refusal {
    const { changes, key } = append;
    const created = this.#insertRun(append);
    if (created === null) return this.#takeOther(append);
    if (created instanceof EngineError) return created;
    const isOwned = changes?.created?.owner !== undefined && changes.release !== true;
    const owner = isOwned ? toKey(changes?.created?.owner ?? '') : null;
    const head = { ...created, owner };
    this.#heads.set(key, head);
    this.#addRows(head, append);
    return undefined;
  }

  /** Null when one exists with this id or this key: a statement that fails leaves the transaction as it was. */
  #insertRun(append: PendingAppend): Head | EngineError | null {
    const created = append.changes?.created;
    try {
      if (created === undefined || isKeyed(created)) {
        return runAtOnce(createRun(sqliteFlavour, append), this.#connection.perform);
      }
      const place = this.#connection.insert(addRun(sqliteFlavour, append, created));
      const head = newHead(place, created);
      this.#writeBesideRun(head, append);
      return head;
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      return null;
    }
  }

  #addRows(head: SqliteHead, { rows }: PendingAppend): void {
    for (const { at, body } of rows) {
      head.seq += 1;
      this.#insert.run(keyOf(head.place, head.seq), at, body);
    }
  }

  #takeOther(append: PendingAppend): Refusal {
    this.#heads.writeClaim(append.key);
    this.#heads.forget(append.key);
    const [refusal] = runAtOnce(commitGroup(sqliteFlavour, [append]), this.#connection.perform);
    return refusal;
  }
}

/** Whether another start may have been made under a key of this one. */
function isKeyed({ idempotencyKey, debounceKey }: RunCreation): boolean {
  return idempotencyKey !== undefined || debounceKey !== undefined;
}

/** Large parts of rows are stored separately; those of a snapshot are written with the changes. */
function hasParts({ rows }: PendingAppend): boolean {
  for (const { blobs } of rows) if (blobs !== null) return true;
  return false;
}
