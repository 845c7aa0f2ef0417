// Subscriptions of users
// The library takes one bus for all listeners and does not say who they are. So whoever handles a request says whose it is, and
// subscriptions that are opened during it belong to that user.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerEventBus } from '@modelcontextprotocol/server';
import type { ToolUser } from './watch-tools.ts';

type Listener = Parameters<ServerEventBus['subscribe']>[0];

export class UserBus implements ServerEventBus {
  readonly #caller = new AsyncLocalStorage<{ readonly user: ToolUser }>();
  readonly #listeners = new Map<Listener, ToolUser>();

  /** Subscriptions that are opened during `handle` belong to this user. */
  as<T>(user: ToolUser, handle: () => T): T {
    return this.#caller.run({ user }, handle);
  }

  subscribe(listener: Listener): () => void {
    this.#listeners.set(listener, this.#caller.getStore()?.user);
    return () => this.#listeners.delete(listener);
  }

  publish(event: Parameters<ServerEventBus['publish']>[0]): void {
    for (const listener of this.#listeners.keys()) listener(event);
  }

  tellToolsChanged(users: ReadonlySet<ToolUser>): void {
    for (const [listener, user] of this.#listeners) {
      if (users.has(user)) listener({ kind: 'tools_list_changed' });
    }
  }
}
