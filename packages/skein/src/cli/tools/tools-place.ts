// Where tools are looked at: those of the configuration here, or those of a server.
import type { Json, JsonObject } from '@skein/kernel';
import type { Tool } from '@skein/ports';
import type { AnswerOf } from '@skein/api';
import type { ComposedTools } from '../../parts/compose-tools.ts';
import { usageError } from '../errors/command-error.ts';
import type { RemoteCall } from '../inputs/remote-call.ts';

export interface ListedTool {
  readonly name: string;
  readonly state: string;
  readonly description: string;
  readonly effect: string;
  readonly approve: boolean;
  readonly parameters: JsonObject;
  /** Why its arguments are not checked before a call; null: they are. */
  readonly unchecked: string | null;
  readonly server?: string;
  readonly hash?: string;
}

export interface ListedServer {
  readonly name: string;
  readonly transport: string;
  readonly state: string;
  readonly error?: string;
  readonly tools: readonly ListedTool[];
}

export interface ToolsPlace {
  /** Of MCP servers. */
  readonly servers: () => Promise<readonly ListedServer[]>;
  /** All tools that can be called, those of servers among them. */
  readonly tools: () => Promise<readonly ListedTool[]>;
  /** All tools of an MCP server, or those named. */
  readonly confirm: (server: string, names: readonly string[]) => Promise<void>;
}

export function ownTools(composed: ComposedTools): ToolsPlace {
  const mcp = composed.configured?.mcp;
  return {
    servers: async () =>
      ((await mcp?.servers()) ?? []).map(({ tools, ...about }) => ({
        ...about,
        tools: tools.map((tool) => toListed(about.name, tool)),
      })),
    tools: async () => (await composed.list()).map(toPlain),
    async confirm(server, names) {
      if (mcp === undefined) throw usageError('The configuration names no MCP servers.');
      const wanted = names.map((name) => [name, undefined] as const);
      await mcp.confirm(server, names.length === 0 ? undefined : new Map(wanted));
    },
  };
}

export function remoteTools(ask: RemoteCall): ToolsPlace {
  return {
    servers: async () =>
      (await ask('listMcpServers', {})).items.map(({ tools, error, ...about }) => ({
        ...about,
        ...(error === null ? {} : { error }),
        tools: tools.map((tool) => toListed(about.name, tool)),
      })),
    tools: async () => (await ask('listTools', {})).items.map(toPlain),
    async confirm(server, names) {
      const body = names.length === 0 ? {} : { tools: names.map((name) => ({ name })) };
      await ask('confirmMcpServer', { params: { name: server }, body });
    },
  };
}

type DescribedTool = Omit<AnswerOf<'listMcpServers'>['items'][number]['tools'][number], 'name'>;

function toListed(server: string, { id, ...tool }: DescribedTool): ListedTool {
  // Servers of tools describe them by schemas, which are objects.
  const parameters = tool.parameters as JsonObject;
  const { state, description, effect, approve, unchecked, hash } = tool;
  return { name: id, state, description, effect, approve, parameters, unchecked, server, hash };
}

type PlainTool = Pick<Tool, 'name' | 'description'> & {
  readonly unchecked?: string | null | undefined;
  readonly parameters: Json;
  readonly effect?: unknown;
  readonly approve?: unknown;
};

function toPlain(tool: PlainTool): ListedTool {
  const { name, description, effect, approve, parameters, unchecked = null } = tool;
  return {
    name,
    state: 'ready',
    description,
    effect: typeof effect === 'string' ? effect : 'guarded',
    approve: approve !== undefined && approve !== false,
    // A schema of parameters is an object.
    parameters: parameters as JsonObject,
    unchecked,
  };
}
