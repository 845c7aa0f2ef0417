// The server
// Composed of an engine, the records in its store and what the host offers; picks no implementation itself. `fetch` answers
// requests without a socket.
import { randomBytes, randomUUID } from 'node:crypto';
import { addMissingTriggers, ceilingsOf, type Ceilings, type Engine } from '@skein/engine';
import { type Clock, EngineError, type EngineStore, type ServerRecords } from '@skein/ports';
import { answerLinks, type AnswerLinks } from './features/links/answer-links.ts';
import { answerAs } from './features/waits/answer-as.ts';
import type { ConnectionOptions } from './features/connections/connections.ts';
import { continueEvaluations } from './features/evaluations/continue-evaluations.ts';
import { sealedServices } from './features/connections/sealed-services.ts';
import { chatMarks } from './features/doors/chats/marks.ts';
import { mcpHttp } from './features/mcp/mcp-http.ts';
import { taskPushes } from './features/doors/a2a/task-pushes.ts';
import { outboxDelivery, type OutboxDelivery } from './features/outbox/outbox-delivery.ts';
import type { OutboxOptions } from './features/outbox/destinations.ts';
import {
  storedDestinations,
  type StoredDestinations,
} from './features/outbox/stored-destinations.ts';
import { testDestination } from './features/outbox/test-destination.ts';
import type { StreamOptions } from './features/runs/event-stream.ts';
import { sealer } from './features/secrets/sealer.ts';
import { firstLine } from './features/summaries/first-line.ts';
import { createSummaries, type Summaries, type Summarise } from './features/summaries/summaries.ts';
import type { NamedMailSource } from './features/triggers/mail/mail-source.ts';
import { mailboxesOf } from './features/triggers/mail/stored-mailboxes.ts';
import { watchMailboxes } from './features/triggers/mail/watch-mailboxes.ts';
import type { CatchUp } from './features/triggers/next-fire.ts';
import { deleteOldRuns } from './features/retention/retention.ts';
import { scheduler } from './features/triggers/scheduler.ts';
import { allHandlers } from './handlers/all-handlers.ts';
import { hostFeatures, type HostFeatures } from './handlers/host-features.ts';
import type { Services } from './handlers/services.ts';
import type { Catalogue } from './host/catalogue.ts';
import { serversOf, type McpServers, type UserMcpServers } from './host/mcp-servers.ts';
import { noProviders, type HostProviders } from './host/providers.ts';
import type { RecordCassette } from './host/record-cassette.ts';
import type { AnsweredRequest } from './http/answered-request.ts';
import { belowPath } from './http/below-path.ts';
import { buckets, type Rate } from './http/buckets.ts';
import { sharing } from './http/sharing.ts';
import { createApp } from './http/create-app.ts';
import { isLoopback } from './http/origins/is-loopback.ts';
import { listen, type Listening, type ListenOptions } from './http/listen.ts';
import { Metrics } from './http/metrics.ts';
import { openAnswers } from './http/open-answers.ts';
import { openBytes } from './http/open-bytes.ts';
import { rateLimit } from './http/rate-limit.ts';
import { usualLimits, type ServerLimits } from './http/server-limits.ts';
import { writeCheck } from './records/write-check.ts';
import { readStudioFiles } from './http/studio-files.ts';
import { createLargeWork, type LargeWorkOptions } from './large/large-work.ts';
import { accessWatch, type AccessWatch } from './identity/access-watch.ts';
import { authenticator, type Authenticator, type ReadToken } from './identity/authenticate.ts';
import { hostAuthenticator, type FindUser } from './identity/host-users.ts';
import { runTokens } from './identity/run-tokens.ts';

export interface ServerOptions extends HostFeatures {
  readonly engine: Engine;
  /** The engine's store, of which the server uses its own records. It closes neither. */
  readonly store: ServerRecords & Pick<EngineStore, 'tables' | 'leases'>;
  readonly catalogue: Catalogue;
  readonly recordCassette: RecordCassette;
  /** Of the package, for the OpenAPI document. */
  readonly version?: string;
  readonly clock?: Pick<Clock, 'now'>;
  /** What it takes of requests, and how long it waits for them. */
  readonly limits?: ServerLimits;
  /** How threads read what is large; default: it is read on the thread that answers everybody. */
  readonly large?: LargeWorkOptions;
  readonly streams?: Partial<StreamOptions>;
  /** Of each key; default 500 requests a second, 1,000 at once. */
  readonly rate?: Rate;
  /**
   * How often open streams are checked against the keys in the store; default 500. What this server revokes, or another one on a
   * store that passes signals on, ends at once.
   */
  readonly accessLookMs?: number;
  /** Of each webhook; default 50 deliveries a second, 200 at once. */
  readonly hookRate?: Rate;
  /** What one user cannot exceed: of the ceilings of the engine, `userStreams` and `userTriggers`. */
  readonly ceilings?: Partial<Ceilings>;
  /** What happens to missed ticks of schedules that do not say it themselves; default: `last`. */
  readonly catchUp?: CatchUp;
  /** 32 bytes that seal secrets; default: random, so that secrets of an earlier process cannot be opened. */
  readonly secretKey?: Uint8Array;
  /** Sums up pipeline steps in the background; default: the first line of their prompt. */
  readonly summarise?: Summarise;
  /** Called after a secret was set or deleted; resolves when that has taken effect. */
  readonly onSecretChanged?: () => Promise<void>;
  /** Who answers for models; default: nobody whom it could name. */
  readonly providers?: HostProviders;
  /** Those of the configuration; default: none. */
  readonly mcpServers?: McpServers;
  /** Whether the operator may add MCP servers by a command, which runs programs; default: not. */
  readonly mcpCommands?: () => boolean;
  /** Those of users; default: they are stored, and nobody uses them. */
  readonly userMcpServers?: UserMcpServers;
  /** Reads bearer tokens of another identity provider. */
  readonly readToken?: ReadToken;
  /** The issuers of these tokens, for MCP clients that ask who gives them one; default: nobody. */
  readonly authorizationServers?: readonly string[];
  /** Who asks, by the program that this server is mounted in; keys and sessions of the server then count for nothing. */
  readonly findUser?: FindUser;
  /** The path that this server is mounted at: `/skein`, without a slash at its end; default: the root. */
  readonly basePath?: string;
  /** Other addresses under which this server's pages are opened. */
  readonly origins?: readonly string[];
  /** Origins of other pages that may ask it from a browser (CORS), with a key or a token; default: none. */
  readonly cors?: readonly string[];
  /** The folder of the built studio; a missing folder is ignored. */
  readonly studio?: string;
  /** Mailboxes whose mails start runs while the server listens; default: none. */
  readonly mail?: readonly NamedMailSource[];
  /** Where messages about runs go, while the server listens; default: nowhere. */
  readonly outbox?: OutboxOptions;
  /** Services that people sign in to; others than those of the configuration are set up while the server runs. */
  readonly connections?: ConnectionOptions;
  /** Where they go besides, as the operator sets it up; `outbox.stored` is usually the same. */
  readonly destinations?: StoredDestinations;
  /** Called with what is wrong outside of the server and nobody waits for; default: a warning of the process. */
  readonly onProblem?: (error: unknown) => void;
  /** Called with bugs, and the reference that the caller got. */
  readonly onBug?: (error: unknown, reference: string) => void;
  /** Called after every answer of the API. */
  readonly onAnswered?: (request: AnsweredRequest) => void;
}

export interface SkeinServer {
  /** `sides`, from the listener for Node: what has a socket is sent straight to it, and the Response only says so. */
  fetch(request: Request, sides?: unknown): Promise<Response>;
  /** Listens on a port until it is closed. */
  listen(options?: ListenOptions): Promise<Listening>;
  /** Fires due schedules; while it listens, the server does so itself. */
  fireDue(): Promise<number>;
  /** Delivers due messages; while it listens, the server does so itself. */
  deliverDue(): Promise<number>;
  /** Accepts nothing new: answers 503, is not ready, ends the streams, fires no triggers, begins no deliveries. It listens until it is closed. */
  leave(): void;
  /** Accepts nothing new, and lets requests and deliveries in flight finish for at most `drainMs` (8 s). Closing it again with less time shortens that. */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  readonly drainMs?: number;
}

const closeMsDefault = 8000;
const usualRate: Rate = { perSecond: 500, burst: 1000 };
const usualHookRate: Rate = { perSecond: 50, burst: 200 };
/** A person reads a page and sends a form. */
const linkRate: Rate = { perSecond: 2, burst: 20 };

export function createServer(options: ServerOptions): SkeinServer {
  const { store, origins = [], cors: foreignPages, readToken, findUser, basePath = '' } = options;
  const limits = { ...usualLimits, ...options.limits };
  const closing = new AbortController();
  const metrics = new Metrics();
  const clock = options.clock ?? { now: () => Date.now() };
  const { secretKey = randomBytes(32) } = options;
  const tokens = runTokens(secretKey, clock);
  const readRunToken: ReadToken = (token) => tokens.read(token, options.engine);
  const guard =
    findUser === undefined
      ? authenticator({ keys: store.keys, clock, readToken, readRunToken, foreignPages })
      : hostAuthenticator(findUser, readRunToken);
  let place = origins[0] === undefined ? undefined : `${origins[0]}${basePath}`;
  const links = answerLinks(secretKey, { clock, place: () => place ?? '' });
  const onReplay = () => beside.delivery?.wake();
  const access = accessWatch(store, { clock, everyMs: options.accessLookMs });
  const given = {
    clock,
    guard,
    access,
    links,
    secretKey,
    closing: closing.signal,
    onReplay,
    place: () => place ?? '',
  };
  const services = createServices(options, given);
  const app = appOf(options, services, { guard, access, metrics });
  const fetch = belowPath(basePath, (request, sides) => app.fetch(request, sides));
  const listening = new Set<Listening>();
  const beside = workBeside(options, services, () => place ?? '');
  const { leave, close } = ending(closing, { access, metrics, services, beside });
  return {
    leave,
    fetch,
    fireDue: () => beside.schedule.fireDue(),
    deliverDue: async () => beside.delivery?.deliverDue() ?? 0,
    async listen(where = {}) {
      const { host = '127.0.0.1' } = where;
      guard.recheck();
      if (!isLoopback(host) && (await guard.isOpen()))
        throw new EngineError('KEYS_NEEDED', { host });
      const started = await listen(basePath === '' ? app : { fetch }, where, limits);
      await addMissingTriggers(services).catch((error: unknown) =>
        services.onBug(error, 'triggers'),
      );
      place ??= `${started.url}${basePath}`;
      beside.start();
      listening.add(started);
      return started;
    },
    async close({ drainMs = closeMsDefault } = {}) {
      const delivered = beside.delivery?.stop(drainMs);
      await close();
      await Promise.all([delivered, ...[...listening].map((each) => each.close(drainMs))]);
      // Requests in flight may need its threads to the end.
      await services.large?.close();
    },
  };
}

function appOf(
  options: ServerOptions,
  services: Services,
  {
    guard,
    access,
    metrics,
  }: { readonly guard: Authenticator; readonly access: AccessWatch; readonly metrics: Metrics },
): ReturnType<typeof createApp> {
  const { origins = [], rate = usualRate, studio, basePath = '', findUser, onAnswered } = options;
  const limits = { ...usualLimits, ...options.limits };
  return createApp({
    services,
    handlers: allHandlers({ metrics: () => metrics.text() }),
    metrics,
    onAnswered,
    studio: studio === undefined ? undefined : readStudioFiles(studio, basePath),
    basePath,
    isMounted: findUser !== undefined,
    resource: { authorizationServers: options.authorizationServers ?? [], place: services.place },
    identify: (request) => guard.identify(request),
    watchAccess: (identity, onLost) => access.watch(identity, onLost),
    limitRate: rateLimit(rate, services.clock, { knowsHeaders: findUser === undefined }),
    openAnswers: openAnswers(services.ceilings.userStreams),
    isOpen: () => guard.isOpen(),
    origins,
    cors: options.cors ?? [],
    limits,
    openLimits: openLimits(limits),
  });
}

/** Takes no new work, and then stops what happens beside requests. */
function ending(
  closing: AbortController,
  {
    access,
    metrics,
    services,
    beside,
  }: {
    readonly access: AccessWatch;
    readonly metrics: Metrics;
    readonly services: ReturnType<typeof createServices>;
    readonly beside: ReturnType<typeof workBeside>;
  },
): { readonly leave: () => void; readonly close: () => Promise<void> } {
  const leave = () => {
    closing.abort();
    beside.schedule.stop();
    beside.delivery?.leave();
  };
  let closed: Promise<void> | null = null;
  const close = async () => {
    leave();
    access.stop();
    metrics.close();
    await beside.mails.stop();
    await services.summaries.stop();
    await services.mcp.close();
  };
  return { leave, close: () => (closed ??= close()) };
}

function openLimits({ openBodyBytesMax, bodyBytesMax, openBytesMax }: typeof usualLimits) {
  return { limitBytes: Math.min(openBodyBytesMax, bodyBytesMax), open: openBytes(openBytesMax) };
}

/** What a server does while it listens, besides answering. */
function workBeside(
  options: ServerOptions,
  services: ReturnType<typeof createServices>,
  place: () => string,
) {
  const name = randomUUID();
  const { catchUp, mail = [], onProblem = warn } = options;
  const everyHour = () => deleteOldRuns(services);
  const schedule = scheduler({ ...services, catchUp, everyHour }, name);
  const mails = watchMailboxes({ ...services, onProblem }, mail, name);
  const delivery = deliveryOf(options, { services, name, place });
  const start = () => {
    schedule.start();
    mails.start();
    delivery?.start();
    services.summaries.catchUp().catch((error: unknown) => services.onBug(error, 'summaries'));
    continueEvaluations(services, services.evaluator).catch(onProblem);
  };
  return { schedule, mails, delivery, start };
}

function createServices(
  options: ServerOptions,
  given: {
    readonly clock: Services['clock'];
    readonly guard: Authenticator;
    readonly links: AnswerLinks;
    readonly secretKey: Uint8Array;
    readonly access: AccessWatch;
    readonly closing: AbortSignal;
    readonly onReplay: () => void;
    readonly place: () => string;
  },
): Services & { readonly summaries: Summaries } {
  const { engine, store, catalogue, recordCassette, version = '0.0.0' } = options;
  const { clock, guard, access, links, closing, onReplay } = given;
  const { onBug = warn, onProblem = warn } = options;
  const log = { engine, records: store, clock, newId: randomUUID };
  const sealing = sealer(given.secretKey);
  const { outbox, destinations = storedDestinations(store, { sealer: sealing, clock }) } = options;
  const testing = { outbox, destinations, newId: randomUUID, closing, place: given.place };
  const sealed = sealedServices(store, sealing, { ...given, ...options.connections });
  return {
    engine,
    records: store,
    ...mailboxesOf(options, sealed, clock),
    large: options.large === undefined ? undefined : createLargeWork(options.large, options.limits),
    catalogue,
    recordCassette,
    ...hostFeatures(options, { engine, records: store, clock, closing, onProblem }),
    providers: options.providers ?? noProviders,
    clock,
    mcp: mcpHttp({
      engine,
      version,
      onProblem: (error) => onBug(error, 'mcp'),
      answer: (identity, answered) => answerAs(log, identity, answered),
    }),
    marks: chatMarks(given.secretKey),
    links,
    limitLink: buckets(linkRate, clock).take,
    ...sharing(given.secretKey, clock),
    place: given.place,
    onReplay,
    outbox,
    pushes: taskPushes({ ...log, sealer: sealing, place: given.place }, outbox),
    destinations,
    testDestination: (name, to) => testDestination({ ...testing, now: clock.now() }, name, to),
    limitHook: buckets(options.hookRate ?? usualHookRate, clock).take,
    onKeyMade: () => guard.recheck(),
    onKeyRevoked: () => access.look(),
    summaries: createSummaries({
      engine,
      steps: store.steps,
      clock,
      summarise: options.summarise ?? firstLine,
      onProblem: (error) => onBug(error, 'summary'),
    }),
    ...sealed,
    onSecretChanged: options.onSecretChanged ?? (async () => {}),
    ...serversOf(options),
    newId: randomUUID,
    ceilings: ceilingsOf(options.ceilings),
    version,
    closing,
    writes: writeCheck(store.leases, clock),
    onProblem,
    streams: { heartbeatMs: 15_000, stalledMs: 30_000, ...options.streams },
    onBug,
  };
}

function deliveryOf(
  { outbox, onProblem = warn }: ServerOptions,
  given: { readonly services: Services; readonly name: string; readonly place: () => string },
): OutboxDelivery | undefined {
  if (outbox === undefined) return undefined;
  const { services, name, place } = given;
  const { pushes } = services;
  const options = pushes === null ? outbox : { ...outbox, pushes };
  return outboxDelivery({ ...services, place, onProblem }, options, name);
}

function warn(error: unknown): void {
  process.emitWarning(asError(error));
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
