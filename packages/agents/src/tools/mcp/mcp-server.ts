// A server of the configuration
// Started when one of its tools is first wanted, and again when it has ended.
//
// S1. There is at most one connection, and one discovery at a time.
// S2. The tools that a server has at first contact are trusted (trust on first use). A tool that is added later, or changes its
//     description or schema, is not used before somebody confirms it.
// S3. A call is made only while the tool is still the one that was offered.
import { isObject, type Json, type JsonObject, type RunId } from '@skein/kernel';
import type { Clock, ToolCall, ToolConfirmations } from '@skein/ports';
import { failureError } from '../../failure-error.ts';
import type { Vault } from '../../secrets/vault.ts';
import { withFileBytes } from './file-arguments.ts';
import { discoverTool, type DiscoveredTool } from './discovered-tool.ts';
import { connectMcp, type McpConnection } from './mcp-connection.ts';
import { mcpOutcome } from './mcp-result.ts';
import type { McpServerConfig } from './mcp-server-config.ts';

export interface McpServerOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly vault: Vault;
  readonly confirmations: ToolConfirmations;
  readonly clock: Pick<Clock, 'now'>;
  /** How long a list of tools is cached. */
  readonly refreshMs: number;
  readonly lineMax: number;
  /** How long it may take for the answer to a ping. */
  readonly pingMs: number;
  readonly resultCharsMax: number;
  readonly outputAccess?: OutputAccess | undefined;
  readonly allow?: readonly string[] | undefined;
  /** Whose server it is. */
  readonly user?: string | undefined;
}

/** Where the outputs of a run are, and how to read them; undefined where no server offers them. */
export type OutputAccess = (run: RunId) => JsonObject | undefined;

const toolsMax = 1_000;

export class McpServer {
  readonly #options: McpServerOptions;
  #connecting: Promise<McpConnection> | null = null;
  #discovering: Promise<readonly DiscoveredTool[]> | null = null;
  #discoveredAt = Number.NEGATIVE_INFINITY;

  constructor(options: McpServerOptions) {
    this.#options = options;
  }

  /** Whether its calls use an account. */
  get signsIn(): boolean {
    const { config } = this.#options;
    return 'auth' in config && config.auth !== undefined;
  }

  get name(): string {
    return this.#options.name;
  }

  /** Its tools, as they were a short while ago or as they are now. */
  discover({ fresh = false } = {}): Promise<readonly DiscoveredTool[]> {
    const { clock, refreshMs } = this.#options;
    const isOld = clock.now() - this.#discoveredAt > refreshMs;
    if (this.#discovering !== null && !isOld && !fresh) return this.#discovering;
    const discovering = this.#list();
    this.#discovering = discovering;
    this.#discoveredAt = clock.now();
    discovering.catch(() => {
      if (this.#discovering === discovering) this.#discovering = null;
    });
    return discovering;
  }

  async call(offered: DiscoveredTool, args: unknown, call: ToolCall): Promise<Json> {
    const { vault, resultCharsMax, config, outputAccess } = this.#options;
    const connection = await this.#connect();
    const current = (await this.discover()).find(({ id }) => id === offered.id);
    if (current?.hash !== offered.hash || current.state !== 'ready')
      throw unconfirmed(this.name, current ?? offered);
    call.onServer?.({ method: 'tools/call', tool: offered.name, ...connection.route });
    // What was offered takes an object, and the arguments have been checked.
    const given = args as JsonObject;
    const sent = await withFileBytes(given, offered.parameters, call.files);
    const result = await connection.call(offered.name, sent, {
      signal: call.signal,
      trace: call.trace,
      run: call.run,
      ask: call.ask,
      outputs: config.runToken === true ? outputAccess?.(call.run) : undefined,
      onProgress: (event) => call.emit({ type: 'progress', ...asObject(vault.redactJson(event)) }),
    });
    const outcome = await mcpOutcome(vault.redactJson(result), resultCharsMax, call.files);
    if (outcome.ok) return outcome.value;
    throw new Error(outcome.message);
  }

  /** Takes the named tools, or all, as they are now; a hash that is given must be the one of the tool. */
  async confirm(wanted?: ReadonlyMap<string, string | undefined>): Promise<void> {
    const { confirmations } = this.#options;
    const tools = await this.discover({ fresh: true });
    const confirmed = new Map(await confirmations.read(this.name));
    for (const { name, hash, state } of tools) {
      if (state === 'unusable' || (wanted !== undefined && !wanted.has(name))) continue;
      const expected = wanted?.get(name);
      if (expected === undefined || expected === hash) confirmed.set(name, hash);
    }
    await confirmations.write(this.name, confirmed);
    await this.discover({ fresh: true });
  }

  async close(): Promise<void> {
    const connecting = this.#connecting;
    this.#connecting = null;
    this.#discovering = null;
    const connection = await connecting?.catch(() => null);
    await connection?.close();
  }

  async #connect(): Promise<McpConnection> {
    const current = this.#connecting;
    const known = await current?.catch(() => null);
    if (known?.isOpen === true) return known;
    // Another caller may have begun while we looked.
    if (this.#connecting === current) this.#connecting = this.#reconnect();
    return this.#connecting ?? this.#connect();
  }

  #reconnect(): Promise<McpConnection> {
    const { name, config, vault, lineMax, pingMs, allow, user } = this.#options;
    const forget = () => {
      this.#discoveredAt = Number.NEGATIVE_INFINITY;
    };
    // A server that was restarted may be a different one.
    forget();
    return connectMcp({ name, config, vault, lineMax, pingMs, allow, user, onChanged: forget });
  }

  async #list(): Promise<readonly DiscoveredTool[]> {
    const { name, config, confirmations, vault } = this.#options;
    const connection = await this.#connect();
    this.#discoveredAt = this.#options.clock.now();
    const listed = (await connection.listTools()).slice(0, toolsMax);
    const settings = new Map(Object.entries(config.tools ?? {}));
    const tools = listed.map((tool) => {
      const found = discoverTool(name, tool, settings.get(tool.name));
      // Descriptions go into prompts.
      const parameters = asObject(vault.redactJson(found.parameters));
      const output = found.output && asObject(vault.redactJson(found.output));
      return { ...found, description: vault.redact(found.description), parameters, output };
    });
    const twice = new Set(
      tools.filter(({ id }, at) => tools.findIndex((other) => other.id === id) !== at).map(idOf),
    );
    const unique = tools.map((tool) =>
      twice.has(tool.id) ? { ...tool, state: 'unusable' as const } : tool,
    );
    const confirmed = await confirmations.read(name);
    if (confirmed === undefined) {
      const usable = unique.filter(({ state }) => state !== 'unusable');
      await confirmations.write(name, new Map(usable.map((tool) => [tool.name, tool.hash])));
      return unique;
    }
    return unique.map((tool) => judge(tool, confirmed.get(tool.name)));
  }
}

function asObject(value: Json): JsonObject {
  return isObject(value) ? value : {};
}

const idOf = ({ id }: DiscoveredTool) => id;

function judge(tool: DiscoveredTool, confirmed: string | undefined): DiscoveredTool {
  if (tool.state !== 'ready' || confirmed === tool.hash) return tool;
  return { ...tool, state: confirmed === undefined ? 'new' : 'changed' };
}

export function unconfirmed(server: string, { id, name, state }: DiscoveredTool): Error {
  const why = state === 'new' ? 'is new' : state === 'changed' ? 'has changed' : 'is not as it was';
  return failureError({
    code: 'TOOL_UNCONFIRMED',
    message: `The tool "${name}" of the MCP server "${server}" ${why} and must be confirmed before it is used.`,
    retry: 'never',
    data: {
      tool: id,
      server,
      hint: `Look at it with \`skein tools ls\`, then run \`skein tools confirm ${server}\`.`,
    },
  });
}
