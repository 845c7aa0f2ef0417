// MCP servers of the whole installation, which its operator adds while it runs
// Sealed as settings are: what a process is started with may say more than others should read.
import type { JsonObject } from '@skein/api';
import type { McpServerStore } from '@skein/ports';
import type { StoredSettings } from './stored-settings.ts';

const prefix = 'mcp.';

export const serverSetting = (name: string): string => `${prefix}${name}`;

/** As the servers of a user are kept, for whoever calls tools. They belong to nobody. */
export function storedServers(
  settings: StoredSettings,
  /** Whether commands may be started; otherwise those servers are disabled. */
  mayStart: () => boolean,
): { readonly mcpServers: McpServerStore } {
  const allowed = (config: JsonObject): JsonObject =>
    Object.hasOwn(config, 'command') && !mayStart() ? { ...config, disabled: true } : config;
  return {
    mcpServers: {
      async list({ user }) {
        const found = await settings.list(prefix);
        const items = found.map(({ name, value, updatedAt }) => ({
          name,
          user,
          config: allowed(value),
          createdAt: updatedAt,
          updatedAt,
        }));
        return { items, nextCursor: null };
      },
      async get(name, user) {
        const config = await settings.get(serverSetting(name));
        return config === undefined
          ? undefined
          : { name, user, config: allowed(config), createdAt: 0, updatedAt: 0 };
      },
      put: ({ name, config, updatedAt }) => settings.put(serverSetting(name), config, updatedAt),
      delete: (name) => settings.delete(serverSetting(name)),
    },
  };
}
