// One connection to one server
// C1. Every way to go wrong ends in an error with the code MCP_FAILED, whose data says the `reason`.
// C2. A call that is not answered in time is aborted. If the server does not answer a ping either, it is terminated.
// C3. No text that leaves here contains a secret that the server was given.
import type { Client, Tool as McpTool, Transport } from '@modelcontextprotocol/client';
import type { Json, JsonObject, RunId } from '@skein/kernel';
import { withoutUndefined, type CalledServer } from '@skein/ports';
import { failureError, failureIn } from '../../failure-error.ts';
import { serverOf } from '../../http/server-of.ts';
import type { Vault } from '../../secrets/vault.ts';
import { checkJsonSchema } from '@skein/dialects';
import { isProcess, type McpServerConfig } from './mcp-server-config.ts';
import { baseEnvironment } from './base-environment.ts';
import { callClock } from './call-clock.ts';
import { Elicitation, type AskPerson } from './elicitation.ts';
import { notMcp } from './not-mcp.ts';

export interface McpConnection {
  readonly isOpen: boolean;
  listTools(): Promise<readonly McpTool[]>;
  /** How calls reach the server, for whoever traces them. */
  readonly route: Omit<CalledServer, 'method' | 'tool'>;
  /** What the tool gave, as the protocol has it. */
  call(name: string, args: JsonObject, options: McpCallOptions): Promise<Json>;
  close(): Promise<void>;
}

export interface McpCallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (event: JsonObject) => void;
  /** The `traceparent` that goes along. */
  readonly trace?: string | undefined;
  /** The run whose model calls: a server of Skein knows then that no person answers a wait. */
  readonly run?: RunId | undefined;
  /** How to read the outputs of the calling run. */
  readonly outputs?: JsonObject | undefined;
  /** Asks a person what the server asks; absent: nobody can be asked. */
  readonly ask?: AskPerson | undefined;
}

export interface ConnectOptions {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly vault: Vault;
  /** Which addresses of private networks may be reached; default: the one of the server, wherever it is. */
  readonly allow?: readonly string[] | undefined;
  /** Whose account a connection means. */
  readonly user?: string | undefined;
  /** The longest message, in bytes. */
  readonly lineMax: number;
  /** How long it may take for the answer to a ping. */
  readonly pingMs: number;
  /** The server says that its tools are others now. */
  readonly onChanged: () => void;
}

export type McpReason = 'start' | 'ended' | 'timeout' | 'protocol';

const startMsDefault = 15_000;
const callMsDefault = 60_000;
/** The longest that timers take. */
const neverMs = 2 ** 31 - 1;

export async function connectMcp(options: ConnectOptions): Promise<McpConnection> {
  const { config } = options;
  const startMs = config.startTimeoutMs ?? startMsDefault;
  const { Client } = await import('@modelcontextprotocol/client');
  const client = new Client(
    { name: 'skein', version: '0.1.0' },
    {
      versionNegotiation: { mode: 'auto', probe: { timeoutMs: Math.min(2_000, startMs / 2) } },
      jsonSchemaValidator: { getValidator: validateBy },
      listChanged: { tools: { autoRefresh: false, onChanged: options.onChanged } },
      capabilities: { elicitation: { form: { applyDefaults: true }, url: {} } },
    },
  );
  const asking = new Elicitation(options.name, options.vault.redactJson);
  client.setRequestHandler('elicitation/create', ({ params }) => asking.answer(params));
  const transport = await openTransport(options);
  const connection = new Connection(client, transport, { ...options, asking });
  await connection.start(startMs);
  return connection;
}

/** With our own checker: the library's makes code from schemas. */
function validateBy<T>(schema: unknown) {
  return (value: unknown) => {
    // Both came as JSON messages.
    const checked = checkJsonSchema(schema as Json, value as Json);
    // A schema that cannot be used is no fault of the result.
    if (checked.result !== 'misfit')
      return { valid: true as const, data: value as T, errorMessage: undefined };
    const errorMessage = checked.problems.join('; ');
    return { valid: false as const, data: undefined, errorMessage };
  };
}

type OpenTransport = Transport & {
  readonly ended?: string | null;
  readonly lastWords?: string;
  readonly signIn?: Error | null;
};

async function openTransport({
  name,
  config,
  vault,
  lineMax,
  allow,
  user,
}: ConnectOptions): Promise<OpenTransport> {
  if (isProcess(config)) {
    const { StdioTransport } = await import('./stdio-transport.ts');
    const env = await fillAll(vault, config.env ?? {}, `mcp:${name}`);
    const { command, args = [], cwd } = config;
    return new StdioTransport({
      command,
      args,
      cwd,
      env: { ...baseEnvironment(), ...env },
      lineMax,
    });
  }
  const url = new URL(config.url);
  const { openHttpTransport } = await import('./http-transport.ts');
  const headers = await fillAll(vault, config.headers ?? {}, url.host);
  const { auth } = config;
  const token =
    auth === undefined
      ? undefined
      : (refused?: string, wanted?: string) =>
          vault.token(auth.connection, { user, target: url.host, refused, wanted });
  return openHttpTransport({ url, headers, lineMax, allow, token });
}

async function fillAll(
  vault: Vault,
  texts: Readonly<Record<string, string>>,
  target: string,
): Promise<Record<string, string>> {
  const filled: [string, string][] = [];
  for (const [key, text] of Object.entries(texts))
    filled.push([key, await vault.fill(text, target)]);
  return Object.fromEntries(filled);
}

type OpenedOptions = ConnectOptions & { readonly asking: Elicitation };

class Connection implements McpConnection {
  readonly #client: Client;
  readonly #transport: OpenTransport;
  readonly #options: OpenedOptions;
  #isOpen = false;

  constructor(client: Client, transport: OpenTransport, options: OpenedOptions) {
    this.#client = client;
    this.#transport = transport;
    this.#options = options;
    client.onclose = () => {
      this.#isOpen = false;
    };
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get route(): McpConnection['route'] {
    const { config } = this.#options;
    const { sessionId } = this.#transport;
    const isPipe = isProcess(config);
    return {
      transport: isPipe ? 'pipe' : 'tcp',
      ...withoutUndefined({
        protocolVersion: this.#client.getNegotiatedProtocolVersion(),
        session: sessionId,
        server: isPipe ? undefined : serverOf(config.url),
      }),
    };
  }

  async start(timeout: number): Promise<void> {
    try {
      await within(this.#client.connect(this.#transport, { timeout }), timeout);
      this.#isOpen = true;
    } catch (error) {
      await this.close();
      throw this.#failure(error, isLate(error) ? 'timeout' : 'start');
    }
  }

  async listTools(): Promise<readonly McpTool[]> {
    const timeout = this.#options.config.startTimeoutMs ?? startMsDefault;
    try {
      return (await this.#client.listTools(undefined, { timeout })).tools;
    } catch (error) {
      throw await this.#broken(error);
    }
  }

  async call(
    name: string,
    args: JsonObject,
    { signal, onProgress, trace, run, outputs, ask }: McpCallOptions,
  ): Promise<Json> {
    const idleMs = this.#options.config.timeoutMs ?? callMsDefault;
    // Ours, because the library's does not stand still while a person is asked.
    const clock = callClock({ idleMs, totalMs: idleMs * 10 });
    const call = {
      name,
      arguments: { ...args },
      ...metaOf({ traceparent: trace, 'skein/run': run, 'skein/outputs': outputs }),
    };
    const options = {
      signal: AbortSignal.any([signal, clock.signal]),
      timeout: neverMs,
      onprogress: (progress: object) => {
        clock.progress();
        onProgress?.(toJson(progress));
      },
    };
    try {
      const { asking } = this.#options;
      const result = await asking.during({ ask, clock }, () =>
        asking.untilOpened(() => this.#client.callTool(call, options)),
      );
      // A result is a message, and so JSON.
      return result as unknown as Json;
    } catch (error) {
      if (signal.aborted) throw error;
      throw await this.#broken(clock.isOver ? new LateError('too late') : error);
    } finally {
      clock.stop();
    }
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#client.close().catch(() => {});
    await this.#transport.close().catch(() => {});
  }

  async #broken(error: unknown): Promise<Error> {
    if (!isLate(error)) return this.#failure(error, this.#isOpen ? 'protocol' : 'ended');
    const isAlive = await this.#client.ping({ timeout: this.#options.pingMs }).then(
      () => true,
      () => false,
    );
    if (!isAlive) await this.close();
    return this.#failure(error, 'timeout');
  }

  #failure(error: unknown, reason: McpReason): Error {
    // What the library makes of it says nothing of the sign-in.
    if (this.#transport.signIn) return this.#transport.signIn;
    const { name, config, vault } = this.#options;
    const { ended, lastWords = '' } = this.#transport;
    const said =
      failureIn(error)?.message ??
      (reason === 'start' ? notMcp(error, isProcess(config) ? 'command' : 'address') : undefined) ??
      (error instanceof Error ? error.message : String(error));
    const why = reason === 'timeout' ? 'it did not answer in time' : (ended ?? said);
    const words = lastWords === '' ? '' : ` It wrote: ${lastWords.slice(-500)}`;
    return failureError({
      code: 'MCP_FAILED',
      message: vault.redact(`The MCP server "${name}" failed: ${why.replace(/\.$/, '')}.${words}`),
      retry: 'later',
      data: { server: name, reason },
    });
  }
}

/** What goes along with a call, if there is anything. */
function metaOf(entries: Readonly<Record<string, Json | undefined>>): {
  readonly _meta?: Readonly<Record<string, Json>>;
} {
  const known = Object.entries(entries).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  return known.length === 0 ? {} : { _meta: Object.fromEntries(known) };
}

/** Ours, beside the library's own. */
class LateError extends Error {}

const libraryLate: string = 'REQUEST_TIMEOUT';

function isLate(error: unknown): boolean {
  if (error instanceof LateError) return true;
  return error instanceof Error && 'code' in error && error.code === libraryLate;
}

/** For a library that waits for more than its messages. */
async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new LateError('too late')), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function toJson(value: object): JsonObject {
  // Parts of a message are JSON.
  return value as JsonObject;
}
