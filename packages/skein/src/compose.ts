// Composition
// The only file that picks implementations: store, node types, functions, model, dialects. Everything else receives them.
// The engine and the store are loaded when one is made, because `validate` and `show` need neither.
import {
  builtinFunctions,
  cassetteDeck,
  cassetteFetch,
  checkJsonSchema,
  dataflowNodeType,
  dialectBehaviours,
  guardedFetch,
  httpBehaviours,
  nativeNodeTypes,
  type Cassette,
  type CassetteDeck,
  type GuardedFetch,
  type GuardOptions,
  type DataflowFunction,
  type DataflowNode,
  type Environment,
  type RegisteredFunction,
  type RegisteredTool,
  type Script,
} from '@skein/agents';
import {
  allKinds,
  compileDefinition,
  type CompiledDefinition,
  type DefinitionOptions,
} from '@skein/dialects';
import type { DurableOptions, Engine, EngineOptions } from '@skein/engine';
import { loadOptional, type EngineStore, type NodeType, type Store } from '@skein/ports';
import process from 'node:process';
import { composeModels, type ComposedModels, type StoredSecretSource } from './compose-models.ts';
import { composeTools, configuredGuard, type ComposedTools } from './compose-tools.ts';
import type { SkeinConfig } from './config/skein-config.ts';
import { packageVersion } from './package-version.ts';
import type { OpenTelemetry } from './telemetry/open-telemetry.ts';
import { telemetrySettings } from './telemetry/telemetry-settings.ts';
import { storedAgents } from './stored-agents.ts';
import { isServerUrl } from './remote/is-server-url.ts';

export interface CreateEngineOptions extends Pick<
  EngineOptions,
  'models' | 'clock' | 'ids' | 'onProblem' | 'durable' | 'limits' | 'isolatesUsers'
> {
  /**
   * Where everything is kept: `sqlite:PATH`, `postgres://…`, `mysql://…`, `neo4j://…`, or a store of one's own, which stays
   * open when the engine is closed; one that offers what an `EngineStore` has is enough. With `http://…` or `https://…` the engine is that of a server, and SKEIN_KEY is the key for
   * it. Default `memory`: gone when the process ends.
   */
  readonly store?: string | EngineStore;
  /** Functions that nodes of type `function` can call, by name, beside the built-in ones. */
  readonly functions?: { readonly [name: string]: RegisteredFunction | RegisteredFunction['run'] };
  /** Tools that agents may be offered, by name; a script answers for names that are not here. */
  readonly tools?: { readonly [name: string]: RegisteredTool | RegisteredTool['run'] };
  /** Own node types by the `type` of a definition, beside the native ones. */
  readonly nodeTypes?: { readonly [type: string]: NodeType };
  /** Functions in the form of the dataflow dialect, by the `nodeType` that its definitions call them. */
  readonly dataflow?: { readonly [nodeType: string]: DataflowFunction | DataflowNode };
  /** Replies of the offline model, which then answers for every model unless `models` is given. */
  readonly script?: Script;
  /** Answers models, tools and requests of nodes from a recording, instead of all others. */
  readonly cassette?: Cassette;
  /** What happens to what is not on the cassette: it fails (default), or goes to who would answer without one. */
  readonly missing?: 'fail' | 'live';
  /** Providers, names and prices of models, MCP servers and other tools; default: what the usual variables of the environment say. */
  readonly config?: Omit<SkeinConfig, 'store' | 'functions'>;
  /** Where the paths of the configuration begin, and what is kept beside it is; default: the working folder. */
  readonly folder?: string;
  /** Holds the keys of providers; default: that of the process. */
  readonly environment?: Environment;
  /** Hears of servers and documents of the configuration that cannot be used while all tools are listed. */
  readonly onToolProblem?: (message: string) => void;
  /** What requests of nodes to the outside may reach and take; default: the open internet, 30 s, 5 MB. */
  readonly http?: GuardOptions;
}

/** For what keeps records of users too: it needs a whole store. */
export interface WholeStoreOptions extends Omit<CreateEngineOptions, 'store'> {
  readonly store?: string | Store;
}

interface ComposeOptions<S extends EngineStore> extends Omit<CreateEngineOptions, 'store'> {
  readonly store?: string | S;
  /** Secrets that are kept in the store, for names that neither the environment nor the file of secrets has. */
  readonly storedSecrets?: (store: S | Store) => StoredSecretSource;
  /** Who drives the runs instead of this process. */
  readonly restate?: RestatePlace;
}

/** Runs are on Restate: where its ingress is, and which installation of several this is. */
export interface RestatePlace {
  readonly ingressUrl: string;
  readonly namespace?: string;
}

/** Makes an engine with Skein's own parts in every place that the options leave open. */
export async function createEngine(options: CreateEngineOptions = {}): Promise<Engine> {
  const { store, environment = process.env } = options;
  if (isServerUrl(store)) {
    const { remoteEngine } = await import('./remote/remote-engine.ts');
    const key = environment['SKEIN_KEY'];
    return remoteEngine({ server: store, ...(key === undefined || key === '' ? {} : { key }) });
  }
  return (await composeEngine<EngineStore>(options)).engine;
}

/** An engine with the parts that it was made of, for a server that shows them. A server needs a whole `Store`. */
export interface ComposedEngine<S extends EngineStore = Store> {
  readonly engine: Engine;
  readonly store: S | Store;
  readonly tools: ComposedTools;
  readonly models: ComposedModels;
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
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
      : (await import('@skein/restate')).createRestateEngine({ ...restate, engine: parts.engine });
  const inner = await closeOnFailure(made, parts.close);
  const closeAll = async () => {
    await inner.close();
    await parts.close();
  };
  let closing: Promise<void> | null = null;
  const engine: Engine = { ...inner, close: () => (closing ??= closeAll()) };
  const { store, tools, models } = parts;
  return { engine, store, tools, models, nodeTypes: parts.engine.nodeTypes };
}

interface ComposedParts<S extends EngineStore> {
  readonly store: S | Store;
  readonly engine: Omit<EngineOptions, 'durable' | 'host'>;
  readonly durable: Pick<EngineOptions, 'durable'>;
  readonly tools: ComposedTools;
  readonly models: ComposedModels;
  readonly close: () => Promise<void>;
}

/** What an engine, or a worker, is made of. */
export async function composeParts<S extends EngineStore = Store>(
  options: ComposeOptions<S>,
): Promise<ComposedParts<S>> {
  const { clock, ids, onProblem } = options;
  const deck = composeDeck(options);
  const { nodeTypes, compile } = composeWorkflows(options, deck);
  const telemetry = await composeTelemetry(options);
  const { store, durable, close } = await composeStore(options);
  const secrets = options.storedSecrets?.(store);
  const more = secrets === undefined ? {} : { secrets };
  const tools = composeTools({ ...options, ...more }, deck);
  const models = await composeModels({ ...options, ...more }, deck);
  const engine = {
    store,
    nodeTypes,
    compile,
    ...(hasRecords(store) && { complete: storedAgents(store) }),
    checkSchema: checkJsonSchema,
    models,
    tools,
    ...(telemetry === null ? {} : { observer: telemetry.observer }),
    ...(clock === undefined ? {} : { clock }),
    ...(ids === undefined ? {} : { ids }),
    ...(onProblem === undefined ? {} : { onProblem }),
    limits: { ...options.config?.limits?.engine, ...options.limits },
    ...(options.isolatesUsers === undefined ? {} : { isolatesUsers: options.isolatesUsers }),
  };
  return {
    store,
    engine,
    durable: durable === undefined ? {} : { durable },
    tools,
    models,
    async close() {
      await tools.close();
      await close();
      await telemetry?.close();
    },
  };
}

const telemetryPackages = [
  '@opentelemetry/api@1',
  '@opentelemetry/exporter-metrics-otlp-http@0.301',
  '@opentelemetry/exporter-trace-otlp-http@0.301',
  '@opentelemetry/resources@3',
  '@opentelemetry/sdk-metrics@3',
  '@opentelemetry/sdk-trace@3',
];

/** Null unless somebody named a collector: its libraries are not loaded then. */
async function composeTelemetry({
  config,
  environment = process.env,
  onProblem,
}: CreateEngineOptions): Promise<OpenTelemetry | null> {
  const settings = telemetrySettings(config?.telemetry, environment);
  if (settings === null) return null;
  const { openTelemetry } = await loadOptional(
    { purpose: 'Telemetry', packages: telemetryPackages },
    () => import('./telemetry/open-telemetry.ts'),
  );
  return openTelemetry(settings, {
    version: packageVersion(),
    ...(onProblem === undefined ? {} : { onProblem }),
  });
}

async function closeOnFailure<T>(made: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    await close();
    throw error;
  }
}

export function composeDeck({
  cassette,
  clock,
}: Pick<CreateEngineOptions, 'cassette' | 'clock'>): CassetteDeck | undefined {
  return cassette === undefined
    ? undefined
    : cassetteDeck(cassette, clock === undefined ? {} : { clock });
}

export interface ComposedWorkflows {
  readonly nodeTypes: ReadonlyMap<string, NodeType>;
  readonly compile: (
    definition: unknown,
    options?: Pick<DefinitionOptions, 'start' | 'dialect'>,
  ) => CompiledDefinition;
}

/** What it takes to read definitions without running them. */
export function composeWorkflows(
  options: Pick<
    CreateEngineOptions,
    'functions' | 'nodeTypes' | 'dataflow' | 'clock' | 'http' | 'config' | 'missing'
  > = {},
  deck?: CassetteDeck,
): ComposedWorkflows {
  const { clock, http = configuredGuard(options) } = options;
  const functions = new Map([
    ...builtinFunctions(clock === undefined ? {} : { clock }),
    ...Object.entries(options.functions ?? {}).map(toRegistered),
  ]);
  const dataflow = Object.entries(options.dataflow ?? {});
  const own = new Map([
    ...dataflow.map(([type, given]) => [type, dataflowNodeType(type, given)] as const),
    ...Object.entries(options.nodeTypes ?? {}),
  ]);
  const checked = new Map([...dialectNodeTypes(composeFetch(http, options, deck)), ...own]);
  const nodeTypes = new Map([...nativeNodeTypes({ functions }), ...checked]);
  const kinds = new Map([...nodeTypes].map(([type, { kind }]) => [type, kind]));
  const names = new Set(functions.keys());
  return {
    nodeTypes,
    compile: (definition, given = {}) =>
      compileDefinition(definition, {
        kinds,
        functions: names,
        checkConfig: (type, config) => checked.get(type)?.checkConfig?.(config) ?? [],
        ...given,
      }),
  };
}

function composeFetch(
  http: GuardOptions | undefined,
  { missing }: Pick<CreateEngineOptions, 'missing'>,
  deck: CassetteDeck | undefined,
): GuardedFetch | undefined {
  if (deck === undefined) return http === undefined ? undefined : guardedFetch(http);
  return cassetteFetch(deck, missing === 'live' ? guardedFetch(http) : undefined);
}

/** The types that dialects add to the native ones: the kind as the dialect declares it, with what it does. */
function dialectNodeTypes(fetch: GuardedFetch | undefined): ReadonlyMap<string, NodeType> {
  const out = fetch === undefined ? [] : httpBehaviours(fetch);
  return new Map(
    [...dialectBehaviours, ...out].map(([type, behaviour]) => {
      const kind = allKinds.get(type);
      if (kind === undefined) throw new Error(`No dialect declares the node type "${type}".`);
      return [type, { ...behaviour, kind }];
    }),
  );
}

function toRegistered([name, given]: [
  string,
  RegisteredFunction | RegisteredFunction['run'],
]): readonly [string, RegisteredFunction] {
  return [name, typeof given === 'function' ? { run: given } : given];
}

/** A store of one's own may offer only what an engine needs. Definitions then have their agents with them. */
function hasRecords(store: EngineStore): store is Store {
  return 'agents' in store;
}

interface ComposedStore<S extends EngineStore> {
  readonly store: S | Store;
  readonly durable?: DurableOptions;
  /** Closes the store when it was opened here. */
  readonly close: () => Promise<void>;
}

/** How often a process looks for what others on the same database ask of its runs. */
const sharingPollMs = 250;

async function composeStore<S extends EngineStore>(
  options: ComposeOptions<S>,
): Promise<ComposedStore<S>> {
  const { store: given = 'memory', durable } = options;
  if (typeof given !== 'string') {
    return { store: given, ...(durable === undefined ? {} : { durable }), close: async () => {} };
  }
  const { openStore } = await import('@skein/stores');
  const store = await openStore(given);
  const close = async () => store.close();
  if (!store.isDurable) return { store, ...(durable === undefined ? {} : { durable }), close };
  // Where one process at a time works on a store, nobody else can ask for anything.
  const sharing = store.isShared ? { sharing: { pollMs: sharingPollMs } } : {};
  return { store, durable: { ...sharing, ...durable }, close };
}
