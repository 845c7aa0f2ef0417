// The MCP servers of users
// U1. A user's servers and secrets serve that user's runs and nobody else's: each user has connections and a vault of their own.
//     Those of the whole server are looked at in the same way, by `serverTools`.
// U2. They are addresses, never processes, and go where the host lets requests go: an address in its own network is refused unless
//     the configuration allows it.
// U3. Servers and secrets may change while runs use them, through another process too. They are looked at again after a few
//     seconds, and a change closes the connections that were made with the old ones.
import {
  createVault,
  joinTools,
  mcpTools,
  type McpServerConfig,
  type McpServerStatus,
  type McpTools,
  type McpToolsOptions,
} from '@skein/agents';
import { withoutUndefined } from '../without-undefined.ts';
import type {
  ConnectionSource,
  McpServerRecord,
  SecretSource,
  Store,
  ToolSource,
} from '@skein/ports';

export interface UserSecrets extends SecretSource {
  /** With the times of their last changes. */
  known(): Promise<readonly { readonly name: string; readonly updatedAt: number }[]>;
}

export interface UserToolsOptions extends Pick<McpToolsOptions, 'allow' | 'outputAccess'> {
  readonly store: Pick<Store, 'mcpServers'>;
  readonly secretsOf: (user: string) => UserSecrets;
  readonly onProblem?: ((message: string) => void) | undefined;
  /** Accounts of users, for servers that name a connection. */
  readonly connections?: ConnectionSource | undefined;
  /** Of the operator, who may send requests anywhere and start processes. */
  readonly isOperators?: boolean;
}

/** The MCP servers that the operator has set up in the store, for everybody: also processes, and wherever they are. */
export function serverTools(
  options: Omit<UserToolsOptions, 'secretsOf' | 'allow'> & { readonly secrets: UserSecrets },
): UserTools {
  return userTools({ ...options, secretsOf: () => options.secrets, isOperators: true });
}

export interface UserTools {
  /** What everybody has, and what this user has; `caller` is whose accounts are used, if they are not the same. */
  forUser(all: ToolSource, user: string, caller?: string): ToolSource;
  servers(user: string): Promise<readonly McpServerStatus[]>;
  /** Looks again at what this user has, at once. */
  changed(user: string): Promise<void>;
  close(): Promise<void>;
}

interface Known {
  readonly stamp: string;
  readonly tools: McpTools;
  lookedMs: number;
}

const lookAgainMs = 5000;
const usersMax = 200;

export function userTools(options: UserToolsOptions): UserTools {
  const byUser = new Map<string, Promise<Known>>();

  /** One look at a time for each user, so that no connection is made twice. */
  function current(user: string, isAnew = false): Promise<Known> {
    const next = (byUser.get(user) ?? Promise.resolve(undefined)).then(async (known) => {
      const isFresh = known !== undefined && performance.now() - known.lookedMs < lookAgainMs;
      return isFresh && !isAnew ? known : look(user, known);
    });
    byUser.delete(user);
    byUser.set(user, next);
    next.catch(() => {
      if (byUser.get(user) === next) byUser.delete(user);
    });
    forgetOldest();
    return next;
  }

  async function look(user: string, known: Known | undefined): Promise<Known> {
    const secrets = options.secretsOf(user);
    const servers = await serversOf(options.store, user);
    const stamp = JSON.stringify([servers, servers.length === 0 ? [] : await secrets.known()]);
    if (known?.stamp === stamp) {
      known.lookedMs = performance.now();
      return known;
    }
    const { outputAccess, onProblem, isOperators = false } = options;
    const allow = isOperators ? undefined : (options.allow ?? []);
    // Checked against the schema of the request that stored it.
    const configs = servers.map(({ name, config }) => [name, config as unknown as McpServerConfig]);
    const tools = mcpTools(Object.fromEntries(configs), {
      vault: createVault(secrets, options.connections),
      user,
      allow,
      outputAccess,
      ...withoutUndefined({ onProblem }),
    });
    await known?.tools.close();
    return { stamp, tools, lookedMs: performance.now() };
  }

  function forgetOldest(): void {
    const [oldest] = byUser.keys();
    if (byUser.size <= usersMax || oldest === undefined) return;
    const forgotten = byUser.get(oldest);
    byUser.delete(oldest);
    void forgotten?.then(({ tools }) => tools.close()).catch(() => {});
  }

  return {
    forUser(all, user, caller = user) {
      const own = async () => (await current(user)).tools.forUser(caller);
      return joinTools([
        all,
        { list: async () => (await own()).list(), find: async (name) => (await own()).find(name) },
      ]);
    },
    servers: async (user) => (await current(user, true)).tools.servers(),
    async changed(user) {
      await current(user, true);
    },
    async close() {
      const all = await Promise.allSettled(byUser.values());
      byUser.clear();
      for (const each of all) if (each.status === 'fulfilled') await each.value.tools.close();
    },
  };
}

/** A user has at most so many; the request that stores one says so. */
const serversMax = 100;

async function serversOf(
  { mcpServers }: UserToolsOptions['store'],
  user: string,
): Promise<readonly McpServerRecord[]> {
  return (await mcpServers.list({ user, limit: serversMax })).items;
}
