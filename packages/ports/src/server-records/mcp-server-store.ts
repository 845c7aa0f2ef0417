// MCP servers that users have set up for themselves. A row of one user is never found under another one.
import type { JsonObject } from '@skein/kernel';
import type { Awaitable } from '../awaitable.ts';
import type { Page } from '../page.ts';

export interface McpServerRecord {
  readonly name: string;
  readonly user: string;
  /** Its address and settings; secrets only as `${NAME}`. */
  readonly config: JsonObject;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface McpServerStore {
  /** New, or in the place of the one with this name, whose creation time stays. */
  put(server: McpServerRecord): Awaitable<void>;
  get(name: string, user: string): Awaitable<McpServerRecord | undefined>;
  /** Oldest first. */
  list(filter: {
    readonly user: string;
    readonly cursor?: string;
    readonly limit?: number;
  }): Awaitable<Page<McpServerRecord>>;
  /** False when there is none. */
  delete(name: string, user: string): Awaitable<boolean>;
}
