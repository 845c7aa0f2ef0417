import type { JsonObject } from '@skein/api';
import { EngineError } from '@skein/ports';

/** The MCP servers for everybody: those of the configuration, and those that the operator has added. */
export interface McpServers {
  list(): Promise<readonly McpServerInfo[]>;
  /** All tools, or the named ones, whose hash must be the one that was reviewed. NOT_FOUND for an unknown server. */
  confirm(server: string, tools?: ReadonlyMap<string, string | undefined>): Promise<void>;
  /** Resolves when later calls use those that are stored now. */
  changed(): Promise<void>;
}

/** The MCP servers that users have set up for themselves. */
export interface UserMcpServers {
  list(user: string): Promise<readonly McpServerInfo[]>;
  /** Resolves when the user's later calls use what is stored now. */
  changed(user: string): Promise<void>;
}

export interface McpServerInfo {
  readonly name: string;
  /** The operator has added it, and may change it; default: the configuration names it. */
  readonly isAdded?: boolean;
  readonly transport: 'stdio' | 'http';
  readonly state: 'ready' | 'failed' | 'disabled';
  readonly error?: string;
  readonly tools: readonly {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly parameters: JsonObject;
    readonly hash: string;
    readonly effect: string;
    readonly approve: boolean;
    readonly unchecked: string | null;
    readonly state: 'ready' | 'changed' | 'new' | 'disabled' | 'unusable';
    /** Why it is unusable. */
    readonly problem?: string;
  }[];
}

/** Of a host that has none. */
const noMcpServers: McpServers = {
  list: async () => [],
  confirm(server) {
    throw new EngineError('NOT_FOUND', { what: 'MCP server', id: server });
  },
  changed: async () => {},
};

/** Those that a program gives, or none. */
export function serversOf({
  mcpServers = noMcpServers,
  userMcpServers = { list: async () => [], changed: async () => {} },
  mcpCommands = () => false,
}: {
  readonly mcpServers?: McpServers | undefined;
  readonly userMcpServers?: UserMcpServers | undefined;
  readonly mcpCommands?: (() => boolean) | undefined;
}): {
  readonly mcpServers: McpServers;
  readonly userMcpServers: UserMcpServers;
  readonly mayAddCommands: () => boolean;
} {
  return { mcpServers, userMcpServers, mayAddCommands: mcpCommands };
}
