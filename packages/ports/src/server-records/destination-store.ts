// Where messages go, set up by the operator while the server runs. They belong to the server, not to a user.
import type { JsonObject } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

export interface DestinationRecord {
  readonly name: string;
  readonly config: JsonObject;
  /** Its signing secret or password, encrypted; null: it has none. */
  readonly sealed: string | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface DestinationStore {
  /** New, or in the place of the one with this name, whose creation time stays. */
  put(destination: DestinationRecord): Awaitable<void>;
  get(name: string): Awaitable<DestinationRecord | undefined>;
  /** Oldest first. */
  list(page?: {
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<DestinationRecord>>;
  /** False when there is none. */
  delete(name: string): Awaitable<boolean>;
}
