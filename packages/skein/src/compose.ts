// Composition
// The only file that picks implementations: store, node types, functions, model, dialects. Everything else receives them.
// The engine and the store are loaded when one is made, because `validate` and `show` need neither.
import { checkJsonSchema, type BroughtParts, type OutputAccess } from '@skein/agents';
import type { DrainOptions, Engine as DurableEngine, EngineOptions } from '@skein/engine';
import {
  loadOptional,
  tellProblem,
  type ConnectionSource,
  type EngineStore,
  type NodeType,
  type Store,
} from '@skein/ports';
import { storedTurn, storedTurnType } from '@skein/sdk';
import process from 'node:process';
import type { CreateEngineOptions } from './config/engine-options.ts';
import type { OutboxOptions, Sealer, StoredDestinations } from '@skein/server';
import { packageVersion } from './package-version.ts';
import type { AssistantPart } from './parts/assistant-part.ts';
import {
  composeModels,
  type ComposedModels,
  type StoredModels,
  type StoredSecretSource,
} from './parts/compose-models.ts';
import { composeOutbox } from './parts/compose-outbox.ts';
import { composeStore } from './parts/compose-store.ts';
import { composeTools, type ComposedTools } from './parts/compose-tools.ts';
import {
  composeDeck,
  composeWorkflows,
  type ComposedWorkflows,
} from './parts/compose-workflows.ts';
import { deliverWith, linksOf } from './parts/deliver-outbox.ts';
import { withTriggers } from './parts/fire-triggers.ts';
import { sealedSecrets } from './parts/sealed-secrets.ts';
import { checkValues, type ValueCheckLimits } from './parts/check-values.ts';
import { runToolWorkflow } from './parts/run-tool-workflow.ts';
import { noSecrets, runSecrets, type SecretsFor } from './parts/run-secrets.ts';
import type { UserSecrets } from './parts/user-tools.ts';
import { answerLog } from './parts/answer-log.ts';
import { storedAgents } from './parts/stored-agents.ts';
import { isServerUrl } from './remote/is-server-url.ts';
import { isHostTraced } from './telemetry/is-host-traced.ts';
import { planTelemetry } from './telemetry/telemetry-settings.ts';
import type { OpenTelemetry } from './telemetry/telemetry.ts';
import {
  collectWorkflows,
  saveWorkflows,
  withWorkflowTypes,
  type RegisteredWorkflows,
} from './typed/register-workflows.ts';
import { typedEngine, type Engine } from './typed/typed-engine.ts';
import { configuredGuard } from './parts/known-tools.ts';
import { withoutUndefined } from './without-undefined.ts';

interface ComposeOptions<S extends EngineStore> extends Omit<CreateEngineOptions, 'store'> {
  readonly store?: string | S | undefined;
  /** Secrets that are kept in the store, for names that neither the environment nor the file of secrets has. */
  readonly storedSecrets?: ((store: S | Store) => StoredSecretSource) | undefined;
  /** Providers and the default model that are kept in the store. */
  readonly storedModels?: ((store: S | Store) => () => Promise<StoredModels>) | undefined;
  /** MCP servers that the operator has set up in the store. */
  readonly storedServers?: ((store: S | Store) => Pick<Store, 'mcpServers'>) | undefined;
  /** The secrets of a user, for the MCP servers that users set up for themselves. */
  readonly userSecrets?: ((store: Store, user: string) => UserSecrets) | undefined;
  /** Accounts of users that are kept in the store. */
  readonly storedConnections?: ((store: Store) => ConnectionSource) | undefined;
  /** From how many bytes on a value is checked against its schema by a thread, and how. */
  readonly valueChecks?: ValueCheckLimits | undefined;
  /** Opens the secrets of destinations in the store; undefined: only the configuration says where messages go. */
  readonly sealer?: Sealer | undefined;
  /** How MCP servers with `runToken` read the outputs of the run that calls them. */
  readonly outputAccess?: OutputAccess | undefined;
  /** The assistant that builds workflows; undefined: there is none. */
  readonly assistant?: AssistantPart | undefined;
  /** Where the server of this engine is: requests of runs do not go there. */
  readonly ownPlaces?: (() => readonly string[]) | undefined;
  /** Who drives the runs instead of this process. */
  readonly restate?: RestatePlace | undefined;
}

/** Runs are on Restate: where its ingress is, and which installation of several this is. */
export interface RestatePlace {
  readonly ingressUrl: string;
  readonly namespace?: string | undefined;
}

/** An engine, with what else its host can do with it. */
export interface OpenedEngine {
  readonly engine: Engine;
  /** Null for the engine of a server: its parts are over there. */
  readonly composed: ComposedEngine<EngineStore> | null;
  /** Fires schedules from now on, if nobody did so far; null where there is no place for them. */
  readonly wake: (() => void) | null;
}

/** Makes an engine with Skein's own parts in every place that the options leave open. */
export async function openEngine(options: CreateEngineOptions = {}): Promise<OpenedEngine> {
  const { store, environment = process.env } = options;
  if (isServerUrl(store)) {
    const { remoteEngine } = await import('./remote/remote-engine.ts');
    // Its runs are driven where its workflows are registered.
    const there = remoteEngine({ server: store, key: environment['SKEIN_KEY'] });
    return { engine: typedEngine(there, null), composed: null, wake: null };
  }
  const sealed = await sealedSecrets(options.secretKey, options);
  const composed = await composeEngine<EngineStore>({ ...options, ...sealed });
  const { store: opened, delivery, registered } = composed;
  const posting = { options, delivery, sealer: sealed?.sealer };
  const engine = await deliverWith(composed.engine, opened, posting);
  const { clock, config, durable } = options;
  const onProblem = tellProblem(options, () => {});
  // Whoever leaves the other runs of a store alone starts none there either.
  const isKeeper = typeof store === 'string' && durable?.recovers !== false;
  if (!hasRecords(opened)) return { engine: typedEngine(engine, registered), composed, wake: null };
  const now = () => (clock ?? Date).now();
  const { catchUp } = config?.server ?? {};
  const isIdle = !isKeeper || !opened.isDurable;
  const firing = withTriggers(engine, opened, { now, onProblem, catchUp, isIdle });
  return { engine: typedEngine(firing.engine, registered), composed, wake: firing.wake };
}

/** An engine with the parts that it was made of, for a server that shows them. A server needs a whole `Store`. */
export interface ComposedEngine<S extends EngineStore = Store> {
  readonly engine: Engine;
  readonly store: S | Store;
  readonly tools: ComposedTools;
  readonly models: ComposedModels;
  readonly workflows: ComposedWorkflows;
  /** Those of the host's code. */
  readonly registered: RegisteredWorkflows;
  /** How messages are delivered; undefined: there are none. */
  readonly delivery: OutboxOptions | undefined;
  readonly destinations: StoredDestinations | undefined;
}

/** The same with a view of its parts; closing the engine closes them all. */
export async function composeEngine<S extends EngineStore = Store>(
  options: ComposeOptions<S> = {},
): Promise<ComposedEngine<S>> {
  const [{ createEngine: create }, parts] = await Promise.all([
    import('@skein/engine'),
    composeParts(options),
  ]);
  const { restate } = options;
  const made =
    restate === undefined
      ? create({ ...parts.engine, ...parts.durable })
      : (await import('@skein/restate')).createRestateEngine({
          ...withoutUndefined(restate),
          engine: parts.engine,
        });
  const inner = await closeOnFailure(made, parts.close);
  parts.open(inner);
  const closeAll = async (options?: DrainOptions) => {
    await inner.close(options);
    await parts.close();
  };
  let closing: Promise<void> | null = null;
  const engine: DurableEngine = {
    ...inner,
    close(options) {
      // Who closes it again may be in more of a hurry.
      if (closing !== null) void inner.drain(options);
      return (closing ??= closeAll(options));
    },
  };
  const { store, tools, models, workflows, registered, delivery, destinations } = parts;
  await closeOnFailure(saveWorkflows(engine, registered), closeAll);
  const typed = typedEngine(engine, registered);
  return { engine: typed, store, tools, models, workflows, registered, delivery, destinations };
}

interface ComposedParts<S extends EngineStore> {
  readonly store: S | Store;
  readonly engine: Omit<EngineOptions, 'durable' | 'host'>;
  readonly durable: Pick<EngineOptions, 'durable'>;
  readonly tools: ComposedTools;
  readonly models: ComposedModels;
  readonly workflows: ComposedWorkflows;
  readonly registered: RegisteredWorkflows;
  readonly delivery: OutboxOptions | undefined;
  readonly destinations: StoredDestinations | undefined;
  /** The engine that was made of them, for tools that run workflows. */
  readonly open: (engine: DurableEngine) => void;
  readonly close: () => Promise<void>;
}

/** Types of definitions that the engine makes itself. */
function innerTypesOf(assistant: AssistantPart | undefined): ReadonlyMap<string, NodeType> {
  const types = new Map([[storedTurnType, storedTurn]]);
  if (assistant !== undefined) types.set(assistant.nodeType.kind.type, assistant.nodeType);
  return types;
}

/** What the host says about the engine itself. */
function hostSettings(options: CreateEngineOptions) {
  const { clock, ids, onProblem, logger, onStep, isolatesUsers, agents } = options;
  const isForEverybody = agentThreads(agents);
  return { clock, ids, onProblem, logger, onStep, isolatesUsers, isForEverybody };
}

/** Agents of the host's code are there for all of its users, each with threads of their own. */
function agentThreads(agents: CreateEngineOptions['agents'] = []): (workflow: string) => boolean {
  const ids = new Set(agents.map(({ threads }) => threads.id));
  return (workflow) => ids.has(workflow);
}

function opening(
  openBrought: (engine: DurableEngine) => void,
  assistant: AssistantPart | undefined,
  models: Pick<ComposedModels, 'defaultModel'>,
): (engine: DurableEngine) => void {
  const isOffline = () => models.defaultModel() === 'scripted';
  return (engine) => {
    openBrought(engine);
    assistant?.open({ engine, isOffline });
  };
}

/** Where users have MCP servers and secrets of their own. */
function usersOf<S extends EngineStore>(
  { userSecrets }: Pick<ComposeOptions<S>, 'userSecrets'>,
  store: EngineStore,
) {
  if (userSecrets === undefined || !hasRecords(store)) return undefined;
  return { store, secretsOf: (user: string) => userSecrets(store, user) };
}

/** Where the operator has MCP servers for everybody. */
function serverOf(
  store: Pick<Store, 'mcpServers'> | undefined,
  secrets: StoredSecretSource | undefined,
) {
  return store === undefined || secrets === undefined ? undefined : { store, secrets };
}

/** Accounts of users: those of the host, or those in the store as soon as it is open. */
function accountsOf<S extends EngineStore>({
  connections,
  storedConnections,
}: Pick<ComposeOptions<S>, 'connections' | 'storedConnections'>) {
  let source = connections;
  const access: ConnectionSource['access'] = async (...asked) =>
    source === undefined ? { state: 'unknown', known: [] } : source.access(...asked);
  return {
    connections: { access },
    open(store: EngineStore) {
      if (source === undefined && hasRecords(store)) source = storedConnections?.(store);
    },
  };
}

/** What an engine, or a worker, is made of. */
export async function composeParts<S extends EngineStore = Store>(
  given: ComposeOptions<S>,
): Promise<ComposedParts<S>> {
  const registered = collectWorkflows(given);
  const options = withWorkflowTypes(given, registered);
  const deck = composeDeck(options);
  // Runs begin when everything is composed; until then there is no store to find secrets in.
  let secretsFor: SecretsFor = () => noSecrets;
  const accounts = accountsOf(options);
  const { connections } = accounts;
  const innerTypes = innerTypesOf(options.assistant);
  const found = { innerTypes, connections, secretsFor: (user?: string) => secretsFor(user) };
  const workflows = composeWorkflows({ ...options, ...found }, deck);
  const telemetry = await composeTelemetry(options);
  const { store: opened, durable, close } = await composeStore(options);
  const secrets = options.storedSecrets?.(opened);
  const posting = await composeOutbox(options, opened, secrets);
  const { store, outbox, delivery } = posting;
  const links = await linksOf(options);
  const users = usersOf(options, store);
  secretsFor = runSecrets({ ...options, secretsOf: users?.secretsOf }, secrets);
  accounts.open(opened);
  const server = serverOf(options.storedServers?.(opened), secrets);
  const { open: openBrought, ...brought } = broughtParts(options, workflows);
  const tools = composeTools({ ...options, secrets, users, server, brought, connections }, deck);
  const storedModels = options.storedModels?.(opened);
  const models = await composeModels({ ...options, secrets, storedModels }, deck);
  const checks = checkValues(options.valueChecks);
  const engine = {
    store,
    nodeTypes: workflows.nodeTypes,
    compile: workflows.compile,
    checkSchema: checkJsonSchema,
    checkAhead: checks.ahead,
    models,
    tools,
    limits: { ...options.config?.limits?.engine, ...options.limits },
    ...withoutUndefined({
      // What a cassette answers needs no secrets.
      secretsFor: deck === undefined ? secretsFor : undefined,
      complete: hasRecords(store) ? storedAgents(store) : undefined,
      observer: telemetry?.observer,
      outbox,
      makeLink: links?.make,
      logAnswer: hasRecords(store) ? answerLog(store, options.clock) : undefined,
      ...hostSettings(options),
    }),
  };
  return {
    store,
    engine,
    durable: withoutUndefined({ durable }),
    tools,
    models,
    workflows,
    registered,
    delivery,
    destinations: posting.destinations,
    open: opening(openBrought, options.assistant, models),
    async close() {
      posting.close();
      await options.assistant?.close();
      await tools.close();
      await checks.close();
      await close();
      await telemetry?.close();
    },
  };
}

/** What tools that definitions bring along are made with. */
function broughtParts(
  { config, http: guard }: Pick<CreateEngineOptions, 'config' | 'http'>,
  { http }: Pick<ComposedWorkflows, 'http'>,
): BroughtParts & Pick<ComposedParts<EngineStore>, 'open'> {
  const { code, tools: limits } = config?.limits ?? {};
  let engine: DurableEngine | null = null;
  const open = (opened: DurableEngine) => {
    engine = opened;
  };
  const allow = [
    ...(guard?.allow ?? []),
    ...(configuredGuard(withoutUndefined({ config }))?.allow ?? []),
  ];
  return { http, allow, code, limits, runWorkflow: runToolWorkflow(() => engine), open };
}

/** A custom store may offer only what an engine needs. Definitions then contain their agents. */
export function hasRecords(store: EngineStore): store is Store {
  return 'agents' in store;
}

const telemetryPackages = [
  '@opentelemetry/api@1',
  '@opentelemetry/exporter-metrics-otlp-http@0.301',
  '@opentelemetry/exporter-trace-otlp-http@0.301',
  '@opentelemetry/resources@3',
  '@opentelemetry/sdk-metrics@3',
  '@opentelemetry/sdk-trace@3',
];

/** Null unless somebody named a collector, or the host has providers: nothing of OpenTelemetry is loaded then. */
async function composeTelemetry({
  config,
  environment = process.env,
  onProblem,
}: Pick<
  CreateEngineOptions,
  'config' | 'environment' | 'onProblem'
>): Promise<OpenTelemetry | null> {
  const plan = planTelemetry(config?.telemetry, environment, isHostTraced);
  if (plan === null) return null;
  const options = { version: packageVersion(), onProblem };
  if (plan.sender === 'host') {
    const { hostTelemetry } = await loadOptional(
      { purpose: 'Telemetry', packages: telemetryPackages.slice(0, 1) },
      () => import('./telemetry/host-telemetry.ts'),
    );
    return hostTelemetry(plan, options);
  }
  const { openTelemetry } = await loadOptional(
    { purpose: 'Telemetry', packages: telemetryPackages },
    () => import('./telemetry/open-telemetry.ts'),
  );
  return openTelemetry(plan.settings, options);
}

async function closeOnFailure<T>(made: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    await close();
    throw error;
  }
}
