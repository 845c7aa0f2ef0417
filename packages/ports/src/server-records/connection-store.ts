// Tokens of users for the connections of a server, sealed by whoever puts them here. A row of one user is never found under another one.
//
// C1. Of several processes that want to renew the tokens of a row, one has the claim at a time. Only who has it changes the tokens, so a
//     process that was stopped for longer than its claim overwrites nothing.
// C2. A sign-in that was begun can be taken once.
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

export interface ConnectionTokens {
  readonly connection: string;
  readonly user: string;
  /** Encrypted, as text. */
  readonly sealed: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ConnectionRow {
  readonly connection: string;
  readonly user: string;
}

export interface ConnectionStore {
  /** New, or in the place of those that there are; ends every claim. */
  put(tokens: ConnectionTokens): Awaitable<void>;
  get(connection: string, user: string): Awaitable<ConnectionTokens | undefined>;
  /** Of a user; oldest first. */
  list(filter: {
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<ConnectionTokens>>;
  /** False when there are none. */
  delete(connection: string, user: string): Awaitable<boolean>;
  /** Of all users; how many there were. */
  deleteAll(connection: string): Awaitable<number>;
  /** True when `owner` may renew the tokens until then: nobody else has the claim, or its time is over. */
  claim(
    row: ConnectionRow & { readonly owner: string; readonly now: number; readonly until: number },
  ): Awaitable<boolean>;
  /** False when `owner` does not have the claim any more: then nothing is changed. Ends the claim. */
  renew(
    tokens: Omit<ConnectionTokens, 'createdAt'> & { readonly owner: string },
  ): Awaitable<boolean>;
  release(row: ConnectionRow & { readonly owner: string }): Awaitable<void>;
  /** A sign-in that was begun, under the hash of its state. */
  begin(signIn: BegunSignIn): Awaitable<void>;
  /** Takes it; undefined when there is none, or somebody else has it. */
  take(id: string): Awaitable<BegunSignIn | undefined>;
  /** Forgets those that were begun before. */
  forget(before: number): Awaitable<void>;
}

export interface BegunSignIn {
  readonly id: string;
  readonly sealed: string;
  readonly at: number;
}
