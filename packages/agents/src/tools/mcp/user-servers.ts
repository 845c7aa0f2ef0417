import type { McpServer } from './mcp-server.ts';

/** So many have connections at the same time; whose were used longest ago are closed, and opened again when they are needed. */
const usersMax = 200;

/** The servers that use accounts, for each user apart. */
export function userServers(make: (user: string) => readonly McpServer[]) {
  const byUser = new Map<string, readonly McpServer[]>();
  const end = (servers: readonly McpServer[]) =>
    Promise.all(servers.map((server) => server.close()));
  return {
    of(user: string): readonly McpServer[] {
      const servers = byUser.get(user) ?? make(user);
      if (servers.length === 0) return servers;
      byUser.delete(user);
      byUser.set(user, servers);
      const [oldest] = byUser;
      if (byUser.size > usersMax && oldest !== undefined) {
        byUser.delete(oldest[0]);
        void end(oldest[1]);
      }
      return servers;
    },
    async close(): Promise<void> {
      const all = [...byUser.values()];
      byUser.clear();
      await Promise.all(all.map(end));
    },
  };
}
