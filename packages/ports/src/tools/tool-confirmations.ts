import type { Awaitable } from '../awaitable.ts';

/**
 * Remembers how the tools of a server looked when they were last confirmed, so that one that changes its description or its
 * schema later is not used unseen.
 */
export interface ToolConfirmations {
  /** The confirmed hash by tool; nothing where the server was never seen. */
  read(server: string): Awaitable<ReadonlyMap<string, string> | undefined>;
  write(server: string, hashes: ReadonlyMap<string, string>): Awaitable<void>;
}
