import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

/** Keys for the API. The secret itself is never stored, only its hash. */
export interface KeyStore {
  /** False when the user has a key with this id already; nothing is changed then. */
  create(key: ApiKey): Awaitable<boolean>;
  /** Also one that is revoked or expired: whoever asks must look. */
  findByHash(hash: string): Awaitable<ApiKey | undefined>;
  get(id: string, user: string): Awaitable<ApiKey | undefined>;
  /** Oldest first. */
  list(filter: KeyFilter): Awaitable<Page<ApiKey>>;
  /** For ever; the first time counts. False when there is no such key. */
  revoke(id: string, user: string, at: number): Awaitable<boolean>;
  /** Notes that it was used. Coarse: nothing is written when that was noted less than a minute before. */
  touch(id: string, user: string, at: number): Awaitable<void>;
}

export interface ApiKey {
  readonly id: string;
  readonly user: string;
  /** As people call it. */
  readonly name: string;
  /** SHA-256 of the secret, in hexadecimal digits. */
  readonly hash: string;
  readonly scopes: readonly string[];
  /** What waits call its holder in their `who`. */
  readonly roles: readonly string[];
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly revokedAt: number | null;
  readonly lastUsedAt: number | null;
}

export interface KeyFilter {
  readonly user?: string;
  readonly cursor?: string;
  readonly limit?: number;
}
