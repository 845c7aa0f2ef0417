import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

/** Secrets of users, sealed by whoever puts them here: the store never sees one in the clear. */
export interface SecretStore {
  /** New, or in the place of the one with this name. */
  put(secret: SealedSecret): Awaitable<void>;
  get(name: string, user: string): Awaitable<SealedSecret | undefined>;
  /** Without what is sealed; oldest first. */
  list(filter: {
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<Omit<SealedSecret, 'sealed'>>>;
  delete(name: string, user: string): Awaitable<boolean>;
}

export interface SealedSecret {
  readonly name: string;
  readonly user: string;
  /** Encrypted, as text. */
  readonly sealed: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}
