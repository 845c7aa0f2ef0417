// The tools of MCP servers
// M1. Servers come from the configuration of the host and from nowhere else: nothing that a definition, a model or a server says
//     starts a process or names an address.
// M2. A server is started when one of its tools is wanted, or all tools are.
// M3. Of two tools with the same id, neither is used.
// M4. A server that uses accounts has a connection for each user: what one user has opened there is never used for another.
import type { Tool, ToolConfirmations, ToolSource } from '@skein/ports';
import { failureError, failureIn } from '../../failure-error.ts';
import type { Vault } from '../../secrets/vault.ts';
import { resultCharsMax } from '../cut-result.ts';
import { toolId } from '../tool-id.ts';
import { memoryConfirmations } from './confirmations.ts';
import type { DiscoveredTool } from './discovered-tool.ts';
import { asCheckedText } from './file-arguments.ts';
import { McpServer, unconfirmed, type OutputAccess } from './mcp-server.ts';
import { isProcess, type McpServerConfig } from './mcp-server-config.ts';
import { userServers } from './user-servers.ts';

export interface McpTools extends ToolSource {
  /** With the servers that use accounts as this user reaches them. */
  forUser(user: string): ToolSource;
  /** Every server of the configuration with its tools, asked now. */
  servers(): Promise<readonly McpServerStatus[]>;
  /** Lets changed and new tools be used: all of a server, or those named, where a hash must be the one that was looked at. */
  confirm(server: string, tools?: ReadonlyMap<string, string | undefined>): Promise<void>;
  /** Ends what was started. */
  close(): Promise<void>;
}

export interface McpServerStatus {
  readonly name: string;
  readonly transport: 'stdio' | 'http';
  readonly state: 'ready' | 'failed' | 'disabled';
  /** Why it failed. */
  readonly error?: string;
  readonly tools: readonly DiscoveredTool[];
}

export interface McpToolsOptions {
  readonly vault: Vault;
  readonly confirmations?: ToolConfirmations;
  /** How long a list of tools is cached; default 5 min. */
  readonly refreshMs?: number;
  /** The longest message of a server, in bytes; default 10 MB. */
  readonly lineMax?: number;
  /** How long a server that is late with a call has to answer a ping; default 1 s. */
  readonly pingMs?: number;
  /** Default 100,000; what is longer is cut and marked. */
  readonly resultCharsMax?: number;
  /** Which addresses of private networks its servers may have; default: those that they have. */
  readonly allow?: readonly string[] | undefined;
  /** Whose servers they are, for those that name a connection. */
  readonly user?: string | undefined;
  /** For servers with `runToken`. */
  readonly outputAccess?: OutputAccess | undefined;
  /** Hears of servers that fail while all tools are listed. */
  readonly onProblem?: (message: string) => void;
}

export function mcpTools(
  configs: Readonly<Record<string, McpServerConfig>>,
  options: McpToolsOptions,
): McpTools {
  const enabled = Object.entries(configs).filter(([, config]) => config.disabled !== true);
  const usesAccount = ([, config]: (typeof enabled)[number]) => 'auth' in config;
  const make = serverMaker(options);
  const shared = enabled.filter((each) => !usesAccount(each)).map((each) => make(each));
  const personal = userServers((user) =>
    enabled.filter(usesAccount).map((each) => make(each, user)),
  );
  const serversOf = (user: string) => [...shared, ...personal.of(user)];
  const everybodys = () => serversOf(options.user ?? '');
  const sourceOf = (servers: () => readonly McpServer[]): ToolSource => ({
    list: () => listTools(servers(), options.onProblem),
    async find(name) {
      const possible = servers().filter((server) => name.startsWith(toolId(server.name, '')));
      return pick(name, await discoverAll(possible));
    },
  });
  return {
    ...sourceOf(everybodys),
    forUser: (user) => sourceOf(() => serversOf(user)),
    servers() {
      const servers = everybodys();
      const named = (name: string) => servers.find((server) => server.name === name);
      return Promise.all(
        Object.entries(configs).map(([name, config]) => statusOf(name, config, named(name))),
      );
    },
    async confirm(name, tools) {
      const server = everybodys().find((each) => each.name === name);
      if (server === undefined) throw noServer(name, everybodys());
      await server.confirm(tools);
    },
    async close() {
      await personal.close();
      await Promise.all(shared.map((server) => server.close()));
    },
  };
}

function serverMaker(options: McpToolsOptions) {
  const { vault, confirmations = memoryConfirmations(), outputAccess, allow } = options;
  return ([name, config]: readonly [string, McpServerConfig], user = options.user) =>
    new McpServer({
      name,
      config,
      vault,
      confirmations,
      clock: { now: Date.now },
      refreshMs: options.refreshMs ?? 300_000,
      lineMax: options.lineMax ?? 10_000_000,
      pingMs: options.pingMs ?? 1_000,
      resultCharsMax: options.resultCharsMax ?? resultCharsMax,
      outputAccess,
      allow,
      user,
    });
}

async function listTools(
  servers: readonly McpServer[],
  onProblem: McpToolsOptions['onProblem'],
): Promise<readonly Tool[]> {
  const found = await discoverAll(servers);
  for (const { failure } of found) if (failure !== null) onProblem?.(failure.message);
  const offered = found.flatMap((each) => each.tools.map((tool) => ({ ...each, tool })));
  return offered
    .filter(({ tool }) => tool.state === 'ready' && countId(offered, tool.id) === 1)
    .map(({ server, tool }) => toTool(server, tool));
}

function discoverAll(servers: readonly McpServer[]): Promise<Discovery[]> {
  return Promise.all(servers.map((server) => discovery(server)));
}

interface Discovery {
  readonly server: McpServer;
  readonly tools: readonly DiscoveredTool[];
  readonly failure: Error | null;
}

async function discovery(server: McpServer, fresh = false): Promise<Discovery> {
  try {
    return { server, tools: await server.discover({ fresh }), failure: null };
  } catch (error) {
    return {
      server,
      tools: [],
      failure: error instanceof Error ? error : new Error(String(error)),
    };
  }
}

function pick(name: string, found: readonly Discovery[]): Tool | undefined {
  const named = found.flatMap(({ server, tools }) =>
    tools
      .filter(({ id, state }) => id === name && state !== 'disabled')
      .map((tool) => ({ server, tool })),
  );
  const [first, second] = named;
  if (first === undefined) {
    const failed = found.find(({ failure }) => failure !== null);
    if (failed?.failure) throw failed.failure;
    return undefined;
  }
  if (second !== undefined || first.tool.state === 'unusable') throw ambiguous(name, named);
  if (first.tool.state !== 'ready') throw unconfirmed(first.server.name, first.tool);
  return toTool(first.server, first.tool);
}

function toTool(server: McpServer, tool: DiscoveredTool): Tool {
  const { id, description, parameters, output, effect, approve, who } = tool;
  return {
    name: id,
    description,
    parameters,
    output,
    effect,
    approve,
    who,
    unchecked: tool.unchecked ?? undefined,
    signsIn: server.signsIn ? true : undefined,
    asChecked: (args) => asCheckedText(args, parameters),
    run: (args, call) => server.call(tool, args, call),
  };
}

function countId(offered: readonly { readonly tool: DiscoveredTool }[], id: string): number {
  return offered.filter(({ tool }) => tool.id === id && tool.state !== 'disabled').length;
}

async function statusOf(
  name: string,
  config: McpServerConfig,
  server: McpServer | undefined,
): Promise<McpServerStatus> {
  const about = { name, transport: isProcess(config) ? 'stdio' : 'http' } as const;
  if (server === undefined) return { ...about, state: 'disabled', tools: [] };
  const { tools, failure } = await discovery(server, true);
  if (failure === null) return { ...about, state: 'ready', tools };
  return {
    ...about,
    state: 'failed',
    error: failureIn(failure)?.message ?? failure.message,
    tools,
  };
}

function ambiguous(
  name: string,
  named: readonly { readonly server: McpServer; readonly tool: DiscoveredTool }[],
): Error {
  const places = named.map(({ server, tool }) => `"${tool.name}" of "${server.name}"`).join(', ');
  const isOne = named.length === 1;
  return failureError({
    code: 'TOOL_AMBIGUOUS',
    message: isOne
      ? `The tool "${name}" cannot be used: ${places}: ${named[0]?.tool.problem ?? 'its server has another one of this name'}.`
      : `The tool "${name}" cannot be used: several have this name (${places}).`,
    retry: 'never',
    data: {
      tool: name,
      hint: 'Rename a server in the configuration, or disable one of the tools.',
    },
  });
}

function noServer(name: string, servers: readonly McpServer[]): Error {
  const known = servers.map((server) => server.name).join(', ') || 'none';
  return failureError({
    code: 'MCP_FAILED',
    message: `There is no MCP server "${name}" in the configuration. Known: ${known}.`,
    retry: 'never',
    data: { server: name, reason: 'start' },
  });
}
