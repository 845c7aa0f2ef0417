// The ends of journals, and the owners of their runs
// F1. This process is the only writer of the file, so both are known without a query, until something other than an append
//     or a claim touches runs (`forget`), or a transaction is rolled back.
// F2. A claim only says which engine of this process drives a run: the holder of the file lock owns all runs. So a claim
//     takes effect at once, and reaches the disk together with the next write about the run. A crash before that loses nothing
//     but the claim.
import type { RunId } from '@skein/kernel';
import type { StatementSync } from 'node:sqlite';
import type { Claim } from '@skein/ports';
import { headOf, type Head } from '../relational/append/head.ts';
import { oneNumber } from '../relational/journal-form.ts';
import { fromKey, toKey } from '../values/key-text.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

const headsMax = 10_000;

export interface SqliteHead extends Head {
  epoch: number;
  owner: string | null;
}

/** The owner of a run that is not on disk yet. */
interface FreshClaim {
  readonly place: number;
  readonly owner: string;
  readonly epoch: number;
}

export class SqliteHeads {
  readonly #heads = new Map<string, SqliteHead>();
  readonly #claims = new Map<string, FreshClaim>();
  /** Those of them that the open transaction has written. */
  #written: string[] = [];
  readonly #find: StatementSync;
  readonly #lease: StatementSync;
  readonly #take: StatementSync;

  constructor(connection: SqliteConnection) {
    this.#find = connection.prepare(
      `select r.place, r.user_id, r.epoch, r.owner, ${oneNumber.last('seq', 'r.place')} as seq from skein_runs r where r.id = ?`,
    );
    this.#lease = connection.prepare('select alive_until from skein_servers where owner = ?');
    this.#take = connection.prepare('update skein_runs set owner = ?, epoch = ? where place = ?');
  }

  /** From memory only, without a query. */
  known(key: string): SqliteHead | undefined {
    return this.#heads.get(key);
  }

  get(key: string): SqliteHead | undefined {
    const known = this.#heads.get(key);
    if (known !== undefined) return known;
    const row = this.#find.get(key);
    if (row === undefined) return undefined;
    const claim = this.#claims.get(key);
    const owner = claim?.owner ?? (row['owner'] as string | null);
    const head = { ...headOf(row), owner, ...(claim === undefined ? {} : { epoch: claim.epoch }) };
    this.set(key, head);
    return head;
  }

  set(key: string, head: SqliteHead): void {
    if (this.#heads.size >= headsMax) this.#heads.clear();
    this.#heads.set(key, head);
  }

  forget(key?: string): void {
    if (key === undefined) this.#heads.clear();
    else this.#heads.delete(key);
  }

  /** The open transaction was rolled back. */
  undo(): void {
    this.#heads.clear();
    this.#written = [];
  }

  /** Undefined when there is no such run, or its owner has died: then the database counts the death. */
  claim(run: RunId, claimer: { readonly owner: string; readonly now: number }): Claim | undefined {
    const key = toKey(run);
    const owner = toKey(claimer.owner);
    const head = this.get(key);
    if (head === undefined) return undefined;
    if (head.owner !== null && head.owner !== owner) {
      const lease = this.#lease.get(head.owner);
      const until = Number(lease?.['alive_until'] ?? 0);
      if (until > claimer.now) return { owner: fromKey(head.owner), until };
      if (lease !== undefined) return undefined;
    }
    head.owner = owner;
    head.epoch += 1;
    this.#claims.set(key, { place: head.place, owner, epoch: head.epoch });
    return { epoch: head.epoch };
  }

  /** A run's claim that is only in memory so far. */
  freshClaim(run: RunId): { readonly owner: string; readonly epoch: number } | undefined {
    const claim = this.#claims.get(toKey(run));
    return claim && { owner: fromKey(claim.owner), epoch: claim.epoch };
  }

  get hasFreshClaims(): boolean {
    return this.#claims.size > 0;
  }

  hasFreshClaim(key: string): boolean {
    return this.#claims.has(key);
  }

  /** Inside a transaction: a run's claim that the caller writes together with its other changes to the run. */
  takeClaim(key: string): FreshClaim | undefined {
    const claim = this.#claims.get(key);
    if (claim !== undefined) this.#written.push(key);
    return claim;
  }

  /** The same, written at once. */
  writeClaim(key: string): void {
    const claim = this.takeClaim(key);
    if (claim !== undefined) this.#take.run(claim.owner, claim.epoch, claim.place);
  }

  /** All of them, before anything else in the transaction. */
  writeClaims(): void {
    for (const key of this.#claims.keys()) this.writeClaim(key);
  }

  /** The transaction is committed. */
  committed(): void {
    if (this.#written.length === 0) return;
    for (const key of this.#written) this.#claims.delete(key);
    this.#written = [];
  }
}
