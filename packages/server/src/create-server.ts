// The server
// Made from an engine and the store that it works on; picks nothing itself. `fetch` answers requests without a socket.
import { randomBytes, randomUUID } from 'node:crypto';
import type { Engine } from '@skein/engine';
import { EngineError, type Clock, type Store } from '@skein/ports';
import { accountHandlers } from './handlers/account-handlers.ts';
import { agentHandlers } from './handlers/agent-handlers.ts';
import { catalogueHandlers } from './handlers/catalogue-handlers.ts';
import { bundleHandlers } from './handlers/bundle-handlers.ts';
import { hostHandlers } from './handlers/host-handlers.ts';
import { pipelineHandlers } from './handlers/pipeline-handlers.ts';
import { runHandlers } from './handlers/run-handlers.ts';
import { startHandlers } from './handlers/start-handlers.ts';
import { systemHandlers } from './handlers/system-handlers.ts';
import { triggerHandlers } from './handlers/trigger-handlers.ts';
import { waitHandlers } from './handlers/wait-handlers.ts';
import { workflowHandlers } from './handlers/workflow-handlers.ts';
import type { StreamOptions } from './features/runs/event-stream.ts';
import type { AnsweredRequest } from './http/answered-request.ts';
import { createApp } from './http/create-app.ts';
import { Metrics } from './http/metrics.ts';
import { readStudioFiles } from './http/studio-files.ts';
import { buckets, type Rate } from './http/buckets.ts';
import { rateLimit } from './http/rate-limit.ts';
import { authenticator, type Authenticator, type ReadToken } from './identity/authenticate.ts';
import { mcpHttp } from './features/mcp/mcp-http.ts';
import { sealer } from './features/secrets/sealer.ts';
import { storedSecrets } from './features/secrets/stored-secrets.ts';
import { firstLine } from './features/summaries/first-line.ts';
import { createSummaries, type Summarise } from './features/summaries/summaries.ts';
import { scheduler } from './features/triggers/scheduler.ts';
import { listen, type Listening, type ListenOptions } from './http/listen.ts';
import type { Catalogue, McpServers, RecordCassette, Services } from './handlers/services.ts';

export interface ServerOptions {
  readonly engine: Engine;
  /** The one that the engine works on; the server closes neither. */
  readonly store: Store;
  readonly catalogue: Catalogue;
  readonly recordCassette: RecordCassette;
  /** Of the package, for the OpenAPI document. */
  readonly version?: string;
  readonly clock?: Pick<Clock, 'now'>;
  /** Of one body; default 10 MB. */
  readonly bodyBytesMax?: number;
  readonly streams?: Partial<StreamOptions>;
  /** What each key may send; default 500 requests in a second, 1,000 at once. */
  readonly rate?: Rate;
  /** What each webhook takes; default 50 deliveries in a second, 200 at once. */
  readonly hookRate?: Rate;
  /** 32 bytes that secrets are sealed with; default: new ones, so that secrets of an earlier process open no more. */
  readonly secretKey?: Uint8Array;
  /** Sums up steps of pipelines, in the background; default: by the first line of their prompt. */
  readonly summarise?: Summarise;
  /** Hears that a secret was set or taken away; answered is when it has taken effect. */
  readonly onSecretChanged?: () => Promise<void>;
  /** Those of the configuration; default: none. */
  readonly mcpServers?: McpServers;
  /** Reads bearer tokens of another identity provider. */
  readonly readToken?: ReadToken;
  /** Other addresses under which pages of this server are opened. */
  readonly origins?: readonly string[];
  /** The folder of the built studio; a folder that is not there is left out. */
  readonly studio?: string;
  /** Hears of bugs, with the number that the caller was told. */
  readonly onBug?: (error: unknown, reference: string) => void;
  /** Hears of every answer of the API. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
}

export interface SkeinServer {
  fetch(request: Request): Promise<Response>;
  /** Answers on a port until it is closed. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Fires the schedules that are due; while it listens, the server does so itself. */
  fireDue(): Promise<number>;
  /** Takes nothing new, ends the streams, and lets what has begun come to its end, for at most 8 s. */
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;
const usualRate: Rate = { perSecond: 500, burst: 1000 };
const usualHookRate: Rate = { perSecond: 50, burst: 200 };

export function createServer(options: ServerOptions): SkeinServer {
  const { store, origins = [], readToken, rate = usualRate } = options;
  const closing = new AbortController();
  const metrics = new Metrics();
  const clock = options.clock ?? { now: () => Date.now() };
  const guard = authenticator({ store, clock, ...(readToken === undefined ? {} : { readToken }) });
  const services = createServices(options, { clock, guard, closing: closing.signal });
  const app = createApp({
    services,
    handlers: { ...handlers, ...systemHandlers({ metrics: () => metrics.text() }) },
    metrics,
    onAnswered: options.onAnswered,
    studio: options.studio === undefined ? undefined : readStudioFiles(options.studio),
    identify: (request) => guard.identify(request),
    limitRate: rateLimit(rate, clock),
    isOpen: () => guard.isOpen(),
    origins,
    bodyBytesMax: options.bodyBytesMax ?? 10 * megabyte,
  });
  const listening = new Set<Listening>();
  const schedule = scheduler(services, randomUUID());
  return {
    fetch: async (request) => app.fetch(request),
    fireDue: () => schedule.fireDue(),
    async listen(given = {}) {
      const { host = '127.0.0.1' } = given;
      guard.recheck();
      if (!isLoopback(host) && (await guard.isOpen()))
        throw new EngineError('KEYS_NEEDED', { host });
      const started = await listen(app, given);
      schedule.start();
      services.summaries.catchUp().catch((error: unknown) => services.onBug(error, 'summaries'));
      listening.add(started);
      return started;
    },
    async close() {
      closing.abort();
      schedule.stop();
      metrics.close();
      await services.summaries.stop();
      await services.mcp.close();
      await Promise.all([...listening].map((each) => each.close()));
    },
  };
}

const handlers = {
  ...workflowHandlers,
  ...startHandlers,
  ...runHandlers,
  ...bundleHandlers,
  ...waitHandlers,
  ...catalogueHandlers,
  ...pipelineHandlers,
  ...triggerHandlers,
  ...agentHandlers,
  ...accountHandlers,
  ...hostHandlers,
};

function createServices(
  options: ServerOptions,
  given: {
    readonly clock: Services['clock'];
    readonly guard: Authenticator;
    readonly closing: AbortSignal;
  },
): Services {
  const { engine, store, catalogue, recordCassette, version = '0.0.0' } = options;
  const { clock, guard, closing } = given;
  const onBug = options.onBug ?? ((error: unknown) => process.emitWarning(asError(error)));
  const sealing = sealer(options.secretKey ?? randomBytes(32));
  return {
    engine,
    store,
    catalogue,
    recordCassette,
    clock,
    mcp: mcpHttp({ engine, version, onProblem: (error) => tellBug(error, onBug) }),
    limitHook: buckets(options.hookRate ?? usualHookRate, clock).take,
    onKeyMade: () => guard.recheck(),
    summaries: createSummaries({
      engine,
      store,
      clock,
      summarise: options.summarise ?? firstLine,
      onProblem: (error) => onBug(error, 'summary'),
    }),
    sealer: sealing,
    secrets: storedSecrets(store, sealing),
    onSecretChanged: options.onSecretChanged ?? (async () => {}),
    mcpServers: options.mcpServers ?? noMcpServers,
    newId: () => randomUUID(),
    version,
    closing,
    streams: { heartbeatMs: 15_000, stalledMs: 30_000, ...options.streams },
    onBug,
  };
}

const noMcpServers: McpServers = {
  list: async () => [],
  confirm(server) {
    throw new EngineError('NOT_FOUND', { what: 'MCP server', id: server });
  },
};

/** What a client of the protocol sends wrongly is told to the client, and is no bug of ours. */
function tellBug(error: unknown, onBug: Services['onBug']): void {
  const isMistake =
    error instanceof Error && /^(?:Bad Request|Rejected inbound)/.test(error.message);
  if (!isMistake) onBug(error, 'mcp');
}

/** Only this machine can reach it. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
