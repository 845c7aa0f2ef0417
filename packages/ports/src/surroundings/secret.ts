// The secret port
// Keys and tokens by name. Their values go to the places that they are bound to and nowhere else: no journal, log, prompt,
// export or error holds them.
import type { Awaitable } from '../awaitable.ts';

export interface SecretSource {
  find(name: string): Awaitable<Secret | undefined>;
}

export interface Secret {
  readonly value: string;
  /**
   * Where it may go: host names, with or without a port, or `mcp:<server>` for the process of that server. Without it, to
   * whoever the configuration gives it.
   */
  readonly hosts?: readonly string[];
}
