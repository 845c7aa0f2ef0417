import type { Json } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

/** Filters of run lists that a user has saved under a name. */
export interface ViewStore {
  put(view: ViewRecord): Awaitable<void>;
  get(id: string, user: string): Awaitable<ViewRecord | undefined>;
  /** Oldest first. */
  list(filter: {
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<ViewRecord>>;
  delete(id: string, user: string): Awaitable<boolean>;
}

export interface ViewRecord {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly filter: Json;
  readonly createdAt: number;
}
